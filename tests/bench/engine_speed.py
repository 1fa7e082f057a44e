"""How fast the pure Python engine generates actions and plays them.

``python tests/bench/engine_speed.py [GAME ...]`` prints a line a game: states a second for the
legal actions and for playing one, and both as a ratio to a yardstick (a fixed loop of integer work,
timed in the same run), because a machine's own speed varies more than what is measured.
"""

from __future__ import annotations

import random
import sys
import time

import patience
from patience.engine.apply import apply
from patience.engine.moves import legal_actions
from patience.engine.position import Action, Position

GAMES = ("duchess", "canfield", "demon", "klondike", "freecell", "miss-milligan")
STATES = 4_000


def yardstick() -> float:
    """Seconds for a fixed amount of interpreter work."""
    start = time.perf_counter()
    total = 0
    for number in range(300_000):
        total ^= number * number & 0xFFFF
    return time.perf_counter() - start


def collect(game: patience.Game) -> list[tuple[Position, Action]]:
    """Positions of random play, each with an action to play."""
    rng = random.Random(game.id)
    found: list[tuple[Position, Action]] = []
    deal = 0
    while len(found) < STATES:
        deal += 1
        state = game.deal(deal)
        for _ in range(120):
            actions = state.actions()
            if not actions:
                break
            action = rng.choice(actions)
            found.append((state.position, action))
            state = state.after(action)
    return found[:STATES]


def main(names: list[str]) -> None:
    """Print the table."""
    print(f"{'game':16}{'actions/s':>12}{'play/s':>12}{'ratio a':>9}{'ratio p':>9}")
    for name in names:
        game = patience.load(name)
        table, sample = game.table, collect(game)
        unit = yardstick()
        start = time.perf_counter()
        for position, _ in sample:
            legal_actions(table, position)
        generating = time.perf_counter() - start
        start = time.perf_counter()
        for position, action in sample:
            apply(table, position, action)
        playing = time.perf_counter() - start
        print(
            f"{name:16}{STATES / generating:12,.0f}{STATES / playing:12,.0f}"
            f"{generating / unit:9.2f}{playing / unit:9.2f}"
        )


if __name__ == "__main__":
    main(sys.argv[1:] or list(GAMES))
