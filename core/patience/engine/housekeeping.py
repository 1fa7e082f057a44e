"""What happens by itself after the deal and after every action, always in the same order.

Turn up what is now available, fill the spaces that fill themselves, again until nothing changes
(complete runs will stand between the two). The win test is `state.is_won`.
"""

from __future__ import annotations

from collections.abc import Sequence

from patience.cards import DOWN, FACE
from patience.engine.table import STOCK, UNTURNED, Available, Group, Kind, Link, Table

Piles = list[tuple[int, ...]]


def _turn_up(table: Table, piles: Piles) -> bool:
    """Turn up each face-down card that has become available; True if any was."""
    changed = False
    for group in table.groups:
        if group.kind == Kind.STOCK:
            continue
        for index in range(group.first, group.first + group.size):
            pile = piles[index]
            if pile and pile[-1] & DOWN and (group.available != Available.ALONE or len(pile) == 1):
                piles[index] = (*pile[:-1], pile[-1] & FACE)
                changed = True
    return changed


def _source_pile(group: Group, link: Link, piles: Sequence[tuple[int, ...]]) -> int:
    filled = [index for index in range(group.first, group.first + group.size) if piles[index]]
    if not filled:
        return -1
    if link.fuller:
        return max(filled, key=lambda index: (len(piles[index]), -index))
    return filled[0]


def _fill_source(
    table: Table, chain: tuple[Link, ...], piles: Sequence[tuple[int, ...]], turned: bool
) -> int:
    """The pile whose top card an automatic fill takes now, or -1."""
    for link in chain:
        if link.group in (STOCK, UNTURNED):
            if piles[table.stock] and not (link.group == UNTURNED and turned):
                return table.stock
        else:
            index = _source_pile(table.groups[link.group], link, piles)
            if index >= 0:
                return index
    return -1


def _refill(table: Table, piles: Piles, turned: bool) -> bool:
    changed = False
    for group in table.groups:
        if not group.refill:
            continue
        for index in range(group.first, group.first + group.size):
            if not piles[index]:
                source = _fill_source(table, group.refill, piles, turned)
                if source < 0:
                    break
                piles[index] = (piles[source][-1] & FACE,)
                piles[source] = piles[source][:-1]
                changed = True
    return changed


def waiting_fill(
    table: Table, piles: Sequence[tuple[int, ...]], turned: bool
) -> tuple[int, int] | None:
    """A space that would be filled by itself now, and the pile that its card comes from."""
    for group in table.groups:
        for index in range(group.first, group.first + group.size if group.refill else 0):
            if not piles[index]:
                source = _fill_source(table, group.refill, piles, turned)
                if source >= 0:
                    return index, source
    return None


def keep_house(table: Table, piles: Piles, held: bool, turned: bool) -> None:
    """Bring the piles to rest, in place. Nothing is filled while a choice holds it up."""
    while True:
        changed = _turn_up(table, piles)
        if not held:
            changed = _refill(table, piles, turned) or changed
        if not changed:
            return
