"""Resolution: defaults, counts, dealing orders, provable mistakes, the hash, the resolved form."""

from __future__ import annotations

import dataclasses
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
import yaml
from resolve_games import GAME, faults, game, with_changes

from patience.errors import PatienceError, RuleError, UnknownGame
from patience.language.deal_orders import follow_order
from patience.language.loading import load_rules, option_names
from patience.language.resolve import arithmetic
from patience.language.resolved import resolved_mapping, resolved_yaml
from patience.language.rules import Base, Condition, Link, Rules, Sequence, Space, Step, Turn, Unit
from patience.language.rules_hash import canonical_json

RULES = files("patience.rules")
SHIPPED = sorted(entry.name for entry in RULES.iterdir() if entry.name.endswith(".yaml"))


def shipped(name: str, *options: str) -> Rules:
    return load_rules(Path(str(RULES.joinpath(name))), options=options)


EVERY = [
    (name, option) for name in SHIPPED for option in (None, *option_names(Path(str(RULES / name))))
]


# ---------------------------------------------------------------------- defaults


def test_defaults_stand_where_nearly_all_games_agree() -> None:
    rules = game(foundations={"base": None, "build": None}, reserve={"deal": 14})
    founding, tableau = rules.group("foundations"), rules.group("tableau")
    assert (founding.piles, founding.complete, founding.base) == (4, 13, Base("fixed", (0,)))
    assert founding.pack == (Sequence("up", suits="in suit"),)
    assert (founding.worry_back, founding.starters) == ("no", "none")
    assert (tableau.move, tableau.refill, tableau.limit) == (Unit("top card"), (), None)
    assert rules.group("reserve").space == Space()
    assert rules.until_base == "nothing else"


def test_a_waste_is_made_after_the_stock_where_a_turn_goes_to_it() -> None:
    assert [group.label for group in game().groups] == ["R", "F", "T", "S", "W"]
    no_turn = game(stock={"turn": None, "redeals": None})
    assert [group.label for group in no_turn.groups] == ["R", "F", "T", "S"]
    written = game(waste={"limit": 3})
    assert [group.name for group in written.groups][-1] == "waste"


def test_labels_are_the_letters_of_kinds_and_then_of_names() -> None:
    pocket = {"kind": "cells", "holds": "sequence", "open": "stock empty"}
    extra = {
        "kind": "tableau",
        "piles": 2,
        "pack": "nothing",
        "space": "any",
    }
    rules = game(pocket=pocket, towers=extra, rows=extra, rooms=extra)
    labels = {group.name: group.label for group in rules.groups}
    assert labels["pocket"] == "C"  # the first of its kind
    assert labels["tableau"] == "T"
    assert (labels["towers"], labels["rows"], labels["rooms"]) == ("TO", "RO", "ROO")
    assert rules.group("pocket").move == Unit("whole pile")


def test_small_packs_are_first_class() -> None:
    rules = game(
        deck={"packs": 1, "ranks": "A-5", "suits": ["spades", "hearts"]},
        reserve={"deal": 2},
        stock={"cards": 3},
    )
    founding = rules.group("foundations")
    assert (rules.deck.size, founding.piles, founding.complete) == (10, 2, 5)
    assert (
        rules.deck
        == game(
            deck={"ranks": "A-7", "without": [6, 7], "suits": ["hearts", "spades"]},
            reserve={"deal": 2},
            stock={"cards": 3},
        ).deck
    )


def test_the_rest_is_dealt_round_by_round() -> None:
    open_game = {"stock": None, "foundations": {"base": None, "build": None}}
    rules = game(**open_game, tableau={"piles": 8, "deal": "rest"}, reserve={"deal": 2})
    assert rules.group("tableau").deal == (7, 7, 6, 6, 6, 6, 6, 6)
    rules = game(tableau={"deal": "rest"})
    assert rules.group("tableau").deal == (1, 1, 1, 1)  # as the stock's checksum leaves four


