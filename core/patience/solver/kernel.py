"""The native kernel as Python sees it: whether it is there, and what it can hold.

The kernel is an optional part of the package: where it could not be built everything works without
it, more slowly. Nothing else imports `patience._kernel`.
"""

from __future__ import annotations

from typing import Any

from patience.engine.position import COMPLETE, Position
from patience.engine.table import Table
from patience.solver.flatten import flatten

native: Any
try:
    from patience import _kernel

    native = _kernel
except ImportError:  # built without a compiler
    native = None

MOST_CARDS = 208
"""Cards that the kernel holds at most: four packs."""


def kernel_available() -> bool:
    """Whether the native kernel is installed."""
    return native is not None


class Kernel:
    """The kernel loaded with one table.

    :raises ValueError: if the table is none that the kernel can hold.
    """

    def __init__(self, table: Table) -> None:
        if native is None:
            raise ValueError("the native kernel is not installed")
        self.table = table
        self.native: Any = native.Kernel(flatten(table))

    def perft(self, position: Position, depth: int) -> int:
        """The number of action sequences of that length, from a position whose deal is complete."""
        return int(self.native.perft(*handed(position), depth))


def handed(position: Position) -> tuple[list[list[int]], int, int, bool]:
    """A position as the kernel takes it."""
    piles = [list(pile) for pile in position.piles]
    return piles, position.base, position.redeals, position.turned


def kernel_support(table: Table) -> str | None:
    """Why the kernel cannot serve this table, or None if it can."""
    if native is None:
        return "the native kernel is not installed"
    if len(table.pack) > MOST_CARDS:
        return f"the kernel holds {MOST_CARDS} cards, the game has {len(table.pack)}"
    try:
        native.Kernel(flatten(table))
    except ValueError as error:
        return str(error)
    return None


def holds_position(position: Position) -> bool:
    """Whether the kernel takes the position: one that no longer waits for the deal to go on."""
    return position.step == COMPLETE
