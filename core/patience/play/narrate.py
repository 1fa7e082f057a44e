"""What an action did, in one sentence, housekeeping included."""

from __future__ import annotations

from patience.cards import DOWN, FACE, card_symbol
from patience.engine.position import REDEAL, TURN, Action
from patience.engine.state import State
from patience.engine.table import Kind
from patience.play.reasons import moved_cards, unit_words
from patience.play.segments import rank_plural


def narrate(before: State, action: Action, after: State) -> str:
    """The sentence, without a full stop, suits as symbols."""
    parts = [_done(before, action)]
    if before.base < 0 <= after.base:
        parts.append(f"the foundations start with {rank_plural(after.base)}")
    if before.position.step != after.position.step:
        parts.append("the deal goes on")
    else:
        parts += _housekeeping(before, action, after)
    return "; ".join(parts)


def _done(before: State, action: Action) -> str:
    table, labels = before.table, before.labels
    if action.verb == REDEAL:
        count = len(before.piles[table.waste])
        return f"redeal {before.redeals + 1}: the waste ({count} cards) is the stock again"
    if action.verb == TURN:
        return _turned(before, action)
    if action.source == table.stock:
        card = card_symbol(moved_cards(before, action)[0])
        return (
            f"the next stock card, {card}, from {labels[action.source]} to {labels[action.target]}"
        )
    return f"{unit_words(before, action)} from {labels[action.source]} to {labels[action.target]}"


def _turned(before: State, action: Action) -> str:
    table = before.table
    shown = [card & FACE for card in before.piles[table.stock][-1 : -1 - action.count : -1]]
    names = " ".join(card_symbol(card) for card in shown)
    places = {table.turn_piles[n % len(table.turn_piles)] for n in range(action.count)}
    where = " ".join(before.labels[pile] for pile in sorted(places))
    return f"turned {names} to {where}"


def _housekeeping(before: State, action: Action, after: State) -> list[str]:
    """Cards that were turned up and spaces that filled themselves."""
    table = before.table
    expected = [len(pile) for pile in before.piles]
    if action.verb == REDEAL:
        expected[table.stock], expected[table.waste] = expected[table.waste], 0
    else:
        expected[action.source] -= action.count
        if action.verb == TURN:
            for place in range(action.count):
                expected[table.turn_piles[place % len(table.turn_piles)]] += 1
        else:
            expected[action.target] += action.count
    filled = [n for n, pile in enumerate(after.piles) if len(pile) > expected[n]]
    givers = [n for n, pile in enumerate(after.piles) if len(pile) < expected[n]]
    parts = [
        f"{card_symbol(after.piles[pile][-1])} fills {after.labels[pile]}"
        + (f" from {after.labels[givers[0]]}" if len(givers) == 1 else "")
        for pile in filled
    ]
    return parts + _turned_up(before, after)


def _turned_up(before: State, after: State) -> list[str]:
    table = before.table
    parts = []
    for index, pile in enumerate(after.piles):
        kind = table.groups[table.group_of[index]].kind
        place = len(pile) - 1
        held = before.piles[index]
        if kind in (Kind.STOCK, Kind.WASTE) or not pile or place >= len(held):
            continue
        if held[place] & DOWN and not pile[place] & DOWN:
            parts.append(f"{card_symbol(pile[place])} is turned up in {after.labels[index]}")
    return parts
