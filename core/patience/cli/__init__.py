"""The command line: a face of Patience. It holds no rule; it shows, asks and passes on."""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> None:
    """Run ``patience`` with these arguments (those of the process by default), and exit."""
    from patience.cli.running import run

    sys.exit(run(sys.argv[1:] if arguments is None else list(arguments)))
