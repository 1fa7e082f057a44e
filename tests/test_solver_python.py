"""Solving from Python: both searches, their limits, many deals at a time, a deal that waits."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import tracemalloc
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import islice

import pytest
from games import load
from kernel_help import needs_kernel
from small_packs import small_deal, small_table

from patience.engine.apply import apply
from patience.engine.moves import legal_actions
from patience.engine.position import COMPLETE, is_won, position_key
from patience.engine.state import State
from patience.solver import Limits, kernel_available, searcher_for, solve, solve_many
from patience.solver.kernel import KernelFault, kernel_support, replayed
from patience.solver.scout import Scout, Won, forwards
from patience.solver.search import Dive
from patience.solver.verdict import Verdict

SMALL = "canfield+as-solvitaire"


def small_state(number: int) -> State:
    table = small_table(SMALL, 5)
    return State(table, small_deal(table, number))


def wins(state: State, verdict: Verdict) -> bool:
    position = state.position
    for action in verdict.line:
        position = apply(state.table, position, action)
    return is_won(state.table, position)


@pytest.mark.parametrize("native", [False, pytest.param(True, marks=needs_kernel)])
def test_verdicts_and_lines(native: bool) -> None:
    kinds = set()
    for number in range(1, 13):
        state = small_state(number)
        verdict = solve(state, native=native)
        assert verdict.searcher == ("native" if native else "python")
        assert verdict.limit is None and verdict.states > 0
        assert wins(state, verdict) == (verdict.kind == "winnable")
        kinds.add(verdict.kind)
    assert kinds == {"winnable", "unwinnable"}


def reachable(state: State) -> int | None:
    """How many positions there are from a state, counted breadth first; None if one is won."""
    found, waiting = {position_key(state.table, state.position)}, [state.position]
    for position in waiting:
        for action in legal_actions(state.table, position):
            after = apply(state.table, position, action)
            if is_won(state.table, after):
                return None
            if (key := position_key(state.table, after)) not in found:
                found.add(key)
                waiting.append(after)
    return len(found)


@pytest.mark.parametrize("name", [SMALL, "eagle-wing", "freecell", "yukon"])
def test_only_what_tried_everything_says_unwinnable(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However short the turns are, and though the goal-directed search has ended long before."""
    from patience.solver import search

    table = small_table(name, 4)
    kinds = set()
    for number, turn in enumerate((8, 40, 4000) * 4, 1):
        monkeypatch.setattr(search, "FIRST_TURN", turn)
        state = State(table, small_deal(table, number))
        verdict = solve(state, native=False)
        count = reachable(state)
        assert verdict.kind == ("winnable" if count is None else "unwinnable"), number
        assert count in (None, verdict.states), number
        kinds.add(verdict.kind)
    assert kinds == {"winnable", "unwinnable"}


def test_the_goal_directed_search_finds_wins_by_itself() -> None:
    for name, deal in (("freecell", "3"), ("duchess", "4"), ("klondike", "3")):
        state = load(name).deal(deal)
        with pytest.raises(Won) as won:
            for _ in Scout(state.table, state.position, 5000).steps():
                pass
        assert wins(state, Verdict("winnable", 1, forwards(won.value.line))), name


def test_most_deals_are_won_without_a_kernel_in_a_moment() -> None:
    game = load("duchess")
    for number in range(1, 11):
        state = game.deal(number)
        verdict = solve(state, Limits(states=5000), native=False)
        assert verdict.kind == "winnable" and wins(state, verdict), number
        assert verdict == replace(solve(state, native=False), seconds=verdict.seconds)


def test_memory_is_not_underrated() -> None:
    for name in ("duchess", "freecell", "double-canfield"):
        state = load(name).deal(2)
        for made in (partial(Scout, most=10**6), Dive):
            tracemalloc.start()
            try:
                search = made(state.table, state.position)
                with suppress(Won):
                    for _ in islice(search.steps(), 3000):
                        pass
                assert 10_000 < tracemalloc.get_traced_memory()[0] < search.bytes
            finally:
                tracemalloc.stop()


@needs_kernel
def test_both_searches_agree() -> None:
    for number in range(1, 13):
        state = small_state(number)
        kinds = {
            solve(state, native=False).kind,
            solve(state).kind,
            solve(state, pruning=False).kind,
        }
        assert len(kinds) == 1, number


def test_a_game_that_is_won_is_winnable_by_no_move() -> None:
    state = small_state(1)
    number = 1
    while not (verdict := solve(state, native=False)).line:
        number += 1
        state = small_state(number)
    position = state.position
    for action in verdict.line:
        position = apply(state.table, position, action)
    for native in (False, True):
        after = solve(State(state.table, position), native=native)
        assert (after.kind, after.line) == ("winnable", ())


