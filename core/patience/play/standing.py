"""How far a position has come, as numbers that hints try to raise.

The numbers are chosen so that each has an upper bound (there are only so many cards), which is
what lets `patience.play.hints` promise that following hints ends.
"""

from __future__ import annotations

from itertools import pairwise

from patience.cards import DOWN, FACE
from patience.engine.position import Position
from patience.engine.table import Kind, Table

Standing = tuple[int, int, int, int, int, int]
"""Compared from left to right; more is better."""


def standing(table: Table, position: Position) -> Standing:
    """Cards on foundations, none face down, none in the reserve, cards packed, cells, spaces.

    The fourth counts the tableau cards that lie on one that they may be packed on. The last one is
    minus the cards in stock and waste, plus the empty tableau piles: a space that is merely filled
    from the waste is no gain.
    """
    built = hidden = reserve = packed = cells = outside = 0
    for group in table.groups:
        for index in range(group.first, group.first + group.size):
            pile = position.piles[index]
            match group.kind:
                case Kind.FOUNDATION:
                    built += len(pile)
                case Kind.STOCK | Kind.WASTE:
                    outside += len(pile)
                case Kind.CELL:
                    cells += len(pile)
                case Kind.TABLEAU:
                    outside -= not pile
                    packed += _packed(table, position.base, group.follow[index - group.first], pile)
                    hidden += sum(1 for card in pile if card & DOWN)
                case _:
                    reserve += len(pile)
                    hidden += sum(1 for card in pile if card & DOWN)
    return built, -hidden, -reserve, packed, -cells, -outside


def unseen_stock(table: Table, position: Position) -> int:
    """Stock cards that the player has never seen. It never grows during a game."""
    if table.stock < 0 or position.redeals:
        return 0
    return len(position.piles[table.stock])


def unseen_cards(table: Table, position: Position) -> int:
    """All cards that the player has not seen: those of the stock, and what lies face down."""
    down = sum(card >= DOWN for pile in position.piles for card in pile)
    return down + unseen_stock(table, position)


def _packed(table: Table, base: int, follow: int, pile: tuple[int, ...]) -> int:
    if follow < 0 or len(pile) < 2:
        return 0
    takes = table.follows[follow][base + 1]
    return sum(
        1
        for below, card in pairwise(pile)
        if not below & DOWN and not card & DOWN and takes[below & FACE] >> (card & FACE) & 1
    )
