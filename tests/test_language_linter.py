"""The linter: each remark where it belongs, and none where it does not."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import games as shipped
import pytest
import words_games as made

from patience.engine.table import Alike
from patience.language import lint_notes, linter
from patience.language import rules as r
from patience.language.linter import Remark, lint, lint_child, lint_options
from patience.language.merge import option_slug

DUCHESS, KLONDIKE, POCKETED = made.duchess(), made.klondike(), made.pocketed()
ANY = r.Space((r.Link("any"),))


class Case(NamedTuple):
    """A check, the key and a piece of the text of its remark; rules with it and without."""

    check: str
    key: str
    says: str
    bad: r.Rules
    good: r.Rules


def tableau(rules: r.Rules = DUCHESS, **changes: object) -> r.Rules:
    """The rules with the tableau changed."""
    return made.changed(rules, "tableau", **changes)


def stock(rules: r.Rules, **changes: object) -> r.Rules:
    """The rules with the stock changed."""
    assert rules.stock is not None
    return replace(rules, stock=replace(rules.stock, **changes))  # type: ignore[arg-type]


def with_group(rules: r.Rules, group: r.Group) -> r.Rules:
    """The rules with one more group."""
    return replace(rules, groups=(*rules.groups, group))


CELLS = made.group("cells", "C", 2, 0)
EMPTY_ROW = made.group("row", "X", 3, 0, kind="tableau", pack=(made.ALTERNATE,))
SIDE = made.group("side", "X", 2, 3, kind="reserve")
ONLY_WASTE = made.changed(DUCHESS, "foundations", sources=("waste",), base=r.Base())
BURIED = tableau(KLONDIKE, space=r.Space())
OPEN = replace(
    KLONDIKE,
    groups=tuple(g for g in KLONDIKE.groups if g.kind in ("foundations", "tableau")),
    stock=None,
)
RELATED = replace(DUCHESS, uses=("doublets",))

WARNINGS = [
    Case(
        "_unreachable", "row", "no card ever comes here",
        with_group(DUCHESS, EMPTY_ROW), with_group(DUCHESS, replace(EMPTY_ROW, space=ANY)),
    ),
    Case(
        "_unreachable", "cells", "no card ever comes here",
        with_group(DUCHESS, replace(CELLS, sources=())), with_group(DUCHESS, CELLS),
    ),
    Case(
        "_dead_end", "reserve", "none can ever leave",
        tableau(ONLY_WASTE, sources=("waste", "tableau")),
        ONLY_WASTE,
    ),
    Case(
        "_dead_end", "tableau", "none can ever leave",
        ONLY_WASTE, made.changed(ONLY_WASTE, "foundations", sources=("waste", "tableau")),
    ),
    Case(
        "_dead_end", "side", "none can ever leave",
        with_group(tableau(ONLY_WASTE, sources=("waste",)), SIDE),
        with_group(tableau(ONLY_WASTE, refill=(r.Link("side"),)), SIDE),
    ),
    Case(
        "_idle_space", "tableau.space", "never matters",
        tableau(refill=(r.Link("reserve"),), space=r.Space((r.Link("reserve"),))),
        tableau(refill=(r.Link("reserve"),), space=r.Space((r.Link("waste"),))),
    ),
    Case(
        "_idle_space", "tableau.space", "never reached",
        tableau(space=r.Space((r.Link("any"), r.Link("waste")))),
        tableau(space=r.Space((r.Link("waste"), r.Link("any")))),
    ),
    Case(
        "_idle_space", "tableau.refill", "names a source twice",
        tableau(refill=(r.Link("reserve"), r.Link("reserve"))),
        tableau(refill=(r.Link("reserve"), r.Link("waste"))),
    ),
    Case(
        "_loose_pile", "tableau.move", "whole sequence",
        tableau(KLONDIKE, move=r.Unit("whole pile")), tableau(DUCHESS, move=r.Unit("whole pile")),
    ),
    Case(
        "_loose_pile", "tableau.move", "whole sequence",
        tableau(POCKETED, move=r.Unit("whole pile")),
        tableau(POCKETED, move=r.Unit("whole sequence")),
    ),
    Case(
        "_full_waste", "waste.limit", "when: waste empty",
        made.changed(DUCHESS, "waste", limit=1),
        stock(made.changed(DUCHESS, "waste", limit=1), when=r.Condition("waste empty")),
    ),
    Case("_buried", "tableau.space", "King", BURIED, KLONDIKE),
    Case("_buried", "tableau.space", "King", BURIED, with_group(BURIED, CELLS)),
    Case("_buried", "tableau.space", "King", BURIED, tableau(BURIED, pack=(made.TURNING,))),
    Case("_buried", "tableau.space", "King", BURIED, tableau(BURIED, deal=(1,) * 7)),
    Case(
        "_useless_words", "tableau.limit", "makes 'pack' useless",
        tableau(limit=1), tableau(limit=2),
    ),
    Case(
        "_useless_words", "tableau.move", "never moves more than one card",
        tableau(pack=(), space=ANY), tableau(pack=(), move=r.Unit("top card"), space=ANY),
    ),
    Case(
        "_useless_words", "cells.open", "never comes true",
        with_group(DUCHESS, replace(CELLS, open=r.Condition("after redeal", 2))),
        with_group(DUCHESS, replace(CELLS, open=r.Condition("after redeal", 1))),
    ),
    Case(
        "_idle_stock", "stock.turn", "never come into play",
        stock(KLONDIKE, turn=None), stock(tableau(KLONDIKE, refill=(r.Link("stock"),)), turn=None),
    ),
    Case(
        "_idle_stock", "stock.when", "never comes true",
        stock(DUCHESS, when=r.Condition("after redeal", 2)),
        stock(DUCHESS, when=r.Condition("after redeal", 1)),
    ),
]  # fmt: skip

NOTES = [
    Case("_plugins", "uses", "needs plugin for doublets", RELATED, DUCHESS),
    Case("_loops", "stock.redeals", "unlimited redeals", KLONDIKE, DUCHESS),
    Case(
        "_loops", "foundations.worry back", "back and forth between the foundations and the",
        KLONDIKE, DUCHESS,
    ),
    Case(
        "_short_row", "stock.turn", "four cards for eight piles",
        stock(POCKETED, cards=92), POCKETED,
    ),
    Case(
        "_short_row", "stock.when", "let through",
        stock(POCKETED, when=r.Condition("no spaces")), POCKETED,
    ),
    Case(
        "_sizes", "foundations.complete", "ten cards",
        made.changed(DUCHESS, "foundations", complete=10), DUCHESS,
    ),
    Case("_information", "deal", "hidden information: cards of the tableau", OPEN, DUCHESS),
    Case(
        "_information", "deal", "open information", tableau(OPEN, face_down=(0,)), OPEN,
    ),
    Case("_chance", "deal", "deterministic", DUCHESS, RELATED),
    Case("_chance", "uses", "depends on chance", RELATED, DUCHESS),
    Case(
        "_symmetry", "reserve", "interchangeable piles: reserve",
        DUCHESS, tableau(refill=(r.Link("reserve"),)),
    ),
    Case("_symmetry", "tableau", "a turn deals to them in order", POCKETED, KLONDIKE),
    Case(
        "_symmetry", "foundations", "its own base",
        made.changed(DUCHESS, "foundations", base=r.Base("list", (0, 1, 2, 3))), DUCHESS,
    ),
    Case(
        "_state_size", "deck", "104 cards in 18 piles",
        POCKETED, KLONDIKE,
    ),
]  # fmt: skip


def found(rules: r.Rules, case: Case, level: str) -> bool:
    """Is the case's remark among those on the rules?"""
    return any(
        remark.level == level and remark.key == case.key and case.says in remark.message
        for remark in lint(rules)
    )


