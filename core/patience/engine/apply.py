"""Carrying out an action that is known to be legal, and the housekeeping that belongs to it."""

from __future__ import annotations

from patience.cards import rank_of
from patience.engine.dealing import resume_deal
from patience.engine.housekeeping import keep_house
from patience.engine.position import COMPLETE, MOVE, TURN, Action, Position, locked
from patience.engine.table import BaseMode, Kind, Table


def _moved(table: Table, position: Position, action: Action) -> Position:
    piles = list(position.piles)
    source = piles[action.source]
    end = len(source) - action.skip
    cards = source[end - action.count : end]
    piles[action.source] = source[: end - action.count] + source[end:]
    piles[action.target] += cards
    base = position.base
    if (
        base < 0
        and table.base_mode in (BaseMode.CHOSEN, BaseMode.FIRST_CARD)
        and table.groups[table.group_of[action.target]].kind == Kind.FOUNDATION
    ):
        base = rank_of(cards[0])
    return position._replace(piles=tuple(piles), base=base)


def _turned(table: Table, position: Position, action: Action) -> Position:
    piles = list(position.piles)
    stock = piles[table.stock]
    for place in range(action.count):
        pile = table.turn_piles[place % len(table.turn_piles)]
        piles[pile] += (stock[-1 - place],)
    piles[table.stock] = stock[: len(stock) - action.count]
    return position._replace(piles=tuple(piles), turned=table.marks_turns)


def _redealt(table: Table, position: Position) -> Position:
    piles = list(position.piles)
    piles[table.stock] = piles[table.waste][::-1]
    piles[table.waste] = ()
    return position._replace(piles=tuple(piles), redeals=position.redeals + 1)


def apply(table: Table, position: Position, action: Action) -> Position:
    """The position after a legal action. (Whether it is legal is not asked here.)"""
    if action.verb == MOVE:
        after = _moved(table, position, action)
        if after.step != COMPLETE and after.base >= 0:
            return resume_deal(table, after)
    elif action.verb == TURN:
        after = _turned(table, position, action)
    else:
        after = _redealt(table, position)
    piles = list(after.piles)
    keep_house(table, piles, locked(table, after), after.turned)
    return after._replace(piles=tuple(piles))
