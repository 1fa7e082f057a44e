"""Small rule files of one shape: one tableau, perhaps a reserve, cells, and a stock with its waste.

`composer` says every word of the language; these files say few, but in every combination: chains of
sources, refills, redeals, conditions, where the base is. That is what a search argues from when it
leaves moves out. Packs and layouts are so small that a search that leaves nothing out soon ends.
"""

from __future__ import annotations

import yaml

from rulefiles.phrases import RANKS, SUITS, Dice

Mapping = dict[str, object]

BASES = ("lowest",) * 4 + ("fixed", "dealt", "chosen", "first")
PACKING = ("down", "down", "down", "up", "up or down")
SUIT_RULES = (
    "in alternate colours", "in alternate colours", "in suit", "regardless of suit", "in colour",
    "in any suit but own",
)  # fmt: skip
UNITS = ("sequence",) * 4 + ("top card", "whole sequence", "sequence in suit")
RARE_UNITS = ("any group", "whole pile", "top card or whole pile")
TURNS = ("1", "1", "1", "2", "3", "4", "3 then 2 then 1", "1 then 2", "2 then 1")
REDEALS = ("none", 1, 1, 2, 3, "unlimited", "unlimited")


def one_tableau(seed: int, packs: int = 1) -> str:
    """The text of a rule file with one or two packs."""
    return yaml.safe_dump(_SmallFile(seed, packs).run(), sort_keys=False, width=100)


