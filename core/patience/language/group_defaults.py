"""The groups of a game with their defaults filled in.

Defaults stand only where nearly all games agree: the Ace as base, one foundation for each suit and
pack, the top card as unit, no cards back from the foundations. A tableau must say what is packed
on it and what its spaces take.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Literal, cast

from patience.language.model import (
    CellsForm,
    FoundationsForm,
    GroupForm,
    LayoutForm,
    StockForm,
)
from patience.language.rules import (
    Base,
    CardFilter,
    Condition,
    Deck,
    Group,
    Kind,
    Sequence,
    Space,
    Unit,
)
from patience.language.written import Path, Written

LABELS: dict[str, str] = {
    "stock": "S", "waste": "W", "reserve": "R", "tableau": "T", "foundations": "F", "cells": "C",
}  # fmt: skip
"""The labels of the first group of each kind; "O" is for cards of which the base is chosen."""

UP_IN_SUIT = Sequence("up", suits="in suit")

Report = list[tuple[Path, str]]
"""Faults by the path of the key that they are about."""


class GroupMaker:
    """Makes the groups of one file; faults go to ``report``.

    ``counted``: whether the number of cards dealt can be judged, which a fault may prevent.
    """

    def __init__(self, written: Written, deck: Deck, report: Report) -> None:
        self.written = written
        self.deck = deck
        self.report = report
        self.counted = written.sound("deck")

    def say(self, *path: object, message: str) -> None:
        """Note a fault."""
        self.report.append((path, message))

    def run(self) -> tuple[Group, ...]:
        """All groups, in dealing order, with their labels."""
        groups = self.with_rest(labelled(self.with_waste(self.groups())))
        self.counted &= all(self.written.sound(group.name) for group in groups)
        self.counted &= self.written.whole
        return groups

    def groups(self) -> list[Group]:
        """The groups that the file names, in file order."""
        return [
            self.group(name, cast(Kind, self.written.kinds[name]), form)
            for name, form in self.written.groups.items()
        ]

    def group(self, name: str, kind: Kind, form: GroupForm) -> Group:
        """One group with its defaults."""
        if form.kind is not None and form.kind != kind:
            message = f"the kind of '{name}' is {kind}; give the group another name"
            self.say(name, "kind", message=message)
        if isinstance(form, FoundationsForm):
            return self.foundations(name, form)
        if isinstance(form, CellsForm):
            return self.cells(name, form)
        if isinstance(form, LayoutForm):
            return self.layout(name, kind, form)
        return Group(name, kind, "", 1, (0,), "all")

    def layout(self, name: str, kind: Kind, form: LayoutForm) -> Group:
        """A tableau, a reserve or a waste."""
        if kind == "tableau":
            self.want_tableau_rules(name, form)
        piles = form.piles or 1
        return Group(
            name=name,
            kind=kind,
            label="",
            piles=piles,
            deal=self.deal(name, form.deal, piles),
            face_down=self.face_down(name, form, piles),
            pack=_rules(form.pack),
            move=form.move or Unit(),
            space=form.space or Space(),
            refill=form.refill or (),
            available=form.available or "top card",
            limit=form.limit if isinstance(form.limit, int) else None,
            sources=_names(form.from_),
            only=form.only or CardFilter(),
            open=form.open or Condition(),
        )

    def want_tableau_rules(self, name: str, form: LayoutForm) -> None:
        """What a tableau must say, as games differ too much for a default."""
        for key, value, choices in (
            ("pack", form.pack, "a sequence rule, 'any card' or 'nothing'"),
            ("space", form.space, "'any', 'none', a rank, or a chain as 'from reserve then any'"),
        ):
            if value is None and self.written.sound(name, key) and self.no_stray_key(name):
                self.say(name, message=f"'{name}' wants '{key}': {choices}")

    def no_stray_key(self, name: str) -> bool:
        """Whether no unknown key was found in the group, which may be the misspelt one."""
        fields = {info.alias for info in type(self.written.groups[name]).model_fields.values()}
        return all(
            path[0] != name or (len(path) > 1 and path[1] in fields)
            for path in self.written.broken
            if path
        )

    def cells(self, name: str, form: CellsForm) -> Group:
        """Cells, or a pocket."""
        piles = form.piles or 1
        holds = form.holds or "card"
        return Group(
            name=name,
            kind="cells",
            label="",
            piles=piles,
            deal=self.deal(name, form.deal, piles),
            face_down=(0,) * piles,
            move=form.move or Unit("whole pile" if holds == "sequence" else "top card"),
            sources=_names(form.from_),
            only=form.only or CardFilter(),
            open=form.open or Condition(),
            holds=holds,
        )

    def foundations(self, name: str, form: FoundationsForm) -> Group:
        """Foundations."""
        piles = form.piles or self.deck.packs * len(self.deck.suits)
        base = form.base or Base()
        if base.kind == "list" and len(set(base.ranks)) == 1 and len(base.ranks) == piles:
            base = Base("fixed", base.ranks[:1])
        if base.kind == "chosen" and base.group is None:
            base = replace(base, group=self.choice_group(name))
        return Group(
            name=name,
            kind="foundations",
            label="",
            piles=piles,
            deal=(1,) + (0,) * (piles - 1) if base.kind == "dealt" else (0,) * piles,
            face_down=(0,) * piles,
            pack=_rules(form.build) or (UP_IN_SUIT,),
            base=base,
            starters=form.starters if form.starters is not None else "none",
            complete=form.complete or len(self.deck.ranks),
            worry_back=form.worry_back or "no",
            sources=_names(form.from_),
            only=form.only or CardFilter(),
            open=form.open or Condition(),
        )

    def choice_group(self, name: str) -> str | None:
        """The group of the dealing script's ``choose base from``, for a plain ``base: chosen``."""
        for steps in (self.written.file.deals or {}).values():
            for step in steps:
                if step.verb == "choose":
                    return step.group
        if self.written.sound("deals"):
            self.say(name, "base", message="'base: chosen' wants a group: 'chosen from reserve'")
        return None

    def deal(
        self, name: str, deal: int | tuple[int, ...] | str | None, piles: int
    ) -> tuple[int, ...]:
        """Cards for each pile; "rest" counts as none until all groups are known."""
        if isinstance(deal, tuple):
            if len(deal) != piles and self.written.sound(name, "piles"):
                self.length(name, "deal", len(deal), piles)
                self.counted = False
            return (deal + (0,) * piles)[:piles]
        return (deal if isinstance(deal, int) else 0,) * piles

    def length(self, name: str, key: str, found: int, piles: int) -> None:
        """A list that has not one entry for each pile."""
        message = f"'{key}' lists {found} numbers, but '{name}' has {amount(piles, 'pile')}"
        self.say(name, key, message=message)

    def face_down(
        self, name: str, form: LayoutForm, piles: int
    ) -> Literal["all", "all but top", "every other"] | tuple[int, ...]:
        """Faces down, pile by pile, or one of the words."""
        down = form.face_down
        if isinstance(down, str):
            return down
        if isinstance(down, tuple):
            if len(down) != piles and self.written.sound(name, "piles"):
                self.length(name, "face down", len(down), piles)
            return (down + (0,) * piles)[:piles]
        return (down or 0,) * piles

    def with_waste(self, groups: list[Group]) -> list[Group]:
        """The groups, and a waste after the stock where cards go to one that is not written."""
        if any(group.kind == "waste" for group in groups):
            return groups
        place = next((i for i, group in enumerate(groups) if group.kind == "stock"), None)
        turns = [
            form.turn.group
            for form in self.written.groups.values()
            if isinstance(form, StockForm) and form.turn is not None
        ]
        steps = [step.group for steps in (self.written.file.deals or {}).values() for step in steps]
        if place is None or "waste" not in turns + steps or not self.written.sound("waste"):
            return groups
        waste = Group("waste", "waste", "", 1, (0,))
        return [*groups[: place + 1], waste, *groups[place + 1 :]]

    def with_rest(self, groups: tuple[Group, ...]) -> tuple[Group, ...]:
        """The groups, with ``deal: rest`` as numbers: dealt round by round, left to right."""
        wanting = [
            name
            for name, form in self.written.groups.items()
            if isinstance(form, (LayoutForm, CellsForm)) and form.deal == "rest"
        ]
        if not wanting:
            return groups
        for name in wanting[1:]:
            message = f"only one group can be dealt the rest; '{wanting[0]}' is one already"
            self.say(name, "deal", message=message)
        stock = next(
            (f.cards for f in self.written.groups.values() if isinstance(f, StockForm)), None
        )
        left = self.deck.size - sum(dealt(group) + starter_count(group) for group in groups)
        left -= stock or 0
        if left < 0:
            return groups  # the count of the cards says what is wrong
        return tuple(
            replace(group, deal=_spread(left, group.piles)) if group.name == wanting[0] else group
            for group in groups
        )


