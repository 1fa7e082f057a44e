"""Write the golden rule texts anew: ``python tests/golden/regenerate.py``, then read the diff."""

from __future__ import annotations

from pathlib import Path

import patience

FOLDER = Path(__file__).parent / "rules"
NAMES = (
    "american-toad", "calculation", "canfield", "canfield+as-solvitaire-strict", "demon",
    "duchess", "eagle-wing", "freecell", "gate", "klondike", "minerva", "miss-milligan",
    "selective-canfield", "storehouse", "yukon",
)  # fmt: skip


def golden(name: str) -> Path:
    """The file with a game's text."""
    return FOLDER / f"{name}.txt"


def main() -> None:
    """Write every file."""
    FOLDER.mkdir(exist_ok=True)
    for name in NAMES:
        golden(name).write_text(patience.load(name).rules_text(), encoding="utf-8")
    print(f"{len(NAMES)} texts in {FOLDER}")


if __name__ == "__main__":
    main()