class _SmallFile:
    """One file: its dice, how the cards are shared out, and the groups so far.

    ``left``: cards that nothing has got yet; in the end they are the stock.
    """

    def __init__(self, seed: int, packs: int) -> None:
        self.seed = seed
        self.packs = packs
        self.dice = Dice(seed)
        self.groups: dict[str, Mapping] = {}

    def run(self) -> Mapping:
        """The file as a mapping."""
        dice = self.dice
        deck = self.deck()
        self.base = dice.one(BASES)
        self.left -= self.base == "dealt"
        self.share_out()
        self.add_tableau()
        if self.fans:
            self.add_reserve()
        if self.cells:
            self.add_cells()
        if self.left:
            self.add_stock()
        self.add_foundations()
        groups = {name: self.groups[name] for name in dice.mixed(list(self.groups))}
        return {"game": f"Small {self.seed}", "deck": deck, **groups}

    # ------------------------------------------------------------------ the cards

    def deck(self) -> Mapping:
        """A pack of few ranks, and perhaps of few suits."""
        dice = self.dice
        ranks = dice.one((3, 4, 4, 5, 5, 6) if self.packs == 1 else (2, 3, 3, 4))
        suits = dice.some(SUITS, 3) if dice.maybe(30) else list(SUITS)
        if self.packs > 1:
            suits = suits[: dice.one((1, 2, 2))]
        self.ranks = RANKS[:ranks]
        self.left = self.packs * len(suits) * ranks
        return {"packs": self.packs, "ranks": f"A-{ranks}", "suits": suits}

    def share_out(self) -> None:
        """How many cards each pile gets: ``fans`` is the reserve, ``columns`` the tableau."""
        dice = self.dice
        piles = min(dice.one((1, 2, 2, 3, 3, 4)), self.left - 1)
        self.fans: list[int] = []
        fans = dice.one((0, 0, 1, 1, 1, 2, 3))
        if fans:
            each = dice.between(1, max(1, self.left // (3 * fans)))
            if each * fans < self.left - piles:
                self.fans = [each] * fans
        self.left -= sum(self.fans)
        self.cells = dice.one((0, 0, 0, 1, 1, 2))
        most = max(piles, self.left * dice.one((30, 50, 70)) // 100)
        dealt = dice.between(piles, most) if dice.maybe(75) else self.left
        self.left -= dealt
        each, more = divmod(dealt, piles)
        self.columns = [each + (pile >= piles - more) for pile in range(piles)]
        if dice.maybe(15):
            self.columns = dice.mixed(self.columns)
        self.has_waste = self.left > 0 and dice.maybe(90)

    # ------------------------------------------------------------------ the groups

    def add_tableau(self) -> None:
        """Columns with all that they take and give."""
        dice, piles = self.dice, len(self.columns)
        body: Mapping = {"piles": piles, "deal": self.columns, "pack": self.packing()}
        body["move"] = dice.one(RARE_UNITS if dice.maybe(30) else UNITS)
        if dice.maybe(40):
            body["face down"] = dice.one(("all but top", 1, "every other"))
        body["space"] = self.space()
        if dice.maybe(30):
            body |= self.refill()
        if dice.maybe(5):
            body["limit"] = max(self.columns) + dice.between(0, 3)
        if dice.maybe(4):
            body["available"] = self.available()
        self.groups["tableau"] = body

    def available(self) -> str:
        """Which cards of a pile may be taken; some must be, where the base is chosen from it."""
        choices = ("all", "both ends", "only when alone")
        return self.dice.one(choices[:2] if self.base == "chosen" else choices)

    def packing(self) -> str | list[str]:
        """A rule for packing, now and then with another one beside it."""
        dice = self.dice
        step = "by twos" if dice.maybe(10) else ""
        corner = dice.one(("", "", "turning the corner", self.far_corner()))
        parts = (dice.one(PACKING), step, dice.one(SUIT_RULES), corner)
        rule = " ".join(part for part in parts if part)
        return [rule, "same rank"] if dice.maybe(8) else rule

    def far_corner(self) -> str:
        """The corner as the foundations turn it, where their base is none that all know."""
        return "turning the corner" + (" as far as the base" if self.base != "lowest" else "")

    def space(self) -> str:
        """What may fill an empty column by hand."""
        dice = self.dice
        sources = self.sources()
        if not sources:
            return dice.one(("any", "any", "any", self.ranks[0], self.ranks[-1], "none"))
        if dice.maybe(50):
            return "any"
        return dice.one(("none", self.ranks[-1], self.chain(sources), self.chain(sources)))

    def sources(self) -> list[str]:
        """What a chain may begin with."""
        several = len(self.fans) > 1 and self.dice.maybe(33)
        reserve = "fuller reserve" if several else "reserve"
        held = ((reserve, self.fans), ("waste", self.has_waste), ("cells", self.cells))
        return [name for name, there in held if there]

    def chain(self, sources: list[str]) -> str:
        """One or two sources one after the other, and perhaps what comes when they are empty."""
        endings = ["", "any", "any"] + ["stock", "unturned stock"] * (self.left > 0)
        links = [*self.dice.some(sources, 2), self.dice.one(endings)]
        return "from " + " then ".join(link for link in links if link)

    def refill(self) -> Mapping:
        """What fills an empty column by itself."""
        dice = self.dice
        links = ["reserve"] if self.fans else []
        if self.has_waste and dice.maybe(60):
            links.append("waste")
        if self.left and dice.maybe(40):
            links.append(dice.one(("stock", "unturned stock")))
        return {"refill": "from " + " then ".join(links)} if links else {}

    def add_reserve(self) -> None:
        """A reserve, which now and then is packed or fills itself."""
        dice = self.dice
        body: Mapping = {"piles": len(self.fans), "deal": self.fans[0]}
        if dice.maybe(40):
            body["face down"] = dice.one(("all but top", "all"))
        if dice.maybe(12):
            body["available"] = self.available()
        drawn_on = "reserve" in str(self.groups["tableau"].get("refill"))
        if not drawn_on and dice.maybe(15):
            body["pack"] = dice.one(("down in suit", "down regardless of suit"))
            chain = "from waste then any" if self.has_waste else "any"
            body["space"] = dice.one(("any", "none", "from tableau", chain))
        if len(self.fans) == 1 and self.has_waste and not drawn_on and dice.maybe(10):
            body["refill"] = dice.one(("from waste", "from stock"))
        self.groups["reserve"] = body

    def add_cells(self) -> None:
        """Cells, some of them closed for a time or to some cards."""
        dice = self.dice
        body: Mapping = {"piles": self.cells}
        if dice.maybe(30):
            body["open"] = self.condition(("no spaces", "stock empty", "waste empty"))
        if dice.maybe(20):
            body["holds"] = "sequence"
        if dice.maybe(10):
            body["from"] = [dice.one(("tableau", "reserve" if self.fans else "tableau"))]
        self.groups["cells"] = body

    def condition(self, phrases: tuple[str, ...]) -> str:
        """One of the conditions, or the reserve's, as far as there is what they ask about."""
        there = {"stock": self.left, "waste": self.has_waste, "reserve": self.fans}
        phrase = self.dice.one((*phrases, "reserve empty"))
        return phrase if there.get(phrase.split()[0], True) else "always"

    def add_stock(self) -> None:
        """The stock, turned to the waste or else to the columns."""
        dice = self.dice
        body: Mapping = {}
        if self.has_waste:
            body["turn"] = f"{dice.one(TURNS)} to waste"
            redeals = dice.one(REDEALS)
            if redeals != "none":
                body["redeals"] = redeals
            if redeals != "unlimited" and dice.maybe(10):
                self.groups["waste"] = {"refill": "from stock"}
        elif len(self.columns) > 1:
            body["turn"] = dice.one(("1 to each tableau pile", "1 to tableau pile 1"))
        else:
            body["turn"] = "1 to tableau"
        if dice.maybe(6):
            body["when"] = dice.one(("no spaces", "waste empty" if self.has_waste else "always"))
        self.groups["stock"] = body

    def add_foundations(self) -> None:
        """Foundations up in suit."""
        dice = self.dice
        chosen = f"chosen from {'reserve' if self.fans else 'tableau'}"
        bases = {"fixed": dice.one(self.ranks), "chosen": chosen, "first": "set by first card"}
        body: Mapping = {}
        if self.base != "lowest":
            body["base"] = bases.get(self.base, self.base)
            body["build"] = "up in suit " + dice.one(("turning the corner", self.far_corner()))
        if self.base == "chosen":
            body["until base"] = dice.one(("nothing else", "reserve may be packed", "anything"))
        if dice.maybe(35):
            body["worry back"] = dice.one(("yes", "all but base"))
        if dice.maybe(6):
            body["open"] = self.condition(("no spaces", "always"))
        if dice.maybe(20):
            body["from"] = ["tableau", "reserve"] if self.fans and dice.maybe(50) else ["tableau"]
        self.groups["foundations"] = body
