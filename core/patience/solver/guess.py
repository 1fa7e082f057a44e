"""Guesses that only decide what a search looks at first; no verdict rests on them."""

from __future__ import annotations

from collections.abc import Iterator

from patience.cards import DOWN, FACE, RANK_COUNT, rank_of, suit_of
from patience.engine.position import MOVE, Action, Pile, Position, choosing
from patience.engine.table import UNLIMITED, Group, Kind, Table


def _burden(pile: Pile, base: int) -> int:
    """How many cards lie above one that must go to the foundations before them."""
    lowest = [RANK_COUNT] * 4
    burden = 0
    for card in pile:
        suit, rank = suit_of(card), (rank_of(card) - base) % RANK_COUNT
        for other in range(4):
            if lowest[other] + (0 if other == suit else 2) < rank:
                burden += 2 if other == suit else 1
        lowest[suit] = min(lowest[suit], rank)
    return burden


def distance(table: Table, position: Position) -> int:
    """How far a position seems to be from a win."""
    base = max(position.base, 0)
    far = 0
    for group in table.groups:
        piles = position.piles[group.first : group.first + group.size]
        cards = sum(map(len, piles))
        if group.kind == Kind.FOUNDATION:
            continue
        far += 4 * cards
        if group.kind in (Kind.STOCK, Kind.WASTE):
            continue
        if group.kind in (Kind.RESERVE, Kind.CELL):
            far += 8 * cards
        for pile in piles:
            far += 3 * _burden(pile, base) + 12 * sum(card & DOWN > 0 for card in pile)
            far -= 2 * (group.kind == Kind.TABLEAU and not pile)
    if table.waste >= 0 and table.redeals != UNLIMITED:
        waste, stock = position.piles[table.waste], position.piles[table.stock]
        if position.redeals >= table.redeals:
            far += 2 * _burden(waste, base)
        far += 40 * position.redeals + 40 * len(waste) // max(len(waste) + len(stock), 1)
    return far


def worth(table: Table, position: Position, action: Action) -> int:
    """How good an action seems before it is carried out."""
    if action.verb != MOVE:
        return -50
    left = len(position.piles[action.source]) - action.count
    found = 0
    match table.groups[table.group_of[action.source]].kind:
        case Kind.FOUNDATION:
            found -= 100
        case Kind.RESERVE:
            found += 40
        case Kind.TABLEAU if not left:
            found += 20
        case Kind.TABLEAU:
            found += 30 if position.piles[action.source][left - 1] & DOWN else -10
    match table.groups[table.group_of[action.target]].kind:
        case Kind.FOUNDATION:
            return found + 100
        case Kind.CELL:
            found -= 20
    return found if position.piles[action.target] else found - 30


def sure_move(table: Table, position: Position, actions: list[Action]) -> Action | None:
    """A move to a foundation that is hardly ever regretted: nothing may be packed on its card."""
    if choosing(table, position):
        return None
    waiting: int | None = None
    for action in actions:
        if action.verb != MOVE or action.skip:
            continue
        if table.groups[table.group_of[action.target]].kind != Kind.FOUNDATION:
            continue
        if waiting is None:
            waiting = _waiting(table, position)
        card = position.piles[action.source][-1]
        if not any(follow[card] & waiting for follow in _follows(table, position.base)):
            return action
    return None


def _waiting(table: Table, position: Position) -> int:
    """The cards that are not on foundations, as a mask."""
    mask = 0
    for group in table.groups:
        if group.kind != Kind.FOUNDATION:
            for pile in position.piles[group.first : group.first + group.size]:
                for card in pile:
                    mask |= 1 << (card & FACE)
    return mask


def _follows(table: Table, base: int) -> Iterator[tuple[int, ...]]:
    """What may be put on each card, for each tableau."""
    for group in table.groups:
        if group.kind == Kind.TABLEAU and group.follow[0] >= 0:
            yield table.follows[group.follow[0]][base + 1]


_BOTTOM, _FITS = 253, 254
"""In place of the card below: there is none; one that the card may be packed on."""


def rough_text(table: Table, position: Position) -> bytes:
    """What tells positions apart roughly: which of the cards that a card fits on it lies on is left
    out, and so is how the rest is divided between stock and waste.
    """
    parts: list[bytes] = []
    for group in table.groups:
        piles = position.piles[group.first : group.first + group.size]
        if group.kind == Kind.TABLEAU:
            parts += _lying(table, group, piles, position.base)
        elif group.kind not in (Kind.STOCK, Kind.WASTE):
            parts += sorted(map(bytes, piles))
    turned = 0
    if table.waste >= 0 and table.stock >= 0 and position.piles[table.stock]:
        counts = table.turn_counts or (1,)
        count = counts[min(position.redeals, len(counts) - 1)]
        turned = len(position.piles[table.waste]) % count  # which cards turns will show
    registers = f"{position.base},{position.turned},{position.step},{turned}"
    return b"\xff".join(parts) + registers.encode()


def _lying(table: Table, group: Group, piles: tuple[Pile, ...], base: int) -> list[bytes]:
    """Each card of the tableau with the one that it lies on, in an order of their own."""
    number = group.follow[0]
    follow = table.follows[number][base + 1] if number >= 0 else None
    found = []
    for pile in piles:
        below = _BOTTOM
        for card in pile:
            fits = follow is not None and not (below | card) & DOWN and follow[below] >> card & 1
            found.append(bytes((_FITS if fits else below, card)))
            below = card
    return sorted(found)


def way(table: Table, position: Position) -> int:
    """How far a position is through the stock, where that is a way without return."""
    if table.waste < 0 or table.stock < 0 or table.redeals == UNLIMITED:
        return 0
    waste, stock = len(position.piles[table.waste]), len(position.piles[table.stock])
    return position.redeals * (waste + stock + 1) + waste
