"""Who does the blocks of a study: this process, other processes here, or a Dask cluster.

Each is a *crew* with one method, `blocks`: it is given blocks of deals and gives back their rows in
the same order, whatever the order in which they are done.
"""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from multiprocessing import (
    active_children,
    connection,
    get_context,
    parent_process,
    resource_tracker,
)
from typing import Any, Protocol

from patience.errors import StudyError
from patience.study.task import Row, Task, do_block

Rows = Generator[list[Row], None, None]

AHEAD = 4
"""Blocks for each worker that are given out before the first of them must be done."""


class Future(Protocol):
    """What the standard library's and Dask's futures have in common."""

    def result(self) -> Any:
        """The rows, when they are there."""

    def cancel(self) -> Any:
        """They are not wanted any more."""


class Crew:
    """The crew of one: this process."""

    def blocks(self, task: Task, blocks: Iterable[Sequence[int]]) -> Rows:
        """The rows of each block, in the order of the blocks."""
        for block in blocks:
            yield do_block(task, block) if block else []

    def close(self, at_once: bool = False) -> None:
        """Let the workers go; ``at_once``: in the middle of their work."""

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self.close(at_once=error is not None)


def in_order(
    submit: Callable[[Task, Sequence[int]], Future],
    task: Task,
    blocks: Iterable[Sequence[int]],
    ahead: int,
) -> Rows:
    """Give out blocks, ``ahead`` of the one that is waited for, and collect them in order."""
    waiting: deque[Future | None] = deque()
    try:
        for block in blocks:
            waiting.append(submit(task, block) if block else None)
            if len(waiting) > ahead:
                yield _rows(waiting.popleft())
        while waiting:
            yield _rows(waiting.popleft())
    finally:
        for future in waiting:
            if future is not None:
                future.cancel()


def _rows(future: Future | None) -> list[Row]:
    return [] if future is None else list(future.result())


class Processes(Crew):
    """Worker processes on this machine.

    They begin afresh (not as copies of this process), leave Ctrl-C and a closed terminal
    to this process, and end
    themselves when it is gone, however it went.
    """

    def __init__(self, jobs: int) -> None:
        from concurrent.futures import ProcessPoolExecutor

        _start_tracker()
        self._jobs = jobs
        self._others = set(active_children())
        self._pool = ProcessPoolExecutor(
            jobs, mp_context=get_context("spawn"), initializer=_begin_work
        )

    def blocks(self, task: Task, blocks: Iterable[Sequence[int]]) -> Rows:
        """As `Crew.blocks`.

        :raises StudyError: if a worker was killed.
        """
        from concurrent.futures.process import BrokenProcessPool

        def submit(task: Task, block: Sequence[int]) -> Future:
            return self._pool.submit(do_block, task, block)

        try:
            yield from in_order(submit, task, blocks, AHEAD * self._jobs)
        except BrokenProcessPool:
            raise StudyError(
                "a worker process could not begin, or was ended from outside (was there too little "
                "memory?); the same command goes on from here"
            ) from None

    def close(self, at_once: bool = False) -> None:
        """End the workers."""
        if at_once:
            for process in set(active_children()) - self._others:
                process.terminate()
        self._pool.shutdown(wait=True, cancel_futures=True)


def _start_tracker() -> None:
    """Start Python's own helper process so that it does not hear a terminal being closed.

    It would be ended by that, and its successor would leave a traceback. What is blocked here stays
    blocked in a process that is started meanwhile.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows has no such helper
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGHUP})
    try:
        resource_tracker.ensure_running()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin_work() -> None:
    """Runs first in each worker process."""
    for name in ("SIGINT", "SIGHUP"):  # of a terminal they come to all its processes
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    parent = parent_process()
    if parent is not None:
        sentinel = parent.sentinel

        def watch() -> None:
            connection.wait([sentinel])
            os._exit(1)

        threading.Thread(target=watch, daemon=True).start()


def make_crew(jobs: int = 1, cluster: str | None = None, blocks: int | None = None) -> Crew:
    """A crew for ``jobs`` processes, or for a Dask scheduler's address.

    :param blocks: how many there will be, where that is known: more processes would be idle.
    :raises StudyError: if it cannot be had.
    """
    if cluster is not None:
        from patience.study.cluster import Cluster

        return Cluster(cluster)
    if jobs < 1:
        raise StudyError(f"{jobs} worker processes cannot work; at least 1 was expected")
    if blocks is not None:
        jobs = min(jobs, blocks)
    return Processes(jobs) if jobs > 1 else Crew()
