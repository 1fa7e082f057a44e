"""Every value that a field of the rules can take has words, and words of its own."""

from __future__ import annotations

import dataclasses
import inspect
import types
import typing
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Literal

import pytest
import words_games as games

from patience.language import rules as r
from patience.language.words import foundations, piles, rules_text, sequences, terms


def _group(name: str) -> Callable[[r.Rules, Any], r.Rules]:
    return lambda rules, new: replace(
        rules, groups=tuple(new if g.name == name else g for g in rules.groups)
    )


def _in_group(name: str, field: str, wrap: bool = False) -> Callable[[r.Rules, Any], r.Rules]:
    return lambda rules, new: games.changed(rules, name, **{field: (new,) if wrap else new})


def _in_stock(field: str) -> Callable[[r.Rules, Any], r.Rules]:
    def put(rules: r.Rules, new: Any) -> r.Rules:
        assert rules.stock is not None
        return replace(rules, stock=replace(rules.stock, **{field: new}))

    return put


def _in_rules(field: str, wrap: bool = False) -> Callable[[r.Rules, Any], r.Rules]:
    return lambda rules, new: replace(rules, **{field: (new,) if wrap else new})


def _step(rules: r.Rules, step: r.Step) -> r.Rules:
    return replace(rules, scripts=(("own", (r.Step("deal", 12, "reserve"), step)),))


PLACES: dict[str, tuple[Any, Callable[[r.Rules, Any], r.Rules]]] = {
    "packing": (games.TURNING, _in_group("tableau", "pack", wrap=True)),
    "building": (games.SUIT_UP, _in_group("foundations", "pack", wrap=True)),
    "unit": (r.Unit("sequence"), _in_group("tableau", "move")),
    "refill": (r.Link("reserve"), _in_group("tableau", "refill", wrap=True)),
    "space": (r.Space((r.Link("any"),)), _in_group("tableau", "space")),
    "chosen": (r.Base("chosen", (0,), "reserve"), _in_group("foundations", "base")),
    "fixed": (r.Base("fixed", (0,)), _in_group("foundations", "base")),
    "when": (r.Condition("after redeal", 1), _in_stock("when")),
    "open": (r.Condition("after redeal", 1), _in_group("cells", "open")),
    "only": (r.CardFilter((0,), (0,)), _in_group("tableau", "only")),
    "tableau": (replace(games.rich().group("tableau"), deal=(4,) * 4), _group("tableau")),
    "reserve": (games.rich().group("reserve"), _group("reserve")),
    "foundations": (
        replace(games.rich().group("foundations"), base=r.Base()),
        _group("foundations"),
    ),
    "cells": (games.rich().group("cells"), _group("cells")),
    "waste": (games.rich().group("waste"), _group("waste")),
    "turn": (r.Turn((1,), "waste"), _in_stock("turn")),
    "turn to some": (r.Turn((1,), "tableau", True, (0, 1)), _in_stock("turn")),
    "stock": (r.Stock(36, r.Turn((1,), "waste")), _in_rules("stock")),
    "step to some": (r.Step("deal", 2, "tableau", piles=(0, 1)), _step),
    "step to all": (r.Step("deal", 8, "tableau"), _step),
    "step of choosing": (r.Step("choose", 0, "reserve"), _step),
    "goal": (r.Goal("empty", "reserve"), _in_rules("goal")),
    "deck": (r.Deck(), _in_rules("deck")),
    "source": (r.Source("tableau.move", "a book"), _in_rules("sources", wrap=True)),
    "option": (
        r.Option("free", (("tableau.space", "any"),), ("a book",)),
        _in_rules("options", wrap=True),
    ),
    "game": (games.rich(), lambda rules, new: new),
}

IDENTITY = {("Rules", "id"), ("Rules", "hash"), ("Group", "label"), ("Group", "name")}
"""Names, which say nothing of the rules."""

BY_KIND = {("Group", "kind")}
"""Tested by the tables of words below: a group of another kind is another group altogether."""

SAMPLES: dict[tuple[str, str], list[Any]] = {
    ("Sequence", "step"): [1, 2, 3, 4, 5],
    ("Sequence", "relation"): [None],
    ("Unit", "suits"): [None],
    ("Link", "source"): ["reserve", "waste", "any", "stock", "unturned stock"],
    ("Space", "links"): [(), (r.Link("any"),), (r.Link("reserve"), r.Link("waste"))],
    ("Space", "ranks"): [None, (12,), (0, 12)],
    ("Base", "ranks"): [(0,), (1,)],
    ("Base", "group"): ["reserve", "tableau"],
    ("Condition", "number"): [1, 2],
    ("CardFilter", "ranks"): [None, (0,), (3, 5)],
    ("CardFilter", "suits"): [None, (0,), (1, 2)],
    ("Group", "piles"): [4, 1],
    ("Group", "deal"): [],
    ("Group", "face_down"): [],
    ("Group", "pack"): [],
    ("Group", "move"): [],
    ("Group", "space"): [],
    ("Group", "refill"): [(), (r.Link("waste"),), (r.Link("stock"),)],
    ("Group", "limit"): [None, 2, 3],
    ("Group", "sources"): [None, (), ("waste",)],
    ("Group", "only"): [r.CardFilter(), r.CardFilter((12,))],
    ("Group", "open"): [r.Condition(), r.Condition("waste empty")],
    ("Group", "base"): [],
    ("Group", "starters"): [],
    ("Group", "complete"): [],
    ("Turn", "counts"): [(1,), (3,), (3, 2, 1)],
    ("Turn", "group"): [],
    ("Turn", "piles"): [],
    ("Stock", "cards"): [36, 1, 20],
    ("Stock", "turn"): [None, r.Turn((1,), "waste")],
    ("Stock", "when"): [r.Condition(), r.Condition("waste empty")],
    ("Stock", "redeals"): [0, 1, 2, None],
    ("Step", "count"): [],
    ("Step", "group"): [],
    ("Step", "piles"): [],
    ("Goal", "group"): [],
    ("Deck", "packs"): [1, 2],
    ("Deck", "suits"): [(0, 1, 2, 3), (2, 3)],
    ("Deck", "ranks"): [tuple(range(13)), tuple(range(5)), (0, 4, 12)],
    ("Source", "about"): ["tableau.move", "tableau.space", "history", ""],
    ("Source", "text"): ["a book", "another"],
    ("Option", "name"): ["free", "easy"],
    ("Option", "changes"): [(), (("tableau.space", "any"),)],
    ("Option", "sources"): [(), ("a book",), ("a book", "a site")],
    ("Rules", "title"): ["Duchess", "Countess"],
    ("Rules", "deck"): [],
    ("Rules", "groups"): [],
    ("Rules", "stock"): [],
    ("Rules", "scripts"): [],
    ("Rules", "goal"): [],
    ("Rules", "uses"): [(), ("doublets",)],
    ("Rules", "also"): [(), ("Countess",)],
    ("Rules", "family"): ["", "fan"],
    ("Rules", "notes"): [(), ("An old game.",)],
    ("Rules", "sources"): [],
    ("Rules", "options"): [],
    ("Rules", "chosen"): [(), ("free",)],
}
"""Values for the fields whose type does not list them; an empty list where the field's own
dataclass, or another place, is what is varied."""