def test_a_turn_to_every_pile_has_one_form() -> None:
    stock = {"turn": "1 to tableau piles 1-4", "redeals": None}
    assert game(stock=stock).stock == game(stock={**stock, "turn": "1 to each tableau pile"}).stock
    turn = game(stock={"turn": "3 then 1 then 1 to waste"}).stock
    assert turn is not None and turn.turn == Turn((3, 1), "waste")


def test_the_lock_says_nothing_where_no_base_is_chosen() -> None:
    assert game(foundations={"until base": "anything"}).hash == game().hash
    chosen = {"base": "chosen from reserve"}
    chosen_game = {"foundations": chosen, "stock": {"cards": 35}}
    assert game(**chosen_game).until_base == "nothing else"
    loose = {**chosen_game, "foundations": {**chosen, "until base": "anything"}}
    assert game(**loose).hash != game(**chosen_game).hash


# ---------------------------------------------------------------------- counts and orders


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"stock": {"cards": 33}}, "52 cards: 13 reserve + 1 foundations + 4×1 tableau + 33 stock"
         " = 51; the stock should have 34"),
        ({"reserve": {"deal": 12}}, "52 cards: 12 reserve + 1 foundations + 4×1 tableau + 34 stock"
         " = 51; the stock should have 35"),
        ({"reserve": {"deal": 60}}, "60 reserve + 1 foundations + 4×1 tableau is more than the 52"
         " cards there are"),
        ({"stock": None}, "13 reserve + 1 foundations + 4×1 tableau: 34 cards of 52 would be left"
         " over, and there is no stock"),
        ({"tableau": {"deal": [1, 1, 1]}},
         "'deal' lists 3 numbers, but 'tableau' has 4 piles"),
        ({"tableau": {"deal": 2, "face down": [1, 1]}, "stock": {"cards": 30}},
         "'face down' lists 2 numbers, but 'tableau' has 4 piles"),
        ({"tableau": {"face down": 2}},
         "2 cards lie face down in pile 1 of 'tableau', but it is dealt 1"),
        ({"reserve": {"limit": 12}}, "'reserve' holds 12 at most, but is dealt 13 cards"),
        ({"cells": {"piles": 2, "deal": [1, 2]}, "stock": {"cards": 31}},
         "pile 2 of 'cells' holds 1 at most, but is dealt 2 cards"),
        ({"deals": ["12 to reserve", "1 to foundations", "4 to tableau"]},
         "this order deals 12 cards to 'reserve', whose 'deal' makes 13"),
        ({"deals": ["13 to reserve", "1 to foundations", "5 to tableau"]},
         "'5 to tableau' is 1 more than 'deal' leaves room for there"),
        ({"deals": ["13 to reserve", "1 to foundations", "1 to tableau piles 1-2"]},
         "this order deals 2 cards to 'tableau', whose 'deal' makes 4"),
        ({"deals": ["13 to reserve", "1 to foundations", "2 to tableau piles 1-2"]},
         "this order deals 2, 2, 0, 0 cards to the piles of 'tableau', whose 'deal' says 1, 1, 1,"),
        ({"deals": ["13 to reserve", "1 to foundations", "1 to tableau piles 1-2",
                    "1 to each empty tableau pile", "30 to stock"]},
         "4 cards are left over beside the 30 for the stock"),
        ({"deals": ["13 to reserve", "1 to foundations", "4 to tableau piles 1-5"]},
         "there is no pile 5 in 'tableau', which has 4"),
        ({"deals": ["13 to reserve", "1 to foundations", "4 to tabelau"]},
         "there is no group 'tabelau'; did you mean 'tableau'?"),
        ({"deals": ["choose base from reserve", "13 to reserve", "1 to foundations",
                    "4 to tableau"]},
         "this order chooses a base, but the foundations' base is not chosen"),
    ],
)  # fmt: skip
def test_wrong_deals(changes: dict[str, Any], message: str) -> None:
    assert message in "\n".join(faults(**changes))


