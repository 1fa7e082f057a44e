"""What the tests of the kernel share: whether it is there, and random positions to compare on."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from patience.engine.apply import apply
from patience.engine.moves import legal_actions
from patience.engine.position import COMPLETE, Position
from patience.engine.table import Table
from patience.solver.kernel import kernel_available

needs_kernel = pytest.mark.skipif(
    not kernel_available(), reason="the native kernel is not installed"
)


def walk(table: Table, position: Position, steps: int, seed: int) -> Iterator[Position]:
    """Positions of a random game whose deal is complete, the first one included."""
    rng = random.Random(seed)
    for _ in range(steps):
        if position.step == COMPLETE:
            yield position
        actions = legal_actions(table, position)
        if not actions:
            return
        position = apply(table, position, rng.choice(actions))
