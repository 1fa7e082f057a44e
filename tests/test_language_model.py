"""The written form: every fault in our own words and at its place, and the exported schema."""

from __future__ import annotations

import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import jsonschema
import pytest

from patience.errors import RuleError
from patience.language.loading import load_rules
from patience.language.reader import read
from patience.language.reference import GRAMMAR, mapping_sections, reference_text, sections
from patience.language.schema import FILE_NAME, schema, schema_text
from patience.language.tree import plain

GAME = """\
game: Test
deck: 1 pack
reserve:
  deal: 13
foundations:
  base: dealt
  build: up in suit turning the corner
tableau:
  piles: 4
  deal: 1
  pack: down in suit turning the corner
  space: any
stock:
  cards: 34
  turn: 1 to waste
"""
SHIPPED = sorted(
    (entry for entry in files("patience.rules").iterdir() if entry.name.endswith(".yaml")),
    key=lambda entry: entry.name,
)
DOCS = Path(__file__).parents[1] / "docs"


def faults(text: str) -> list[str]:
    """The faults of a file, without the name of the file."""
    with pytest.raises(RuleError) as caught:
        load_rules((text, "f"))
    return [str(fault).removeprefix("f:") for fault in caught.value.faults]


def changed(old: str, new: str) -> str:
    assert old in GAME
    return GAME.replace(old, new)


def test_the_game_itself_is_right() -> None:
    assert load_rules((GAME, "f")).title == "Test"


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("foundations:", "foundatoins:",
         "5:1: there is no key 'foundatoins'; did you mean 'foundations'?"),
        ("deal: 13", "dael: 13", "4:3: there is no key 'dael' in 'reserve'; did you mean 'deal'?"),
        ("deal: 13", "deal: thirteen",
         "4:9: 'thirteen' is not a number of cards: expected a whole number, 0 to 416, or 'rest'"),
        ("deal: 13", "deal: -1", "4:9: '-1' is not a number of cards: expected a whole number, "
         "0 to 416"),
        ("deal: 13", "deal: 1.5", "4:9: '1.5' is not a number of cards: expected a whole number, "
         "0 to 416"),
        ("deal: 13", "deal: []", "4:9: the list is empty: it wants one number for each pile"),
        ("deck: 1 pack", "deck: {suits: []}",
         "2:15: the list is empty: leave the key out, or name something"),
        ("deck: 1 pack", "deck: {ranks: []}", "2:15: the list is empty"),
        ("deck: 1 pack", "deck: {without: []}", "2:17: the list is empty"),
        ("deal: 13", "deal: 13\n  only: []", "5:9: the list is empty"),
        ("deal: 13", "deal: 13\n  only: {suits: []}", "5:17: the list is empty"),
        ("deal: 13", "deal: 13\n  only: {}",
         "5:9: the choice wants 'ranks' or 'suits'; for all cards say 'any card'"),
        ("base: dealt", "base: dealt\n  starters: []",
         "7:13: the list is empty: say 'none' if no card is put there"),
        ("space: any", "space: []", "12:10: the list is empty: say 'none' if no card may go there"),
        ("space: any", "space: {from: []}", "12:17: the list is empty"),
        ("space: any", "space: {cards: [], from: reserve}", "12:18: the list is empty"),
        ("space: any", "space: any\n  refill: {from: []}", "13:18: the list is empty"),
        ("space: any", "space: any\n  refill: {}",
         "13:11: the refill wants 'from', as 'from: reserve'; without it, say 'none'"),
        ("turn: 1 to waste", "turn: {cards: 1, to: waste, piles: []}", "15:38: the list is empty"),
        ("piles: 4", "piles: 0", "9:10: '0' is not a number of piles: expected a whole number, "
         "1 to 60"),
        ("piles: 4", "piles: yes", "9:10: 'yes' is not a number of piles: expected a whole number"
         ", 1 to 60"),
        ("space: any", "space: Knig", "did you mean 'King'?"),
        ("pack: down in suit turning the corner", "pack: [down in suit, dwon in colour]",
         "11:24: 'dwon in colour' is not a sequence rule"),
        ("pack: down in suit turning the corner", "pack: {direction: down}",
         "11:9: the rule wants 'suits': expected 'in suit', "),
        ("pack: down in suit turning the corner", "pack: {direktion: down}",
         "11:10: there is no key 'direktion' in 'tableau pack'; did you mean 'direction'?"),
        ("pack: down in suit turning the corner", "pack: {direction: down, suits: any}",
         "11:34: 'any' is not a suit rule"),
        ("reserve:\n  deal: 13", "reserve: 13\n#",
         "3:10: 'reserve' is '13': expected a mapping of keys"),
        ("game: Test", "game: 7", "1:7: '7' is not text: expected it in quotes"),
        ("game: Test", "game: [A]", "1:7: a list is not text: expected one text"),
        ("stock:", "talon:",
         "13:1: 'talon' is the stock to some and the waste to others: write 'stock' or 'waste'"),
        ("reserve:\n  deal", "posts:\n  deal", "3:1: there is no key 'posts'; a group of that name "
         "wants 'kind:', one of stock, waste, foundations, tableau, reserve, cells"),
        ("reserve:\n  deal", "posts:\n  kind: resreve\n  deal",
         "4:9: 'resreve' is not a kind of group: expected one of stock, waste, foundations, "
         "tableau, reserve, cells; did you mean 'reserve'?"),
        ("reserve:\n  deal", "all of them:\n  kind: reserve\n  deal",
         "3:1: a group cannot be called 'all of them': 'all' is a word of phrases"),
        ("reserve:\n  deal", "reserve:\n  kind: cells\n  deal",
         "4:9: the kind of 'reserve' is reserve; give the group another name"),
        ("space: any", "space: any\n  build: up in suit",
         "13:3: 'build' is for foundations; in a tableau it is 'pack'"),
        ("game: Test", "game: Test\ncolour: red", "2:1: there is no key 'colour'; the keys are "),
        ("turn: 1 to waste", "turn: 1 to waste\n  redeals: no", "16:12: 'no' is not a number of "
         "redeals: expected 'none', a number or 'unlimited'; did you mean 'none'?"),
        ("deck: 1 pack", "deck: {packs: 1, ranks: K-A}", "2:25: 'K-A' runs backwards"),
        ("deck: 1 pack", "deck: {packs: 9}", "2:15: '9' is not a number of packs"),
        ("deck: 1 pack", "deck: 1 pack\ndeals: [13 to reserve, 4 tableau]",
         "3:24: '4 tableau' is not a step of a deal: after '4' it wants 'to'"),
        ("deck: 1 pack", "deck: 1 pack\ndeals: {gnome: [4 to tableau]}",
         "3:9: there is no key 'gnome' in 'deals'; its keys are own, pysol, ms, solvitaire"),
        ("deck: 1 pack", "deck: 1 pack\noptions: {x: {tableau: {move: sequenze}}}",
         "3:31: 'sequenze' is not a unit"),
        ("deck: 1 pack", "deck: 1 pack\noptions: {x: {tabelau: {move: sequence}}}",
         "3:15: there is no key 'tabelau'; did you mean 'tableau'?"),
    ],
)  # fmt: skip
def test_one_mistake_makes_one_fault(old: str, new: str, fault: str) -> None:
    found = faults(changed(old, new))
    assert len(found) == 1, found
    assert fault in found[0]