@pytest.mark.parametrize("native", [False, pytest.param(True, marks=needs_kernel)])
def test_limits_are_named(native: bool) -> None:
    state = load("klondike").deal("solvitaire:22")
    few = solve(state, Limits(states=300), native=native)
    assert (few.kind, few.limit, few.line) == ("undecided", "states", ())
    assert few.states <= 310
    small = solve(state, Limits(states=None, memory=600_000), native=native)
    assert (small.kind, small.limit) == ("undecided", "memory")
    start = time.monotonic()
    short = solve(state, Limits(states=None, seconds=0.2), native=native)
    assert (short.kind, short.limit) == ("undecided", "seconds")
    assert time.monotonic() - start < 2
    polled = solve(state, Limits(states=None), native=native, poll=lambda states: states > 500)
    assert (polled.kind, polled.limit) == ("undecided", "interrupt")


SOLVING = """
import sys, time, patience
from patience.solver import Limits, solve
state = patience.load("klondike").deal("solvitaire:22")
asked = []
def poll(states):
    if not asked:
        print("busy", flush=True)
        asked.append(states)
    return False
verdict = solve(state, Limits(states=None), native=sys.argv[1] == "True", poll=poll)
print(verdict.kind, verdict.limit, verdict.states > 0, flush=True)
"""


@pytest.mark.skipif(os.name == "nt", reason="needs signals")
@pytest.mark.parametrize("native", [False, pytest.param(True, marks=needs_kernel)])
def test_an_interrupt_answers_with_what_is_known(native: bool) -> None:
    # In a process of its own: test runners have their own ideas about interrupts.
    command = [sys.executable, "-c", SOLVING, str(native)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as solving:
        assert solving.stdout is not None
        assert solving.stdout.readline() == "busy\n"
        solving.send_signal(signal.SIGINT)
        start = time.monotonic()
        assert solving.stdout.readline() == "undecided interrupt True\n"
        assert time.monotonic() - start < 2.0  # 0.1 s on a machine that has nothing else to do


@pytest.mark.parametrize("native", [False, pytest.param(True, marks=needs_kernel)])
def test_an_interrupt_while_it_is_asked_ends_the_search_too(native: bool) -> None:
    def poll(states: int) -> bool:
        raise KeyboardInterrupt

    state = load("klondike").deal("solvitaire:22")
    verdict = solve(state, Limits(states=None), native=native, poll=poll)
    assert (verdict.kind, verdict.limit) == ("undecided", "interrupt")


def test_many_come_in_order_for_any_number_of_workers() -> None:
    def states() -> list[State]:
        return [small_state(number) for number in range(1, 21)]

    rows = [
        [(v.kind, v.states, v.line) for v in solve_many(states(), workers=workers)]
        for workers in (1, 3)
    ]
    assert rows[0] == rows[1]
    assert [kind for kind, _, _ in rows[0]] == [solve(state).kind for state in states()]


def test_many_draw_only_a_few_ahead() -> None:
    drawn = []

    def states() -> object:
        for number in range(1, 1000):
            drawn.append(number)
            yield small_state(number)

    answers = solve_many(states(), workers=2)  # type: ignore[arg-type]
    next(answers)
    answers.close()  # type: ignore[attr-defined]
    assert len(drawn) < 20


@needs_kernel
def test_a_deal_that_waits_for_a_choice_is_decided_over_all_of_them() -> None:
    table = small_table("selective-canfield", 5)
    for number in range(1, 9):
        state = State(table, small_deal(table, number))
        assert state.position.step != COMPLETE
        verdict = solve(state)
        assert verdict.kind == solve(state, native=False).kind
        assert wins(state, verdict) == (verdict.kind == "winnable")


@needs_kernel
def test_every_shipped_table_fits_the_kernel() -> None:
    from games import with_options

    assert [name for name in with_options() if kernel_support(load(name).table)] == []
    assert searcher_for(load("duchess").table) == "native"


@needs_kernel
def test_a_line_that_does_not_win_is_never_let_through() -> None:
    state = small_state(1)
    with pytest.raises(KernelFault, match="does not win"):
        replayed(state.table, state.position, [])
    with pytest.raises(KernelFault, match="step 1"):
        replayed(state.table, state.position, [(0, 0, 0, 9, 0)])


def test_without_a_kernel_the_search_in_python_serves(monkeypatch: pytest.MonkeyPatch) -> None:
    from patience.solver import kernel
    from patience.solver.solve import _loaded

    monkeypatch.setattr(kernel, "native", None)
    _loaded.clear()
    try:
        assert not kernel_available()
        assert kernel_support(load("duchess").table) == "the native kernel is not installed"
        state = small_state(3)
        assert solve(state).searcher == "python"
        assert [v.searcher for v in solve_many([state], workers=1)] == ["python"]
    finally:
        _loaded.clear()