def _literals(annotation: Any) -> list[Any]:
    """The values that an annotation lists, also inside a union; both of a bool."""
    if annotation is bool:
        return [False, True]
    origin = typing.get_origin(annotation)
    if origin is Literal:
        return list(typing.get_args(annotation))
    if origin in (typing.Union, types.UnionType):
        return [value for part in typing.get_args(annotation) for value in _literals(part)]
    return []


def _dataclasses() -> list[type]:
    found = [c for _, c in inspect.getmembers(r, inspect.isclass) if dataclasses.is_dataclass(c)]
    return [c for c in found if c.__module__ == r.__name__]


def test_every_dataclass_of_the_rules_is_varied_here() -> None:
    assert {type(sample) for sample, _ in PLACES.values()} == set(_dataclasses())


def test_every_field_lists_its_values_or_is_sampled_here() -> None:
    for cls in _dataclasses():
        hints = typing.get_type_hints(cls)
        for field in dataclasses.fields(cls):
            at = (cls.__name__, field.name)
            assert _literals(hints[field.name]) or at in SAMPLES or at in IDENTITY, at


# Fields that have nothing to say in a place: its kind does not use them, or another one rules.
UNUSED: dict[str, set[str]] = {
    "tableau": {"holds", "starters", "worry_back"},
    "reserve": {"holds", "starters", "worry_back", "sources"},
    "foundations": {"face_down", "available", "holds", "refill"},
    "cells": {"face_down", "available", "starters", "worry_back"},
    "waste": {"face_down", "holds", "starters", "worry_back", "sources", "piles"},
    "chosen": {"ranks"},
    "fixed": {"group", "kind"},
    "turn to some": {"each"},
    "step to some": {"each"},
    "step to all": {"each"},
    "step of choosing": {"each", "pile_by_pile", "right_to_left", "empty", "last"},
}


def _cases() -> list[Any]:
    cases = []
    for place, (sample, put) in PLACES.items():
        cls = type(sample)
        hints = typing.get_type_hints(cls)
        for field in dataclasses.fields(cls):
            values = _literals(hints[field.name])
            values += SAMPLES.get((cls.__name__, field.name), [])
            unused = field.name in UNUSED.get(place, ())
            if len(values) > 1 and (cls.__name__, field.name) not in BY_KIND and not unused:
                name = f"{place}: {cls.__name__}.{field.name}"
                cases.append(pytest.param(sample, put, field.name, values, id=name))
    return cases


@pytest.mark.parametrize(("sample", "put", "field", "values"), _cases())
def test_every_value_has_words_of_its_own(
    sample: Any, put: Callable[[r.Rules, Any], r.Rules], field: str, values: list[Any]
) -> None:
    texts: dict[str, Any] = {}
    for value in values:
        more = {"relation": "doublets"} if value == "relation" else {}
        if field == "kind" and isinstance(sample, r.Base) and value == "list":
            more = {"ranks": (0, 1, 2, 3)}
        text = rules_text(put(games.rich(), replace(sample, **{field: value}, **more)))
        assert text not in texts, f"{value!r} reads like {texts[text]!r}"
        texts[text] = value


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        (sequences.DIRECTIONS, r.Direction),
        (sequences.RANK_RULES, r.Direction),
        (sequences.SUITS, r.Suits),
        (piles.NARROWER, r.Suits),
        (sequences.CORNERS, r.Corner),
        (sequences.UNITS, r.UnitMode),
        (terms.NOUNS, r.Kind),
        (terms.AVAILABLE, r.Availability),
        (piles.AVAILABILITY, r.Availability),
        (piles.CONDITIONS, r.ConditionKind),
        (piles.FEEDS, r.Kind),
        (foundations.BASES, r.BaseKind),
        (foundations.LOCKS, r.Lock),
        (foundations.WORRY_BACK, r.WorryBack),
    ],
)
def test_the_tables_of_words_have_exactly_the_values(words: dict[str, Any], kind: Any) -> None:
    assert set(words) == set(typing.get_args(kind))
