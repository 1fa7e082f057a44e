"""What each pile would take: conditions, spaces and their chains, masks of cards."""

from __future__ import annotations

from collections.abc import Iterator

from patience.cards import DOWN, FACE
from patience.engine.position import Pile, Position, alike_now
from patience.engine.table import (
    ANY,
    NO_LIMIT,
    STOCK,
    UNTURNED,
    Available,
    Group,
    Kind,
    Table,
    Test,
    When,
)

Target = tuple[Group, int, int, int, int]
"""A pile that takes something: its group, index, mask of cards, the groups (bits) that it takes
them from, and the only pile of them (-1 = any)."""


def holds(table: Table, position: Position, test: Test) -> bool:
    """Whether a condition is met."""
    piles = position.piles
    match test.when:
        case When.ALWAYS:
            return True
        case When.NO_SPACES:
            tableau = [p for p, g in zip(piles, table.group_of, strict=True)
                       if table.groups[g].kind == Kind.TABLEAU]  # fmt: skip
            return all(tableau) or sum(map(len, tableau)) < len(tableau)
        case When.WASTE_EMPTY:
            return table.waste < 0 or not piles[table.waste]
        case When.STOCK_EMPTY:
            return table.stock < 0 or not piles[table.stock]
        case When.RESERVE_EMPTY:
            return not any(
                pile
                for pile, g in zip(piles, table.group_of, strict=True)
                if table.groups[g].kind == Kind.RESERVE
            )
        case When.REDEALT:
            return position.redeals >= test.number


def available(group: Group, pile: Pile) -> bool:
    """Whether the pile has a card that may be taken from the top."""
    return bool(pile) and not pile[-1] & DOWN and (
        group.available != Available.ALONE or len(pile) == 1
    )  # fmt: skip


def stock_feeds(table: Table, position: Position, source: int) -> bool:
    """Whether a chain's `STOCK` or `UNTURNED` may give its next card by hand."""
    if table.stock < 0 or not position.piles[table.stock]:
        return False
    if table.waste >= 0 and position.piles[table.waste]:
        return False
    return not (source == UNTURNED and position.turned)


def space_source(table: Table, position: Position, group: Group) -> tuple[int, int]:
    """What a chain allows now, and the only pile of it (-1 = any).

    The first is `ANY`, `STOCK`, `UNTURNED`, a group's index, or -1 where nothing is to be had.
    """
    piles = position.piles
    for link in group.space:
        if link.group == ANY:
            return ANY, -1
        if link.group in (STOCK, UNTURNED):
            if stock_feeds(table, position, link.group):
                return link.group, -1
            continue
        source = table.groups[link.group]
        open_piles = [
            index
            for index in range(source.first, source.first + source.size)
            if available(source, piles[index])
        ]
        if open_piles:
            if link.fuller:
                return link.group, max(open_piles, key=lambda index: (len(piles[index]), -index))
            return link.group, -1
    return -1, -1


def _follow(table: Table, group: Group, index: int, pile: Pile, base: int) -> int:
    """The cards that may be put on a pile that has some."""
    place = index - group.first
    number = group.follow[place]
    if number < 0 or (len(pile) >= group.limit and group.limit != NO_LIMIT):
        return 0
    if group.fixed_direction and len(pile) > 1:
        up = table.follows[group.follow_up[place]]
        rising = up[base + 1][pile[0] & FACE] >> (pile[1] & FACE) & 1
        number = (group.follow_up if rising else group.follow_down)[place]
    return table.follows[number][base + 1][pile[-1] & FACE]


def takes(table: Table, position: Position, group: Group, index: int) -> int:
    """The mask of the cards that fit on a pile, its sources and its room for units aside."""
    pile = position.piles[index]
    if pile:
        return _follow(table, group, index, pile, position.base) & group.accepts
    return group.start[index - group.first][position.base + 1] & group.accepts


def _space_target(
    table: Table, position: Position, group: Group, index: int, mask: int, sources: int
) -> Target | None:
    """An empty pile as a target, if its chain lets anything in besides the stock's card."""
    only = -1
    if group.space:
        link, only = space_source(table, position, group)
        if link in (STOCK, UNTURNED, -1):
            return None
        if link != ANY:
            sources &= 1 << link
    return (group, index, mask, sources, only)


def all_targets(table: Table, position: Position, sources: int, every: bool) -> Iterator[Target]:
    """Every pile that takes cards from one of ``sources`` (bits), equal spaces once."""
    piles = position.piles
    for group in table.groups:
        taken_from = group.sources & sources
        if not taken_from:
            continue
        if group.open.when != When.ALWAYS and not holds(table, position, group.open):
            continue
        merge = not every and group.size > 1 and alike_now(table, group, piles)
        spaces = 0
        for index in range(group.first, group.first + group.size):
            pile = piles[index]
            if not pile:
                spaces += 1
                if merge and spaces > 1:
                    continue
            mask = takes(table, position, group, index)
            if not mask:
                continue
            if pile:
                yield (group, index, mask, taken_from, -1)
                continue
            target = _space_target(table, position, group, index, mask, taken_from)
            if target is not None:
                yield target
