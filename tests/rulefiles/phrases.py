"""Single phrases of the rule language, thrown with dice."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

RANKS = ("Ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "Jack", "Queen", "King")
SUITS = ("clubs", "diamonds", "hearts", "spades")
SUIT_RULES = (
    "in suit", "in alternate colours", "in colour", "regardless of suit", "in any suit but own",
)  # fmt: skip
DIRECTIONS = ("down", "up", "up or down", "up or down fixed by first card")
CORNERS = ("", "turning the corner", "turning the corner as far as the base")
UNITS = (
    "top card", "sequence", "any group", "whole pile", "top card or whole pile", "whole sequence",
    "nothing",
)  # fmt: skip
STEPS = (
    "by twos", "by threes", "by fours", "by fives", "by sixes", "by sevens", "by eights",
    "by nines", "by tens", "by elevens", "by twelves",
)  # fmt: skip
RELATION = "neighbours"
"""The plugin's relation that files may use (`vocabulary.RELATIONS` brings it)."""


class Dice:
    """Throws of a seeded generator."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def maybe(self, percent: int) -> bool:
        """True in so many cases of a hundred."""
        return self._random.randrange(100) < percent

    def between(self, least: int, most: int) -> int:
        """A whole number, both ends included."""
        return self._random.randint(least, most)

    def one(self, things: Sequence[T]) -> T:
        """Any of them."""
        return things[self._random.randrange(len(things))]

    def first(self, things: Sequence[T]) -> T:
        """One of them, the first in about half of the cases: it is the commonest in real games."""
        return things[0] if self.maybe(45) else self.one(things)

    def some(self, things: Sequence[T], most: int) -> list[T]:
        """One to ``most`` of them, in any order."""
        return self._random.sample(list(things), self.between(1, min(most, len(things))))

    def mixed(self, things: Sequence[T]) -> list[T]:
        """All of them in any order."""
        return self._random.sample(list(things), len(things))


def stepping(dice: Dice, *, base: bool) -> str:
    """A rule that goes up or down. ``base``: the game has one base, which it may speak of."""
    step = dice.one(STEPS if dice.maybe(50) else STEPS[:2]) if dice.maybe(20) else ""
    if not step and dice.maybe(6):
        step = "by pile number"
    corner = dice.first(CORNERS if base else CORNERS[:2])
    parts = (dice.first(DIRECTIONS), step, dice.one(SUIT_RULES), corner)
    return " ".join(part for part in parts if part)


def sequence(dice: Dice, *, base: bool) -> str:
    """A rule for packing, of any kind."""
    if dice.maybe(78):
        return stepping(dice, base=base)
    if dice.maybe(35):
        return dice.one(("same rank", f"same rank {dice.one(SUIT_RULES)}"))
    return dice.one(("any card", "nothing", f"relation {RELATION}"))


def sequences(dice: Dice, *, base: bool) -> str | list[str]:
    """One rule, or two of which either will do."""
    if dice.maybe(12):
        return [sequence(dice, base=base), sequence(dice, base=base)]
    return sequence(dice, base=base)


def unit(dice: Dice) -> str:
    """What moves in one piece."""
    mode = dice.one(UNITS if dice.maybe(60) else UNITS[1:2])
    if "sequence" in mode and dice.maybe(25):
        return f"{mode} {dice.one(SUIT_RULES)}"
    return mode


def cards(dice: Dice, ranks: Sequence[str]) -> object:
    """A choice of cards."""
    some = " or ".join(dice.some(ranks, 3))
    return dice.one(
        (
            some,
            dice.one(("red", "black")),
            dice.one(SUITS),
            f"red {dice.one(ranks)}",
            f"{some} of {' or '.join(dice.some(SUITS, 3))}",
            {"suits": dice.some(SUITS, 3)},
            {"ranks": dice.some(ranks, 5)},
            "any card",
        )
    )


def condition(dice: Dice, kinds: Sequence[str], redeals: int) -> str:
    """A condition on something that there is. ``redeals``: the highest that can be reached."""
    choices = ["always"]
    asked = {
        "no spaces": "tableau", "waste empty": "waste", "stock empty": "stock",
        "reserve empty": "reserve",
    }  # fmt: skip
    choices += [phrase for phrase, kind in asked.items() if kind in kinds]
    choices += [f"after redeal {number}" for number in range(1, min(redeals, 2) + 1)]
    return dice.one(choices)


def chain(dice: Dice, sources: Sequence[str], endings: Sequence[str]) -> str:
    """``from A then fuller B then any``: some groups, and perhaps one of the endings."""
    links = [f"fuller {name}" if dice.maybe(25) else name for name in dice.some(sources, 2)]
    if endings and dice.maybe(55):
        links.append(dice.one(endings))
    return "from " + " then ".join(links)


def space(
    dice: Dice, ranks: Sequence[str], sources: Sequence[str], *, base: bool, stock: bool
) -> object:
    """What may fill an empty pile by hand. ``sources``: the groups that it may come from."""
    if dice.maybe(30):
        return "any"
    if dice.maybe(10):
        return "none"
    if dice.maybe(8):
        return dice.some(ranks, 3)
    wanted = dice.one((dice.one(ranks), " or ".join(dice.some(ranks, 2))))
    if base and dice.maybe(40):
        wanted = "below base"
    endings = ("any", "stock", "unturned stock") if stock else ("any",)
    origin = chain(dice, sources, endings)
    return dice.one((origin, origin, wanted, f"{wanted} {origin}"))
