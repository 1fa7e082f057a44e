"""Whether a state can still be won, in the one form in which players and studies ask.

``verdict(state, states) -> (word, states)``: "winnable", "unwinnable" or "undecided", and how many
states were visited for it. The limit is in states and not in seconds, so that an answer depends on
nothing but the question.
"""

from __future__ import annotations

from typing import Literal

from patience.engine.position import MOVE
from patience.engine.state import State
from patience.engine.table import Kind, Table

Word = Literal["winnable", "unwinnable", "undecided"]


def verdict(state: State, states: int) -> tuple[Word, int]:
    """Decide a state by depth-first search, foundation moves first, each position once.

    ``states``: the search ends undecided when it would visit one more.
    """
    if state.is_won:
        return "winnable", 0
    seen = {state.key()}
    stack = [iter(_ordered(state))]
    while stack:
        after = next(stack[-1], None)
        if after is None:
            stack.pop()
            continue
        key = after.key()
        if key in seen:
            continue
        if after.is_won:
            return "winnable", len(seen)
        if len(seen) >= states:
            return "undecided", len(seen)
        seen.add(key)
        stack.append(iter(_ordered(after)))
    return "unwinnable", len(seen)


def _ordered(state: State) -> list[State]:
    """The states after each action: cards home first, turns and redeals last."""
    table = state.table

    def order(index: int) -> int:
        action = actions[index]
        if action.verb != MOVE:
            return 2
        home = table.groups[table.group_of[action.target]].kind == Kind.FOUNDATION
        return 0 if home else 1

    actions = state.actions()
    return [state.after(actions[index]) for index in sorted(range(len(actions)), key=order)]


def engine_name(table: Table) -> str:
    """Which program decides states of a game, with its version: rows of a study name it."""
    from patience import __version__

    return f"{__version__} python"