@pytest.mark.parametrize(
    ("old", "new", "word"),
    [
        ("game: Test", "game: Test\ndiscard: {pairs: totalling 13}", "discard"),
        ("game: Test", "game: Test\nhole: {deal: 1}", "hole"),
        ("game: Test", "game: Test\nredeal: {times: 2}", "redeal"),
        ("game: Test", "game: Test\nmerci: {times: 1}", "merci"),
        ("game: Test", "game: Test\nuses: [line]", "uses: line"),
        ("game: Test", "game: Test\nuses: gaps", "uses: gaps"),
        ("game: Test", "game: Test\nwin: tableau in suits", "win: tableau in suits"),
        ("game: Test", "game: Test\nwin: one pile", "win: one pile"),
        ("game: Test", "game: Test\nrow: {kind: line, match: same suit}", "kind: line"),
        ("game: Test", "game: Test\nrows: {kind: gaps}", "kind: gaps"),
        ("deck: 1 pack", "deck: {packs: 1, jokers: 2}", "jokers"),
        ("deck: 1 pack", "deck: {packs: 1, ace: high}", "ace: high"),
        ("space: any", "space: any\n  shape: pyramid of 7 rows", "shape"),
        ("space: any", "space: any\n  available: uncovered", "available: uncovered"),
        ("space: any", "space: any\n  available: top two", "available: top two"),
        ("space: any", "space: any\n  from: pile below", "from: pile below"),
        ("space: any", "space: any\n  blocked by: King", "blocked by"),
        ("base: dealt", "base: dealt\n  takes: complete runs from King down to Ace in suit",
         "takes: complete runs"),
        ("base: dealt", "base: dealt\n  leave: by hand", "leave"),
        ("turn: 1 to waste", "turn: 1 to hole", "hole"),
    ],
)  # fmt: skip
def test_words_of_later_versions_are_known_by_name(old: str, new: str, word: str) -> None:
    found = faults(changed(old, new))
    assert len(found) == 1, found
    said = f"'{word}' is a word of the language that this version cannot play yet"
    assert found[0].endswith(said)


