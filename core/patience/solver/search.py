"""The search in Python: several searches in turns, until one of them answers.

It serves where the kernel cannot, and is what the kernel is tested against. A *dive* looks at every
state once, depth first, and prunes nothing: where it runs out of states there is no win. Whether it
meets a win soon is a matter of luck, so short dives in various orders come before the long one. The
goal-directed search (`patience.solver.scout`) can only find a win.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import islice
from random import Random

from patience.engine.apply import apply
from patience.engine.moves import legal_actions
from patience.engine.position import Action, Position, is_won, position_key
from patience.engine.table import Table
from patience.solver.guess import worth
from patience.solver.scout import QUEUED_BYTES, SEEN_BYTES, Line, Scout, Won, digest, forwards
from patience.solver.verdict import LimitName, Limits, Verdict

SCOUTED = 300_000
"""States that the goal-directed search meets at most."""

FIRST_TURN = 4000
"""Actions that a way to search tries in its first turn; twice as many in each one after it."""

LAST_TURN = 512_000
"""The last turn of those that are not exhaustive."""

DIVES = 4
"""Short dives in a turn."""

CHANCE = 30
"""What the dice may add to the worth of an action: it matters between actions of like worth."""

FRAME_BYTES = 2500
"""What a state on the line that is being tried costs at most, in a game of one pack."""

CLOCK_EVERY = 64
"""Actions between two looks at the clock."""

Poll = Callable[[int], bool]
"""Asked now and then with the number of states visited; True ends the search."""


class Dive:
    """A search depth first: the states on the line that is being tried, and all that ever were.

    ``dice``: they help to choose what is tried first.
    """

    def __init__(self, table: Table, start: Position, dice: Random | None = None) -> None:
        self._table = table
        self._dice = dice
        self._seen = {self._key(start)}
        self._stack = [self._frame(start, None)]

    @property
    def states(self) -> int:
        """How many states it has seen."""
        return len(self._seen)

    @property
    def bytes(self) -> int:
        """Memory in use."""
        return len(self._seen) * SEEN_BYTES + len(self._stack) * FRAME_BYTES

    def steps(self) -> Iterator[bool]:
        """Search; for each action that is tried, whether it led to a state not seen before.

        :raises Won: at a win.
        """
        while self._stack:
            position, actions, line = self._stack[-1]
            if not actions:
                self._stack.pop()
                continue
            action = actions.pop()
            after = apply(self._table, position, action)
            if is_won(self._table, after):
                raise Won((line, action))
            key = self._key(after)
            is_new = key not in self._seen
            if is_new:
                self._seen.add(key)
                self._stack.append(self._frame(after, (line, action)))
            yield is_new

    def _key(self, position: Position) -> int:
        piles, *registers = position_key(self._table, position)
        return digest(b"\xff".join(map(bytes, piles)) + repr(registers).encode())

    def _frame(self, position: Position, line: Line) -> tuple[Position, list[Action], Line]:
        """A position with the actions to try, the most promising last."""
        actions = legal_actions(self._table, position)
        actions.sort(key=lambda action: self._worth(position, action))
        return position, actions, line

    def _worth(self, position: Position, action: Action) -> float:
        chance = 0.0 if self._dice is None else CHANCE * self._dice.random()
        return worth(self._table, position, action) + chance


class _Limit(Exception):
    """A limit was hit."""

    def __init__(self, name: LimitName) -> None:
        self.name = name


class _Search:
    """The searches, and what they have spent."""

    def __init__(self, table: Table, start: Position, limits: Limits, poll: Poll | None) -> None:
        self.table = table
        self.start = start
        self.limits = limits
        self.poll = poll
        self.began = time.monotonic()
        self.states = 1
        self._tried = 0
        self._scout: Scout | None = Scout(table, start, self._share(SCOUTED, QUEUED_BYTES))
        self._long = self._short = Dive(table, start)

    def _share(self, wanted: int, size: int) -> int:
        """So many states, or as many as a quarter of the memory holds."""
        return min(wanted, self.limits.memory // 4 // size)

    def verdict(self) -> Verdict:
        """Decide."""
        try:
            proof = self._run()
        except Won as won:
            return Verdict("winnable", self.states, forwards(won.line), seconds=self._seconds())
        except _Limit as limit:
            return self._undecided(limit.name)
        except KeyboardInterrupt:
            return self._undecided("interrupt")
        return Verdict("unwinnable", proof.states, seconds=self._seconds())

    def _undecided(self, limit: LimitName) -> Verdict:
        return Verdict("undecided", self.states, limit=limit, seconds=self._seconds())

    def _seconds(self) -> float:
        return time.monotonic() - self.began

    def _run(self) -> Dive:
        """
        :returns: the dive that has tried everything.
        :raises Won: at a win.
        :raises _Limit: at a limit.
        """
        trying = self._long.steps()
        scouting = self._scout.steps() if self._scout is not None else iter(())
        turn = FIRST_TURN
        while turn <= LAST_TURN:
            for number in range(DIVES):
                if not self._dive(Random(f"{turn} {number}"), turn // DIVES):
                    return self._short
            if self._scout is not None and not self._go(scouting, turn):
                self._scout = None  # and its memory with it
            if not self._go(trying, 2 * turn):
                return self._long
            turn *= 2
        self._scout, self._short = None, Dive(self.table, self.start)
        while self._go(trying, turn):
            pass
        return self._long

    def _dive(self, dice: Random, length: int) -> bool:
        """Dive anew in an order of its own; whether there is more."""
        self._short = Dive(self.table, self.start, dice)
        return self._go(self._short.steps(), self._share(length, FRAME_BYTES + SEEN_BYTES))

    def _go(self, steps: Iterator[bool], turn: int) -> bool:
        """Let a search try so many actions; whether it has more."""
        tried = 0
        for is_new in islice(steps, turn):
            tried += 1
            self.states += is_new
            self._tried += 1
            if is_new:
                self._watch_states()
            if self._tried % CLOCK_EVERY == 0:
                self._watch_clock()
        return tried == turn

    def _watch_states(self) -> None:
        if self.limits.states is not None and self.states >= self.limits.states:
            raise _Limit("states")
        scout = self._scout.bytes if self._scout is not None else 0
        if self._long.bytes + self._short.bytes + scout >= self.limits.memory:
            raise _Limit("memory")

    def _watch_clock(self) -> None:
        if self.limits.seconds is not None and self._seconds() > self.limits.seconds:
            raise _Limit("seconds")
        if self.poll is not None and self.poll(self.states):
            raise _Limit("interrupt")


def search(table: Table, position: Position, limits: Limits, poll: Poll | None = None) -> Verdict:
    """Decide a position.

    Ctrl-C ends it with what is known: undecided, limit "interrupt".
    """
    if is_won(table, position):
        return Verdict("winnable", 1)
    return _Search(table, position, limits, poll).verdict()
