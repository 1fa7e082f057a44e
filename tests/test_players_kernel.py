"""The kernel's players are the ones in Python: the same games, throw by throw."""

from __future__ import annotations

import signal
import threading
import time
from dataclasses import replace

import games
import pytest
from kernel_help import needs_kernel

from patience.players import simulate
from patience.solver.kernel import Kernel

pytestmark = needs_kernel


@pytest.mark.parametrize("name", games.with_options())
def test_the_same_games_in_both(name: str) -> None:
    game = games.load(name)
    for player in ("random", "greedy"):
        ours = simulate(game, 3, player, seed=5, cap=150)
        assert ours == simulate(game, 3, player, seed=5, cap=150, native=False)


PLANNED = ("canfield", "duchess", "freecell", "klondike", "miss-milligan", "demon+worrying-back")


@pytest.mark.parametrize(
    "name",
    [
        name if name in PLANNED else pytest.param(name, marks=pytest.mark.slow)
        for name in games.with_options()
    ],
)
def test_the_planner_thinks_the_same_in_both(name: str) -> None:
    game = games.load(name)
    for deal in (3, 4):
        ours = simulate(game, deal, "planner", seed=5, cap=12)
        assert ours == simulate(game, deal, "planner", seed=5, cap=12, native=False)


def test_an_interrupt_ends_a_planners_game() -> None:
    game = games.load("canfield")
    threading.Timer(0.15, signal.raise_signal, (signal.SIGINT,)).start()
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        for deal in range(1, 100_000):
            simulate(game, deal, "planner")
    assert time.monotonic() - start < 5.0


def test_whole_games_and_their_scores() -> None:
    game = games.load("canfield")
    for deal in range(1, 9):
        ours = simulate(game, deal, "greedy")
        assert ours == simulate(game, deal, "greedy", native=False)
        assert replace(ours, seed=2) == simulate(game, deal, "greedy", seed=2)


def test_what_is_no_player_is_refused() -> None:
    game = games.load("duchess")
    kernel, position = Kernel(game.table), game.deal(1).position
    for player, cap in ((3, 10), (-1, 10), (0, -1)):
        with pytest.raises(ValueError, match="no such player, or a cap below 0"):
            kernel.simulate(position, player, 1, cap)
    assert kernel.simulate(position, 0, 1, 0)[0] == 3
