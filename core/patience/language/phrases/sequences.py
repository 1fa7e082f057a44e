"""Sequence rules and units: which card may lie on which, and how many move in one piece.

``phrase := direction [step] suits [corner] | same rank [suits] | any card | nothing | relation R``
"""

from __future__ import annotations

from typing import cast, get_args

from patience.language.phrases.words import Cursor, PhraseError, one_of
from patience.language.rules import Corner, Direction, Sequence, Suits, Unit, UnitMode

DIRECTIONS: tuple[Direction, ...] = get_args(Direction)
SUIT_RULES: tuple[Suits, ...] = get_args(Suits)
CORNERS: tuple[Corner, ...] = get_args(Corner)
UNIT_MODES: tuple[UnitMode, ...] = get_args(UnitMode)

STEPS = {
    "by twos": 2, "by threes": 3, "by fours": 4, "by fives": 5, "by sixes": 6, "by sevens": 7,
    "by eights": 8, "by nines": 9, "by tens": 10, "by elevens": 11, "by twelves": 12,
}  # fmt: skip
"""Steps in words; steps of one are not said."""

STEPPING = ("up", "down", "up or down", "up or down fixed by first card")
"""The directions that have a step, suits and a corner."""

CORNER_PHRASES: dict[Corner, str] = {
    "stops": "",
    "turns": "turning the corner",
    "turns as far as the base": "turning the corner as far as the base",
}
RUNS = ("sequence", "whole sequence")
"""The units that may carry a suit rule of their own."""

_BY_PILE = "by pile number"


def parse_sequence(text: object) -> Sequence:
    """Read a sequence rule, as ``down in alternate colours turning the corner``.

    :raises PhraseError: with one sentence.
    """
    cursor = Cursor(text, "a sequence rule", "down in alternate colours")
    direction = cast(Direction, cursor.expect(*DIRECTIONS))
    if direction == "relation":
        name = cursor.word("the name of a relation")
        cursor.end()
        return Sequence(direction, relation=name)
    if direction == "same rank":
        suits = cursor.take(*SUIT_RULES) or "regardless of suit"
        cursor.end(*SUIT_RULES)
        return Sequence(direction, suits=cast(Suits, suits))
    if direction not in STEPPING:
        cursor.end()
        return Sequence(direction)
    return _stepping(cursor, direction)


def _stepping(cursor: Cursor, direction: Direction) -> Sequence:
    """The rest of a rule that goes up or down."""
    spoken = cursor.take(*STEPS, _BY_PILE)
    suits = cursor.take(*SUIT_RULES)
    if suits is None:
        steps = () if spoken else tuple(STEPS)[:3]
        raise cursor.wrong((*SUIT_RULES, *steps))
    corner = cursor.take(*filter(None, CORNER_PHRASES.values()))
    cursor.end(*(() if corner else tuple(CORNER_PHRASES.values())[1:]))
    return Sequence(
        direction,
        "pile number" if spoken == _BY_PILE else STEPS.get(spoken or "", 1),
        cast(Suits, suits),
        next(key for key, phrase in CORNER_PHRASES.items() if phrase == (corner or "")),
    )


def format_sequence(rule: Sequence) -> str:
    """The rule as its phrase; `parse_sequence` reads it back."""
    if rule.direction == "relation":
        return f"relation {rule.relation}"
    if rule.direction == "same rank":
        return rule.direction + ("" if rule.suits == "regardless of suit" else f" {rule.suits}")
    if rule.direction not in STEPPING:
        return rule.direction
    step = _BY_PILE if rule.step == "pile number" else _step_words(rule.step)
    parts = (rule.direction, step, rule.suits, CORNER_PHRASES[rule.corner])
    return " ".join(part for part in parts if part)


def _step_words(step: int) -> str:
    return next((words for words, number in STEPS.items() if number == step), "")


def sequence_mapping(rule: Sequence) -> dict[str, object]:
    """The rule as its mapping, with every key that says something."""
    if rule.direction == "relation":
        return {"direction": rule.direction, "relation": rule.relation}
    if rule.direction == "same rank":
        return {"direction": rule.direction, "suits": rule.suits}
    if rule.direction not in STEPPING:
        return {"direction": rule.direction}
    return {
        "direction": rule.direction,
        "step": rule.step,
        "suits": rule.suits,
        "corner": rule.corner,
    }


def make_sequence(
    direction: Direction,
    step: int | str | None,
    suits: Suits | None,
    corner: Corner | None,
    relation: str | None,
) -> Sequence:
    """The rule that a mapping says.

    :raises PhraseError: if its keys do not fit together.
    """
    if (direction == "relation") != (relation is not None):
        raise PhraseError("'direction: relation' and 'relation: NAME' belong together")
    if direction in STEPPING:
        if suits is None:
            raise PhraseError(f"the rule wants 'suits': expected {one_of(SUIT_RULES)}")
        number = "pile number" if step == "pile number" else 1 if step is None else int(step)
        return Sequence(
            direction, cast("int", number), suits, "stops" if corner is None else corner
        )
    for key, value in (("step", step), ("corner", corner)):
        if value is not None:
            raise PhraseError(f"'{direction}' has no '{key}': leave it out")
    if suits is not None and direction != "same rank":
        raise PhraseError(f"'{direction}' has no 'suits': leave it out")
    return Sequence(direction, suits=suits or "regardless of suit", relation=relation)


def parse_unit(text: object) -> Unit:
    """Read a unit, as ``sequence in suit``.

    :raises PhraseError: with one sentence.
    """
    cursor = Cursor(text, "a unit", "sequence")
    mode = cast(UnitMode, cursor.expect(*UNIT_MODES))
    suits = cursor.take(*SUIT_RULES) if mode in RUNS else None
    cursor.end(*(SUIT_RULES if mode in RUNS and not suits else ()))
    return Unit(mode, cast("Suits | None", suits))


def format_unit(unit: Unit) -> str:
    """The unit as its phrase; `parse_unit` reads it back."""
    return unit.mode if unit.suits is None else f"{unit.mode} {unit.suits}"


def unit_mapping(unit: Unit) -> dict[str, object]:
    """The unit as its mapping."""
    return {"unit": unit.mode} | ({} if unit.suits is None else {"suits": unit.suits})
