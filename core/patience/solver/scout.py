"""The goal-directed search in Python: always on from the state that seems nearest to a win.

It leaves out what seems to make no difference (see `patience.solver.guess`), whether or not the
game's rules bear that out. So a win that it finds is one, and if it finds none that proves nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from heapq import heappop, heappush
from typing import Any

from patience.engine.apply import apply
from patience.engine.moves import legal_actions, may_redeal, may_turn
from patience.engine.position import MOVE, REDEAL, TURN, Action, Position, is_won, turn_count
from patience.engine.table import UNLIMITED, Table
from patience.engine.targets import all_targets
from patience.solver.guess import distance, rough_text, sure_move, way

Line = tuple[Any, Action] | None
"""A line of play from its end: the line before the last action, and that action."""

Step = tuple[Position, Line]
"""A position and how it was reached."""

QUEUED_BYTES = 1500
"""What a state that waits costs at most, in a game of one pack."""

SEEN_BYTES = 130
"""What it costs to know a state again: a number of 128 bits in a set."""


class Won(Exception):
    """A search has found a win."""

    def __init__(self, line: Line) -> None:
        self.line = line


def forwards(line: Line) -> tuple[Action, ...]:
    """A line of play from its beginning."""
    actions: list[Action] = []
    while line is not None:
        line, action = line
        actions.append(action)
    return tuple(reversed(actions))


def digest(text: bytes) -> int:
    """A number of 128 bits for a text, taken to be its own."""
    return int.from_bytes(blake2b(text, digest_size=16).digest(), "big")


class Scout:
    """The states that were met, each with how far through the stock, and those that wait.

    ``most``: states that it meets at most.
    """

    def __init__(self, table: Table, start: Position, most: int) -> None:
        self._table = table
        self._most = most
        self._ways: dict[int, int] = {}
        self._queue: list[tuple[int, int, Position, Line]] = []
        self._turns_to_waste = table.waste >= 0 and table.turn_piles == (table.waste,)
        self._meet(start, None)

    @property
    def bytes(self) -> int:
        """Memory in use."""
        return len(self._queue) * QUEUED_BYTES + len(self._ways) * SEEN_BYTES

    def steps(self) -> Iterator[bool]:
        """Search; for each action that is tried, whether it led to a state not met before.

        :raises Won: at a win.
        """
        while self._queue and len(self._ways) < self._most:
            _, _, position, line = heappop(self._queue)
            for after, longer in self._next(position, line):
                if is_won(self._table, after):
                    raise Won(longer)
                yield self._meet(after, longer)

    def _meet(self, position: Position, line: Line) -> bool:
        key, far = digest(rough_text(self._table, position)), way(self._table, position)
        before = self._ways.get(key)
        if before is not None and before <= far:
            return False
        self._ways[key] = far
        # of equally near ones the newest comes first
        heappush(self._queue, (distance(self._table, position), -len(self._ways), position, line))
        return before is None

    def _next(self, position: Position, line: Line) -> Iterator[Step]:
        """What actions lead to, turns and redeals taken together with the move that follows."""
        actions = legal_actions(self._table, position)
        sure = sure_move(self._table, position, actions)
        if sure is not None:
            actions = [sure]
        for action in actions:
            if action.verb == MOVE or not self._turns_to_waste:
                yield apply(self._table, position, action), (line, action)
            else:
                yield from self._turns(apply(self._table, position, action), (line, action))

    def _turns(self, position: Position, line: Line) -> Iterator[Step]:
        """What the waste's cards can do, from the first turn on until all have been up."""
        table = self._table
        taken: int | None = None
        seen: set[tuple[int, int]] = set()
        while True:
            waste = position.piles[table.waste]
            laps = 0 if table.redeals == UNLIMITED else position.redeals
            if (laps, len(waste)) in seen:
                return
            seen.add((laps, len(waste)))
            if waste and taken is None:
                taken = self._taken_from_waste(position)
            if waste and taken is not None and taken >> waste[-1] & 1:
                for action in legal_actions(table, position):
                    if action.source == table.waste and action.verb == MOVE:
                        yield apply(table, position, action), (line, action)
            turn = self._turn(position)
            if turn is None:
                return
            position, line = apply(table, position, turn), (line, turn)

    def _taken_from_waste(self, position: Position) -> int:
        """The cards that the other piles would take from the waste, as a mask."""
        mask = 0
        bit = 1 << self._table.group_of[self._table.waste]
        for target in all_targets(self._table, position, bit, every=False):
            mask |= target[2]
        return mask

    def _turn(self, position: Position) -> Action | None:
        """The turn or redeal that is legal now."""
        table = self._table
        if may_turn(table, position):
            stock = position.piles[table.stock]
            count = min(turn_count(table, position), len(stock))
            return Action(TURN, table.stock, -1, count)
        if may_redeal(table, position):
            return Action(REDEAL, table.waste, -1, len(position.piles[table.waste]))
        return None
