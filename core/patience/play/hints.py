"""A hint: one action, and one sentence that says why.

Hints that lie on a winning line are in `patience.play.winning`. A hint from here looks at nothing
that the player has not seen: not under face-down cards and not into a stock that has not been
turned yet. It may be a turn or a redeal.

**Following hints always ends.** Let B be the best `standing` on the line of play so far and call a
*plan* a row of actions, none before the last one showing an unseen card, that leads to a standing
above B. The hint is the first action of a shortest plan, if one is found; else a turn that shows
unseen cards; else a move that takes a card out of the stock and waste (into a space); else there is
no hint. While plans are found the shortest one gets shorter with every hint, because what remains
of it is found again:

- a plan of turns and redeals alone, followed by one move, leaves the same plan without its start;
- any other plan was found by widening circles of positions around the present one, each of which
  is searched completely or not at all, and begun only while fewer than ``reach`` positions lie
  inside it. Around the next position the circle that is smaller by one lies inside the former one,
  so it holds no more positions and is searched too.

So a plan, once found, is carried through and B rises, which can happen only finitely often because
standings are bounded. Between two rises the hints without a plan reduce the unseen stock cards,
which never become more, or, these being equal, the cards of stock and waste; both end at 0.
"""

from __future__ import annotations

from dataclasses import dataclass

from patience.engine.position import MOVE, REDEAL, TURN, Action
from patience.engine.state import State
from patience.engine.table import Kind
from patience.play.reasons import Judgement, judge, move_words
from patience.play.standing import Standing, standing, unseen_cards, unseen_stock

REACH = 250
"""Positions around the present one that a hint looks at before it widens the circle no more."""


@dataclass(frozen=True, slots=True)
class Hint:
    """``text``: the action in the project's notation. ``why``: one sentence, in unicode suits.

    ``wins_in``: the actions left of the line that wins; None if the hint looked at nothing unseen.
    """

    action: Action
    text: str
    why: str
    wins_in: int | None = None


def find_hint(
    state: State, best: Standing, reach: int = REACH, *, lesson: bool = True
) -> Hint | None:
    """A hint for a state, or None if none is found.

    :param best: the best standing of any state from the deal (or from wherever the player began)
        to this one.
    :param lesson: whether a turn of unseen cards also says what such turns are good for.
    """
    if state.is_over:
        return None
    now = _best_step(state, best)
    if now is not None:
        return _hint(state, now.action, now.reason)
    turning = _turning_plan(state, best)
    limit = turning.length - 1 if turning is not None else None  # of two equal ones the turns
    digging = _digging_plan(state, best, reach, limit)
    if digging is not None:
        return _hint(state, digging.first, digging.reason)
    if turning is not None:
        return _hint(state, turning.first, turning.reason)
    return _unseen_turn(state, lesson) or _filled_space(state)


@dataclass(frozen=True, slots=True)
class _Plan:
    first: Action
    length: int
    reason: str


def _hint(state: State, action: Action, reason: str) -> Hint:
    return Hint(action, state.text(action), reason)


def _best_step(state: State, best: Standing) -> Judgement | None:
    """The best single move that raises the standing above ``best``."""
    found = [
        judge(state, action)
        for action in state.actions()
        if action.verb == MOVE and _rises(state.after(action), best)
    ]
    return min(found, key=lambda one: one.rank, default=None)


def _rises(state: State, best: Standing) -> bool:
    return standing(state.table, state.position) > best


def _turning_plan(state: State, best: Standing) -> _Plan | None:
    """Turns and redeals of cards that are known already, up to one that brings something."""
    first: Action | None = None
    turns = redeals = 0
    seen = {state.key()}
    at = state
    while True:
        action = next((one for one in at.actions() if one.verb in (TURN, REDEAL)), None)
        if action is None or (action.verb == TURN and unseen_stock(at.table, at.position)):
            return None
        first = first or action
        turns += action.verb == TURN
        redeals += action.verb == REDEAL
        at = at.after(action)
        if at.key() in seen:
            return None
        seen.add(at.key())
        step = _best_step(at, best)
        if step is not None:
            bring = _bringing(turns, redeals)
            return _Plan(first, turns + redeals + 1, f"{bring} {move_words(at, step.action)}")


def _bringing(turns: int, redeals: int) -> str:
    """ "three turns bring", "the redeal and one turn bring"."""
    names = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    number = names[turns] if turns < len(names) else str(turns)
    turning = f"{number} turn{'s' * (turns != 1)}"
    if not redeals:
        return f"{turning} bring{'s' * (turns == 1)}"
    redealing = "the redeal" if redeals == 1 else f"{redeals} redeals"
    if turns:
        return f"{redealing} and {turning} bring"
    return f"{redealing} bring{'s' * (redeals == 1)}"


def _digging_plan(state: State, best: Standing, reach: int, limit: int | None) -> _Plan | None:
    """The shortest row of two or more actions that raises the standing, if it lies within reach.

    ``limit``: only if it is not longer than that.
    """
    hidden = unseen_cards(state.table, state.position)
    seen = {state.key()}
    circle: list[tuple[State, tuple[Action, ...]]] = [(state, ())]
    while circle and len(seen) <= reach:
        wider: list[tuple[State, tuple[Action, ...]]] = []
        for at, path in circle:
            if limit is not None and len(path) >= limit:
                return None
            for action in at.actions():
                if action.verb == TURN and unseen_stock(at.table, at.position):
                    continue  # what it shows is not known, so nothing can be planned on it
                after = at.after(action)
                if after.key() in seen:
                    continue
                seen.add(after.key())
                if _rises(after, best):
                    return _dug(state, (*path, action), at)
                if unseen_cards(after.table, after.position) == hidden:
                    wider.append((after, (*path, action)))
        circle = wider
    return None


def _dug(state: State, path: tuple[Action, ...], before_last: State) -> _Plan:
    """A plan in words: what its last action does, and how many come before."""
    last = judge(before_last, path[-1])
    steps = len(path) - 1
    text = before_last.text(path[-1])
    if steps == 1:
        return _Plan(path[0], 2, f"prepares {text}: then {last.reason}")
    reason = f"begins {steps} actions that prepare {text}: then {last.reason}"
    return _Plan(path[0], len(path), reason)


def _unseen_turn(state: State, lesson: bool) -> Hint | None:
    count = unseen_stock(state.table, state.position)
    for action in state.actions():
        if action.verb == TURN and count:
            cards = "1 stock card is" if count == 1 else f"{count} stock cards are"
            why = f"{cards} still unseen"
            if lesson:
                why = f"nothing better lies open; the first lap is for looking, and {why}"
            return _hint(state, action, why)
    return None


def _filled_space(state: State) -> Hint | None:
    """The last resort: a card of the waste, or of the stock, to the tableau."""
    table = state.table
    for action in state.actions():
        if action.verb == MOVE and action.source in (table.waste, table.stock):
            if table.groups[table.group_of[action.target]].kind == Kind.TABLEAU:
                return _hint(state, action, judge(state, action).reason)
    return None
