"""The player with fixed preferences: a careful beginner, who never plans and never goes in circles.

It plays the first kind of action in this list that is legal, and of several of a kind the one with
the smaller second number, then the first in the engine's order:

===  ====================================================================================
 0   choose the base: the card with most equal ranks open beside it (twice) and, if the
     next card of its suit lies open, once more; the second number is that sum, negative
 1   a card to a foundation: from a reserve 0, the tableau 1, a cell 2, elsewhere 3
 2   a unit of the tableau, so that a card that lies face down is turned up
 3   a reserve card onto a column
 4   a whole column onto another
 5   a reserve card into a space
 6   a part of a column onto another column or into a cell, if the card that it uncovers
     could then go to a foundation
 7   a part of a column onto another column, if the top of a reserve fits on the card
     that it uncovers
 8   the waste's card onto a column
 9   a cell's card onto a column
10   a part of a column onto another column, if the waste's card fits on the card that it
     uncovers
11   a card of the waste 0 or the stock 1 into a space
12   a turn of the stock
13   a redeal
===  ====================================================================================

Anything else it leaves alone, and when nothing of the list is legal it gives the game up. A pile
that is not empty counts as a column where it is one of the tableau or takes cards in a reserve.

**It never goes round in a circle**: each kind up to 11 but 6, 7 and 10 lowers the first of (cards
off the foundations, cards face down or in reserves, cards in stock and waste, cells and columns in
use) that it changes; and those three are followed by an action that does, because what they make
possible stands before them in the list. Turns and redeals alone bring back the same table after a
full lap, so a redeal is refused, and the game given up, if nothing but turns happened since the
last one and the number of redeals no longer matters.
"""

from __future__ import annotations

from patience.cards import DOWN, FACE, RANK_COUNT, make_card, rank_of, suit_of
from patience.engine.position import REDEAL, TURN, Action, Position
from patience.engine.table import BaseMode, Kind, Table
from patience.engine.targets import holds, takes
from patience.players.sight import Sight

Worth = tuple[int, int]
"""The kind of action and the order within the kind; smaller is better."""

BASE, HOME, UNCOVER, RESERVE, JOIN, FILL, DIG, RESERVE_ROOM, WASTE, CELL = range(10)
WASTE_ROOM, LAST_FILL, TURNING, REDEALING = range(10, 14)


class Greedy:
    """See the module. It throws no dice."""

    def __init__(self) -> None:
        self._idle = False  # nothing but turns since the last redeal, of which there was one

    def choose(self, sight: Sight) -> Action | None:
        """The action that the list prefers, or None."""
        action = preferred(sight)
        if action is None:
            return None
        if action.verb == REDEAL:
            if self._idle and _repeats(sight):
                return None
            self._idle = True
        elif action.verb != TURN:
            self._idle = False
        return action


def preferred(sight: Sight) -> Action | None:
    """The best action by the list alone, without memory."""
    judge = Judge(sight)
    best: tuple[Worth, Action] | None = None
    for action in sight.actions:
        worth = judge.worth(action)
        if worth is not None and (best is None or worth < best[0]):
            best = worth, action
    return best[1] if best else None


def _repeats(sight: Sight) -> bool:
    """Whether another redeal gives the table of the last one also in what redeals decide."""
    cap, made = sight.table.redeal_cap, sight.view.redeals
    return min(made + 1, cap) == min(made, cap)


class Judge:
    """Judges the actions of one sight."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.table: Table = sight.table
        self.position: Position = sight.position()
        self.opens_base = sight.view.base < 0 and self.table.base_mode in (
            BaseMode.CHOSEN,
            BaseMode.FIRST_CARD,
        )

    def worth(self, action: Action) -> Worth | None:
        """Its place in the list, or None for what the player leaves alone."""
        if action.verb == TURN:
            return TURNING, 0
        if action.verb == REDEAL:
            return REDEALING, 0
        source = self.table.groups[self.table.group_of[action.source]]
        target = self.table.groups[self.table.group_of[action.target]]
        if target.kind == Kind.FOUNDATION:
            if self.opens_base:
                return BASE, -self._company(action)
            order = {Kind.RESERVE: 0, Kind.TABLEAU: 1, Kind.CELL: 2}
            return HOME, order.get(source.kind, 3)
        if source.kind == Kind.TABLEAU:
            return self._from_column(action, target.kind)
        empty = not self.position.piles[action.target]
        if source.kind == Kind.RESERVE and target.kind == Kind.TABLEAU:
            return (FILL, 0) if empty else (RESERVE, 0)
        if target.kind not in (Kind.TABLEAU, Kind.RESERVE):
            return None
        if source.kind in (Kind.WASTE, Kind.STOCK):
            return (LAST_FILL, int(source.kind == Kind.STOCK)) if empty else (WASTE, 0)
        return (CELL, 0) if source.kind == Kind.CELL and not empty else None

    def _from_column(self, action: Action, target: Kind) -> Worth | None:
        pile = self.position.piles[action.source]
        left = len(pile) - action.count
        occupied = bool(self.position.piles[action.target])
        if action.skip or target not in (Kind.TABLEAU, Kind.CELL):
            return None
        if left and pile[left - 1] & DOWN:
            return (UNCOVER, 0) if target == Kind.TABLEAU else None
        if not left:
            return (JOIN, 0) if occupied and target == Kind.TABLEAU else None
        if not occupied and target == Kind.TABLEAU:
            return None
        bared = pile[left - 1]
        if self._home_takes(action.source) >> bared & 1:
            return DIG, 0
        return self._room(action, left) if target == Kind.TABLEAU else None

    def _home_takes(self, pile: int) -> int:
        """The cards of a pile that foundations take now, as a mask."""
        mask = 0
        for group in self.table.groups:
            if (
                group.kind == Kind.FOUNDATION
                and group.sources >> self.table.group_of[pile] & 1
                and holds(self.table, self.position, group.open)
            ):
                for index in range(group.first, group.first + group.size):
                    mask |= takes(self.table, self.position, group, index)
        return mask

    def _room(self, action: Action, left: int) -> Worth | None:
        """Whether a reserve's or the waste's top card fits on the card that the move uncovers."""
        piles = list(self.position.piles)
        piles[action.source] = piles[action.source][:left]
        after = self.position._replace(piles=tuple(piles))
        column = self.table.groups[self.table.group_of[action.source]]
        mask = takes(self.table, after, column, action.source)
        for worth, kind in ((RESERVE_ROOM, Kind.RESERVE), (WASTE_ROOM, Kind.WASTE)):
            for group in self.table.groups:
                if group.kind == kind and column.sources >> group.index & 1:
                    for pile in piles[group.first : group.first + group.size]:
                        if pile and not pile[-1] & DOWN and mask >> pile[-1] & 1:
                            return worth, 0
        return None

    def _company(self, action: Action) -> int:
        """How well a base would be followed by the cards that lie open."""
        card = self.position.piles[action.source][-1 - action.skip] & FACE
        after = make_card((rank_of(card) + 1) % RANK_COUNT, suit_of(card))
        total = 0
        for index, pile in enumerate(self.position.piles):
            if not pile or pile[-1] & DOWN or index in (self.table.stock, action.source):
                continue
            total += 2 * (rank_of(pile[-1]) == rank_of(card)) + (pile[-1] == after)
        return total
