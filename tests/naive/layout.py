"""Laying out a shuffled pack; positions from the middle of a game, made up at random."""

from __future__ import annotations

import random

from naive.moves import keep_house
from naive.words import Patience, Position


def labels(letter: str, count: int) -> list[str]:
    """Labels of a group: a lone reserve pile or cell has no number."""
    if count == 1 and letter in "RC":
        return [letter]
    return [f"{letter}{number}" for number in range(1, count + 1)]


def bare(game: Patience) -> Position:
    """All piles of the game, and no cards."""
    piles: dict[str, list[str]] = {"S": []} if game.has_stock else {}
    piles |= {"W": []} if game.has_waste else {}
    for letter, count in (
        ("F", 4 * game.packs),
        ("R", game.posts),
        ("T", game.columns),
        ("C", game.cells),
        ("O", game.offer),
    ):
        piles |= {label: [] for label in labels(letter, count)}
    return Position(piles)


def _shuffled(game: Patience, rng: random.Random) -> list[str]:
    pack = [rank + suit for rank in game.ranks for suit in "CDHS"] * game.packs
    rng.shuffle(pack)
    return pack


def deal(game: Patience, rng: random.Random) -> Position:
    """A random deal: starters, reserve, base, columns (or the offer), and the rest is the stock."""
    pack = _shuffled(game, rng)
    position = bare(game)
    piles = position.piles
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


def midgame(game: Patience, rng: random.Random) -> Position:
    """A made-up position of the middle or the end of a game, where random play seldom comes.

    Foundations of any height, a reserve that is often out, columns packed but with gaps, a waste,
    redeals used up or not. Not every one can come about in play; the rules hold in it all the same.
    """
    pack = _shuffled(game, rng)
    position = bare(game)
    piles = position.piles
    if game.base in ("dealt", "chosen") and not (
        game.before_choice == "anything" and rng.random() < 0.4
    ):
        position.base = rng.choice(game.ranks)
    _build(game, position, pack, rng)
    spent = rng.random() < 0.4
    for label in position.group("R"):
        count = 0 if spent else rng.choice([0, 1, rng.randint(0, game.post_cards)])
        piles[label] = _lay(_take(pack, count), game.posts_hide)
    out = not game.has_stock or (not game.has_waste and rng.random() < 0.7)
    for label in position.group("C"):
        if pack and rng.random() < 0.6 and (game.pocket is None or out):
            piles[label] = [pack.pop()] if game.pocket != "run" else _run(game, position, pack, rng)
    for label in position.group("T"):
        if rng.random() < 0.7:
            cards = _take(pack, rng.randint(0, 3)) if game.columns_hide != "none" else []
            piles[label] = [f"[{card}]" for card in cards] + _run(game, position, pack, rng)
    if out:
        for card in pack:
            piles[rng.choice(position.group("T")[1:])].append(card)
    elif game.has_waste:
        cut = rng.choice([0, len(pack), rng.randint(0, len(pack))])
        if "first turn" not in game.by_hand or rng.random() < 0.5:
            most = 1 if game.waste_full_at_one else cut
            piles["W"] = _take(pack, min(cut, most))
            position.redeals = rng.randint(0, 3 if game.redeals is None else game.redeals)
            position.turned = True
        piles["S"] = pack
    else:
        piles["S"] = pack
    keep_house(game, position)
    return position


def _take(pack: list[str], count: int) -> list[str]:
    """Up to so many cards off the pack."""
    return [pack.pop() for _ in range(min(count, len(pack)))]


def _build(game: Patience, position: Position, pack: list[str], rng: random.Random) -> None:
    """Build the foundations to a random height, at least the cards that lie out from the start."""
    base = position.base or game.base
    highest = rng.choice([1, 4, 8, len(game.ranks)])
    for number, label in enumerate(position.group("F"), start=1):
        pile = position.piles[label]
        least = 1 if game.starters or (game.base in ("dealt", "chosen") and number == 1) else 0
        height = 0 if rng.random() < 0.3 else rng.randint(0, highest)
        for _ in range(max(least, height)):
            card = next((card for card in pack if game.goes_up(card, number, pile, base)), None)
            if card is None:
                break
            pile.append(card)
            pack.remove(card)


def _run(game: Patience, position: Position, pack: list[str], rng: random.Random) -> list[str]:
    """A packed run off the pack; in games that deal columns in disorder, not always a run."""
    base = position.base or game.base
    run = _take(pack, 1)
    for _ in range(min(rng.randint(0, 6), (game.longest or 99) - 1)):
        fitting = [card for card in pack if game.lies_on(card, run[-1], base)]
        if game.columns_in_disorder and rng.random() < 0.2:
            fitting = pack[-1:]
        if not run or not fitting:
            break
        run.append(rng.choice(fitting))
        pack.remove(run[-1])
    return run
