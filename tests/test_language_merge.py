"""Inheritance, options and settings: what is merged, what is not, and whose fault it is."""

from __future__ import annotations

import time
from typing import Any

import pytest

from patience.errors import PatienceError, UnknownGame
from patience.language.merge import (
    MAX_CHAIN,
    apply_options,
    apply_settings,
    check_options,
    deep_merge,
    find_option,
    leaf_paths,
    option_slug,
    resolve_extends,
)
from patience.language.reader import read
from patience.language.tree import Node, Spot, broken_paths, plain, spot_at

PARENT = """\
game: Parent
also: [Old name]
family: packers
notes: a note
sources: [a book]
deck: 1 pack
reserve: {piles: 4, deal: 3}
tableau:
  piles: 4
  deal: [1, 2, 3, 4]
  space: {cards: King, from: reserve}
  limit: 5
stock: {cards: 36, turn: 1 to waste}
deals: [1 to reserve]
options:
  whole columns: {tableau: {move: whole pile}}
  no redeal: {stock: {redeals: none}}
"""


def node_of(text: str, file: str = "child.yaml") -> Node:
    node, faults = read(text, file)
    assert faults == []
    return node


def extend(child: str, /, **files: str) -> tuple[Node, list[str]]:
    """The child resolved against files by name; the texts of the faults of resolving."""
    texts = {"parent": PARENT, **files}

    def find(name: str, from_file: str) -> tuple[str, str]:
        if name not in texts:
            raise UnknownGame(f"no game is called '{name}'")
        return texts[name], f"{name}.yaml"

    node, faults = resolve_extends(read(child, "child.yaml")[0], find)
    return node, [str(found) for found in faults]


def merged(child: str, /, **files: str) -> dict[str, Any]:
    node, faults = extend("extends: parent\n" + child, **files)
    assert faults == []
    value = plain(node)
    assert isinstance(value, dict)
    return value


def test_mappings_merge_scalars_and_lists_replace() -> None:
    parent = node_of("a: {b: 1, c: [1, 2], d: {e: 1, f: 2}}\ng: 1")
    child = node_of("a: {c: [3], d: {f: 3, h: 4}}\ng: {i: 1}")
    assert plain(deep_merge(parent, child)) == {
        "a": {"b": 1, "c": [3], "d": {"e": 1, "f": 3, "h": 4}},
        "g": {"i": 1},
    }
    assert plain(parent) == {"a": {"b": 1, "c": [1, 2], "d": {"e": 1, "f": 2}}, "g": 1}


def test_what_a_child_inherits() -> None:
    child = merged("game: Child\ntableau: {limit: ~, move: sequence, space: {cards: Queen}}")
    assert child["game"] == "Child" and child["family"] == "packers"
    assert not {"also", "notes", "sources", "extends"} & set(child)
    assert child["tableau"] == {
        "piles": 4, "deal": [1, 2, 3, 4], "space": {"cards": "Queen", "from": "reserve"},
        "move": "sequence",
    }  # fmt: skip
    assert list(child["options"]) == ["whole columns", "no redeal"]
    assert child["deals"] == ["1 to reserve"]


def test_a_child_without_a_name_has_none() -> None:
    assert "game" not in merged("tableau: {piles: 5}")
    assert "notes" not in merged("notes: ~")


def test_groups_keep_the_parents_dealing_order_and_new_ones_follow() -> None:
    child = merged("cells: {piles: 2}\nstock: {cards: 30}\nreserve: {deal: 5}")
    groups = [key for key in child if key in ("reserve", "tableau", "stock", "cells")]
    assert groups == ["reserve", "tableau", "stock", "cells"]


def test_a_group_can_be_taken_away() -> None:
    assert "reserve" not in merged("reserve: ~")


def test_deals_are_merged_by_source_whichever_way_they_are_written() -> None:
    both = merged("deals: {pysol: [2 to reserve]}")["deals"]
    assert both == {"own": ["1 to reserve"], "pysol": ["2 to reserve"]}
    named = {"parent2": "extends: parent\ndeals: {pysol: [2 to reserve]}"}
    node, faults = extend("extends: parent2\ndeals: [3 to reserve]", **named)
    assert not faults
    assert plain(node)["deals"] == {"own": ["3 to reserve"], "pysol": ["2 to reserve"]}


