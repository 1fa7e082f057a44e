"""Foundations that can be finished: bases, building, starters, and how many there are."""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd

from rulefiles.phrases import STEPS, SUIT_RULES, SUITS, Dice, sequences

Mapping = dict[str, object]

STYLES = (
    "lowest", "lowest", "lowest", "fixed", "fixed", "dealt", "chosen", "chosen", "chosen",
    "set by first card", "any", "list", "free", "two groups", "none",
)  # fmt: skip


class Plan:
    """What the foundations of one file will be.

    ``copies``: cards of each rank. ``taken``: cards that they hold before or by the deal.
    ``chosen_from``: the group that the base is chosen from, "" if it is not.
    """

    def __init__(self, dice: Dice, copies: int, ranks: Sequence[str]) -> None:
        self.dice = dice
        self.copies = copies
        self.ranks = ranks
        self.style = dice.one(STYLES)
        if self.style == "two groups" and copies % 2:
            self.style = "lowest"
        self.chosen_from = ""
        self.starters = self._starters()
        self.taken = self._taken()

    @property
    def one_base(self) -> bool:
        """Whether rules may speak of the base."""
        return self.style not in ("any", "list", "free")

    def _starters(self) -> str:
        if self.style not in ("lowest", "fixed", "list") or not self.dice.maybe(25):
            return "none"
        return self.dice.one(("first", "all", "cards"))

    def _taken(self) -> int:
        if self.style == "dealt":
            return 1
        return {"none": 0, "first": 1, "cards": 1, "all": self.copies}[self.starters]

    def bodies(self, choices: Sequence[str]) -> list[Mapping]:
        """The groups of foundations. ``choices``: groups that a base may be chosen from."""
        if self.style == "none":
            return []
        if self.style == "two groups":
            up = {"piles": self.copies // 2, "base": self.ranks[0], "build": "up in suit"}
            down = {"piles": self.copies // 2, "base": self.ranks[-1], "build": "down in suit"}
            return [up, down]
        body: Mapping = self._base(choices) | self._building()
        if self.starters != "none":
            body["starters"] = self.starters
            if self.starters == "cards":
                body["starters"] = [f"{self._first_base(body)} of {self.dice.one(SUITS)}"]
        self._oddities(body)
        return [body]

    def _base(self, choices: Sequence[str]) -> Mapping:
        dice = self.dice
        if self.style == "lowest":
            silent = self.ranks[0] == "Ace" and dice.maybe(60)
            return {} if silent else {"base": self.ranks[0]}
        if self.style == "fixed":
            return {"base": dice.one(self.ranks)}
        if self.style == "list":
            return {"base": [dice.one(self.ranks) for _ in range(self.copies)]}
        if self.style == "chosen" and choices:
            self.chosen_from = dice.one(choices)
            lock = dice.one(("nothing else", "reserve may be packed", "anything", ""))
            said: Mapping = {"until base": lock} if lock else {}
            return {"base": f"chosen from {self.chosen_from}"} | said
        if self.style in ("dealt", "any"):
            return {"base": self.style}
        return {"base": "set by first card" if self.style != "free" else dice.one(self.ranks)}

    def _building(self) -> Mapping:
        """A rule that comes to every rank, or anything."""
        dice, ranks = self.dice, len(self.ranks)
        if self.style == "free":
            return {"build": sequences(dice, base=False)}
        if self.style == "lowest" and dice.maybe(50):
            return {} if dice.maybe(50) else {"build": f"up {dice.one(SUIT_RULES)}"}
        step = ""
        if dice.maybe(25):
            steps = [w for number, w in enumerate(STEPS, 2) if gcd(number, ranks) == 1]
            step = dice.one(steps) if steps else ""
        if ranks in (5, 7, 11, 13) and self.copies < ranks and dice.maybe(12):
            step = "by pile number"
        corner = "turning the corner"
        if self.one_base and dice.maybe(30):
            corner += " as far as the base"
        suits = "in suit" if dice.maybe(55) else dice.one(SUIT_RULES)
        direction = "up" if dice.maybe(80) else "down"
        return {"build": " ".join(filter(None, (direction, step, suits, corner)))}

    def _first_base(self, body: Mapping) -> str:
        base = body.get("base", "Ace")
        return str(base[0] if isinstance(base, list) else base)

    def _oddities(self, body: Mapping) -> None:
        """Worrying back, another number of piles, longer foundations."""
        dice, ranks = self.dice, len(self.ranks)
        if dice.maybe(35):
            body["worry back"] = dice.one((True, "all but base", "yes", False))
        if dice.maybe(5):
            body["takes"] = "cards"
        if self.style == "list" or self.starters == "all":
            return
        if dice.maybe(10):
            body["piles"] = self.copies + dice.between(0, 1)
        turning = "turning" in str(body.get("build", ""))
        if turning and self.copies % 2 == 0 and dice.maybe(25):
            body["piles"] = self.copies // 2
            body["complete"] = 2 * ranks
        elif dice.maybe(8):
            body["complete"] = ranks
