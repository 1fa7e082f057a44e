"""Following a dealing order card by card: which pile gets each, and whether it all adds up."""

from __future__ import annotations

from dataclasses import dataclass, field

from patience.language.rules import Deck, Group, Step

FILLED = ("tableau", "reserve", "cells")
"""Kinds whose piles a plain ``N to GROUP`` fills up to what ``deal`` says."""


@dataclass(slots=True)
class Order:
    """What an order does.

    ``left``: the cards that it leaves for the stock, before any that it turns to the waste.
    ``extra``: 1 if the base card is chosen while dealing and another one takes its place.
    ``places``: where each card goes, as label and pile number, with a ``-`` before those from the
    end of the pack, and ``*-`` where the starters come from there; None if a choice interrupts
    the deal.
    ``waiting``: the cards that are dealt only after that choice.
    """

    left: int
    extra: int = 0
    places: list[str] | None = None
    waiting: int = 0
    problems: list[str] = field(default_factory=list)


class _Layout:
    """Cards dealt so far: how many lie on each pile of each group."""

    def __init__(self, groups: tuple[Group, ...]) -> None:
        self.groups = {group.name: group for group in groups}
        self.held = {group.name: [0] * group.piles for group in groups}
        for group in groups:
            if group.kind == "foundations":
                self.held[group.name] = _starters_out(group)
        self.places: list[str] = []
        self.problems: list[str] = []

    def put(self, group: Group, pile: int, step: Step) -> None:
        """One card to a pile."""
        self.held[group.name][pile] += 1
        end = "-" if step.last else ""
        self.places.append(f"{end}{group.label}{pile + 1}")

    def deal(self, step: Step) -> int:
        """Deal one step; how many cards it took."""
        group = self.groups[step.group]
        held = self.held[step.group]
        if group.kind == "foundations":
            for _ in range(step.count):
                free = [pile for pile, count in enumerate(held) if not count]
                self.put(group, free[0] if free else len(held) - 1, step)
            return step.count
        piles = list(step.piles if step.piles is not None else range(group.piles))
        piles = [pile for pile in piles if pile < group.piles]
        if step.right_to_left:
            piles.reverse()
        room = {pile: self.room(group, pile, step) for pile in piles}
        wanted = sum(room.values()) if step.each else step.count
        left = wanted
        while left and any(room.values()):
            for pile in piles:
                share = min(room[pile], left) if step.pile_by_pile else min(room[pile], left, 1)
                for _ in range(share):
                    self.put(group, pile, step)
                room[pile] -= share
                left -= share
        if left:
            self.problems.append(
                f"'{step.count} to {step.group}' is {left} more than 'deal' leaves room for there"
            )
        return wanted - left

    def room(self, group: Group, pile: int, step: Step) -> int:
        """How many cards a step may put on a pile."""
        held = self.held[group.name][pile]
        if step.empty and held:
            return 0
        if step.each:
            return step.count
        filled = group.kind in FILLED and group.piles > 1
        return max(group.deal[pile] - held, 0) if filled else step.count


def _starters_out(group: Group) -> list[int]:
    """Cards on each foundation before the deal."""
    count = (
        len(group.starters)
        if isinstance(group.starters, tuple)
        else {"none": 0, "first": 1, "all": group.piles}[group.starters]
    )
    return [int(pile < count) for pile in range(group.piles)]


def follow_order(steps: tuple[Step, ...], groups: tuple[Group, ...], deck: Deck) -> Order:
    """Follow a dealing order. Every group that it names must be among the groups."""
    layout = _Layout(groups)
    starters = sum(map(sum, layout.held.values()))
    taken = chosen_at = 0
    choice: Step | None = None
    for step in steps:
        if step.verb == "starters":
            layout.places.append("*-")
        elif step.verb == "deal":
            taken += layout.deal(step)
        else:
            choice = step
            taken += step.count
            chosen_at = taken
            _choose(layout, step)
    held = {group.name: sum(layout.held[group.name]) for group in groups}
    turned = sum(held[g.name] - sum(g.deal) for g in groups if g.kind == "waste")
    stocked = sum(held[g.name] for g in groups if g.kind == "stock")
    rest = deck.size - starters - taken
    if stocked and rest > 0:
        layout.problems.append(f"{rest} cards are left over beside the {stocked} for the stock")
    replaced = choice is not None and held[choice.group] == sum(layout.groups[choice.group].deal)
    _compare(layout, groups, choice, replaced)
    return Order(
        left=rest + turned + stocked,
        extra=int(replaced),
        places=layout.places if choice is None else None,
        waiting=taken - chosen_at if choice is not None else 0,
        problems=layout.problems,
    )


def _choose(layout: _Layout, step: Step) -> None:
    """The base card leaves the layout; offered cards that are not chosen go to their piles."""
    held = layout.held[step.group]
    if step.count:
        for pile in range(min(step.count - 1, len(held))):
            held[pile] += 1
    elif any(held):
        held[next(pile for pile, count in enumerate(held) if count)] -= 1
    else:
        layout.problems.append(f"nothing is dealt to '{step.group}' before its choice of a base")


def _compare(
    layout: _Layout, groups: tuple[Group, ...], choice: Step | None, replaced: bool
) -> None:
    """Note where an order does not deal what the groups say."""
    for group in groups:
        held = layout.held[group.name]
        wanted, found = sum(group.deal), sum(held)
        if group.kind == "foundations":
            found -= sum(_starters_out(group))
        elif group.kind == "waste":
            found = min(found, wanted)  # more is a turn that belongs to the deal
        elif choice is not None and group.name == choice.group and not (replaced or choice.count):
            found += 1  # the base comes from the group's own cards
        if group.kind != "stock" and wanted != found:
            layout.problems.append(
                f"this order deals {found} cards to '{group.name}', whose 'deal' makes {wanted}"
            )
        elif group.kind in FILLED and choice is None and tuple(held) != group.deal:
            listed = ", ".join(map(str, held))
            layout.problems.append(
                f"this order deals {listed} cards to the piles of '{group.name}', "
                f"whose 'deal' says {', '.join(map(str, group.deal))}"
            )
