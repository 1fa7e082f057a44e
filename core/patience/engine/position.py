"""A position: piles of cards and a few registers. It never changes; `play` makes a new one."""

from __future__ import annotations

from typing import NamedTuple

from patience.engine.table import UNLIMITED, Alike, BaseMode, Group, Kind, Lock, Table

Pile = tuple[int, ...]
"""Cards from the bottom up; the last one is the top (of the stock: the next card)."""

COMPLETE = -1
"""`Position.step` when the deal is complete."""


class Position(NamedTuple):
    """What a state holds, without behaviour.

    :ivar piles: one entry for each pile of the table, bottom card first.
    :ivar base: the base register: 0 (Ace) to 12 (King), or -1 while it is open (or not used).
    :ivar redeals: redeals made so far, counted also where they are unlimited.
    :ivar turned: whether the stock has ever been turned; only kept where the rules ask for it.
    :ivar script: the source whose dealing order laid the cards out.
    :ivar step: where that order waits for the player's choice, or `COMPLETE`.
    """

    piles: tuple[Pile, ...]
    base: int = -1
    redeals: int = 0
    turned: bool = False
    script: str = "own"
    step: int = COMPLETE


class Action(NamedTuple):
    """One thing that a player does.

    :ivar verb: "move", "turn" or "redeal".
    :ivar source: index of the pile that the cards leave (the stock for "turn").
    :ivar target: index of the pile that they go to (-1 for "turn" and "redeal").
    :ivar count: cards in the unit.
    :ivar skip: cards that lie above the one taken; not 0 only where buried cards are available.
    """

    verb: str
    source: int = -1
    target: int = -1
    count: int = 1  # type: ignore[assignment]  # hides tuple.count, which nobody asks an action for
    skip: int = 0


TURN = "turn"
REDEAL = "redeal"
MOVE = "move"


def choosing(table: Table, position: Position) -> bool:
    """Whether the player still has to choose the base."""
    return position.base < 0 and table.base_mode == BaseMode.CHOSEN


def locked(table: Table, position: Position) -> bool:
    """Whether the choice of the base comes before anything else: no turn, no refill, no redeal.

    Before a deal is complete it always does, whatever the rules leave open after it.
    """
    return position.step != COMPLETE or (choosing(table, position) and table.lock != Lock.NONE)


def alike_now(table: Table, group: Group, piles: tuple[Pile, ...]) -> bool:
    """Whether the piles of the group are interchangeable in this position."""
    if group.alike == Alike.STOCK_EMPTY:
        return not piles[table.stock]
    return group.alike == Alike.ALWAYS


Key = tuple[tuple[Pile, ...], int, int, bool, int]


def position_key(table: Table, position: Position) -> Key:
    """What tells positions apart by the rules: equal keys have the same future.

    Interchangeable piles stand in sorted order, and redeals count only as far as they matter.
    """
    piles = position.piles
    if len(table.groups) == len(piles):
        ordered = piles
    else:
        found: list[Pile] = []
        for group in table.groups:
            part = piles[group.first : group.first + group.size]
            if group.size > 1 and alike_now(table, group, piles):
                part = tuple(sorted(part))
            found += part
        ordered = tuple(found)
    redeals = min(position.redeals, table.redeal_cap)
    return ordered, position.base, redeals, position.turned, position.step


def is_won(table: Table, position: Position) -> bool:
    """Whether the goal is reached."""
    if position.step != COMPLETE:
        return False
    piles = position.piles
    if table.goal >= 0:
        group = table.groups[table.goal]
        return not any(piles[group.first : group.first + group.size])
    for group in table.groups:
        if group.kind != Kind.FOUNDATION and any(piles[group.first : group.first + group.size]):
            return False
    return True


def redeals_left(table: Table, position: Position) -> bool:
    """Whether another redeal is permitted by number."""
    return table.redeals == UNLIMITED or position.redeals < table.redeals


def turn_count(table: Table, position: Position) -> int:
    """How many cards the next turn deals, were the stock never short."""
    counts = table.turn_counts
    if not counts:
        return 0
    count = counts[min(position.redeals, len(counts) - 1)]
    return count * len(table.turn_piles) if table.turn_each else count
