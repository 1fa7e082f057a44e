"""The short words of a group: conditions, availability, faces down, starters, the goal."""

from __future__ import annotations

from typing import Literal, cast, get_args

from patience.language.phrases.cards import format_card, parse_card
from patience.language.phrases.words import Cursor, PhraseError, not_yet, pick, shown
from patience.language.rules import (
    Availability,
    Condition,
    ConditionKind,
    Goal,
    Lock,
    WorryBack,
)
from patience.language.tree import suggest

AVAILABLE: tuple[Availability, ...] = get_args(Availability)
LOCKS: tuple[Lock, ...] = get_args(Lock)
WORRY_BACK: tuple[WorryBack, ...] = get_args(WorryBack)
CONDITIONS: tuple[ConditionKind, ...] = get_args(ConditionKind)
FACES_DOWN = ("all", "all but top", "every other")
STARTERS = ("none", "first", "all")
FOUNDATION_GOAL = "all cards on foundations"

FaceDown = Literal["all", "all but top", "every other"]
Starters = Literal["none", "first", "all"] | tuple[int, ...]

_LATER_GOALS = (
    "all cards on hole",
    "all cards discarded",
    "one pile",
    "tableau in suits",
    "rows in suits",
)
_NUMBERED = "after redeal"


def parse_condition(value: object) -> Condition:
    """Read a condition: ``always``, ``no spaces``, ``after redeal 2``.

    :raises PhraseError: with one sentence.
    """
    cursor = Cursor(value, "a condition", "waste empty")
    kind = cast(ConditionKind, cursor.expect(*CONDITIONS))
    number = cursor.number("the number of the redeal") if kind == _NUMBERED else 0
    cursor.end()
    if kind == _NUMBERED and not number:
        raise PhraseError(f"'{cursor.text}': redeals count from 1; say 'always' instead")
    return Condition(kind, number)


def format_condition(condition: Condition) -> str:
    """The condition as its phrase; `parse_condition` reads it back."""
    return f"{_NUMBERED} {condition.number}" if condition.kind == _NUMBERED else condition.kind


def condition_mapping(condition: Condition) -> dict[str, object]:
    """The condition as its mapping."""
    mapping: dict[str, object] = {"when": condition.kind}
    return mapping | ({"number": condition.number} if condition.kind == _NUMBERED else {})


def parse_available(value: object) -> Availability:
    """Read which cards of a pile may be taken.

    :raises PhraseError: with one sentence.
    """
    text = " ".join(value.lower().split()) if isinstance(value, str) else value
    if text in ("uncovered", "top two"):
        raise not_yet(f"available: {text}")
    if text == "last card only":
        raise PhraseError("'last card only' has two meanings; it is written 'only when alone'")
    return cast(Availability, pick(value, AVAILABLE, "an availability"))


def parse_face_down(value: object) -> FaceDown | None:
    """Read the words of ``face down``; None for ``none``.

    :raises PhraseError: with one sentence.
    """
    if isinstance(value, str) and value.strip().lower() == "none":
        return None
    if not isinstance(value, str):
        raise PhraseError(f"{shown(value)} is not a number of cards face down")
    return cast(FaceDown, pick(value, FACES_DOWN, "a number of cards face down"))


def parse_starters(value: object) -> Starters:
    """Read which cards are put on the foundations before the deal.

    ``none``, ``first``, ``all``, a card by name, or a list of cards.

    :raises PhraseError: with one sentence.
    """
    if value == []:
        raise PhraseError("the list is empty: say 'none' if no card is put there")
    if isinstance(value, list):
        return tuple(parse_card(item) for item in value)
    text = " ".join(value.lower().split()) if isinstance(value, str) else value
    if text in STARTERS:
        return cast(Starters, text)
    try:
        return (parse_card(value),)
    except PhraseError:
        hint = suggest(str(value), STARTERS)
        raise PhraseError(
            f"{shown(value)} are no starters: expected 'none', 'first', 'all' or a card, "
            f"as 'Ace of spades'{hint}"
        ) from None


def format_starters(starters: Starters) -> str | list[str]:
    """Starters as they are written; `parse_starters` reads them back."""
    return starters if isinstance(starters, str) else [format_card(card) for card in starters]


def parse_goal(value: object) -> Goal:
    """Read when the game is won: ``all cards on foundations``, ``tableau empty``.

    :raises PhraseError: with one sentence.
    """
    text = " ".join(value.lower().split()) if isinstance(value, str) else ""
    if text in _LATER_GOALS or text.startswith("all but "):
        raise not_yet(f"win: {text}")
    cursor = Cursor(value, "a goal", FOUNDATION_GOAL)
    if cursor.take(FOUNDATION_GOAL):
        cursor.end()
        return Goal()
    if len(cursor.words) < 2 or cursor.words[-1].lower() != "empty":
        raise cursor.wrong((FOUNDATION_GOAL, "tableau empty", "stock empty"))
    cursor.words.pop()
    group = cursor.name()
    cursor.end()
    return Goal("empty", group)


def format_goal(goal: Goal) -> str:
    """The goal as its phrase; `parse_goal` reads it back."""
    return f"{goal.group} empty" if goal.kind == "empty" else FOUNDATION_GOAL


def goal_mapping(goal: Goal) -> dict[str, object]:
    """The goal as its mapping."""
    mapping: dict[str, object] = {"goal": goal.kind}
    return mapping if goal.group is None else mapping | {"group": goal.group}


def parse_redeals(value: object) -> int | Literal["unlimited"]:
    """Read how often the waste may be turned over: ``none``, a number, ``unlimited``.

    :raises PhraseError: with one sentence.
    """
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 99:
        return value
    text = value.strip().lower() if isinstance(value, str) else ""
    if text in ("none", "unlimited"):
        return 0 if text == "none" else "unlimited"
    hint = "; did you mean 'none'?" if text == "no" or value is False else ""
    hint = hint or suggest(text, ("none", "unlimited"))
    raise PhraseError(
        f"{shown(value)} is not a number of redeals: expected 'none', a number or 'unlimited'{hint}"
    )