def test_all_faults_come_at_once_in_file_order() -> None:
    text = (
        changed("deal: 13", "dael: 13").replace("turn: 1", "turn: one more").replace("any", "ayn")
    )
    text = text.replace("base: dealt", "base: dealt\n  base: dealt")
    places = [fault.split(": ")[0] for fault in faults(text)]
    assert places == ["4:3", "7:3", "13:10", "16:9"]


def test_a_fault_is_not_followed_by_others_that_it_causes() -> None:
    assert len(faults(changed("reserve:", "resreve:"))) == 1  # no word of the cards' number
    assert len(faults(changed("pack: down", "pakc: down"))) == 1  # nor of the missing pack
    with_chain = changed("space: any", "space: from reserve then waste")
    assert len(faults(with_chain.replace("reserve:", "resrve:"))) == 1  # nor of the missing group


def test_keys_have_three_spellings() -> None:
    down = [f"deal: 13\n  {key}: all but top" for key in ("face down", "face_down", "face-down")]
    hashes = {load_rules((changed("deal: 13", line), "f")).hash for line in down}
    assert len(hashes) == 1
    message = faults(changed("deal: 13", down[0] + "\n  face_down: 2"))
    assert "'face_down' is given twice" in message[0]


def test_groups_may_have_names_of_their_own() -> None:
    text = changed("deck: 1 pack", "deck: 1 pack\nleft_fan: {kind: cells, piles: 2}")
    text = text.replace("space: any", "space: from left-fan then any")
    rules = load_rules((text, "f"))
    assert rules.group("left fan").kind == "cells"
    assert rules.group("tableau").space.links[0].source == "left fan"


def test_an_option_may_change_or_take_away_a_group_with_a_name_of_its_own() -> None:
    text = GAME + (
        "pocket: {kind: cells, holds: sequence}\n"
        "options: {none: {pocket: ~}, one: {pocket: {holds: card}}}\n"
    )
    assert load_rules((text, "f")).group("pocket").holds == "sequence"
    assert load_rules((text, "f"), options=["one"]).group("pocket").holds == "card"
    assert all(g.name != "pocket" for g in load_rules((text, "f"), options=["none"]).groups)


# ---------------------------------------------------------------------- the exported schema


@pytest.fixture(scope="module")
def validator() -> jsonschema.Draft202012Validator:
    jsonschema.Draft202012Validator.check_schema(schema())
    return jsonschema.Draft202012Validator(schema())


@pytest.mark.parametrize("entry", SHIPPED, ids=lambda entry: str(entry.name))
def test_shipped_files_name_the_schema_and_fit_it(
    entry: Path, validator: jsonschema.Draft202012Validator
) -> None:
    text = entry.read_text(encoding="utf-8")
    assert text.startswith(f"# yaml-language-server: $schema={FILE_NAME}\n")
    node, found = read(text, entry.name)
    assert not found
    assert [error.message for error in validator.iter_errors(plain(node))] == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("foundations:", "foundatoins:"),
        ("deal: 13", "dael: 13"),
        ("deal: 13", "deal: thirteen"),
        ("piles: 4", "piles: 0"),
        ("space: any", "space: Knig"),
        ("pack: down in suit", "pack: down in suits"),
        ("pack: down in suit turning the corner", "pack: {direction: down, sutis: in suit}"),
        ("build: up in suit turning the corner", "build: up"),
        ("base: dealt", "base: delt"),
        ("turn: 1 to waste", "turn: waste"),
        ("turn: 1 to waste", "turn: 1 to waste\n  redeals: no"),
        ("deck: 1 pack", "deck: one"),
        ("deck: 1 pack", "deck: 1 pack\noptions: {x: {tableau: {move: sequenze}}}"),
        ("deck: 1 pack", "deck: 1 pack\ndeals: [4 tableau]"),
    ],
)
def test_typical_mistakes_do_not_fit_the_schema(
    old: str, new: str, validator: jsonschema.Draft202012Validator
) -> None:
    assert validator.is_valid(plain(read(GAME, "f")[0]))
    assert not validator.is_valid(plain(read(changed(old, new), "f")[0]))