@pytest.mark.parametrize("case", WARNINGS, ids=lambda case: f"{case.check} {case.key}")
def test_a_warning_comes_where_it_belongs_and_only_there(case: Case) -> None:
    assert found(case.bad, case, "warning")
    assert not found(case.good, case, "warning")


@pytest.mark.parametrize("case", NOTES, ids=lambda case: f"{case.check} {case.key}")
def test_a_note_comes_where_it_belongs_and_only_there(case: Case) -> None:
    assert found(case.bad, case, "note")
    assert not found(case.good, case, "note")


def test_every_check_is_tried_here() -> None:
    checks = {check.__name__ for check in (*linter._GROUP_CHECKS, *linter._GAME_CHECKS)}
    assert checks == {case.check for case in WARNINGS}
    assert {note.__name__ for note in lint_notes.NOTES} == {case.check for case in NOTES}


@pytest.mark.parametrize("case", WARNINGS + NOTES, ids=lambda case: case.check)
def test_a_remark_names_its_key_and_says_it_in_a_sentence(case: Case) -> None:
    names = {g.name for g in case.bad.groups} | {"deck", "deal", "uses"}
    for remark in lint(case.bad):
        assert remark.key.split(".")[0] in names
        assert remark.message[0].islower() or remark.message[0] == "'"
        assert "  " not in remark.message and not remark.message.endswith(".")
        assert str(remark) == f"{remark.level}: {remark.key}: {remark.message}"


