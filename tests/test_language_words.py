"""The rules in words: every value has its words, the words say what the table does."""

from __future__ import annotations

import dataclasses
import inspect
import re
import types
import typing
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any, Literal

import pytest
import words_games as games

from patience.cards import make_card
from patience.engine import compile as compiler
from patience.engine.masks import Pack, follow_table
from patience.language import rules as r
from patience.language.words import (
    corner_words,
    describe_group,
    differences,
    facts,
    foundations,
    piles,
    rules_text,
    sequence_words,
    sequences,
    terms,
)
from patience.language.words.foundations import build_order

# ------------------------------------------------------------------ every value has words


def rich() -> r.Rules:
    """A game in which every field of the rules has something to say."""
    duchess = games.duchess()
    cells = games.group("cells", "C", 2, 0, kind="cells", open=r.Condition("stock empty"))
    return replace(
        duchess,
        groups=(*duchess.groups, cells),
        scripts=(("own", (r.Step("deal", 12, "reserve"), r.Step("deal", 4, "tableau"))),),
    )


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


SUIT_UP = r.Sequence("up", suits="in suit", corner="turns")
PLACES: dict[str, tuple[Any, Callable[[r.Rules, Any], r.Rules]]] = {
    "packing": (games.TURNING, _in_group("tableau", "pack", wrap=True)),
    "building": (SUIT_UP, _in_group("foundations", "pack", wrap=True)),
    "unit": (r.Unit("sequence"), _in_group("tableau", "move")),
    "refill": (r.Link("reserve"), _in_group("tableau", "refill", wrap=True)),
    "space": (r.Space((r.Link("any"),)), _in_group("tableau", "space")),
    "chosen": (r.Base("chosen", (0,), "reserve"), _in_group("foundations", "base")),
    "fixed": (r.Base("fixed", (0,)), _in_group("foundations", "base")),
    "when": (r.Condition("after redeal", 1), _in_stock("when")),
    "open": (r.Condition("after redeal", 1), _in_group("cells", "open")),
    "only": (r.CardFilter((0,), (0,)), _in_group("tableau", "only")),
    "tableau": (replace(rich().group("tableau"), deal=(4,) * 4), _group("tableau")),
    "reserve": (rich().group("reserve"), _group("reserve")),
    "foundations": (replace(rich().group("foundations"), base=r.Base()), _group("foundations")),
    "cells": (rich().group("cells"), _group("cells")),
    "waste": (rich().group("waste"), _group("waste")),
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
    "game": (rich(), lambda rules, new: new),
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
        text = rules_text(put(rich(), replace(sample, **{field: value}, **more)))
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


# ------------------------------------------------------------------ the words are true


def test_the_words_feed_piles_as_the_engine_does() -> None:
    engine = {kind.name: {source.name for source in t} for kind, t in compiler.TAKES.items()}
    ours = {
        compiler.KINDS[kind].name: {compiler.KINDS[source].name for source in t}
        for kind, t in piles.FEEDS.items()
    }
    assert ours == engine


DECKS = [r.Deck(), r.Deck(ranks=tuple(range(5))), r.Deck(ranks=(0, 1, 4, 7, 12))]


@pytest.mark.parametrize("deck", DECKS, ids=["full", "A-5", "gaps"])
@pytest.mark.parametrize("suits", typing.get_args(r.Suits))
@pytest.mark.parametrize("direction", ["up", "down", "up or down", "same rank"])
def test_the_example_is_allowed_by_the_table(
    direction: r.Direction, suits: r.Suits, deck: r.Deck
) -> None:
    seq = r.Sequence(direction, suits=suits)
    words = sequences.example(seq, deck)
    named = re.findall(r"Ace|10|[2-9]|Jack|Queen|King", words)
    ranks = [terms.RANK_NAMES.index(name) for name in named]
    *above, under = ranks
    table = follow_table((seq,), 1, Pack(deck), {})[0]
    for rank in above:
        lower = {
            "in suit": make_card(under, 2),
            "in alternate colours": make_card(under, 3),
            "in colour": make_card(under, 1),
        }.get(suits, make_card(under, 0))
        assert table[lower] >> make_card(rank, 2) & 1, words


@pytest.mark.parametrize("corner", typing.get_args(r.Corner))
@pytest.mark.parametrize("step", [1, 2, 3, "pile number"])
@pytest.mark.parametrize("direction", ["up", "down"])
def test_the_order_of_a_foundation_is_the_tables(
    direction: r.Direction, step: Any, corner: r.Corner
) -> None:
    deck = DECKS[0]
    seq = r.Sequence(direction, step, "in suit", corner)
    for pile in (1, 2, 4):
        table = follow_table((seq,), pile, Pack(deck), {})
        for base in (0, 3):
            order = build_order(base, seq, pile, deck, 13)
            row = table[base + 1 if corner == "turns as far as the base" else 0]
            for lower, upper in pairwise(order):
                assert row[make_card(lower, 2)] == 1 << make_card(upper, 2)
            if len(order) < 13:
                assert not row[make_card(order[-1], 2)]


def test_a_small_pack_turns_its_corner_at_its_own_top() -> None:
    assert corner_words(games.TURNING, range(5)) == "a 5 may be put on an Ace"
    assert corner_words(SUIT_UP, range(13)) == "an Ace may be put on a King"
    small = replace(games.duchess(), deck=r.Deck(ranks=tuple(range(5))))
    assert "Turning the corner means that a 5 may be put on an Ace." in one_line(rules_text(small))


def test_sequences_in_few_words() -> None:
    assert sequence_words(games.TURNING) == "down in alternate colours, turning the corner"
    assert sequence_words(r.Sequence("up", "pile number")) == (
        "up by the number of the pile regardless of suit"
    )
    assert sequence_words(replace(SUIT_UP, step=2, corner="turns as far as the base")) == (
        "up by twos in suit, turning the corner as far as the base"
    )
    assert sequence_words(games.TURNING, range(13), explain=True).endswith(
        "(a King may be put on an Ace)"
    )
    assert describe_group(games.duchess().group("tableau")) == (
        "tableau: four piles, packed down in alternate colours, turning the corner"
    )


# ------------------------------------------------------------------ the text as a whole


def one_line(text: str) -> str:
    """The text without its line breaks."""
    return " ".join(text.split())


def test_chains_say_what_comes_when() -> None:
    text = one_line(rules_text(games.duchess()))
    assert (
        "may be filled only with the top card of any reserve fan, until the reserve is empty. Once"
        " the reserve is empty, only with the top card of the waste. Once the reserve and the waste"
        " are empty, only with the next card of the stock, unseen. You need not fill it at once."
    ) in text


def test_one_redeal_is_said_as_going_through_the_stock_twice() -> None:
    text = one_line(rules_text(games.duchess()))
    assert "This may be done once, so the stock is gone through twice." in text


def test_automatic_fills_and_spaces_by_hand_are_kept_apart() -> None:
    canfield = games.changed(
        games.duchess(), "tableau", refill=(r.Link("reserve"),), space=r.Space((r.Link("any"),))
    )
    text = one_line(rules_text(games.changed(canfield, "reserve", piles=1, deal=(13,))))
    assert "is filled at once with the top card of the reserve, until the reserve is empty" in text
    assert "This happens by itself: it is no choice of yours." in text
    assert "Once the reserve is empty, a space may be filled by hand with any available" in text


def test_each_word_is_explained_once_where_it_is_first_used() -> None:
    text = one_line(rules_text(games.duchess()))
    for word, meaning in terms.TERMS.items():
        assert text.lower().count(meaning.lower()) <= 1, word
        if word in ("foundations", "tableau", "reserve", "waste", "base", "space", "redeal"):
            assert meaning in text
            assert text.index(meaning) < text.index(word, 200) + 40


def test_sources_stand_beside_what_they_are_about() -> None:
    rules = replace(
        games.duchess(),
        sources=(
            r.Source("tableau.move", "Book one moves columns"),
            r.Source("opening choice", "Book two chooses first."),
            r.Source("", "A general work"),
        ),
    )
    text = one_line(rules_text(rules))
    assert "card that it is put on. [Sources: Book one moves columns.]" in text
    assert "Sources ------- Opening choice: Book two chooses first. A general work." in text


def test_options_are_told_in_the_words_of_the_rules() -> None:
    base = games.duchess()
    option = r.Option("whole columns", (("tableau.move", "whole pile"),), ("PySolFC", "AisleRiot"))
    base = replace(base, options=(option,))
    variant = games.changed(base, "tableau", move=r.Unit("whole pile"))
    text = one_line(rules_text(base, {"whole columns": variant}))
    assert "“whole columns” Only a whole column may be moved to another, as one piece" in text
    assert "[Sources: PySolFC; AisleRiot.]" in text
    assert "Tableau, move: whole pile." in one_line(rules_text(base))


def test_differences_are_told_topic_by_topic() -> None:
    base = games.duchess()
    assert differences(base, base) == []
    other = replace(base, stock=replace(base.stock, redeals=0))  # type: ignore[type-var]
    rows = differences(base, other)
    assert [row[0] for row in rows] == ["stock: redeals"]
    assert rows[0][2] == "There is no redeal: the stock is gone through once."
    topics = [row[0] for row in differences(base, games.klondike())]
    assert "tableau: packing" in topics and "reserve: dealt" in topics


@pytest.mark.parametrize("make", [games.duchess, games.klondike, games.pocketed, rich])
def test_the_text_reads_cleanly(make: Callable[[], r.Rules]) -> None:
    check_prose(rules_text(make()))


def check_prose(text: str) -> None:
    """What any text must keep to: width, doubled words, stops, plurals, brackets."""
    assert all(len(line) <= 78 for line in text.splitlines())
    assert text.endswith("\n") and not text.endswith("\n\n") and "\n\n\n" not in text
    flat = one_line(re.sub(r"\n(=+|-+)\n", ". ", text))
    assert not re.search(r"\b(\w+) \1\b", flat), re.search(r"\b(\w+) \1\b", flat)
    assert not re.search(r"\bone (cards|columns|packs|foundations|cells|redeals)\b", flat)
    assert not re.search(
        r"\b(two|three|four|\d\d) (card|column|pack|foundation|cell|redeal)\b", flat
    )
    assert not re.search(r"\ba (A|8|[aeio][a-z])|\ban [2-79JQKb-df-gj-np-tv-z]", flat)
    assert not re.search(r"[ ,;:][.,;:]|\.\.|\( | \)|\{|\}|None|True|False", flat)
    assert flat.count("(") == flat.count(")") and flat.count("[") == flat.count("]")


def test_facts_carry_their_keys() -> None:
    keys = {key for fact in facts(games.duchess()) for key in fact.keys}
    assert {"tableau.move", "tableau.space", "stock.redeals", "foundations.worry back"} <= keys