def test_the_default_order_is_that_of_the_file() -> None:
    rules = game()
    assert rules.script("own") == (
        Step("deal", 13, "reserve"),
        Step("deal", 1, "foundations"),
        Step("deal", 4, "tableau"),
    )
    said = game(deals=["13 to reserve", "1 to foundations", "1 to each tableau pile"])
    assert said.hash == rules.hash  # each pile gets the same card
    assert game(deals=["1 to foundations", "13 to reserve", "4 to tableau"]).hash != rules.hash
    back = game(deals=["13 to reserve", "1 to foundations", "4 to tableau right to left"])
    places = follow_order(back.script("own"), back.groups, back.deck).places
    assert places is not None and places[13:] == ["F1", "T4", "T3", "T2", "T1"]


def test_other_programs_orders_stay_outside_the_hash() -> None:
    deals = {"pysol": ["1 to foundations", "13 to reserve", "4 to tableau", "3 to waste"]}
    rules = game(deals=deals)
    assert rules.hash == game().hash
    assert rules.script("ms") == rules.script("pysol") != rules.script("own")
    assert rules.stock is not None and rules.stock.cards == 34  # before the turn


def test_a_choice_at_the_very_end_need_not_be_said() -> None:
    changes = {"foundations": {"base": "chosen from reserve"}, "stock": {"cards": 35}}
    steps = ["13 to reserve", "4 to tableau"]
    assert game(**changes, deals=steps).hash == game(**changes).hash
    said = game(**changes, deals=[*steps, "choose base from reserve"])
    assert said.hash == game(**changes).hash and said.script("own")[-1].verb == "deal"


def test_choices_within_the_deal() -> None:
    offered = {
        "foundations": {"base": "chosen from tableau"},
        "deals": ["13 to reserve", "choose base from 5 dealt, rest to tableau"],
    }
    rules = game(**offered)
    assert "1 chosen as base" in arithmetic(rules.deck, rules.groups, 1)
    assert game(**{**offered, "foundations": {"base": "chosen"}}).hash == rules.hash
    terrace = game(
        reserve={"deal": 11},
        foundations={"base": "chosen from tableau"},
        tableau={"piles": 9},
        stock={"cards": 31},
        deals=["11 to reserve", "4 to tableau", "choose base from tableau",
               "1 to each empty tableau pile"],
    )  # fmt: skip
    assert terrace.stock is not None and terrace.stock.cards == 52 - 11 - 9 - 1
    early = {"deals": ["13 to reserve", "choose base from reserve", "4 to tableau"]}
    assert game(foundations={"base": "chosen from reserve"}, stock={"cards": 35}, **early)


def test_starters_are_out_before_the_deal() -> None:
    rules = shipped("storehouse.yaml")
    assert rules.group("foundations").starters == "all"
    assert rules.stock is not None and rules.stock.cards == 52 - 4 - 13 - 4


# ---------------------------------------------------------------------- hash and resolved form


@pytest.mark.parametrize(
    "changes",
    [
        {"tableau": {"pack": {"direction": "down", "suits": "alternate colours",
                              "corner": "turns"}}},
        {"tableau": {"pack": ["down in alternate colours turning the corner", "nothing"]}},
        {"tableau": {"space": {"from": "any"}}},
        {"tableau": {"move": "top card", "limit": "none", "face down": "none"}},
        {"tableau": {"move": {"unit": "top card"}, "refill": "none", "deal": [1, 1, 1, 1]}},
        {"stock": {"turn": {"cards": 3, "to": "waste"}}},
        {"stock": {"turn": "3 then 3 to waste", "when": "always"}},
        {"stock": {"cards": None}},
        {"waste": {"piles": 1}},
        {"foundations": {"piles": 4, "complete": 13, "worry back": "no"}},
        {"deck": {"packs": 1, "ranks": "A-K"}},
        {"win": "all cards on foundations"},
        {"game": "Another", "also": ["X"], "family": "f", "notes": "n", "sources": "s",
         "layout": {"x": 1}, "options": {"o": {"tableau": {"move": "sequence"}}}},
    ],
)  # fmt: skip
def test_two_spellings_of_one_game_have_one_hash(changes: dict[str, Any]) -> None:
    assert game(**changes).hash == game().hash


