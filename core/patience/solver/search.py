"""The search in Python: every state once, depth first, nothing pruned.

It serves where the kernel cannot, and is what the kernel is tested against.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from patience.engine.apply import apply
from patience.engine.moves import legal_actions
from patience.engine.position import Action, Position, is_won, position_key
from patience.engine.table import Kind, Table
from patience.solver.verdict import LimitName, Limits, Verdict

BYTES_A_STATE = 1500
"""What a remembered state costs at most, in a game of one pack: its key and its place in a set."""

CLOCK_EVERY = 64
"""States between two looks at the clock."""

Poll = Callable[[int], bool]
"""Asked now and then with the number of states visited; True ends the search."""


def _promise(table: Table, action: Action) -> int:
    """The order to try actions in: small first."""
    if action.verb != "move":
        return 3
    target = table.groups[table.group_of[action.target]].kind
    source = table.groups[table.group_of[action.source]].kind
    if target == Kind.FOUNDATION:
        return 0
    if source == Kind.FOUNDATION or target == Kind.CELL:
        return 4
    return 1 if source in (Kind.RESERVE, Kind.CELL) else 2


class _Search:
    """One search: the states seen, and the actions still to try at each step of the line."""

    def __init__(self, table: Table, limits: Limits, poll: Poll | None) -> None:
        self.table = table
        self.poll = poll
        self.limits = limits
        self.start = time.monotonic()
        self.seen: set[object] = set()
        self.most = limits.memory // BYTES_A_STATE

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

    def _choices(self, position: Position) -> list[Action]:
        actions = legal_actions(self.table, position)
        # The most promising one last: the search takes it from there.
        actions.sort(key=lambda action: -_promise(self.table, action))
        return actions

    def run(self, position: Position) -> Verdict:
        """Decide a position."""
        line: list[Action] = []
        path = [position]
        self.seen.add(position_key(self.table, position))
        left = [self._choices(position)]
        won = is_won(self.table, position)
        limit: LimitName | None = None
        try:
            while left and not won and limit is None:
                if not left[-1]:
                    left.pop()
                    path.pop()
                    if line:
                        line.pop()
                    continue
                action = left[-1].pop()
                after = apply(self.table, path[-1], action)
                key = position_key(self.table, after)
                if key in self.seen:
                    continue
                self.seen.add(key)
                won = is_won(self.table, after)
                line.append(action)
                path.append(after)
                left.append([] if won else self._choices(after))
                limit = self._limit()
        except KeyboardInterrupt:
            limit = "interrupt"
        spent = time.monotonic() - self.start
        if won:
            return Verdict("winnable", len(self.seen), tuple(line), seconds=spent)
        if limit is not None:
            return Verdict("undecided", len(self.seen), limit=limit, seconds=spent)
        return Verdict("unwinnable", len(self.seen), seconds=spent)


def search(table: Table, position: Position, limits: Limits, poll: Poll | None = None) -> Verdict:
    """Decide a position by trying everything.

    Ctrl-C ends it with what is known: undecided, limit "interrupt".
    """
    return _Search(table, limits, poll).run(position)
