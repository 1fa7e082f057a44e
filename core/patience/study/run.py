"""Running a study: what is still to do is done block by block, and every block is kept.

Deals are divided into blocks of consecutive numbers, counted from the study's first. Blocks are
kept, and the stopping rule asked, in their order. So the rows do not depend on the number of
workers, nor on when a run was interrupted: a study of N deals is always the same N rows.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import islice

from patience.errors import StoreError, StudyError
from patience.study.statistics import Share
from patience.study.store import Store
from patience.study.task import HIGHEST, SOLVER, Row, Task
from patience.study.workers import Crew

BLOCK = 50
"""Deals in a block, where one costs little."""

BLOCK_STATES = 100_000
"""What a block may cost the solver, at most, if it has more than one deal.

That is about a second of the kernel's work, so that an interrupt loses little."""

PLANNED = 2
"""Deals in a block of the planner's, who thinks for long."""

KEEP_EVERY = 0.5
"""Seconds between two commits, at least: a write-through to the disk costs milliseconds."""

YES = {"winnable", "won"}
UNKNOWN = "undecided"


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a study is. ``done``: deals that have a row; ``fresh``: those made in this run."""

    done: int
    wanted: int
    fresh: int
    seconds: float
    share: Share

    @property
    def rate(self) -> float:
        """Deals a second in this run."""
        return self.fresh / self.seconds if self.seconds else 0.0

    @property
    def left(self) -> float:
        """Seconds to go at this rate."""
        return (self.wanted - self.done) / self.rate if self.rate else float("inf")


def tally(verdicts: dict[str, int]) -> Share:
    """A share from the numbers of each verdict."""
    yes = sum(count for word, count in verdicts.items() if word in YES)
    unknown = verdicts.get(UNKNOWN, 0)
    return Share(yes, sum(verdicts.values()) - yes - unknown, unknown)


def block_size(task: Task) -> int:
    """How many deals a worker does at a time: few where each may take long."""
    if task.by == "planner":
        return PLANNED
    return max(1, min(BLOCK, BLOCK_STATES // task.states)) if task.states else BLOCK


class Run:
    """One run of a study: the first ``deals`` numbers from ``first`` on.

    :param until_width: stop at the end of the first block after which the 95 % interval, undecided
        deals counted both ways, is not wider than this many percentage points.
    :raises StudyError: if the numbers make no study.
    :raises DealError: if the source of deals has none of these numbers for the game.
    """

    def __init__(
        self, store: Store, task: Task, deals: int, first: int = 1, until_width: float | None = None
    ) -> None:
        if deals < 1:
            raise StudyError(f"{deals} deals make no study; at least 1 was expected")
        if not 0 <= first <= HIGHEST - deals:
            raise StudyError(f"the deals {first} to {first + deals - 1} are out of range")
        if until_width is not None and not 0 < until_width < 100:
            raise StudyError("a width is in percentage points, more than 0 and less than 100")
        game = task.recipe.load()
        for number in (first, first + deals - 1):
            game.pack(task.deal(number))  # not every source has every number
        self.store = store
        self.task = task
        self.first = first
        self.deals = deals
        self.until_width = until_width
        self._known = store.verdicts(task)
        self._counts: dict[str, int] = {}
        self.fresh = 0

    def blocks(self, most: int) -> int:
        """In how many blocks there is something to do, counted up to so many."""
        return sum(1 for _ in islice(filter(None, self._todo()), most))

    @property
    def done(self) -> int:
        """Deals of this study at which there is nothing left to do."""
        end = self.first + self.deals
        return sum(self.first <= n < end and not self._is_open(n) for n in self._known)

    def go(self, crew: Crew, report: Callable[[Progress], None] | None = None) -> Share:
        """Do what is to be done. What was done before an interruption is kept.

        :returns: the share of deals won, or winnable, over the whole study.
        """
        try:
            self._work(crew, report)
        except StoreError:
            raise  # nothing more can be kept
        except BaseException:
            self.store.commit()
            raise
        self.store.commit()
        return tally(self._counts)

    def _work(self, crew: Crew, report: Callable[[Progress], None] | None) -> None:
        began = kept = time.monotonic()
        done = 0
        with closing(crew.blocks(self.task, self._todo())) as results:
            for block, rows in zip(self._blocks(), results, strict=True):
                self.store.add(rows)
                self._take(rows)
                done += len(block)
                for number in block:
                    word = self._known[number][0]
                    self._counts[word] = self._counts.get(word, 0) + 1
                now = time.monotonic()
                if now - kept > KEEP_EVERY:
                    self.store.commit()
                    kept = now
                share = tally(self._counts)
                if report:
                    report(Progress(done, self.deals, self.fresh, now - began, share))
                if self.until_width and 100 * share.interval.width <= self.until_width:
                    return

    def _blocks(self) -> Iterator[range]:
        end = self.first + self.deals
        size = block_size(self.task)
        for start in range(self.first, end, size):
            yield range(start, min(start + size, end))

    def _todo(self) -> Iterator[list[int]]:
        """Of each block the deals that have no row yet, or one to be tried again."""
        for block in self._blocks():
            yield [number for number in block if self._is_open(number)]

    def _is_open(self, number: int) -> bool:
        known = self._known.get(number)
        if known is None:
            return True
        word, limit = known
        return self.task.by == SOLVER and word == UNKNOWN and limit < self.task.states

    def _take(self, rows: list[Row]) -> None:
        self.fresh += len(rows)
        for row in rows:
            self._known[row.number] = row.verdict, row.limit
