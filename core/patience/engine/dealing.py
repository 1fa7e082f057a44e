"""Laying out a pack by a dealing order, up to the end or to the player's choice."""

from __future__ import annotations

from collections.abc import Sequence

from patience.cards import DOWN, card_text, rank_of
from patience.engine.housekeeping import keep_house
from patience.engine.position import COMPLETE, Position, locked
from patience.engine.table import BaseMode, Kind, Step, Table
from patience.errors import DealError


class _Dealer:
    """The pack in hand and the piles on the table, while cards are being dealt."""

    def __init__(self, table: Table, pack: list[int], piles: list[list[int]], base: int) -> None:
        self.table = table
        self.pack = pack  # the next card first
        self.piles = piles
        self.base = base

    def take_starters(self, from_end: bool) -> None:
        """Put the starters on their foundations: for each, the first fitting card of the pack.

        ``from_end``: the last one.
        """
        if not self.table.starters:
            return
        free = {pile: mask for pile, mask in self.table.starters}
        rest = []
        for card in self.pack[::-1] if from_end else self.pack:
            pile = next((p for p, mask in free.items() if mask >> card & 1), -1)
            if pile < 0:
                rest.append(card)
            else:
                self.piles[pile].append(card)
                del free[pile]
        self.pack = rest[::-1] if from_end else rest

    def _next(self, step: Step) -> int:
        return self.pack.pop(-1 if step.last else 0)

    def _found(self, step: Step) -> None:
        """Cards dealt to foundations go to the next free one; the first sets a dealt base."""
        for _ in range(step.count):
            card = self._next(step)
            pile = next((p for p in step.piles if not self.piles[p]), step.piles[-1])
            self.piles[pile].append(card)
            if self.base < 0 and self.table.base_mode == BaseMode.DEALT:
                self.base = rank_of(card)

    def _room(self, step: Step) -> list[int]:
        """How many cards of this step each pile may get."""
        room = []
        for pile, quota in zip(step.piles, step.quota, strict=True):
            held = len(self.piles[pile])
            if step.empty and held:
                room.append(0)
            else:
                room.append(max(quota - held, 0) if step.fill else quota)
        return room

    def deal(self, step: Step) -> None:
        """Carry out one dealing step; a pack that runs out ends it."""
        if self.table.groups[step.group].kind == Kind.FOUNDATION:
            self._found(step)
            return
        room, left = self._room(step), min(step.count, len(self.pack))
        while left and any(room):
            for place, pile in enumerate(step.piles):
                share = min(room[place], left) if step.pile_by_pile else min(room[place], left, 1)
                for _ in range(share):
                    self.piles[pile].append(self._next(step))
                room[place] -= share
                left -= share

    def run(self, script: tuple[Step, ...], start: int) -> int:
        """Deal from a step on; the index of the choice that it stops at, or `COMPLETE`."""
        for index in range(start, len(script)):
            step = script[index]
            if not step.choose:
                self.deal(step)
                continue
            offer = self.table.groups[step.group]
            for place in range(step.offer):
                self.piles[offer.first + place].append(self.pack.pop(0))
            return index
        return COMPLETE

    def finish(self, script: str, step: int, redeals: int = 0) -> Position:
        """The undealt cards become the stock; then the table comes to rest."""
        stock = self.table.stock
        if self.pack:
            if stock < 0:
                raise DealError(f"{len(self.pack)} cards are left over and the game has no stock")
            self.piles[stock] = self.pack[::-1] + self.piles[stock]
        piles = [tuple(pile) for pile in self.piles]
        dealt = Position(tuple(piles), self.base, redeals, False, script, step)
        keep_house(self.table, piles, locked(self.table, dealt), turned=False)
        return dealt._replace(piles=tuple(piles))


def lay_out(table: Table, pack: Sequence[int], source: str = "own") -> Position:
    """Deal a shuffled pack (the first card is dealt first) in the order of a source of deals.

    :raises DealError: if the pack is not the game's.
    """
    _check_pack(table, pack)
    script = source if source in table.scripts else "own"
    if source == "ms" and script == "own" and "pysol" in table.scripts:
        script = "pysol"
    dealer = _Dealer(table, list(pack), [[] for _ in table.labels], table.base)
    dealer.take_starters(any(step.starters for step in table.scripts[script]))
    step = dealer.run(table.scripts[script], 0)
    for pile, flags in enumerate(table.down):
        cards = dealer.piles[pile]
        if table.groups[table.group_of[pile]].kind not in (Kind.STOCK, Kind.WASTE):
            for place, down in enumerate(flags[: len(cards)]):
                cards[place] |= DOWN if down else 0
    return dealer.finish(script, step)


def resume_deal(table: Table, position: Position) -> Position:
    """Go on dealing after the choice that the deal stopped at.

    Offered cards that were not chosen go to their piles first.
    """
    script = table.scripts[position.script]
    step = script[position.step]
    piles = [list(pile) for pile in position.piles]
    pack: list[int] = []
    if table.stock >= 0:
        pack, piles[table.stock] = piles[table.stock][::-1], []
    if step.offer:
        offer = table.groups[step.group]
        targets = iter(step.piles)
        for place in range(offer.first, offer.first + step.offer):
            if piles[place]:
                piles[next(targets)].append(piles[place].pop())
    dealer = _Dealer(table, pack, piles, position.base)
    stop = dealer.run(script, position.step + 1)
    return dealer.finish(position.script, stop, position.redeals)


def _check_pack(table: Table, pack: Sequence[int]) -> None:
    expected, found = sorted(table.pack), sorted(pack)
    if expected == found:
        return
    missing = list(expected)
    extra = []
    for card in found:
        if card in missing:
            missing.remove(card)
        else:
            extra.append(card)
    parts = []
    if missing:
        parts.append("missing " + " ".join(map(card_text, missing[:10])))
    if extra:
        parts.append("not in the pack or too often " + " ".join(map(card_text, extra[:10])))
    raise DealError(f"these are not the {len(expected)} cards of {table.id}: {'; '.join(parts)}")
