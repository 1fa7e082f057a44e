"""The rules of one game, resolved: defaults filled in, phrases taken apart, nothing left open.

This is the form that every reader of the rules starts from: the compiler of the engine's table,
the rules in words, the linter and the rules hash. It holds data only; ranks count from 0 (Ace) to
12 (King) and cards are those of `patience.cards`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Direction = Literal[
    "up", "down", "up or down", "up or down fixed by first card", "same rank",
    "any card", "nothing", "relation",
]  # fmt: skip
Suits = Literal[
    "in suit", "in alternate colours", "in colour", "regardless of suit", "in any suit but own"
]
Corner = Literal["stops", "turns", "turns as far as the base"]
Kind = Literal["stock", "waste", "foundations", "tableau", "reserve", "cells", "offer"]
UnitMode = Literal[
    "top card", "sequence", "any group", "whole pile", "top card or whole pile",
    "whole sequence", "nothing",
]  # fmt: skip
Availability = Literal["top card", "all", "both ends", "only when alone"]
BaseKind = Literal["fixed", "dealt", "chosen", "set by first card", "any", "list"]
ConditionKind = Literal[
    "always", "no spaces", "waste empty", "stock empty", "reserve empty", "after redeal"
]
Lock = Literal["nothing else", "reserve may be packed", "anything"]
WorryBack = Literal["no", "yes", "all but base"]


@dataclass(frozen=True, slots=True)
class Sequence:
    """One sequence rule: which card may lie on which (packing, building, and units).

    ``step`` counts ranks; "pile number": pile 1 builds by ones, pile 2 by twos, and so on.
    ``relation`` names a plugin's relation when ``direction`` is "relation".
    """

    direction: Direction
    step: int | Literal["pile number"] = 1
    suits: Suits = "regardless of suit"
    corner: Corner = "stops"
    relation: str | None = None


@dataclass(frozen=True, slots=True)
class Unit:
    """What moves from a pile in one piece. ``suits`` narrows a sequence ("sequence in suit")."""

    mode: UnitMode = "top card"
    suits: Suits | None = None


@dataclass(frozen=True, slots=True)
class Link:
    """One source in a chain: a group's name, "any", "stock" or "unturned stock".

    "unturned stock" is the stock only until the first card of it has been turned. ``fuller``: only
    the group's fullest pile.
    """

    source: str
    fuller: bool = False


@dataclass(frozen=True, slots=True)
class Space:
    """What may be put into an empty pile, by hand. No links: nothing.

    The first link with an available card is the only allowed source; "any" lets every unit in.
    ``ranks`` filters the unit's lowest-lying card; ``below_base`` the rank just below the base.
    """

    links: tuple[Link, ...] = ()
    ranks: tuple[int, ...] | None = None
    below_base: bool = False


@dataclass(frozen=True, slots=True)
class Base:
    """Which rank starts a foundation. ``ranks``: one (fixed), one a pile (list), else empty."""

    kind: BaseKind = "fixed"
    ranks: tuple[int, ...] = (0,)
    group: str | None = None


@dataclass(frozen=True, slots=True)
class Condition:
    """When something is allowed. ``number`` belongs to "after redeal N"."""

    kind: ConditionKind = "always"
    number: int = 0


@dataclass(frozen=True, slots=True)
class CardFilter:
    """The only cards that a group ever takes; None = no limit on that side."""

    ranks: tuple[int, ...] | None = None
    suits: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """A group of equal piles. Piles count from 0 here and from 1 in labels.

    ``deal``: cards dealt to each pile (the resolved number, also where the file says "rest").
    ``face_down``: "all", "all but top", "every other" (from the bottom, the first one down), or
    how many from the bottom, pile by pile.
    ``pack``: what may lie on what; any one of the rules will do; empty = nothing may be put on.
    ``sources``: names of the groups that it takes cards from, None = all.
    ``complete``: cards in a finished foundation.
    """

    name: str
    kind: Kind
    label: str
    piles: int
    deal: tuple[int, ...]
    face_down: Literal["all", "all but top", "every other"] | tuple[int, ...] = (0,)
    pack: tuple[Sequence, ...] = ()
    move: Unit = Unit()
    space: Space = Space()
    refill: tuple[Link, ...] = ()
    available: Availability = "top card"
    limit: int | None = None
    sources: tuple[str, ...] | None = None
    only: CardFilter = CardFilter()
    open: Condition = Condition()
    holds: Literal["card", "sequence"] = "card"
    base: Base = Base()
    starters: Literal["none", "first", "all"] | tuple[int, ...] = "none"
    complete: int = 13
    worry_back: WorryBack = "no"


@dataclass(frozen=True, slots=True)
class Turn:
    """Turning the stock. ``counts``: cards a turn, one number a pass, the last one goes on.

    ``each``: that many to each pile of ``group`` (or to ``piles``, counted from 0), not in all.
    """

    counts: tuple[int, ...]
    group: str
    each: bool = False
    piles: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Stock:
    """``cards``: after the deal. ``turn`` None: it only refills. ``redeals`` None: unlimited."""

    cards: int
    turn: Turn | None = None
    when: Condition = Condition()
    redeals: int | None = 0


@dataclass(frozen=True, slots=True)
class Step:
    """One step of dealing.

    "deal": ``count`` cards to ``group``: in all (``each`` False, no ``piles``) or to each pile (of
    ``piles``, counted from 0, or of all). Round by round unless ``pile_by_pile``; left to right
    unless ``right_to_left``; only to empty piles if ``empty``. ``last``: taken from the end of the
    pack. "choose": the player chooses the base from ``group``; with ``count`` > 0 from that many
    cards dealt for it, of which the rest go to ``group``. "starters": the starters of this order
    are those that come last in the pack, not first.
    """

    verb: Literal["deal", "choose", "starters"]
    count: int
    group: str
    each: bool = False
    piles: tuple[int, ...] | None = None
    pile_by_pile: bool = False
    right_to_left: bool = False
    empty: bool = False
    last: bool = False


@dataclass(frozen=True, slots=True)
class Goal:
    """What wins: all cards on "foundations", or no card left in ``group`` ("empty")."""

    kind: Literal["foundations", "empty"] = "foundations"
    group: str | None = None


@dataclass(frozen=True, slots=True)
class Deck:
    """``suits`` and ``ranks`` of one pack, in order; ``packs`` of them are shuffled together."""

    packs: int = 1
    suits: tuple[int, ...] = (0, 1, 2, 3)
    ranks: tuple[int, ...] = tuple(range(13))

    @property
    def size(self) -> int:
        """Cards in all."""
        return self.packs * len(self.suits) * len(self.ranks)


@dataclass(frozen=True, slots=True)
class Source:
    """Where a disputed reading comes from. ``about``: its key or topic, "" for the whole game."""

    about: str
    text: str


@dataclass(frozen=True, slots=True)
class Option:
    """A named option of a game: what it changes, as dotted keys, and who plays so."""

    name: str
    changes: tuple[tuple[str, str], ...] = ()
    sources: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rules:
    """One game, ready to compile.

    ``groups`` stand in dealing order and include the stock and the waste where there are any.
    ``scripts``: dealing orders by source of deals; "own" is always there. ``until_base`` says what
    is legal before a chosen base is chosen. ``id`` is the printable name, as
    ``canfield+as-solvitaire``; ``hash`` identifies everything that affects play.
    """

    id: str
    title: str
    deck: Deck
    groups: tuple[Group, ...]
    stock: Stock | None
    scripts: tuple[tuple[str, tuple[Step, ...]], ...]
    goal: Goal = Goal()
    until_base: Lock = "nothing else"
    uses: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    family: str = ""
    notes: tuple[str, ...] = ()
    sources: tuple[Source, ...] = ()
    options: tuple[Option, ...] = ()
    chosen: tuple[str, ...] = ()
    hash: str = ""

    def group(self, name: str) -> Group:
        """The group of that name.

        :raises KeyError: if there is none.
        """
        for group in self.groups:
            if group.name == name:
                return group
        raise KeyError(name)

    def script(self, source: str) -> tuple[Step, ...]:
        """The dealing order for a source of deals; "ms" deals as "pysol", others as "own"."""
        table = dict(self.scripts)
        if source == "ms" and "ms" not in table:
            source = "pysol"
        return table.get(source, table["own"])
