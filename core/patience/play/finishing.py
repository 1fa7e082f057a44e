"""Playing cards up to the foundations where nothing speaks against it.

`plan_finish` looks at nothing that the player has not seen. It knows two kinds of row of actions:

- **All that is left.** Once every card has been seen, it builds whatever can be built, turns and
  redeals in between, and if that wins the game it is played to the end.
- **What costs nothing.** Else it plays, one after the other, the cards that nobody could want to
  keep. `why_kept` says what that takes: the base is known; no card is packed on this one unless it
  could as well be built at once; all its rivals for the foundation can go up as well; it comes from
  no waste to which several cards are turned at once; no pile fills itself then, and the stock can
  still be turned.
"""

from __future__ import annotations

from dataclasses import dataclass

from patience.cards import FACE, card_symbol
from patience.engine.position import MOVE, Action, choosing
from patience.engine.state import State
from patience.engine.table import BaseMode, Group, Kind, Table, When, WorryBack
from patience.engine.targets import takes
from patience.play.reasons import built_cards, copies, moved_cards, wanting
from patience.play.standing import unseen_cards

_LONGEST = 5000
"""Actions that are tried; no game that can be finished so needs nearly as many."""

_NAMED = 2


@dataclass(frozen=True, slots=True)
class Finish:
    """The actions to play, in order. ``reason``: why the rest stays, as a clause; "" = won."""

    actions: tuple[Action, ...]
    reason: str


def plan_finish(state: State) -> Finish:
    """What can be played up without thinking, from a state that is not won."""
    actions: list[Action] = []
    at = state
    while True:
        rest = _all_that_is_left(at)
        if rest is not None:
            return Finish((*actions, *rest), "")
        action, reason = _costs_nothing(at)
        if action is None:
            return Finish(tuple(actions), reason)
        actions.append(action)
        at = at.after(action)
        if at.is_won:
            return Finish(tuple(actions), "")


def _all_that_is_left(state: State) -> list[Action] | None:
    """Building, turns and redeals that win, if every card has been seen and they do."""
    if choosing(state.table, state.position) or unseen_cards(state.table, state.position):
        return None
    actions: list[Action] = []
    seen = {state.key()}
    at = state
    while not at.is_won:
        found = at.actions()
        action = next((one for one in found if builds(at.table, one)), None)
        action = action or next((one for one in found if one.verb != MOVE), None)
        if action is None or len(actions) == _LONGEST:
            return None
        at = at.after(action)
        if at.key() in seen:
            return None  # a whole lap brought nothing
        seen.add(at.key())
        actions.append(action)
    return actions


def builds(table: Table, action: Action) -> bool:
    """Whether an action plays cards up to a foundation from elsewhere."""
    if action.verb != MOVE:
        return False
    target = table.groups[table.group_of[action.target]].kind
    source = table.groups[table.group_of[action.source]].kind
    return target == Kind.FOUNDATION and source != Kind.FOUNDATION


def _costs_nothing(state: State) -> tuple[Action | None, str]:
    """The first card that may go up for nothing, or None and why there is none."""
    if choosing(state.table, state.position):
        return None, "the base is still to be chosen"
    first = ""
    for action in state.actions():
        if builds(state.table, action):
            why = why_kept(state, action)
            if why is None:
                return action, ""
            name = card_symbol(moved_cards(state, action)[0])
            first = first or f"{name} could go up ({state.text(action)}), but {why}"
    return None, first or "no card can go to the foundations now"


def why_kept(state: State, action: Action) -> str | None:
    """Why a player might want to leave a card where it is, as a clause; None = there is no reason.

    :param action: a move to a foundation.
    """
    table = state.table
    if state.base < 0 and table.base_mode != BaseMode.FREE:
        return "it would set the base"
    target = table.groups[table.group_of[action.target]]
    held = state.piles[action.target]
    cards = moved_cards(state, action)
    if target.worry_back != WorryBack.NEVER and held:
        cards = (held[-1] & FACE, *cards)  # one that may come back, until it is covered
    for card in cards:
        wanted = [face for face in wanting(state, card) if not _goes_up(state, face, (card,))]
        if wanted:
            names = " or ".join(card_symbol(one) for one in wanted[:_NAMED])
            return f"{names} may still be packed on {card_symbol(card)}"
    if _has_rivals(state, target, action.target):
        return "other cards may want its place"
    if action.source == table.waste and max(table.turn_counts, default=1) > 1:
        if state.piles[table.stock] or len(state.piles[table.waste]) > 1:
            return "without it the turns bring other cards"
    return _side_effect(state, action)


def _goes_up(state: State, face: int, above: tuple[int, ...]) -> bool:
    """Whether a card could as well be built the moment it is packed, wherever it comes from.

    A foundation waits for it, and it is not wanted below either. ``above``: the cards that were
    asked about on the way here; where the packing turns in a circle the answer is no.
    """
    table = state.table
    givers = sum(1 << group.index for group in table.givers if group.kind != Kind.FOUNDATION)
    for group in table.groups:
        if group.kind != Kind.FOUNDATION or group.open.when != When.ALWAYS:
            continue
        if givers & ~group.sources:
            continue
        for index in range(group.first, group.first + group.size):
            if takes(table, state.position, group, index) >> face & 1:
                return not _has_rivals(state, group, index) and all(
                    one not in above and _goes_up(state, one, (*above, face))
                    for one in wanting(state, face)
                )
    return False


def _has_rivals(state: State, group: Group, index: int) -> bool:
    """Whether more cards are left that fit on a foundation than can go up now.

    Each foundation that waits for the same cards and goes on in the same way counts as a place.
    """
    table, position = state.table, state.position
    mask = takes(table, position, group, index)
    follow = group.follow[index - group.first]
    places = sum(
        takes(table, position, group, pile) == mask and group.follow[pile - group.first] == follow
        for pile in range(group.first, group.first + group.size)
    )
    built = built_cards(state)
    left = sum(
        count - built.get(face, 0) for face, count in copies(table).items() if mask >> face & 1
    )
    return left > places


def _side_effect(state: State, action: Action) -> str | None:
    """What leaving its pile would bring about besides."""
    table = state.table
    after = state.after(action)
    for index, (old, new) in enumerate(zip(state.piles, after.piles, strict=True)):
        if index not in (action.source, action.target) and old != new:
            return f"a card of {state.labels[index]} would move by itself"
    left = state.piles[action.source][: -action.count]
    filled = after.piles[action.source]
    if not action.skip and [card & FACE for card in filled] != [card & FACE for card in left]:
        return f"{state.labels[action.source]} would fill itself"
    emptied = table.groups[table.group_of[action.source]].kind == Kind.TABLEAU and not filled
    tests = (table.turn_when, *(group.open for group in table.groups))
    if emptied and any(test.when == When.NO_SPACES for test in tests):
        return f"the stock cannot be turned while {state.labels[action.source]} is empty"
    return None