@pytest.mark.parametrize(
    "changes",
    [
        {"tableau": {"pack": "down in suit turning the corner"}},
        {"tableau": {"pack": "down in alternate colours"}},
        {"tableau": {"space": "King"}},
        {"tableau": {"move": "sequence"}},
        {"tableau": {"refill": "from reserve"}},
        {"tableau": {"limit": 3}},
        {"tableau": {"from": "waste"}},
        {"tableau": {"only": "red"}},
        {"tableau": {"open": "stock empty"}},
        {"reserve": {"face down": "all"}},
        {"reserve": {"available": "all"}},
        {"stock": {"turn": "1 to waste"}},
        {"stock": {"redeals": "unlimited"}},
        {"stock": {"when": "waste empty"}},
        {"foundations": {"worry back": "all but base"}},
        {"foundations": {"complete": 14}},
        {"cells": {"piles": 1}},
        {"win": "tableau empty"},
        {"uses": "scores"},
    ],
)
def test_what_changes_play_changes_the_hash(changes: dict[str, Any]) -> None:
    assert game(**changes).hash != game().hash


def test_the_stock_is_the_stock_by_any_name() -> None:
    content = {key if key != "stock" else "hand": value for key, value in GAME.items()}
    content["hand"] = {"kind": "stock", **content["hand"]}
    hand = load_rules((yaml.safe_dump(content | {"win": "hand empty"}, sort_keys=False), "f"))
    assert hand.hash == game(win="stock empty").hash != game().hash


def test_the_hash_counts_labels_and_not_names() -> None:
    fans = {"kind": "reserve", "deal": 13}
    renamed = {key if key != "reserve" else "fans": value for key, value in GAME.items()}
    renamed["fans"] = fans
    text = yaml.safe_dump(renamed, sort_keys=False)
    assert load_rules((text, "f")).hash == game().hash
    assert '"language":1' in canonical_json(game())


@pytest.mark.parametrize(("name", "option"), EVERY, ids=lambda part: str(part))
def test_the_resolved_form_loads_to_the_same_rules(name: str, option: str | None) -> None:
    rules = shipped(name, *([option] if option else []))
    again = load_rules((resolved_yaml(rules), "resolved"))
    assert again.hash == rules.hash
    bare = dict.fromkeys(("id", "hash"), "") | dict.fromkeys(("options", "chosen"), ())
    assert dataclasses.replace(again, **bare) == dataclasses.replace(rules, **bare)  # type: ignore[arg-type]
    assert resolved_mapping(again) == resolved_mapping(rules)


def test_shipped_games_differ_unless_they_are_meant_to_be_the_same() -> None:
    by_hash: dict[str, list[str]] = {}
    for name, option in EVERY:
        rules = shipped(name, *([option] if option else []))
        by_hash.setdefault(rules.hash, []).append(rules.id)
    for ids in by_hash.values():
        assert len({one.split("+")[0] for one in ids}) == len(ids), ids  # no option changes nothing


# ---------------------------------------------------------------------- loading


