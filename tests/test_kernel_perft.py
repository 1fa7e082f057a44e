"""Both engines count the same action sequences, for every shipped game and option."""

from __future__ import annotations

import pytest
from games import load, with_options
from kernel_help import needs_kernel, walk

from patience.engine.perft import perft

pytestmark = needs_kernel


@pytest.mark.parametrize("name", with_options())
def test_perft_agrees(name: str) -> None:
    from patience.solver.kernel import Kernel

    game = load(name)
    kernel = Kernel(game.table)
    for deal in (1, 2):
        positions = walk(game.table, game.deal(deal).position, 36, seed=deal)
        for number, position in enumerate(positions):
            depth = 3 if number % 12 == 0 else 2
            assert kernel.perft(position, depth) == perft(game.table, position, depth), (
                f"{name}, deal {deal}, position {number}, depth {depth}"
            )
