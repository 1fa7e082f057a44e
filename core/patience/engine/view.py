"""What an honest player may know of a position."""

from __future__ import annotations

from dataclasses import dataclass

from patience.cards import DOWN, FACE
from patience.engine.position import Position
from patience.engine.table import Table

HIDDEN = -1
"""Stands in a `View` for a card that the player has not seen."""


@dataclass(frozen=True, slots=True)
class View:
    """A position with its unknown cards removed.

    :ivar piles: as in `Position`, bottom first, with `HIDDEN` for unknown cards.
    :ivar unseen: the hidden cards in ascending order: which they are is known, not where they lie.
    """

    piles: tuple[tuple[int, ...], ...]
    unseen: tuple[int, ...]
    base: int
    redeals: int


def seen_by_player(table: Table, position: Position) -> View:
    """Hide the stock, unless it has been through the waste once, and what lies face down.

    A redeal turns the waste over in order, so from the first one on the stock holds only cards that
    were face up before, in a known order. No card that was once face up is ever turned down again.
    """
    piles: list[tuple[int, ...]] = []
    unseen: list[int] = []
    for index, pile in enumerate(position.piles):
        if index == table.stock and not position.redeals:
            unseen += pile
            piles.append((HIDDEN,) * len(pile))
            continue
        unseen += [card & FACE for card in pile if card & DOWN]
        piles.append(tuple(HIDDEN if card & DOWN else card for card in pile))
    return View(tuple(piles), tuple(sorted(unseen)), position.base, position.redeals)
