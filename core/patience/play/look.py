"""The table in words, pile by pile: for those who do not see the board, and for a log.

Everything that the picture shows stands here too: numbers of cards, the base, what an empty pile
takes. What lies face down stays unsaid.
"""

from __future__ import annotations

from patience.cards import DOWN
from patience.engine.position import Position
from patience.engine.table import Group, Kind, Table
from patience.language.card_words import card_words
from patience.language.english import sentence
from patience.play.board import status_text
from patience.play.empties import redeals_words, words
from patience.play.wording import counted


def look_lines(table: Table, position: Position) -> list[str]:
    """One sentence a pile, in the table's order, the facts of the whole game first."""
    lines = []
    status = status_text(table, position)
    if status:
        lines.append(sentence(status.replace(" · ", "; ")))
    for group in table.groups:
        for pile in range(group.first, group.first + group.size):
            lines.append(f"{table.labels[pile]}: {pile_words(table, position, pile)}.")
    return lines


def pile_words(table: Table, position: Position, pile: int) -> str:
    """One pile: how many cards, which of them are seen, from the bottom to the top."""
    group = table.groups[table.group_of[pile]]
    cards = position.piles[pile]
    if not cards:
        return words(table, position, pile)
    count = counted(len(cards), "card")
    if group.kind == Kind.STOCK:
        return f"{count}, face down; {redeals_words(table, position)}"
    if _only_top(group):
        return f"{count}, on top {card_words(cards[-1])}"
    down = sum(1 for card in cards if card & DOWN)
    if down == len(cards):
        return f"{count}, face down"
    seen = [card_words(card) for card in cards if not card & DOWN]
    hidden = f", {down} of them face down" if down else ""
    if len(seen) == 1:
        return f"{count}{hidden}, on top {seen[0]}" if down else f"1 card, {seen[0]}"
    order = ", ".join(name.removeprefix("the ") for name in seen)
    return f"{count}{hidden}; from the bottom up {order}"


def _only_top(group: Group) -> bool:
    return group.kind in (Kind.WASTE, Kind.FOUNDATION)