@pytest.mark.parametrize(
    ("old", "new", "places"),
    [
        ("up in suit turning the corner", "up in sut", ["foundations/build"]),
        ("deal: 13", "dael: 13", ["reserve"]),  # there is no better place of an unknown key
        ("deal: 13", "deal: thirteen\n  face_down: some", ["reserve/deal", "reserve/face down"]),
        ("deal: 13", "deal: [13, x]", ["reserve/deal/1"]),
        ("pack: down in suit", "pack: down in suits", ["tableau/pack"]),
        (
            "down in suit turning the corner", "[any card, {direction: down, suits: in sut}]",
            ["tableau/pack/1/suits"],
        ),
        ("space: any", "space: {from: 7}", ["tableau/space/from"]),
        ("deck: 1 pack", "deals: [13 to reserve, 4 tableau]", ["deals/1"]),
        ("deck: 1 pack", "deals: {own: [4 tableau]}", ["deals/own/0"]),
        ("deck: 1 pack", "deals: {own: [{cards: x, to: tableau}]}", ["deals/own/0/cards"]),
        ("deck: 1 pack", "options: {x: {tableau: {move: part}}}", ["options/x/tableau/move"]),
        ("deck: 1 pack", "options: {x: {pit: {holds: 3}}}", ["options/x/pit/holds"]),
        ("deck: 1 pack", "options: {x: {pit: {kind: cells, pack: any}}}", ["options/x/pit"]),
        ("deck: 1 pack", "sources: {tableau.move: [a, 7]}", ["sources/tableau.move/1"]),
        ("deck: 1 pack", "pocket: {holds: card}", ["pocket"]),
        ("deck: 1 pack", "pocket: {kind: cell}", ["pocket/kind"]),
        ("deck: 1 pack", "pocket: {kind: cells, holds: 3}", ["pocket/holds"]),
        ("deck: 1 pack", "extends: canfield\npocket: {holds: 3}", ["pocket/holds"]),
    ],
)  # fmt: skip
def test_the_schema_points_at_the_key_at_fault(
    old: str, new: str, places: list[str], validator: jsonschema.Draft202012Validator
) -> None:
    errors = validator.iter_errors(plain(read(changed(old, new), "f")[0]))
    assert sorted({"/".join(map(str, error.path)) for error in errors}) == places


@pytest.mark.parametrize(
    "text",
    [
        "deals: [13 to reserve, {cards: 4, to: tableau}]",
        "deals: {pysol: ~, own: [13 to reserve]}",
        "pocket: {kind: cells}\noptions: {none: {pocket: ~}, one: {pocket: {holds: card}}, x: ~}",
        "extends: miss-milligan\npocket: {holds: card}\nreserve: ~\nwings: ~",
        "extends: duchess\nposts: {worry-back: yes, face down: 2}",
    ],
)
def test_partial_files_and_lists_fit_the_schema(
    text: str, validator: jsonschema.Draft202012Validator
) -> None:
    node, found = read(f"{text}\n", "f")
    assert not found
    assert [error.message for error in validator.iter_errors(plain(node))] == []


def test_every_spelling_of_a_key_fits_the_schema(
    validator: jsonschema.Draft202012Validator,
) -> None:
    base = {"game": "Test", "reserve": {"deal": 3}}
    for key in ("face down", "face_down", "face-down"):
        assert validator.is_valid({**base, "reserve": {"deal": 3, key: "all but top"}})
        assert not validator.is_valid({**base, "reserve": {"deal": 3, key: "some"}})
    assert not validator.is_valid({**base, "reserve": {"deal": 3, "facedown": 1}})


def test_the_shipped_schema_and_the_reference_are_current() -> None:
    shipped = files("patience.rules").joinpath(FILE_NAME).read_text(encoding="utf-8")
    remake = "python -m patience.language.schema"
    assert shipped == schema_text(), f"{remake} > rules/{FILE_NAME}"
    written = (DOCS / "rule-reference.md").read_text(encoding="utf-8")
    assert written == reference_text(), f"{remake} --reference > docs/rule-reference.md"


def test_every_key_is_explained() -> None:
    found = (*sections(), *mapping_sections())
    assert len(found) == 7 + 11
    for section in found:
        for key in section.keys:
            assert key.text.endswith(".") and key.values, (section.title, key)
    assert {"sequence", "space", "turn", "deal step"} <= set(GRAMMAR)


def test_the_heavy_libraries_come_in_only_with_a_file() -> None:
    code = (
        "import sys, patience.language.loading\n"
        "print(sorted({'pydantic', 'yaml'} & set(sys.modules)))"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"
