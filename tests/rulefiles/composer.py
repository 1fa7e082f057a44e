"""Whole rule files: groups whose cards add up, a stock, a dealing order and a goal.

`compose` knows what the loader wants, so that most files are fit for play, but it does not judge:
now and then two words do not go together, and the loader says so.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import yaml

from rulefiles import founding
from rulefiles.phrases import (
    RANKS,
    RELATION,
    SUITS,
    Dice,
    cards,
    chain,
    condition,
    sequences,
    space,
    unit,
)

Mapping = dict[str, object]

NAMES = {
    "stock": ("stock", "hand"),
    "waste": ("waste", "heap"),
    "foundations": ("foundations", "homes"),
    "tableau": ("tableau", "columns", "left wing"),
    "reserve": ("reserve", "posts", "fans"),
    "cells": ("cells", "pocket"),
}
"""What groups are called, by kind; the first one needs no ``kind:``."""


@dataclass
class Group:
    """A group that is being written.

    ``deal``: cards for each pile, known also where the file says "rest". ``fed``: it takes cards by
    hand although it is no tableau, so no refill may draw on it.
    """

    name: str
    kind: str
    body: Mapping
    deal: list[int] = field(default_factory=list)
    fed: bool = False


def compose(seed: int) -> str:
    """The text of a rule file."""
    return yaml.safe_dump(_Composer(seed).run(), sort_keys=False, width=100)


class _Composer:
    """One file: its dice, its pack, and the groups so far."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.dice = Dice(seed)
        self.groups: list[Group] = []
        self.turned_to = ""
        self.redeals = 0
        self.endless = False  # redeals are unlimited; the waste is not refilled from the stock then

    def run(self) -> Mapping:
        """The file as a mapping."""
        deck = self.deck()
        self.founding = founding.Plan(self.dice, self.packs * len(self.suits), self.ranks)
        self.left = self.packs * len(self.suits) * len(self.ranks) - self.founding.taken
        self.has_stock = self.dice.maybe(82)
        self.lay_out()
        self.add_stock()
        for group in self.groups:
            self.say_how(group)
        self.add_foundations()
        rest = self.script() | self.goal()
        bodies = {group.name: group.body for group in self.dice.mixed(self.groups)}
        file: Mapping = {"game": f"Thrown {self.seed}", **deck, **bodies, **rest}
        if RELATION in str(file):
            file["uses"] = [RELATION]
        return file

    # ------------------------------------------------------------------ pack and piles

    def deck(self) -> Mapping:
        """One to four packs, of all cards or of few ranks or suits."""
        dice = self.dice
        self.packs = dice.one((1,) * 11 + (2,) * 6 + (3,) + (4,) * 2)
        self.ranks: tuple[str, ...] = RANKS
        self.suits: tuple[str, ...] = SUITS
        if dice.maybe(25):
            return {} if self.packs == 1 else {"deck": f"{self.packs} packs"}
        body: Mapping = {"packs": self.packs}
        if dice.maybe(70):
            first = dice.one((0, 0, 0, 0, 3, 6))
            last = min(first + dice.between(3, 7), 12)
            self.ranks = RANKS[first : last + 1]
            body["ranks"] = f"{RANKS[first]}-{RANKS[last]}"
        if dice.maybe(20):
            without = dice.some(self.ranks[1:], 2)
            self.ranks = tuple(rank for rank in self.ranks if rank not in without)
            body["without"] = without
        if dice.maybe(25):
            self.suits = tuple(dice.some(SUITS, 3))
            body["suits"] = list(self.suits)
        return {"deck": body}

    def name(self, kind: str) -> str:
        """A name that no group has yet."""
        used = [group.name for group in self.groups]
        free = [name for name in NAMES[kind] if name not in used]
        return free[0] if self.dice.maybe(75) else self.dice.one(free)

    def add(self, kind: str) -> Group:
        """A group with nothing in it."""
        name = self.name(kind)
        group = Group(name, kind, {} if name == kind else {"kind": kind})
        self.groups.append(group)
        return group

    def named(self, *kinds: str) -> list[str]:
        """The names of the groups of some kinds."""
        return [group.name for group in self.groups if group.kind in kinds]

    def lay_out(self) -> None:
        """The groups that cards are dealt to."""
        dice = self.dice
        large = self.left > 60
        for _ in range(dice.one((1,) * 9 + (2,) * 2 + (0,))):
            self.dealt("tableau", dice.between(3, 8) if large else dice.between(2, 5), share=50)
        for _ in range(dice.one((0, 1, 1, 1, 2))):
            self.dealt("reserve", dice.one((1, 1, 2, 3, 4)), share=40)
        for _ in range(dice.one((0,) * 6 + (1,) * 3 + (2,))):
            self.cells()
        if not self.has_stock:
            self.deal_rest()

    def dealt(self, kind: str, piles: int, share: int) -> None:
        """A group that gets at most so many hundredths of the cards that are left."""
        dice = self.dice
        group = self.add(kind)
        most = max(self.left * share // 100 // piles, 0)
        if most and dice.maybe(25):
            group.deal = [dice.between(0, most) for _ in range(piles)]
            group.body["deal"] = list(group.deal)
        else:
            each = dice.between(min(1, most), most)
            group.deal = [each] * piles
            if each or dice.maybe(50):
                group.body["deal"] = each
        if piles > 1 or dice.maybe(20):
            group.body["piles"] = piles
        self.left -= sum(group.deal)
        if dice.maybe(40):
            self.lay_face_down(group)

    def lay_face_down(self, group: Group) -> None:
        """Some of a group's cards face down."""
        some = [self.dice.between(0, count) for count in group.deal]
        group.body["face down"] = self.dice.one(
            ("all but top", "all", "every other", some, min(group.deal), "none")
        )

    def cells(self) -> None:
        """Cells, or a pocket."""
        dice = self.dice
        group, piles = self.add("cells"), dice.between(1, 4)
        if piles > 1 or dice.maybe(30):
            group.body["piles"] = piles
        if dice.maybe(35):
            group.body["holds"] = "sequence"
            if dice.maybe(50):
                group.body["move"] = unit(dice)
        elif dice.maybe(20):
            group.body["holds"] = "card"
        if self.left > piles and dice.maybe(20):
            group.deal = [1] * piles
            group.body["deal"] = 1
            self.left -= piles
        if dice.maybe(15):
            group.body["open"] = condition(dice, ("tableau",) if self.named("tableau") else (), 0)

    def deal_rest(self) -> None:
        """All cards that are left go to one group."""
        fitting = [group for group in self.groups if group.kind in ("tableau", "reserve")]
        group = self.dice.one(fitting) if fitting else self.add("reserve")
        piles = len(group.deal) or 1
        each, more = divmod(self.left + sum(group.deal), piles)
        group.deal = [each + (pile < more) for pile in range(piles)]
        group.body["deal"] = "rest" if self.dice.maybe(60) else list(group.deal)
        self.left = 0

    # ------------------------------------------------------------------ the stock

    def add_stock(self) -> None:
        """The stock, where it is turned to, and a waste if there is one."""
        if not self.has_stock:
            return
        dice = self.dice
        stock = self.add("stock")
        targets = [group for group in self.groups if group.kind in ("tableau", "reserve")]
        waste = None
        if dice.maybe(78) or not targets:
            waste = self.turn_to_waste(stock)
        elif dice.maybe(80):
            stock.body["turn"] = self.turn_to_piles(dice.one(targets))
        if waste is not None and dice.maybe(30):
            self.write_waste(waste)
        if dice.maybe(25):
            kinds = [group.kind for group in self.groups]
            stock.body["when"] = condition(dice, kinds, self.redeals)
        if dice.maybe(8) and self.left > 4:  # one group gets what the stock leaves
            self.rest_beside(stock)
        elif dice.maybe(40):
            stock.body["cards"] = self.left

    def turn_to_waste(self, stock: Group) -> Group:
        """Turns to the waste, and redeals."""
        dice = self.dice
        waste = self.add("waste")
        counts = dice.one(("1", "1", "1", "2", "3", "3", "4", "3 then 2 then 1", "1 then 2"))
        stock.body["turn"] = f"{counts} to {waste.name}"
        redeals = dice.one(("none", 1, 1, 2, 3, "unlimited", "unlimited"))
        if redeals != "none" or dice.maybe(30):
            stock.body["redeals"] = redeals
        self.endless = redeals == "unlimited"
        self.redeals = redeals if isinstance(redeals, int) else 9 * self.endless
        return waste

    def turn_to_piles(self, group: Group) -> str:
        """A turn to the piles of a tableau or reserve."""
        dice, piles = self.dice, len(group.deal)
        if piles == 1:
            return f"{dice.between(1, 2)} to {group.name}"
        if dice.maybe(70):
            return f"{dice.one((1, 1, 2))} to each {group.name} pile"
        if dice.maybe(50):
            return f"1 to {group.name} piles 1-{dice.between(1, piles)}"
        return f"1 to {group.name} piles 1 and {piles}"

    def write_waste(self, waste: Group) -> None:
        """What an ordinary waste does not say."""
        dice, body = self.dice, waste.body
        if dice.maybe(30) and not self.endless:
            body["refill"] = "from stock"
        if dice.maybe(15):
            body["piles"] = 1
        if dice.maybe(15) and self.left > 3:
            waste.deal = [dice.between(1, 3)]
            body["deal"] = waste.deal[0]
            self.left -= waste.deal[0]
            body["face down"] = dice.one((0, 1, "all but top"))
        if dice.maybe(25):
            body["limit"] = dice.between(3, 12)

    def rest_beside(self, stock: Group) -> None:
        """The stock says how many cards it has, and a group gets the rest."""
        group = next((one for one in self.groups if one.kind in ("tableau", "reserve")), None)
        if group is None:
            return
        kept = self.dice.between(1, self.left - 1)
        stock.body["cards"] = kept
        each, more = divmod(self.left + sum(group.deal) - kept, len(group.deal))
        group.deal = [each + (pile < more) for pile in range(len(group.deal))]
        group.body["deal"] = "rest"
        self.left = kept

    # ------------------------------------------------------------------ what may be put where

    def say_how(self, group: Group) -> None:
        """What a group takes and gives."""
        dice = self.dice
        if group.kind == "stock":
            return
        if group.kind == "tableau" or (group.kind in ("reserve", "waste") and dice.maybe(12)):
            self.packing(group)
        if group.kind in ("tableau", "reserve", "waste"):
            if dice.maybe(18 if group.kind == "tableau" else 25):
                group.body["available"] = dice.one(
                    ("all", "both ends", "only when alone", "top card")
                )
            if group.kind != "waste" and dice.maybe(10):
                group.body["limit"] = max(*group.deal, 1) + dice.between(0, 4)
        self.filters(group, 7)

    def packing(self, group: Group) -> None:
        """Packing, units, spaces."""
        dice, base = self.dice, self.founding.one_base
        group.fed = True
        group.body["pack"] = sequences(dice, base=base)
        if dice.maybe(85):
            group.body["move"] = unit(dice)
        sources = self.named("tableau", "reserve", "waste", "cells")
        group.body["space"] = space(dice, self.ranks, sources, base=base, stock=self.has_stock)

    def filters(self, group: Group, percent: int) -> None:
        """Where a group's cards come from, which, and when."""
        dice = self.dice
        kinds = [one.kind for one in self.groups]
        others = self.named("tableau", "reserve", "waste", "cells")
        if dice.maybe(percent) and others:
            group.body["from"] = dice.one((dice.one(others), dice.some(others, 3)))
        if dice.maybe(percent):
            group.body["only"] = cards(dice, self.ranks)
        if dice.maybe(percent):
            group.body["open"] = condition(dice, kinds, self.redeals)

    def refills(self) -> None:
        """What fills itself, from groups further back only, so that no circle comes about."""
        order = ("tableau", "reserve", "waste")
        groups = sorted(
            (group for group in self.groups if group.kind in order),
            key=lambda group: order.index(group.kind),
        )
        stock = ["stock", "stock", "unturned stock"] if self.has_stock else []
        for place, group in enumerate(groups):
            behind = [one.name for one in groups[place + 1 :] if not one.fed]
            if (behind or stock) and self.dice.maybe(35 if group.kind == "tableau" else 12):
                only_stock = f"from {self.dice.one(stock)}" if stock else ""
                links = chain(self.dice, behind, stock[1:]) if behind else only_stock
                if group.kind != "waste" or not self.endless:
                    group.body["refill"] = links

    def add_foundations(self) -> None:
        """Foundations, when all else is known."""
        self.refills()
        choices = [
            group.name
            for group in self.groups
            if sum(group.deal) and group.kind in ("tableau", "reserve", "cells")
        ]
        for body in self.founding.bodies(choices):
            group = self.add("foundations")
            group.body |= body
            self.filters(group, 4)

    # ------------------------------------------------------------------ deal and goal

    def script(self) -> Mapping:
        """A dealing order of its own."""
        if not self.dice.maybe(40):
            return {}
        steps = [
            step for group in self.dice.mixed(self.groups) for step in self.steps(group) if step
        ]
        starters = [g for g in self.groups if g.kind == "foundations" and "starters" in g.body]
        if starters and starters[0].name == "foundations" and self.dice.maybe(50):
            steps.insert(0, "starters from the end")
        if self.redeals and self.left > 6 and self.dice.maybe(25):
            steps.append(f"{self.dice.between(1, 3)} to {self.named('waste')[0]}")
        return {"deals": steps if self.dice.maybe(70) else {"own": steps}}

    def steps(self, group: Group) -> list[str]:
        """The steps that deal a group what it says."""
        dice, dealt = self.dice, sum(group.deal)
        if group.kind == "foundations":
            return [f"1 to {group.name}"] if group.body.get("base") == "dealt" else []
        if group.kind == "stock" or not dealt:
            return []
        # A choice in the middle of the deal wants a stock, where the other cards wait.
        chosen = self.has_stock and self.founding.chosen_from == group.name
        even = len(set(group.deal)) == 1 and len(group.deal) > 1
        if chosen and group.deal == [1] * len(group.deal) and len(group.deal) > 1:
            if dice.maybe(50) and self.left > 1:
                return [f"choose base from {len(group.deal) + 1} dealt rest to {group.name}"]
        how = dice.one(("", "", " pile by pile", " right to left", " pile by pile right to left"))
        last = "last " if dice.maybe(12) else ""
        if even and dice.maybe(40):
            empty = "empty " if dice.maybe(50) else ""
            steps = [f"{last}{group.deal[0]} to each {empty}{group.name} pile{how}"]
        elif len(group.deal) > 1 and dice.maybe(30):
            steps = [
                f"{last}{count} to {group.name} pile {pile + 1}"
                for pile, count in enumerate(group.deal)
                if count
            ]
        else:
            steps = [f"{last}{dealt} to {group.name}{how if len(group.deal) > 1 else ''}"]
        if chosen and dice.maybe(70):
            steps.append(f"choose base from {group.name}")
        return steps

    def goal(self) -> Mapping:
        """All cards on foundations, or something empty."""
        dealt = [group.name for group in self.groups if sum(group.deal)]
        if self.has_stock and self.left > 1:
            dealt += self.named("stock")
        if dealt and (self.founding.style == "none" or self.dice.maybe(10)):
            return {"win": f"{self.dice.one(dealt)} empty"}
        return {"win": "all cards on foundations"} if self.dice.maybe(5) else {}