def test_options_are_inherited_replaced_whole_and_taken_away() -> None:
    options = merged("options: {No-redeal: {stock: {turn: 3 to waste}}, more: {win: x}}")["options"]
    assert options == {
        "whole columns": {"tableau": {"move": "whole pile"}},
        "no redeal": {"stock": {"turn": "3 to waste"}},
        "more": {"win": "x"},
    }
    assert list(merged("options: {no_redeal: ~}")["options"]) == ["whole columns"]
    assert "options" not in merged("options: ~")


def test_values_keep_the_places_of_the_file_they_come_from() -> None:
    node, _ = extend("extends: parent\ngame: C\ntableau:\n  piles: 7\n")
    assert spot_at(node, ["tableau", "piles"]) == Spot("child.yaml", 4, 10)
    assert spot_at(node, ["tableau", "deal", 1]) == Spot("parent.yaml", 10, 13)
    assert spot_at(node, ["tableau"], key=True) == Spot("child.yaml", 3, 1)
    assert node.spot.file == "child.yaml"


def test_a_chain_of_three() -> None:
    files = {"middle": "extends: parent\ngame: M\ntableau: {piles: 5, limit: ~}\nfamily: ours"}
    node, faults = extend("extends: middle\ngame: C\ntableau: {piles: 6, limit: 9}", **files)
    assert faults == []
    value = plain(node)
    assert (value["family"], value["tableau"]["piles"], value["tableau"]["limit"]) == ("ours", 6, 9)


@pytest.mark.parametrize(
    ("child", "messages"),
    [
        ("extends: parent\ntabelau: ~", ["child.yaml:2:1: 'tabelau': ~ takes away what is not"
          " there; did you mean 'tableau'?"]),
        ("extends: parent\ntableau: {pack: ~, limits: ~}\nwaste: {limit: ~}", [
          "child.yaml:2:11: 'pack': ~ takes away what is not there in 'tableau'",
          "child.yaml:2:20: 'limits': ~ takes away what is not there in 'tableau'; did you mean"
          " 'limit'?",
          "child.yaml:3:9: 'limit': ~ takes away what is not there in 'waste'"]),
        ("extends: parent\noptions: {no redaels: ~}", ["child.yaml:2:11: there is no option"
          " 'no redaels' to take away; did you mean 'no redeal'?"]),
        ("extends: [parent]", ["child.yaml:1:10: 'extends' names one other game; expected its name,"
          " as 'extends: canfield'"]),
        ("extends:", ["child.yaml:1:9: 'extends' names one other game; expected its name, as"
          " 'extends: canfield'"]),
        ("extends: nobody", ["child.yaml:1:10: cannot extend 'nobody': no game is called"
          " 'nobody'"]),
        ("extends: child", ["child.yaml:1:10: 'extends' goes round in a circle: child.yaml ->"
          " child.yaml"]),
        ("extends: a", ["b.yaml:1:10: 'extends' goes round in a circle: child.yaml -> a.yaml ->"
          " b.yaml -> a.yaml"]),
        ("extends: !x parent", []),
        ("extends: bare\noptions: {a: ~}", ["child.yaml:2:11: there is no option 'a' to"
          " take away"]),
        ("extends: twice", ["twice.yaml:2:1: 'deck' is given twice; the first is at line 1,"
          " column 1"]),
        ("extends: broken", ["broken.yaml:2:1: the '[' that opens at line 1, column 4 is not"
          " closed; expected ',' or ']' (the rest of the file was not read)"]),
        ("extends: blank", ["blank.yaml:1:1: the file is empty; expected 'game: NAME' and the pile"
          " groups"]),
    ],
)  # fmt: skip
def test_faults_of_inheritance(child: str, messages: list[str]) -> None:
    files = {
        "child": child, "a": "extends: b", "b": "extends: a", "blank": "", "bare": "game: X",
        "broken": "a: [b\n", "twice": "deck: 1 pack\ndeck: 2 packs",
    }  # fmt: skip
    assert extend(child, **files)[1] == messages


def test_a_refused_value_takes_nothing_away_and_stays_broken() -> None:
    node, faults = extend(
        "extends: parent\ntableau: {limit: !x 3}\nstock: {<<: {a: 1}}\nwaste: !y z"
    )
    assert faults == []
    assert set(broken_paths(node)) == {("tableau", "limit"), ("stock",), ("waste",)}
    assert plain(node)["stock"] == {"cards": 36, "turn": "1 to waste"}
    broken, _ = read("options: {a: !x {}, b: {win: !y z}}", "f.yaml")
    assert check_options(broken) == []
    assert plain(apply_options(broken, ["a", "b"])[0])["win"] is None


