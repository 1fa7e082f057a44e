"""What is provably wrong with rules that are well-formed: the linter's errors.

The count of the cards and the dealing orders are judged in `resolve`, foundations in
`check_foundations`; here are references, lists, limits, turns and conditions. A check that depends
on a value which was left out for a fault says nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from patience.language.check_foundations import check_foundations
from patience.language.english import listed
from patience.language.group_defaults import Report
from patience.language.phrases.chains import STOCK, UNTURNED
from patience.language.phrases.words import not_yet
from patience.language.rules import Condition, Group, Link, Rules, Sequence, Stock
from patience.language.tree import quote, suggest
from patience.language.values import KINDS
from patience.language.written import LATER_TOP, TALON, Path, Written

ONE_ONLY = {"stock": "one stock", "waste": "one waste pile"}
FED_BY_HAND = ("tableau", "cells")
TURN_TARGETS = ("waste", "tableau", "reserve")


def check(rules: Rules, written: Written) -> Report:
    """Every provable mistake, by the path of the key that it is about."""
    checker = _Checker(rules, written)
    checker.run()
    return checker.report


class _Checker:
    """One check: the rules, what was left out of them, and the faults so far."""

    def __init__(self, rules: Rules, written: Written) -> None:
        self.rules = rules
        self.written = written
        self.report: Report = []
        self.names = {group.name: group for group in rules.groups}
        self.kinds = {group.kind for group in rules.groups}

    def say(self, *path: object, message: str) -> None:
        """Note a fault, unless it is about a value that was left out for another one."""
        if self.written.sound(*path):
            self.report.append((path, message))

    def run(self) -> None:
        """All checks."""
        for group in self.rules.groups:
            self.references(group)
            if self.written.sound(group.name):
                self.amounts(group)
            for key, condition in self.conditions(group):
                self.condition((group.name, key), condition)
            for rule in group.pack:
                self.relation(group, rule)
        self.circles()
        self.only_one()
        self.stock()
        self.goal()
        self.steps()
        if self.written.whole:
            self.report += check_foundations(self.rules, self.written)

    # ------------------------------------------------------------------ references

    def group(self, name: str, path: Path, *, words: tuple[str, ...] = ()) -> Group | None:
        """The group that a key names; a fault if there is none."""
        group = self.names.get(name)
        if group is not None or name in words or self.written.may_be_lost(name):
            return group
        if name == "talon":
            self.say(*path, message=TALON)
        elif name in LATER_TOP:
            self.say(*path, message=str(not_yet(name)))
        else:
            known = [word for word in (*self.names, *words, *KINDS) if word != name]
            hint = suggest(name, known) or f"; the groups are {', '.join(self.names)}"
            self.say(*path, message=f"there is no group {quote(name)}{hint}")
        return None

    def references(self, group: Group) -> None:
        """The groups that a group names."""
        chains = (("space", group.space.links), ("refill", group.refill))
        for key, links in chains:
            for link in links:
                self.link(group, key, link)
        for name in group.sources or ():
            source = self.group(name, (group.name, "from"))
            if source is not None and source.kind == "stock":
                message = "no pile takes cards 'from' the stock; they come by 'turn' or 'space'"
                self.say(group.name, "from", message=message)
            elif source is not None and source.kind == "foundations" == group.kind:
                message = "foundations take no cards from foundations in this version"
                self.say(group.name, "from", message=message)

    def link(self, group: Group, key: str, link: Link) -> None:
        """One source of a chain."""
        words = ("any",)
        if link.source in (STOCK, UNTURNED):
            if "stock" not in self.kinds and self.written.whole:
                message = f"'{key}' takes cards from the stock, but there is none"
                self.say(group.name, key, message=message)
            return
        source = self.group(link.source, (group.name, key), words=words)
        if source is None:
            return
        if source.kind == "foundations":
            message = f"'{key}' cannot take cards from foundations"
            self.say(group.name, key, message=message)
        elif source.kind == "stock":
            self.say(group.name, key, message=f"in '{key}' the stock is called 'stock'")
        elif key == "refill" and source.name == group.name:
            self.say(group.name, key, message=f"'{group.name}' cannot be refilled from itself")
        elif key == "refill" and _fed_by_hand(source):
            # Otherwise a card put there would come straight back, and the action change nothing.
            message = f"'{source.name}' takes cards by hand; a refill draws on piles that do not"
            self.say(group.name, key, message=f"{message}: a reserve, the waste, the stock")

    def circles(self) -> None:
        """Groups that are refilled from each other: their cards would never come to rest."""
        said: set[str] = set()
        for group in self.rules.groups:
            circle = self.feeding(group).get(group.name)
            if circle and group.name not in said:
                said.update(circle)
                pairs = zip(circle, (*circle[1:], circle[0]), strict=True)
                round_it = listed([f"'{one}' from '{other}'" for one, other in pairs])
                message = f"refills go round in a circle, {round_it}: their cards would never come"
                message += " to rest; take one 'refill' away"
                self.say(group.name, "refill", message=message)

    def feeding(self, group: Group) -> dict[str, list[str]]:
        """All that refills a group, directly or through others, by name (or "stock").

        With each the shortest way to it: the groups from this one on, each refilled from the next.
        """
        found: dict[str, list[str]] = {}
        ways = [[group.name]]
        for way in ways:
            last = self.names[way[-1]]
            for link in last.refill:
                if link.source in (STOCK, UNTURNED):
                    found.setdefault(STOCK, way)
                    continue
                source = self.names.get(link.source)
                if source is None or source is last or _fed_by_hand(source):
                    continue  # refused in itself
                if source.name not in found:
                    found[source.name] = way
                    ways.append([*way, source.name])
        return found

    def relation(self, group: Group, rule: Sequence) -> None:
        """A plugin's relation must be among what the file uses."""
        if rule.relation is not None and rule.relation not in self.rules.uses:
            key = "build" if group.kind == "foundations" else "pack"
            message = f"the relation {quote(rule.relation)} is a plugin's: list it under 'uses:'"
            if self.written.sound("uses"):
                self.say(group.name, key, message=message)

    # ------------------------------------------------------------------ numbers

    def amounts(self, group: Group) -> None:
        """Faces down, limits and what a cell holds."""
        said: set[str] = set()  # one sentence a key is enough, however many piles it is true of
        for pile in range(group.piles if group.kind not in ("stock", "foundations") else 0):
            dealt_here = group.deal[pile]
            where = f"pile {pile + 1} of '{group.name}'" if group.piles > 1 else f"'{group.name}'"
            down = group.face_down[pile] if isinstance(group.face_down, tuple) else 0
            if down > dealt_here and "face down" not in said:
                message = f"{down} cards lie face down in {where}, but it is dealt {dealt_here}"
                self.say(group.name, "face down", message=message)
                said.add("face down")
            limit = 1 if group.kind == "cells" and group.holds == "card" else group.limit
            key = "deal" if group.kind == "cells" else "limit"
            if limit is not None and dealt_here > limit and key not in said:
                message = f"{where} holds {limit} at most, but is dealt {dealt_here} cards"
                self.say(group.name, key, message=message)
                said.add(key)

    def only_one(self) -> None:
        """Kinds of which a game has one group, of one pile."""
        for kind, said in ONE_ONLY.items():
            groups = [group for group in self.rules.groups if group.kind == kind]
            for group in groups[1:]:
                message = f"'{group.name}' is a second {kind}: this version plays with {said}"
                self.say(group.name, message=message)
            if groups and groups[0].piles > 1:
                message = f"this version plays with {said}, not with {groups[0].piles}"
                self.say(groups[0].name, "piles", message=message)

    # ------------------------------------------------------------------ stock, goal, deals

    def stock(self) -> None:
        """The turn, the redeals, and when."""
        stock = self.rules.stock
        name = next((group.name for group in self.rules.groups if group.kind == "stock"), None)
        if stock is None or name is None:
            return
        self.condition((name, "when"), stock.when)
        turn = stock.turn
        target = None if turn is None else self.group(turn.group, (name, "turn"))
        if stock.redeals != 0 and self.written.sound(name, "turn"):
            self.redeals(name, stock, target)
        if turn is None or target is None or not self.written.sound(target.name, "piles"):
            return
        if target.kind not in TURN_TARGETS:
            message = f"a turn cannot go to {target.kind}; expected waste, tableau or reserve"
            self.say(name, "turn", message=message)
        elif target.piles > 1 and not turn.each:
            message = f"'{target.name}' has {target.piles} piles: turn 'to each {target.name} pile'"
            self.say(name, "turn", message=message)
        self.piles(target, turn.piles, (name, "turn"))

    def redeals(self, name: str, stock: Stock, target: Group | None) -> None:
        """A redeal wants a waste, and must change something."""
        if stock.turn is None or (target is not None and target.kind != "waste"):
            message = "a redeal turns the waste over, but no turn goes to a waste"
            self.say(name, "redeals", message=message)
        elif target is not None and stock.redeals is None:
            way = self.feeding(target).get(STOCK)
            if way:  # the waste's only card would be the stock for a moment, and be back
                others = listed([f"'{other}'" for other in way[1:]])
                through = f" through {others}" if others else ""
                message = f"'{target.name}' is refilled from the stock{through}, so a redeal of one"
                message += " card would change nothing, as often as one likes: say how many"
                message += " redeals there are, or take the 'refill' away"
                self.say(name, "redeals", message=message)

    def piles(self, group: Group, piles: tuple[int, ...] | None, path: Path) -> None:
        """Pile numbers must exist."""
        if piles and piles[-1] >= group.piles:
            message = f"there is no pile {piles[-1] + 1} in '{group.name}', which has {group.piles}"
            self.say(*path, message=message)

    def conditions(self, group: Group) -> Iterator[tuple[str, Condition]]:
        """A group's conditions by key."""
        yield "open", group.open

    def condition(self, path: Path, condition: Condition) -> None:
        """A condition must be about something that there is, and be true at some time."""
        wanted = {"no spaces": "tableau", "waste empty": "waste", "stock empty": "stock"}
        wanted["reserve empty"] = "reserve"
        kind = wanted.get(condition.kind)
        if kind is not None and kind not in self.kinds and self.written.whole:
            message = f"'{condition.kind}' asks about a {kind}, but there is none"
            self.say(*path, message=message)
        stock = self.rules.stock
        redeals = stock.redeals if stock else 0
        if condition.kind == "after redeal" and redeals is not None and condition.number > redeals:
            many = f"{redeals or 'no'} redeal{'' if redeals == 1 else 's'}"
            message = f"'after redeal {condition.number}' is never true: there are {many}"
            self.say(*path, message=message)

    def goal(self) -> None:
        """What the goal speaks of must be there."""
        goal = self.rules.goal
        if goal.group is not None:
            group = self.group(goal.group, ("win",))
            if group is not None and group.kind == "foundations":
                self.say("win", message="a game is not won by emptying its foundations")
            elif group is not None and self.empty_from_the_start(group):
                message = f"no card is ever dealt to '{group.name}': the game would be won at once"
                self.say("win", message=message)
        elif self.kinds and "foundations" not in self.kinds and self.written.whole:
            message = "the game is won with all cards on foundations, but there are none"
            self.say(message=f"{message}; add 'foundations:', or say 'win: tableau empty'")

    def empty_from_the_start(self, group: Group) -> bool:
        """Whether nothing lies in the group after the deal, in any dealing order."""
        stock = self.rules.stock
        if group.kind == "stock":
            return self.written.whole and stock is not None and not stock.cards
        dealt = any(s.group == group.name for _, steps in self.rules.scripts for s in steps)
        return not dealt and not any(group.deal) and self.written.sound(group.name, "deal")

    def steps(self) -> None:
        """The groups and piles of the dealing orders."""
        base = next((g.base for g in self.rules.groups if g.kind == "foundations"), None)
        for source, steps in self.rules.scripts:
            for step in steps:
                path = ("deals", source)
                group = self.group(step.group, path)
                if group is not None:
                    self.piles(group, step.piles, path)
                if step.verb != "choose" or base is None:
                    continue
                if base.kind != "chosen":
                    message = "this order chooses a base, but the foundations' base is not chosen"
                    self.say(*path, message=message)
                elif base.group is not None and base.group != step.group:
                    message = f"this order chooses from {quote(step.group)}, 'base' says otherwise"
                    self.say(*path, message=message)


def _fed_by_hand(group: Group) -> bool:
    """Whether a player may put cards on the group's piles."""
    return group.kind in FED_BY_HAND or bool(group.pack or group.space.links)