def test_options_and_settings() -> None:
    rules = shipped("duchess.yaml", "whole columns", "no-redeal")
    assert rules.id == "duchess+whole-columns+no-redeal"
    assert rules.chosen == ("whole columns", "no redeal")
    assert rules.group("tableau").move == Unit("whole pile")
    path = Path(str(RULES / "duchess.yaml"))
    rules = load_rules(path, settings=["tableau.move=top card", "stock.redeals=none"])
    assert rules.stock is not None and (rules.stock.redeals, rules.id) == (0, "duchess")
    option = next(one for one in rules.options if one.name == "whole columns")
    assert option.changes == (("tableau.move", "whole pile"),) and option.sources
    with pytest.raises(UnknownGame, match="no option 'whole collumns'"):
        load_rules(path, options=["whole collumns"])
    broken = (RULES / "duchess.yaml").read_text(encoding="utf-8").replace("options:", "optoins:")
    with pytest.raises(RuleError, match="did you mean 'options'"):
        load_rules((broken, "f"), options=["whole columns"])
    with pytest.raises(RuleError, match=r"--set tableau\.move=sequenze: 'sequenze' is not a unit"):
        load_rules(path, settings=["tableau.move=sequenze"])
    with pytest.raises(PatienceError, match="no part of a game is called 'tabelau'"):
        load_rules(path, settings=["tabelau.move=sequence"])


def test_a_parent_is_looked_for_beside_the_file(tmp_path: Path) -> None:
    (tmp_path / "mother.yaml").write_text(yaml.safe_dump(GAME, sort_keys=False))
    child = tmp_path / "child.yaml"
    child.write_text("extends: mother\ngame: Child\ntableau: {move: sequence}\n")
    rules = load_rules(child)
    assert (rules.id, rules.title) == ("child", "Child")
    assert rules.group("tableau").move == Unit("sequence")
    child.write_text("extends: father\ngame: Child\n")
    with pytest.raises(RuleError, match=r"cannot extend 'father': there is no file father\.yaml"):
        load_rules(child)


def test_faults_of_a_parent_are_reported_in_its_file(tmp_path: Path) -> None:
    broken = yaml.safe_dump(with_changes({"tableau": {"move": "sequenze"}}), sort_keys=False)
    (tmp_path / "mother.yaml").write_text(broken)
    child = tmp_path / "child.yaml"
    child.write_text("extends: mother\ngame: Child\ntableau: {space: Knig}\n")
    with pytest.raises(RuleError) as caught:
        load_rules(child)
    assert sorted(Path(fault.file).name for fault in caught.value.faults) == [
        "child.yaml",
        "mother.yaml",
    ]


def test_an_inherited_order_that_no_longer_fits_says_how_to_be_rid_of_it(tmp_path: Path) -> None:
    orders = {"deals": ["13 to reserve", "1 to foundations", "4 to tableau"]}
    mother = yaml.safe_dump(with_changes(orders), sort_keys=False)
    (tmp_path / "mother.yaml").write_text(mother)
    child = tmp_path / "child.yaml"
    wider = "extends: mother\ngame: Child\ntableau: {piles: 5}\nstock: {cards: 33}\n"
    child.write_text(wider)
    with pytest.raises(RuleError) as caught:
        load_rules(child)
    (fault,) = caught.value.faults
    assert Path(fault.file).name == "mother.yaml"
    assert fault.message.endswith(f"{child} inherits it, and 'deals: ~' there takes it away")
    child.write_text(wider + "deals: ~\n")
    assert sum(load_rules(child).group("tableau").deal) == 5
    child.write_text(wider + "deals: [5 to tableau]\n")
    with pytest.raises(RuleError) as caught:
        load_rules(child)
    assert not any("inherits" in fault.message for fault in caught.value.faults)


def test_a_missing_file_is_said_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(RuleError, match="there is no such file"):
        load_rules(tmp_path / "none.yaml")


def test_known_games() -> None:
    duchess = shipped("duchess.yaml")
    assert duchess.group("tableau").space.links == (Link("reserve"), Link("waste"), Link("stock"))
    assert duchess.group("foundations").base == Base("chosen", (), "reserve")
    eagle = shipped("eagle-wing.yaml")
    assert eagle.group("reserve").available == "only when alone"
    milligan = shipped("miss-milligan.yaml")
    assert milligan.group("pocket").open == Condition("stock empty")
    assert milligan.group("foundations").piles == 8
