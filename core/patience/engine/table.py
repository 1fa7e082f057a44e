"""The compiled table: a game's rules as masks, opcodes and small numbers.

Everything that acts on rules reads this and nothing else: the engine, the refusals, the search and
the native kernel. It knows no YAML. A *mask* is an int whose bit ``c`` stands for the card ``c``
(`patience.cards`, 52 faces). Tables that depend on the base rank are indexed by ``base + 1``, where
``base`` is 0 (Ace) to 12 (King), or -1 while it is not known; so they have 14 entries.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

ALL_CARDS = (1 << 52) - 1
NO_LIMIT = 255
UNLIMITED = -1
BASES = 14

ByBase = tuple[int, ...]
"""14 masks, one for each value of ``base + 1``."""

FollowTable = tuple[tuple[int, ...], ...]
"""``follow[base + 1][top]``: the mask of the cards that may be put on ``top``."""


class Kind(IntEnum):
    """What a group of piles is. An offer holds the cards of which one becomes the base."""

    STOCK = 0
    WASTE = 1
    FOUNDATION = 2
    TABLEAU = 3
    RESERVE = 4
    CELL = 5
    OFFER = 6


class Unit(IntEnum):
    """How many cards, counted from the top, may leave a pile for a tableau pile or a pocket."""

    TOP = 0  # one card
    SEQUENCE = 1  # any number that follow each other by the group's run table
    GROUP = 2  # any number that lie face up
    PILE = 3  # the whole pile, if all of it lies face up
    TOP_OR_PILE = 4
    RUN = 5  # the longest sequence at the top, no part of it
    NOTHING = 6  # (one card may still go to a foundation or an ordinary cell)


class Available(IntEnum):
    """Which cards of a pile may be taken, besides units from the top."""

    TOP = 0
    ALL = 1
    BOTH_ENDS = 2
    ALONE = 3  # only when the pile holds one card


BURIED = (Available.ALL, Available.BOTH_ENDS)
"""Where cards below the top may be taken."""


class When(IntEnum):
    """Conditions. REDEALT takes a number: at least that many redeals have been made."""

    ALWAYS = 0
    NO_SPACES = 1  # no tableau pile is empty (or too few tableau cards are left to fill them)
    WASTE_EMPTY = 2
    STOCK_EMPTY = 3
    RESERVE_EMPTY = 4
    REDEALT = 5


class BaseMode(IntEnum):
    """How the base register is set. FREE: each pile for itself, the register is not used."""

    FIXED = 0
    DEALT = 1
    CHOSEN = 2
    FIRST_CARD = 3
    FREE = 4


class Lock(IntEnum):
    """What is legal besides the choice while the base is still to be chosen."""

    ALL = 0  # nothing else
    PACKING = 1  # cards of the base's group may be moved to the tableau
    NONE = 2  # anything


class WorryBack(IntEnum):
    """Which cards of a foundation may be taken back to the tableau."""

    NEVER = 0
    ALWAYS = 1
    NOT_BASE = 2


class Alike(IntEnum):
    """When the piles of a group are interchangeable, so that their order does not matter."""

    NEVER = 0
    STOCK_EMPTY = 1  # once no turn tells them apart
    ALWAYS = 2


UNTURNED = 253
"""A chain's source: as `STOCK`, but only until the stock is first turned (`Table.marks_turns`)."""

ANY = 254
"""A chain's source: every group, every unit."""

STOCK = 255
"""A chain's source: the next stock card, unseen, and by hand only while the waste is empty."""


@dataclass(frozen=True, slots=True)
class Link:
    """One source of a chain: a group's index, `ANY`, `STOCK` or `UNTURNED`.

    ``fuller``: its fullest pile only, the leftmost of several.
    """

    group: int
    fuller: bool = False


@dataclass(frozen=True, slots=True)
class Test:
    """A condition and its number."""

    when: When = When.ALWAYS
    number: int = 0