def test_an_unusable_parent_gives_no_half_game() -> None:
    assert extend("extends: nobody\ngame: C")[0].value is None


def test_chains_are_bounded() -> None:
    files = {f"f{n}": f"extends: f{n + 1}" for n in range(99)}
    _, (message,) = extend("extends: f0", **files)
    assert message == "f14.yaml:1:10: a chain of 'extends' has at most 16 files; this one goes on"
    last = {**files, f"f{MAX_CHAIN - 2}": "game: X"}
    assert extend("extends: f0", **last)[1] == []


def test_names_of_options() -> None:
    assert (
        option_slug("as Solvitaire")
        == option_slug("As_solvitaire")
        == option_slug(" as-Solvitaire ")
    )
    node = node_of(PARENT)
    assert find_option(node, "NO-redeal") == "no redeal"
    with pytest.raises(UnknownGame) as caught:
        find_option(node, "no-redael")
    assert str(caught.value) == (
        "Parent has no option 'no-redael'; did you mean 'no-redeal'?"
        " Its options are: whole-columns, no-redeal"
    )
    with pytest.raises(UnknownGame, match="'xyzzy'; its options are: whole-columns, no-redeal"):
        find_option(node, "xyzzy")
    with pytest.raises(UnknownGame, match="X has no option 'a'; it has no options at all"):
        find_option(node_of("game: X"), "a")


def test_options_are_laid_over_the_file() -> None:
    node = node_of(PARENT)
    both, faults = apply_options(node, ["No-Redeal", "whole_columns", "no redeal"])
    assert faults == []
    value = plain(both)
    assert value["stock"] == {"cards": 36, "turn": "1 to waste", "redeals": "none"}
    assert value["tableau"]["move"] == "whole pile" and value["options"] == plain(node)["options"]
    assert spot_at(both, ["stock", "redeals"]) == Spot("child.yaml", 17, 32)
    assert apply_options(node, [])[0] is node


def test_an_options_own_texts_stay_with_it() -> None:
    node = node_of("game: X\nsources: [a]\noptions: {o: {win: y, sources: b, notes: c}}")
    value = plain(apply_options(node, ["o"])[0])
    assert (value["win"], value["sources"]) == ("y", ["a"]) and "notes" not in value
    assert list(leaf_paths(node.mapping["options"].mapping["o"])) == [("win",)]


def test_options_that_touch_different_keys_combine_others_clash() -> None:
    node = node_of(
        "game: X\ntableau: {space: any}\noptions:\n"
        "  one: {tableau: {space: {cards: King}}}\n  two: {tableau: {space: {from: waste}}}\n"
        "  three: {tableau: {space: none, move: sequence}}\n  four: {tableau: ~}\n"
    )
    both, _ = apply_options(node, ["one", "two"])
    assert plain(both)["tableau"] == {"space": {"cards": "King", "from": "waste"}}
    for pair, key in [
        (["one", "three"], "tableau.space.cards"),
        (["three", "two"], "tableau.space.from"),
        (["four", "three"], "tableau.space"),
    ]:
        with pytest.raises(PatienceError) as caught:
            apply_options(node, pair)
        assert str(caught.value) == (
            f"the options '{pair[0]}' and '{pair[1]}' both change {key}; choose one of them"
        )


def test_an_option_may_deal_in_another_order() -> None:
    node = node_of("deals: {own: [a], pysol: [b]}\noptions: {o: {deals: [c]}}")
    assert plain(apply_options(node, ["o"])[0])["deals"] == {"own": ["c"], "pysol": ["b"]}


def test_what_is_wrong_with_options_whichever_is_chosen() -> None:
    node = node_of(
        "game: X\ntableau: {piles: 4}\noptions:\n  a: whole pile\n  b: {game: Y, extends: z}\n"
        "  No redeal: {}\n  no-Redeal: {}\n  d: {tableau: {pils: ~}}\n  e+f: {win: x}\n"
    )
    assert [str(found) for found in check_options(node)] == [
        "child.yaml:4:6: the option 'a' is no partial file; expected {GROUP: {KEY: VALUE}}",
        "child.yaml:5:7: an option cannot change 'game'; expected rules of play",
        "child.yaml:5:16: an option cannot change 'extends'; expected rules of play",
        "child.yaml:7:3: the options 'No redeal' and 'no Redeal' are both called no-redeal",
        "child.yaml:8:17: 'pils': ~ takes away what is not there in 'tableau';"
        " did you mean 'piles'?",
        "child.yaml:9:3: 'e+f' cannot name an option; expected letters, digits and spaces",
    ]
    assert check_options(node_of("game: X")) == []