def labelled(groups: Iterable[Group]) -> tuple[Group, ...]:
    """The groups with their labels: the first of a kind has the kind's letter."""
    done: list[Group] = []
    used: set[str] = {"O"}
    pending = list(groups)
    seen: set[str] = set()
    firsts = []
    for group in pending:
        if group.kind not in seen:
            seen.add(group.kind)
            firsts.append(group.name)
            used.add(LABELS[group.kind])
    for group in pending:
        if group.name in firsts:
            label = LABELS[group.kind]
        else:
            label = _free_label(group.name, used)
            used.add(label)
        done.append(replace(group, label=label))
    return tuple(done)


def _rules(rules: tuple[Sequence, ...] | None) -> tuple[Sequence, ...]:
    """Each rule once, without "nothing"."""
    return tuple(dict.fromkeys(rule for rule in rules or () if rule.direction != "nothing"))


def _names(names: tuple[str, ...] | None) -> tuple[str, ...] | None:
    return None if names is None else tuple(dict.fromkeys(names))


def amount(number: int, noun: str) -> str:
    """A number with its noun, as `1 pile` or `4 piles`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _spread(cards: int, piles: int) -> tuple[int, ...]:
    """Cards dealt round by round: the first piles get one more if they do not divide."""
    each, more = divmod(cards, piles)
    return tuple(each + (pile < more) for pile in range(piles))


def _free_label(name: str, used: set[str]) -> str:
    """The shortest beginning of a name, in capitals, that no other group has."""
    letters = "".join(letter for letter in name.upper() if letter.isascii() and letter.isalpha())
    for length in range(1, len(letters) + 1):
        if letters[:length] not in used:
            return letters[:length]
    label = letters or "X"
    while label in used:
        label += "X"
    return label


def dealt(group: Group) -> int:
    """Cards that the deal puts on a group, the stock and starters apart."""
    return 0 if group.kind == "stock" else sum(group.deal)


def starter_count(group: Group) -> int:
    """Cards put out on a group before the deal."""
    if isinstance(group.starters, tuple):
        return len(group.starters)
    return {"none": 0, "first": 1, "all": group.piles}[group.starters]
