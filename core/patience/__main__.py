"""``python -m patience`` is ``patience``."""

from __future__ import annotations

from patience.cli import main

if __name__ == "__main__":
    main()
