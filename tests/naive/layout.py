"""Laying out a shuffled pack, and taking over a position of the engine's."""

from __future__ import annotations

import random

from naive.moves import keep_house
from naive.words import RANKS, Patience, Position


def labels(letter: str, count: int) -> list[str]:
    """Labels of a group: a lone reserve pile or cell has no number."""
    if count == 1 and letter in "RC":
        return [letter]
    return [f"{letter}{number}" for number in range(1, count + 1)]


def deal(game: Patience, rng: random.Random) -> Position:
    """A random deal: starters, reserve, base, columns (or the offer), and the rest is the stock."""
    pack = [rank + suit for rank in RANKS for suit in "CDHS"] * game.packs
    rng.shuffle(pack)
    piles: dict[str, list[str]] = {}
    for letter, count in (("F", 4 * game.packs), ("R", game.posts), ("T", game.columns)):
        piles |= {label: [] for label in labels(letter, count)}
    for letter, count in (("C", game.cells), ("O", game.offer)):
        piles |= {label: [] for label in labels(letter, count)}
    position = Position(piles)
    if game.starters:
        for number, label in enumerate(position.group("F"), start=1):
            fits = [card for card in pack if game.goes_up(card, number, [], game.base)]
            piles[label].append(fits[0])
            pack.remove(fits[0])
    for label in position.group("R"):
        piles[label] = _lay([pack.pop() for _ in range(game.post_cards)], game.posts_hide)
    if game.base == "dealt":
        piles["F1"].append(pack.pop())
        position.base = piles["F1"][0][0]
    if game.offer:
        for label in position.group("O"):
            piles[label].append(pack.pop())
    else:
        for number, label in enumerate(position.group("T")):
            count = game.column_cards[number % len(game.column_cards)]
            piles[label] = _lay([pack.pop() for _ in range(count)], game.columns_hide)
    if pack:
        piles["S"] = pack
    if game.has_waste:
        piles["W"] = []
    if not game.locked(position):
        keep_house(game, position)
    return position


def _lay(cards: list[str], hide: str) -> list[str]:
    """The cards, some of them face down."""
    count = len(cards)
    down = {
        "none": set[int](),
        "all": set(range(count)),
        "all but top": set(range(count - 1)),
        "all but five": set(range(max(0, count - 5))),
        "every other": set(range(0, count, 2)),
    }[hide]
    return [f"[{card}]" if place in down else card for place, card in enumerate(cards)]
