"""Deciding states: one at a time or many, by the kernel where it can and in Python elsewhere."""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace

from patience.engine.apply import apply
from patience.engine.moves import legal_actions
from patience.engine.position import Position
from patience.engine.state import State
from patience.engine.table import Table
from patience.solver.kernel import Kernel, holds_position, kernel_support
from patience.solver.search import Poll, search
from patience.solver.verdict import Limits, Searcher, Verdict

_loaded: dict[int, tuple[Table, Kernel | None]] = {}
"""Kernels by the identity of their table; tables are large, and hashing one takes long."""

MOST_LOADED = 32


def kernel_for(table: Table) -> Kernel | None:
    """The kernel loaded with a table, or None where it cannot serve."""
    held = _loaded.get(id(table))
    if held is None or held[0] is not table:
        if len(_loaded) >= MOST_LOADED:
            _loaded.clear()
        held = table, (Kernel(table) if kernel_support(table) is None else None)
        _loaded[id(table)] = held
    return held[1]


def searcher_for(table: Table) -> Searcher:
    """Which search serves a table."""
    return "python" if kernel_for(table) is None else "native"


def solve(
    state: State,
    limits: Limits = Limits(),  # noqa: B008 - frozen
    *,
    pruning: bool = True,
    native: bool = True,
    poll: Poll | None = None,
) -> Verdict:
    """Whether a state can be won, all cards known.

    :param pruning: False runs the kernel's search without any pruning (the search in Python has
        none).
    :param native: False keeps to the search in Python.
    :param poll: asked now and then with the number of states; True ends the search.
    """
    kernel = kernel_for(state.table) if native else None
    return _decide(state.table, state.position, limits, kernel, pruning, poll)


def _decide(
    table: Table,
    position: Position,
    limits: Limits,
    kernel: Kernel | None,
    pruning: bool,
    poll: Poll | None,
) -> Verdict:
    if kernel is None:
        return search(table, position, limits, poll)
    if holds_position(position):
        if pruning:
            return kernel.solve(position, limits, poll=poll)
        return kernel.solve(position, limits, prunings=0, scout=0, poll=poll)
    return _decide_choice(table, position, limits, kernel, pruning, poll)


def _decide_choice(
    table: Table,
    position: Position,
    limits: Limits,
    kernel: Kernel,
    pruning: bool,
    poll: Poll | None,
) -> Verdict:
    """A deal that waits for a choice: winnable if any choice is, lost if all are."""
    states, seconds = 1, 0.0
    open_verdict: Verdict | None = None
    for action in legal_actions(table, position):
        left = replace(
            limits,
            states=None if limits.states is None else max(limits.states - states, 1),
            seconds=None if limits.seconds is None else max(limits.seconds - seconds, 1e-3),
        )
        verdict = _decide(table, apply(table, position, action), left, kernel, pruning, poll)
        states, seconds = states + verdict.states, seconds + verdict.seconds
        verdict = replace(verdict, states=states, seconds=seconds)
        if verdict.kind == "winnable":
            return replace(verdict, line=(action, *verdict.line))
        if verdict.kind == "undecided":
            open_verdict = verdict
            if verdict.limit == "interrupt":
                break
    if open_verdict is not None:
        return replace(open_verdict, states=states, seconds=seconds)
    return Verdict("unwinnable", states, seconds=seconds, searcher="native")


# ---------------------------------------------------------------------- many


def solve_many(
    states: Iterable[State],
    limits: Limits = Limits(),  # noqa: B008 - frozen
    *,
    workers: int | None = None,
    pruning: bool = True,
) -> Iterator[Verdict]:
    """The verdicts of many states of one game, in their order, as they come.

    The answers do not depend on the number of workers unless a limit of seconds is set; each worker
    may take the memory of the limits for itself. States are drawn only a few ahead of the answers.

    :param workers: how many to decide at a time; None = one for each core.
    """
    count = workers or os.cpu_count() or 1
    stop = threading.Event()
    waiting: deque[Future[Verdict]] = deque()
    pool: Executor | None = None
    try:
        for state in states:
            if pool is None:
                pool = _pool(state.table, count)
            waiting.append(_submit(pool, state, limits, pruning, stop))
            while len(waiting) > 2 * count:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        stop.set()
        if pool is not None:
            pool.shutdown(cancel_futures=True)


def _pool(table: Table, count: int) -> Executor:
    # The kernel lets other threads run while it searches; the search in Python does not.
    if kernel_for(table) is None:
        return ProcessPoolExecutor(count)
    return ThreadPoolExecutor(count)


def _submit(
    pool: Executor, state: State, limits: Limits, pruning: bool, stop: threading.Event
) -> Future[Verdict]:
    if isinstance(pool, ProcessPoolExecutor):
        return pool.submit(search, state.table, state.position, limits)
    return pool.submit(solve, state, limits, pruning=pruning, poll=lambda _: stop.is_set())
