"""Small rule files of another shape: a tableau and a wing, which draw on one reserve.

Two groups of columns with rules of their own share the reserve, a cell and perhaps a waste. What
may fill a space of one group then depends on the other.
"""

from __future__ import annotations

import yaml

from rulefiles.phrases import Dice

Mapping = dict[str, object]

SUITS = (
    ["clubs", "diamonds", "hearts", "spades"],
    ["clubs", "hearts"],
    ["clubs", "hearts", "spades"],
)
BASES = ("lowest", "lowest", "fixed", "dealt")
PACKING = ("down in alternate colours",) * 2 + (
    "down in suit", "down regardless of suit", "nothing",
)  # fmt: skip
STOCKED_SPACES = ("from waste then any", "from reserve then waste", "from reserve then stock")
"""Spaces that take what a file without a stock has not got: there they are "any"."""

RESERVES: tuple[Mapping, ...] = (
    {}, {"face down": "all but top"}, {"available": "all"}, {"available": "only when alone"},
)  # fmt: skip
CELLS: tuple[Mapping, ...] = (
    {}, {"from": "reserve"}, {"from": "tableau"}, {"open": "reserve empty"}, {"open": "no spaces"},
)  # fmt: skip
WINGS: tuple[Mapping, ...] = (
    {}, {}, {"refill": "from reserve"}, {"from": "reserve"}, {"from": ["reserve", "tableau"]},
)  # fmt: skip
REDEALS = ("none", 1, 2, "unlimited")


def two_tableaus(seed: int) -> str:
    """The text of a rule file."""
    return yaml.safe_dump(_WingedFile(seed).run(), sort_keys=False, width=100)


class _WingedFile:
    """One file: its dice and how the cards are shared out.

    ``left``: cards of the stock; there is none if nothing is left.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.dice = Dice(seed)

    def run(self) -> Mapping:
        """The file as a mapping."""
        dice = self.dice
        self.base = dice.one(BASES)
        self.corner = " turning the corner" if self.base != "lowest" else ""
        self.share_out()
        fans, each = self.fans
        file: Mapping = {
            "game": f"Winged {self.seed}",
            "deck": {"ranks": f"A-{self.ranks}", "suits": self.suits},
            "foundations": self.foundations(),
            "tableau": self.tableau(),
            "wing": self.wing(),
            "reserve": {"piles": fans, "deal": each, **dice.one(RESERVES)},
            "cells": {"piles": 1, **dice.one(CELLS)},
        }
        if self.left:
            turn = f"{dice.one((1, 1, 2, 3))} to waste"
            file["stock"] = {"turn": turn, "redeals": dice.one(REDEALS)}
        return file

    def share_out(self) -> None:
        """Pack and layout, thrown until the cards suffice; each group's piles and their cards."""
        dice, self.left = self.dice, -1
        while self.left < 0:
            self.ranks = dice.one((3, 4, 4, 5))
            self.suits = dice.one(SUITS)
            self.columns = (dice.one((1, 2, 2, 3)), dice.one((1, 1, 2)))
            self.wings = (dice.one((1, 1, 2)), dice.one((0, 1, 1, 2)))
            self.fans = (dice.one((1, 1, 1, 2, 3)), dice.one((1, 2, 3)))
            dealt = sum(piles * each for piles, each in (self.columns, self.wings, self.fans))
            self.left = self.ranks * len(self.suits) - dealt - (self.base == "dealt")

    def foundations(self) -> Mapping:
        """Foundations up in suit."""
        body: Mapping = {}
        if self.base != "lowest":
            body["base"] = "2" if self.base == "fixed" else self.base
            body["build"] = "up in suit" + self.corner
        if self.dice.maybe(25):
            body["worry back"] = "yes"
        return body

    def tableau(self) -> Mapping:
        """The columns of the first group."""
        dice, (piles, each) = self.dice, self.columns
        refills = ["", "from reserve", "from fuller reserve"]
        refill = dice.one([*refills, "from reserve then waste" if self.left else ""])
        return {
            "piles": piles,
            "deal": each,
            "pack": self.packing(),
            "move": dice.one(("sequence", "sequence", "top card")),
            "space": self.space(other="wing"),
            **({"refill": refill} if refill else {}),
        }

    def wing(self) -> Mapping:
        """Those of the second, which may take cards from some groups only."""
        dice, (piles, each) = self.dice, self.wings
        return {
            "kind": "tableau",
            "piles": piles,
            "deal": each,
            "pack": self.packing(),
            "move": dice.one(("sequence", "top card")),
            "space": self.space(other="tableau"),
            **dice.one(WINGS),
        }

    def packing(self) -> str:
        """A rule for packing, or none."""
        rule = self.dice.one(PACKING)
        return rule + (self.corner if rule != "nothing" and self.dice.maybe(50) else "")

    def space(self, other: str) -> str:
        """What may fill an empty column by hand; ``other``: the group of the other columns."""
        stocked = STOCKED_SPACES if self.left else ("any",) * len(STOCKED_SPACES)
        spaces = (
            "any", "none", "from reserve", "from reserve then any", f"from {other}",
            f"from fuller reserve then {other}", f"from {other} then any", "from cells then any",
        )  # fmt: skip
        return self.dice.one((*spaces, *stocked))
