"""Write the perft tables: ``python tests/perft/write.py``.

A line is ``game deal depth count``: from the opening of that deal (of our own generator) there are
so many sequences of that many actions, where actions with the same result count once. Every game
and option has deal 1; each game also the liveliest of the deals 2 to 20. The counts are the
engine's; the tests check them against the naive reading.
"""

from __future__ import annotations

import sys
from pathlib import Path

import patience

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from naive.games import GAMES  # noqa: E402
from naive.readings import READINGS  # noqa: E402

LONGEST = 60_000
"""A depth is counted if the one before it was below an eighth of this; depth 5 always."""
DEEPEST = 12


def counts(game: patience.Game, deal: int, longest: int) -> list[int]:
    """Counts for depths 1, 2 and on."""
    state = game.deal(deal)
    found: list[int] = []
    while len(found) < DEEPEST and (len(found) < 5 or found[-1] < longest // 8):
        found.append(game.perft(state, len(found) + 1))
    return found


def lines(name: str, deal: int, longest: int) -> list[str]:
    """The table's lines for one deal."""
    found = counts(patience.load(name), deal, longest)
    return [f"{name} {deal} {depth} {count}" for depth, count in enumerate(found, start=1)]


def liveliest(name: str) -> int:
    """The deal of 2 to 20 with the most to do in its first four actions."""
    game = patience.load(name)
    return max(range(2, 21), key=lambda deal: game.perft(game.deal(deal), 4))


def main() -> None:
    """Write one file a game."""
    for name in sorted(GAMES):
        table = lines(name, 1, LONGEST) + lines(name, liveliest(name), LONGEST)
        for option in READINGS.get(name, ()):
            table += lines(f"{name}+{option}", 1, LONGEST // 10)
        (HERE / f"{name}.perft").write_text("\n".join(table) + "\n")


if __name__ == "__main__":
    main()
