"""Perft: how many sequences of actions there are, the signature of a move generator."""

from __future__ import annotations

from patience.engine.apply import apply
from patience.engine.moves import legal_actions
from patience.engine.position import Position, is_won, position_key
from patience.engine.table import Table


def perft(table: Table, position: Position, depth: int) -> int:
    """The number of sequences of exactly ``depth`` actions, one action for each distinct result.

    A won position has no actions. Positions that are equal by the rules are counted once and
    remembered, which changes the time and not the number.

    :raises ValueError: for a depth below 0.
    """
    if depth < 0:
        raise ValueError(f"a depth counts actions, from 0 up; it cannot be {depth}")
    known: dict[tuple[object, int], int] = {}

    def count(at: Position, left: int) -> int:
        if left == 0:
            return 1
        if is_won(table, at):
            return 0
        if left == 1:
            return len(legal_actions(table, at))
        key = (position_key(table, at), left)
        if key not in known:
            known[key] = sum(
                count(apply(table, at, action), left - 1) for action in legal_actions(table, at)
            )
        return known[key]

    return count(position, depth)
