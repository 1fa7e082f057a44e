"""Readers of the written form's plain values: numbers, lists, names and fixed words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from patience.language.fields import Form, Read, Several, Spoken, number, read_text, word
from patience.language.phrases.groups import (
    AVAILABLE,
    LOCKS,
    WORRY_BACK,
    parse_available,
    parse_face_down,
    parse_redeals,
    parse_starters,
)
from patience.language.phrases.words import EMPTY_LIST, PhraseError, not_yet, pick, shown
from patience.language.reader import normal_key
from patience.language.rules import Source

KINDS = ("stock", "waste", "foundations", "tableau", "reserve", "cells")
LATER_KINDS = ("hole", "line", "gaps")
LATER_MODULES = ("line", "gaps")
MAX_CARDS = 8 * 52
"""Cards of the largest deck."""


def as_list(value: object) -> list[object]:
    """The value, or a list of it alone.

    :raises PhraseError: if it is a list of nothing.
    """
    if value == []:
        raise PhraseError(EMPTY_LIST)
    return value if isinstance(value, list) else [value]


def _kind(value: object) -> str:
    if value in LATER_KINDS:
        raise not_yet(f"kind: {value}")
    return pick(value, KINDS, "a kind of group")


def _numbers(value: object, what: str, parse: Callable[[object], Any]) -> Any:
    """A number, a list of numbers, or what ``parse`` reads."""
    read = number(0, MAX_CARDS, what)
    if isinstance(value, list):
        if not value:
            raise PhraseError("the list is empty: it wants one number for each pile")
        return tuple(read(item) for item in value)
    return parse(value) if isinstance(value, str) else read(value)


def _rest(text: object) -> str:
    if isinstance(text, str) and text.strip().lower() == "rest":
        return "rest"
    wanted = f"a whole number, 0 to {MAX_CARDS}, or 'rest'"
    raise PhraseError(f"{shown(text)} is not a number of cards: expected {wanted}")


def _deal(value: object) -> Any:
    return _numbers(value, "a number of cards", _rest)


def _face_down(value: object) -> Any:
    result = _numbers(value, "a number of cards face down", parse_face_down)
    return 0 if result is None else result


def _limit(value: object) -> Any:
    if isinstance(value, str) and value.strip().lower() == "none":
        return "none"
    return number(1, MAX_CARDS, "a limit (or 'none')")(value)


def _name(value: object) -> str:
    return normal_key(read_text(value))


def _module(value: object) -> str:
    if value in LATER_MODULES:
        raise not_yet(f"uses: {value}")
    return _name(value)


def _takes(value: object) -> str:
    text = " ".join(value.lower().split()) if isinstance(value, str) else value
    if isinstance(text, str) and text.startswith("complete runs"):
        raise not_yet("takes: complete runs")
    return pick(text, ("cards",), "what a foundation takes")


def _from(value: object) -> str:
    if value == "pile below":
        raise not_yet("from: pile below")
    return _name(value)


def _worry_back(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return pick(value, WORRY_BACK, "an answer for 'worry back'")


def _sources(value: object) -> tuple[Source, ...]:
    """A text, a list of texts, or texts by the key they are about."""
    if not isinstance(value, dict):
        return tuple(Source("", read_text(text)) for text in as_list(value))
    return tuple(
        Source(about, read_text(text)) for about, texts in value.items() for text in as_list(texts)
    )


def read_mapping(value: object) -> Any:
    """A mapping of any keys.

    :raises PhraseError: for anything else.
    """
    if not isinstance(value, dict):
        raise PhraseError(f"{shown(value)} is not a mapping: expected 'KEY: VALUE'")
    return value


def later(name: str, *allowed: object) -> Read:
    """A reader of a key that this version does not play yet, unless it says what is so anyway."""

    def read(value: object) -> None:
        if value not in allowed:
            raise not_yet(name)

    return read


class Scripts(Spoken):
    """Steps by source of deals; a bare list is our own."""

    def read_either(self, value: object, inner: Callable[[object], Form]) -> Any:
        """The scripts, by source."""
        if value is None:
            return None
        return inner({"own": value} if isinstance(value, list) else read_mapping(value)).result()


KIND = Spoken(_kind, {"enum": list(KINDS)})
DEAL = Spoken(_deal, "deal")
FACE_DOWN = Spoken(_face_down, "face down")
AVAILABILITY = Spoken(parse_available, {"enum": list(AVAILABLE)})
LIMIT = Spoken(_limit, "limit")
NAME = Spoken(_name, "name")
GROUPS = Several(Spoken(_from, "name"))
MODULES = Several(Spoken(_module, "name"))
SOURCES = Spoken(_sources, "sources")
STARTERS = Spoken(parse_starters, "starters")
TAKES = Spoken(_takes, {"const": "cards"})
WORRY = Spoken(_worry_back, {"enum": [*WORRY_BACK, True, False]})
LOCK = word(LOCKS, "an answer for 'until base'")
REDEALS = Spoken(parse_redeals, "redeals")
MAPPING = Spoken(read_mapping, "mapping")
HOLDS = word(("card", "sequence"), "what a cell holds")