def test_warnings_come_before_notes() -> None:
    levels = [remark.level for remark in lint(BURIED)]
    assert levels == sorted(levels, reverse=True) and set(levels) == {"warning", "note"}


# ------------------------------------------------------------------ options and children


def options(**variants: r.Rules) -> list[Remark]:
    """The remarks on Duchess with these options, each said to change one key."""
    said = tuple(r.Option(name, (("tableau.move", name),)) for name in variants)
    return lint_options(replace(DUCHESS, options=said), variants)


def test_an_option_that_changes_nothing_is_warned_of() -> None:
    assert options(same=DUCHESS) == [
        Remark(
            "warning", "options.same",
            "the option changes nothing that affects play; take it out, or say what it changes",
        )
    ]  # fmt: skip
    assert options(whole=tableau(move=r.Unit("whole pile"))) == []


def test_two_options_that_play_alike_are_warned_of() -> None:
    whole, top = tableau(move=r.Unit("whole pile")), tableau(move=r.Unit("top card"))
    assert [m.key for m in options(one=whole, two=whole) if m.level == "warning"] == ["options.two"]
    assert [m for m in options(one=whole, two=top) if m.level == "warning"] == []


def test_options_that_clash_are_noted() -> None:
    whole, top = tableau(move=r.Unit("whole pile")), tableau(move=r.Unit("top card"))
    clash = [m for m in options(one=whole, two=top) if m.level == "note"]
    assert clash == [
        Remark(
            "note", "options",
            "those that set the same key cannot be combined: tableau.move ('one', 'two')",
        )
    ]  # fmt: skip
    far = tuple(r.Option(n, ((k, "x"),)) for n, k in (("one", "tableau.move"), ("two", "win")))
    assert lint_options(replace(DUCHESS, options=far), {"one": whole, "two": top}) == []


def test_all_clashes_of_a_file_make_one_note() -> None:
    changes = {"a": ("win", "deck.packs"), "b": ("win", "deck.packs"), "c": ("win", "stock.turn")}
    said = tuple(r.Option(name, tuple((k, name) for k in keys)) for name, keys in changes.items())
    variants = {name: DUCHESS for name in changes}
    notes = [m for m in lint_options(replace(DUCHESS, options=said), variants) if m.level == "note"]
    assert [note.message.partition(": ")[2] for note in notes] == [
        "deck.packs ('a', 'b'); win ('a', 'b', 'c')"
    ]


def test_a_child_that_deals_in_another_order_is_warned_of() -> None:
    ((_, script),) = DUCHESS.scripts
    turned = replace(DUCHESS, scripts=(("own", script[::-1]),))
    mirrored = (script[0], replace(script[1], right_to_left=True))
    assert [m.key for m in lint_child(turned, DUCHESS)] == ["deals.own"]
    assert [m.key for m in lint_child(replace(DUCHESS, scripts=(("own", mirrored),)), DUCHESS)]
    bigger = (replace(script[0], count=16), script[1])
    assert lint_child(replace(DUCHESS, scripts=(("own", bigger),)), DUCHESS) == []
    assert lint_child(DUCHESS, DUCHESS) == []


# ------------------------------------------------------------------ the shipped games


@pytest.mark.parametrize("name", shipped.with_options())
def test_no_shipped_game_is_warned_of(name: str) -> None:
    assert [m for m in lint(shipped.load(name).rules) if m.level == "warning"] == []


@pytest.mark.parametrize("name", shipped.shipped())
def test_no_shipped_option_is_idle(name: str) -> None:
    rules = shipped.load(name).rules
    variants = {o.name: shipped.load(f"{name}+{option_slug(o.name)}").rules for o in rules.options}
    assert [m for m in lint_options(rules, variants) if m.level == "warning"] == []


@pytest.mark.parametrize("name", shipped.shipped())
def test_the_note_on_interchangeable_piles_agrees_with_the_table(name: str) -> None:
    game = shipped.load(name)
    for group, compiled in zip(game.rules.groups, game.table.groups, strict=False):
        if group.piles > 1:
            alike = not lint_notes._told_apart(group, game.rules)
            assert alike == (compiled.alike == Alike.ALWAYS), group.name
