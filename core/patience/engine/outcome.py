"""Whether a position is stuck."""

from __future__ import annotations

from patience.engine.apply import apply
from patience.engine.moves import legal_actions
from patience.engine.position import MOVE, Position, is_won, position_key
from patience.engine.table import Table


def is_stuck(table: Table, position: Position) -> bool:
    """Whether no position reachable by turns and redeals alone has any other action."""
    seen = set()
    while True:
        key = position_key(table, position)
        if key in seen:
            return True
        seen.add(key)
        actions = legal_actions(table, position)
        if any(action.verb == MOVE for action in actions):
            return False
        if not actions:
            return not is_won(table, position)
        position = apply(table, position, actions[0])
        if is_won(table, position):
            return False
