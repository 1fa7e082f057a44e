"""Hostile tables and positions are refused with an error; whatever is let in does no harm."""

from __future__ import annotations

import random

import pytest
from games import load
from kernel_help import needs_kernel

from patience.solver.flatten import flatten

pytestmark = needs_kernel

GAMES = ("duchess", "canfield", "klondike", "miss-milligan", "gate", "double-demon")
WILD = (
    -(2**63),
    -1,
    0,
    1,
    2,
    3,
    63,
    64,
    207,
    208,
    209,
    253,
    254,
    255,
    256,
    2**31,
    2**52,
    2**63 - 1,
)


def _kernel(row: list[int]) -> object:
    from patience.solver.kernel import native

    return native.Kernel(row)


@pytest.mark.parametrize("name", GAMES)
def test_a_table_cut_short_or_too_long_is_refused(name: str) -> None:
    row = flatten(load(name).table)
    rng = random.Random(1)
    for _ in range(60):
        with pytest.raises(
            ValueError, match=r"the table ends|is -?\d+, not from|the table goes on"
        ):
            _kernel(row[: rng.randrange(len(row))])
    with pytest.raises(ValueError, match="the table goes on after its end"):
        _kernel([*row, 0])


@pytest.mark.parametrize("name", GAMES)
def test_garbled_tables_do_no_harm(name: str) -> None:
    """Numbers are changed at random; what the kernel lets in plays and searches without a crash."""
    from patience.solver.kernel import native

    table = load(name).table
    row = flatten(table)
    # Most of the row is masks; the numbers in front of and behind them are the ones that steer.
    places = [*range(400), *range(len(row) - 40, len(row))]
    rng = random.Random(name)
    position = load(name).deal(1).position
    piles = [list(pile) for pile in position.piles]
    let_in = 0
    for _ in range(250):
        garbled = list(row)
        for _ in range(rng.choice((1, 1, 2, 5))):
            garbled[rng.choice(places)] = rng.choice(WILD)
        try:
            kernel = native.Kernel(garbled)
        except ValueError:
            continue
        try:
            kernel.perft(piles, position.base, 0, False, 2)
            kernel.solve(piles, position.base, 0, False, 200, 0.0, 1 << 20, 7, 50, None)
        except ValueError:
            continue
        let_in += 1
    assert let_in < 250


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda piles: piles[:-1], "piles"),
        (lambda piles: [*piles, []], "piles"),
        (lambda piles: [piles[0][:-1], *piles[1:]], "cards"),
        (lambda piles: [[piles[0][1], *piles[0][1:]], *piles[1:]], "too often"),
        (lambda piles: [[52, *piles[0][1:]], *piles[1:]], "not in the pack"),
        (lambda piles: [[-1, *piles[0][1:]], *piles[1:]], "not in the pack"),
        (lambda piles: [[1000, *piles[0][1:]], *piles[1:]], "not in the pack"),
    ],
)
def test_positions_that_are_none_are_refused(change: object, said: str) -> None:
    from patience.solver.kernel import native

    game = load("canfield")
    position = game.deal(1).position
    piles = [list(pile) for pile in position.piles]
    kernel = native.Kernel(flatten(game.table))
    assert callable(change)
    with pytest.raises(ValueError, match=said):
        kernel.perft(change(piles), position.base, 0, False, 1)


@pytest.mark.parametrize(("base", "redeals"), [(-2, 0), (13, 0), (0, -1), (0, 1 << 20)])
def test_registers_out_of_range_are_refused(base: int, redeals: int) -> None:
    from patience.solver.kernel import native

    game = load("canfield")
    piles = [list(pile) for pile in game.deal(1).position.piles]
    kernel = native.Kernel(flatten(game.table))
    with pytest.raises(ValueError, match="out of range"):
        kernel.solve(piles, base, redeals, False, 10, 0.0, 1 << 20, 7, 0, None)