def test_settings() -> None:
    node, faults = apply_settings(
        node_of(PARENT),
        ["tableau.move=whole pile", "stock.redeals=2", "reserve.piles=5", "tableau.limit=~",
         "tableau.deal=[4, 3]", "tableau.space={from: waste}", "waste.face_down=no",
         "stock.redeals=3"],
    )  # fmt: skip
    assert faults == []
    value = plain(node)
    assert value["tableau"] == {
        "piles": 4, "deal": [4, 3], "space": {"cards": "King", "from": "waste"},
        "move": "whole pile",
    }  # fmt: skip
    assert value["stock"]["redeals"] == 3 and value["reserve"]["piles"] == 5
    assert value["waste"] == {"face down": "no"}
    assert str(spot_at(node, ["tableau", "move"])) == "--set tableau.move=whole pile"
    assert str(spot_at(node, ["tableau", "deal", 1])) == "--set tableau.deal=[4, 3]"
    assert spot_at(node, ["tableau", "piles"]).file == "child.yaml"


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("tableau.move", "expected KEY=VALUE, as tableau.move='whole pile'"),
        ("=x", "expected KEY=VALUE, as tableau.move='whole pile'"),
        ("tableau..move=x", "expected KEY=VALUE, as tableau.move='whole pile'"),
        ("tableau.move= ", "no value; expected one, or 'default' to take the key away"),
        ("tabelau.move=x", "no part of a game is called 'tabelau'; did you mean 'tableau'?"),
        ("game=x", "'game' cannot be set; expected a rule of play"),
        ("options.a.win=x", "'options' cannot be set; expected a rule of play"),
        ("tableau.move=[x", "the '[' that opens at line 1, column 1 is not closed; expected ',' or"
         " ']'"),
        ("tableau.move=!!str x", "the tag '!!str' is not allowed; expected a plain value"),
        ("tableau.deal=99999999999999999999", "the number '99999999999999999999' is far too large;"
         " expected at most 18 digits"),
    ],
)  # fmt: skip
def test_settings_that_cannot_be(setting: str, message: str) -> None:
    with pytest.raises(PatienceError) as caught:
        apply_settings(node_of(PARENT), [setting])
    assert caught.value.exit_status == 2
    assert str(caught.value) == f"--set {setting}: {message}"


@pytest.mark.parametrize(
    ("setting", "gone"),
    [
        ("tableau.limit=default", ("tableau", "limit")),
        ("tableau.limit= Default ", ("tableau", "limit")),
        ("waste=none", ("waste",)),
        ("waste=default", ("waste",)),
        ("deals=none", ("deals",)),
        ("deals.pysol=none", ("deals", "pysol")),
    ],
)
def test_words_take_away_what_a_setting_names(setting: str, gone: tuple[str, ...]) -> None:
    deals = "waste: {limit: 1}\ndeals: {pysol: [1 to reserve]}"
    node = node_of(PARENT.replace("deals: [1 to reserve]", deals))
    *path, last = gone
    changed, faults = apply_settings(node, [setting])
    assert faults == []
    for part in path:
        node, changed = node.mapping[part], changed.mapping[part]
    assert set(node.mapping) - set(changed.mapping) == {last}


def test_none_stays_a_rule_where_it_may_be_one() -> None:
    node, faults = apply_settings(node_of(PARENT), ["tableau.space=none"])
    assert faults == [] and node.mapping["tableau"].mapping["space"].value == "none"


def test_a_home_folder_that_the_shell_made_of_a_tilde(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/srv/me")
    with pytest.raises(PatienceError, match="the shell read ~ as your home folder; write 'defau"):
        apply_settings(node_of(PARENT), ["deals=/srv/me"])


def test_a_setting_that_takes_away_nothing_is_a_fault() -> None:
    _, (found,) = apply_settings(node_of(PARENT), ["tableau.limits=~"])
    assert str(found) == (
        "--set tableau.limits=~: 'limits': ~ takes away what is not there in 'tableau';"
        " did you mean 'limit'?"
    )


def test_merging_takes_no_time_to_speak_of() -> None:
    start = time.process_time()
    for _ in range(10):
        node, _ = extend("extends: parent\ngame: C\ntableau: {piles: 5}")
        apply_settings(apply_options(node, ["no redeal"])[0], ["tableau.piles=6"])
    assert (time.process_time() - start) / 10 < 0.02
