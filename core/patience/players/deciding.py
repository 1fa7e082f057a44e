"""Whether a state can still be won, in the one form in which players and studies ask.

The limit is in states and not in seconds, so that an answer depends on nothing but the question
and the search that serves: the kernel, or where it cannot the one in Python.
"""

from __future__ import annotations

from patience.engine.state import State
from patience.engine.table import Table
from patience.solver import Limits, searcher_for, solve
from patience.solver.kernel import holds_position
from patience.solver.solve import kernel_for
from patience.solver.verdict import Kind
from patience.version import __version__


def verdict(state: State, states: int) -> tuple[Kind, int]:
    """ "winnable", "unwinnable" or "undecided", and how many states were visited for it.

    :raises KeyboardInterrupt: at Ctrl-C. The solver calls the state undecided then, which here
        would pass for the answer at that limit.
    """
    found = solve(state, Limits(states=states))
    if found.limit == "interrupt":
        raise KeyboardInterrupt
    return found.kind, found.states


def wins(state: State, states: int) -> bool:
    """Whether a win is found within so many states; its line is not asked for."""
    if state.is_won:
        return True
    kernel = kernel_for(state.table)
    if kernel is not None and holds_position(state.position):
        return kernel.wins(state.position, states)
    return verdict(state, states)[0] == "winnable"


def engine_name(table: Table) -> str:
    """Which program decides states of a game, with its version: rows of a study name it."""
    return f"{__version__} {searcher_for(table)}"