@dataclass(frozen=True, slots=True)
class Group:
    """A group of piles: ``first`` to ``first + size - 1`` in the state.

    ``follow``: index into `Table.follows`, pile by pile; -1 = nothing may be put on a card here.
    ``fixed_direction``: `follow` allows both directions, and a pile's two lowest cards fix it; then
    ``follow_up`` and ``follow_down`` name their tables (pile by pile), else they are empty.
    ``run``: index of the table that a moving sequence must obey (-1: no two cards do).
    ``start``: masks of what an *empty* pile takes, pile by pile: a space's cards, a foundation's
    bases, a cell's anything. ``space``: for the tableau (and reserves and wastes) the chain of
    sources that may fill an empty pile; foundations and cells have none and take from ``sources``.
    ``accepts``: the only cards that it ever takes. ``sources``: bit g = it takes cards from group g
    (what kinds forbid is left out already; the stock never is in it). ``limit``: cards a pile holds
    at most. ``units``: takes several cards at once.
    """

    index: int
    name: str
    kind: Kind
    label: str
    first: int
    size: int
    follow: tuple[int, ...]
    run: int
    unit: Unit
    start: tuple[ByBase, ...]
    space: tuple[Link, ...]
    refill: tuple[Link, ...]
    accepts: int
    sources: int
    limit: int
    units: bool
    available: Available
    open: Test
    worry_back: WorryBack
    alike: Alike
    fixed_direction: bool = False
    follow_up: tuple[int, ...] = ()
    follow_down: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a deal, in table terms: see `patience.language.rules.Step`.

    ``quota``: how many cards each of ``piles`` (state indexes, in dealing order) is to get in this
    step, or, with ``fill``, to hold after it; a round gives one card to each pile that has not
    reached its quota, until ``count`` are dealt. ``empty``: only to piles that are empty before it.
    ``choose``: stop here until the player has chosen the base from ``group``; ``offer`` cards are
    dealt for it first, one to each offer pile, and those not chosen go to ``piles`` in order.
    ``starters``: the step deals nothing, but starters are the last fitting cards of the pack.
    """

    group: int
    count: int
    piles: tuple[int, ...]
    quota: tuple[int, ...]
    fill: bool = False
    pile_by_pile: bool = False
    empty: bool = False
    last: bool = False
    choose: bool = False
    offer: int = 0
    starters: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A game, compiled.

    ``turn_counts``: cards a turn by number of redeals made, the last entry goes on; empty = the
    stock is never turned. ``turn_piles``: the piles that a turn deals to; ``turn_each``: that many
    cards to *each* of them. ``redeals``: how many, or `UNLIMITED`. ``redeal_cap``: the number of
    redeals made matters to the rules only up to this.

    ``base``: the base register's start value (FIXED) or -1. ``base_group``: the group it is chosen
    from, or -1. ``goal``: -1 = all cards on foundations, else the group that must be empty.

    ``pack``: the ordered faces of the unshuffled pack, all packs. ``starters``: cards taken out of
    the pack before the deal and put on foundations: (pile, mask of faces), for each the first met
    in pack order. ``scripts``: dealing orders by source of deals. ``down``: for each pile the
    face-down flags of the dealt cards from the bottom.

    ``stock``, ``waste``: pile index or -1. ``givers``: the groups whose cards may leave by hand, in
    pile order. ``marks_turns``: the rules ask whether the stock has ever been turned, so a state
    remembers it (`turned`, part of its key); in other games it stays False.
    """

    id: str
    hash: str
    groups: tuple[Group, ...]
    labels: tuple[str, ...]
    group_of: tuple[int, ...]
    follows: tuple[FollowTable, ...]
    pack: tuple[int, ...]
    stock: int
    waste: int
    turn_counts: tuple[int, ...]
    turn_piles: tuple[int, ...]
    turn_each: bool
    turn_when: Test
    redeals: int
    redeal_cap: int
    base_mode: BaseMode
    base: int
    base_group: int
    lock: Lock
    goal: int
    starters: tuple[tuple[int, int], ...]
    scripts: dict[str, tuple[Step, ...]]
    down: tuple[tuple[bool, ...], ...]
    packs: int = 1
    marks_turns: bool = False
    givers: tuple[Group, ...] = ()
