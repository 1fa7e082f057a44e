"""One action for each distinct result: equal ones among the legal actions are merged.

With one pack only empty piles can be equal, and the generator lists them once by itself. Equal
cards make equal piles, and cards below the top make equal ends, so then moves are compared by the
piles that they take away and those that they make; and where an automatic fill may put back what a
move took, by the positions that they lead to.
"""

from __future__ import annotations

from patience.engine.apply import apply
from patience.engine.position import Action, Pile, Position, alike_now, position_key
from patience.engine.table import BURIED, Table

Change = frozenset[tuple[tuple[int, Pile], int]]
"""Which piles a move adds (1) and removes (-1), by group where its piles are interchangeable."""


def merged(table: Table, position: Position, actions: list[Action]) -> list[Action]:
    """The moves, one for each distinct result, in the same order."""
    if table.packs > 1 or any(group.available in BURIED for group in table.groups):
        actions = _by_changes(table, position, actions)
    if table.packs > 1 and _may_be_put_back(table, position, actions):
        actions = by_results(table, position, actions)
    return actions


def _by_changes(table: Table, position: Position, actions: list[Action]) -> list[Action]:
    """Merge moves that take away the same piles and make the same; drop what changes nothing."""
    piles = position.piles
    alike = [alike_now(table, group, piles) for group in table.groups]
    names = [group if alike[group] else -1 - index for index, group in enumerate(table.group_of)]
    found: dict[Change, Action] = {}
    for action in actions:
        source, target = piles[action.source], piles[action.target]
        end = len(source) - action.skip
        cut = end - action.count
        after = (source[:cut] + source[end:], target + source[cut:end])
        change: dict[tuple[int, Pile], int] = {}
        for place, before, made in zip(
            (action.source, action.target), (source, target), after, strict=True
        ):
            name = names[place]
            change[name, before] = change.get((name, before), 0) - 1
            change[name, made] = change.get((name, made), 0) + 1
        signature = frozenset(item for item in change.items() if item[1])
        if signature:
            found.setdefault(signature, action)
    return list(found.values())


def _may_be_put_back(table: Table, position: Position, actions: list[Action]) -> bool:
    """Whether a move empties a pile that fills itself: perhaps with the double of its card."""
    return any(
        table.groups[table.group_of[action.source]].refill
        and len(position.piles[action.source]) == action.count
        for action in actions
    )


def by_results(table: Table, position: Position, actions: list[Action]) -> list[Action]:
    """Merge actions by the positions that they lead to; one that leads nowhere new is no move."""
    here = position_key(table, position)
    found: dict[object, Action] = {}
    for action in actions:
        key = position_key(table, apply(table, position, action))
        if key != here:
            found.setdefault(key, action)
    return list(found.values())
