"""The search in Python: every state once, the most promising first, nothing pruned.

It serves where the kernel cannot, and is what the kernel is tested against. Always on from the
state that seems nearest to a win it often finds one early; where it runs out of states there is
none. A state that turns and redeals lead to is gone on from at once, so that what they bring up
stands in the queue beside all else.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from heapq import heappop, heappush
from typing import Any

from patience.cards import DOWN, RANK_COUNT, rank_of, suit_of
from patience.engine.apply import apply
from patience.engine.moves import legal_actions
from patience.engine.position import MOVE, Action, Pile, Position, is_won, position_key
from patience.engine.table import UNLIMITED, Kind, Table
from patience.solver.verdict import LimitName, Limits, Verdict

BYTES_A_STATE = 3000
"""What a remembered state costs at most, in a game of one pack: the state, its key and its line."""

CLOCK_EVERY = 64
"""States between two looks at the clock."""

Poll = Callable[[int], bool]
"""Asked now and then with the number of states visited; True ends the search."""

Line = tuple[Any, Action] | None
"""A line of play from its end: the line before the last action, and that action."""


def _burden(pile: Pile, base: int) -> int:
    """How many cards lie above one that must go to the foundations before them."""
    lowest = [RANK_COUNT] * 4
    burden = 0
    for card in pile:
        suit, rank = suit_of(card), (rank_of(card) - base) % RANK_COUNT
        for other in range(4):
            if lowest[other] + (0 if other == suit else 2) < rank:
                burden += 2 if other == suit else 1
        lowest[suit] = min(lowest[suit], rank)
    return burden


def distance(table: Table, position: Position) -> int:
    """How far a position seems to be from a win. Only the order of the search depends on it."""
    base = max(position.base, 0)
    far = 0
    for group in table.groups:
        piles = position.piles[group.first : group.first + group.size]
        cards = sum(map(len, piles))
        if group.kind == Kind.FOUNDATION:
            continue
        far += 4 * cards
        if group.kind in (Kind.STOCK, Kind.WASTE):
            continue
        if group.kind in (Kind.RESERVE, Kind.CELL):
            far += 8 * cards
        for pile in piles:
            far += 3 * _burden(pile, base) + 12 * sum(card & DOWN > 0 for card in pile)
            far -= 2 * (group.kind == Kind.TABLEAU and not pile)
    if table.waste >= 0 and table.redeals != UNLIMITED:
        waste, stock = position.piles[table.waste], position.piles[table.stock]
        if position.redeals >= table.redeals:
            far += 2 * _burden(waste, base)
        far += 40 * position.redeals + 40 * len(waste) // max(len(waste) + len(stock), 1)
    return far


class _Ended(Exception):
    """A search is over early: with the winning line, or at a limit."""

    def __init__(self, line: Line, limit: LimitName | None) -> None:
        self.line = line
        self.limit = limit


class _Search:
    """One search: the states seen, and those still to go on from."""

    def __init__(self, table: Table, limits: Limits, poll: Poll | None) -> None:
        self.table = table
        self.poll = poll
        self.limits = limits
        self.start = time.monotonic()
        self.seen: set[object] = set()
        self.most = limits.memory // BYTES_A_STATE
        self.queue: list[tuple[int, int, Position, Line]] = []

    def _limit(self) -> LimitName | None:
        count = len(self.seen)
        if self.limits.states is not None and count >= self.limits.states:
            return "states"
        if count >= self.most:
            return "memory"
        if count % CLOCK_EVERY:
            return None
        spent = time.monotonic() - self.start
        if self.limits.seconds is not None and spent > self.limits.seconds:
            return "seconds"
        return "interrupt" if self.poll is not None and self.poll(count) else None

    def _is_new(self, position: Position) -> bool:
        key = position_key(self.table, position)
        if key in self.seen:
            return False
        self.seen.add(key)
        return True

    def _queue(self, position: Position, line: Line) -> None:
        # Of equally near ones the newest comes first.
        far = distance(self.table, position)
        heappush(self.queue, (far, -len(self.seen), position, line))

    def _look(self, position: Position, line: Line) -> tuple[Position | None, Line]:
        """Queue what moves lead to; what the turn or redeal leads to, if that is new.

        :raises _Ended: at a win or a limit.
        """
        turned: tuple[Position | None, Line] = None, None
        for action in legal_actions(self.table, position):
            after = apply(self.table, position, action)
            longer = (line, action)
            if is_won(self.table, after):
                raise _Ended(longer, None)
            if not self._is_new(after):
                continue
            limit = self._limit()
            if limit is not None:
                raise _Ended(None, limit)
            if action.verb == MOVE:
                self._queue(after, longer)
            else:
                turned = after, longer
        return turned

    def _go(self) -> None:
        while self.queue:
            _, _, position, line = heappop(self.queue)
            turned: Position | None = position
            while turned is not None:
                turned, line = self._look(turned, line)

    def run(self, position: Position) -> Verdict:
        """Decide a position."""
        if is_won(self.table, position):
            return Verdict("winnable", 1)
        end: _Ended | None = None
        try:
            self._is_new(position)
            self._queue(position, None)
            self._go()
        except _Ended as ended:
            end = ended
        except KeyboardInterrupt:
            end = _Ended(None, "interrupt")
        spent = time.monotonic() - self.start
        if end is None:
            return Verdict("unwinnable", len(self.seen), seconds=spent)
        if end.limit is not None:
            return Verdict("undecided", len(self.seen), limit=end.limit, seconds=spent)
        return Verdict("winnable", len(self.seen), _forwards(end.line), seconds=spent)


def _forwards(line: Line) -> tuple[Action, ...]:
    actions: list[Action] = []
    while line is not None:
        line, action = line
        actions.append(action)
    return tuple(reversed(actions))


def search(table: Table, position: Position, limits: Limits, poll: Poll | None = None) -> Verdict:
    """Decide a position by trying everything.

    Ctrl-C ends it with what is known: undecided, limit "interrupt".
    """
    return _Search(table, limits, poll).run(position)
