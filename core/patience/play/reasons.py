"""How good a single move is, and why, in one sentence.

Only what lies open is looked at. Ranks order the moves for `patience.play.hints`; a smaller rank
is the better move.
"""

from __future__ import annotations

from dataclasses import dataclass

from patience.cards import DOWN, FACE, RANK_COUNT, card_symbol, make_card, rank_of, suit_of
from patience.engine.position import Action
from patience.engine.state import State
from patience.engine.table import Kind, Table
from patience.play.segments import rank_plural


@dataclass(frozen=True, slots=True)
class Judgement:
    """``rank``: the kind of move (0 is best), then a tie-break. ``reason``: a clause."""

    rank: tuple[int, int]
    action: Action
    reason: str


def judge(state: State, action: Action) -> Judgement:
    """The worth of a move (not of a turn or a redeal)."""
    table = state.table
    giver = table.groups[table.group_of[action.source]].kind
    if table.groups[table.group_of[action.target]].kind == Kind.FOUNDATION:
        if state.is_choosing:
            return _base_choice(state, action)
        return _building(state, action, giver)
    return _packing(state, action, giver)


def moved_cards(state: State, action: Action) -> tuple[int, ...]:
    """The faces of the unit, bottom card first."""
    pile = state.piles[action.source]
    end = len(pile) - action.skip
    return tuple(card & FACE for card in pile[end - action.count : end])


def unit_words(state: State, action: Action) -> str:
    """The unit as players say it: "5♥", "3 cards (9♥ to 7♥)", "the next stock card"."""
    if action.source == state.table.stock:
        return "the next stock card"
    cards = moved_cards(state, action)
    if len(cards) == 1:
        return card_symbol(cards[0])
    return f"{len(cards)} cards ({card_symbol(cards[0])} to {card_symbol(cards[-1])})"


def move_words(state: State, action: Action) -> str:
    """ "the 5♥, which goes to F2"."""
    return f"the {unit_words(state, action)}, which goes to {state.labels[action.target]}"


def _uncovers(state: State, action: Action) -> bool:
    """Whether the move lets a face-down card be turned up."""
    pile = state.piles[action.source]
    left = len(pile) - action.count - action.skip
    return action.skip == 0 and left > 0 and bool(pile[left - 1] & DOWN)


def _building(state: State, action: Action, giver: Kind) -> Judgement:
    table = state.table
    card = moved_cards(state, action)[0]
    label, name = table.labels[action.source], card_symbol(card)
    place = table.labels[action.target]
    turning_more = max(table.turn_counts, default=1) > 1
    if not wanting(state, card) and not (giver == Kind.WASTE and turning_more):
        return Judgement((1, 0), action, f"{name} goes up to {place}, and no card needs it below")
    if _uncovers(state, action):
        return Judgement((2, 0), action, f"{name} goes up to {place}, uncovering a card of {label}")
    if giver == Kind.RESERVE:
        return Judgement(
            (3, 0), action, f"{name} goes up to {place}, freeing a card of the reserve"
        )
    return Judgement((5, int(giver == Kind.WASTE)), action, f"{name} goes up to {place}")


def _packing(state: State, action: Action, giver: Kind) -> Judgement:
    table = state.table
    label, target = table.labels[action.source], table.labels[action.target]
    what = unit_words(state, action)
    verb = "goes" if action.count == 1 else "go"
    if not state.piles[action.target]:
        into = f"{what} {verb} into the space {target}"
    else:
        into = f"{what} {verb} onto {card_symbol(state.piles[action.target][-1])}"
    if _uncovers(state, action):
        return Judgement((4, 0), action, f"{into}, turning up the card below")
    if giver == Kind.RESERVE:
        empty = not state.piles[action.target]
        return Judgement((4, 1 + empty), action, f"{into}, freeing a card of the reserve")
    if giver == Kind.TABLEAU and action.count == len(state.piles[action.source]):
        return Judgement((6, 0), action, f"{into}, emptying {label}")
    if giver == Kind.CELL:
        return Judgement((6, 1), action, f"{into}, freeing {label}")
    return Judgement((7, int(giver == Kind.WASTE)), action, into)


def wanting(state: State, card: int) -> list[int]:
    """The faces that may still want to be packed on this one, lowest first.

    It does not matter where such a card lies, nor how it might come here: as long as one copy is
    not built away, the card may be of use below. So this holds for every rule of packing, base
    and corner, and for any number of cards turned.
    """
    table = state.table
    mask = 0
    for group in table.groups:
        if group.kind != Kind.FOUNDATION:
            for follow in set(group.follow):
                if follow >= 0:
                    mask |= table.follows[follow][state.base + 1][card]
    if not mask:
        return []
    built = built_cards(state)
    return [
        face
        for face, count in sorted(copies(table).items())
        if mask >> face & 1 and built.get(face, 0) < count
    ]


def built_cards(state: State) -> dict[int, int]:
    """How many copies of each face lie on the foundations."""
    counts: dict[int, int] = {}
    for group in state.table.groups:
        if group.kind == Kind.FOUNDATION:
            for pile in state.piles[group.first : group.first + group.size]:
                for card in pile:
                    counts[card & FACE] = counts.get(card & FACE, 0) + 1
    return counts


def copies(table: Table) -> dict[int, int]:
    """How many copies of each face the pack has."""
    counts: dict[int, int] = {}
    for card in table.pack:
        counts[card] = counts.get(card, 0) + 1
    return counts


def _base_choice(state: State, action: Action) -> Judgement:
    """Which card to begin with: the more of its rank lie open, and its follower, the better."""
    card = moved_cards(state, action)[0]
    open_cards = _open_cards(state, action)
    same = sum(1 for other in open_cards if rank_of(other) == rank_of(card))
    follower = make_card((rank_of(card) + 1) % RANK_COUNT, suit_of(card))
    name, plural = card_symbol(card), rank_plural(rank_of(card))
    if same:
        lie = "lies" if same == 1 else "lie"
        why = f"{name} begins the foundations, and {same} more of the {plural} {lie} open"
    elif follower in open_cards:
        why = f"{name} begins the foundations, and {card_symbol(follower)} lies open to follow it"
    else:
        why = f"{name} begins the foundations; no other choice has more to follow it"
    return Judgement((0, -2 * same - (follower in open_cards)), action, why)


def _open_cards(state: State, action: Action) -> list[int]:
    """The cards at the top of every pile but the stock and the one that the card leaves."""
    table = state.table
    return [
        pile[-1]
        for index, pile in enumerate(state.piles)
        if pile and index not in (table.stock, action.source) and not pile[-1] & DOWN
    ]
