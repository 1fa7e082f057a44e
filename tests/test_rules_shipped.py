"""The shipped rule files: complete, sound with every option, sourced, as the fact sheets say."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import games_page
import pytest

import patience
from patience import plugins
from patience.language.merge import option_slug
from patience.language.rules import Rules
from patience.rulebook import Rulebook

HEADER = "# yaml-language-server: $schema=patience.schema.json\n"
FOLDER = files("patience.rules")
NAMES = Rulebook(plugins.load(only_shipped=True)).names()


class Facts(NamedTuple):
    """What a fact sheet says of a game: cards in all, in the reserve and left for the stock, ...

    ``columns``: tableau piles. ``turn``: cards a turn (0 where there is no waste). ``redeals``:
    -1 for unlimited. ``pack``: packed in suit, alternate colours or regardless.
    """

    cards: int
    reserve: int
    columns: int
    stock: int
    turn: int
    redeals: int
    pack: str


FACTS = {
    "duchess": Facts(52, 12, 4, 36, 1, 1, "in alternate colours"),
    "canfield": Facts(52, 13, 4, 34, 3, -1, "in alternate colours"),
    "demon": Facts(52, 13, 4, 34, 3, -1, "in alternate colours"),
    "double-demon": Facts(104, 40, 8, 55, 3, -1, "in alternate colours"),
    "storehouse": Facts(52, 13, 4, 31, 1, 2, "in suit"),
    "superior-canfield": Facts(52, 13, 4, 34, 3, -1, "in alternate colours"),
    "rainfall": Facts(52, 13, 4, 34, 1, 2, "in alternate colours"),
    "rainbow": Facts(52, 13, 4, 34, 1, 0, "regardless of suit"),
    "chameleon": Facts(52, 12, 3, 36, 1, 0, "regardless of suit"),
    "kansas": Facts(52, 12, 3, 36, 1, 0, "regardless of suit"),
    "eagle-wing": Facts(52, 13, 8, 30, 1, 2, "in suit"),
    "duke": Facts(52, 12, 4, 36, 1, 2, "in alternate colours"),
    "acme": Facts(52, 13, 4, 31, 1, 1, "in suit"),
    "gate": Facts(52, 10, 8, 34, 1, 0, "in alternate colours"),
    "little-gate": Facts(52, 10, 4, 38, 1, 0, "in alternate colours"),
    "munger": Facts(52, 7, 7, 17, 1, 0, "in alternate colours"),
    "minerva": Facts(52, 11, 7, 13, 1, 1, "in alternate colours"),
    "mystique": Facts(52, 9, 7, 15, 1, 0, "in alternate colours"),
    "american-toad": Facts(104, 20, 8, 75, 1, 1, "in suit"),
    "double-canfield": Facts(104, 13, 5, 85, 3, -1, "in alternate colours"),
    "variegated-canfield": Facts(104, 13, 5, 78, 3, 2, "in alternate colours"),
    "selective-canfield": Facts(52, 13, 4, 34, 3, -1, "in alternate colours"),
    "casino-canfield": Facts(52, 13, 4, 34, 1, 0, "in alternate colours"),
    "canfield-rush": Facts(52, 13, 4, 34, 3, 2, "in alternate colours"),
    "klondike": Facts(52, 0, 7, 24, 3, -1, "in alternate colours"),
    "freecell": Facts(52, 0, 8, 0, 0, 0, "in alternate colours"),
    "yukon": Facts(52, 0, 7, 0, 0, 0, "in alternate colours"),
    "forty-thieves": Facts(104, 0, 10, 64, 1, 0, "in suit"),
    "calculation": Facts(52, 0, 4, 48, 1, 0, "regardless of suit"),
    "miss-milligan": Facts(104, 0, 8, 96, 0, 0, "in alternate colours"),
}

NO_PYSOL = {"selective-canfield"}
"""PySolFC does not have them."""


def rules_of(name: str) -> Rules:
    return patience.load(name).rules


def cards_in(rules: Rules, kind: str) -> int:
    return sum(sum(group.deal) for group in rules.groups if group.kind == kind)


def facts_of(rules: Rules) -> Facts:
    tableau = rules.group("tableau")
    stock = rules.stock
    to_waste = stock is not None and stock.turn is not None and not stock.turn.each
    redeals = 0 if stock is None else -1 if stock.redeals is None else stock.redeals
    return Facts(
        rules.deck.size,
        cards_in(rules, "reserve"),
        tableau.piles,
        stock.cards if stock else 0,
        stock.turn.counts[0] if stock and stock.turn and to_waste else 0,
        redeals,
        tableau.pack[0].suits,
    )


def test_every_file_is_a_shipped_game_and_every_game_a_file() -> None:
    there = {Path(str(file)).stem for file in FOLDER.iterdir() if file.name.endswith(".yaml")}
    assert there == set(NAMES) == set(FACTS)


@pytest.mark.parametrize("name", NAMES)
def test_a_file_names_its_schema_and_explains_itself(name: str) -> None:
    text = (FOLDER / f"{name}.yaml").read_text(encoding="utf-8")
    assert text.startswith(HEADER)
    assert text.removeprefix(HEADER).startswith("# ")
    assert "\t" not in text and text.endswith("\n")


@pytest.mark.parametrize("name", NAMES)
def test_a_game_is_what_the_fact_sheets_say(name: str) -> None:
    rules = rules_of(name)
    assert facts_of(rules) == FACTS[name]
    assert rules.id == name and rules.title and rules.family


@pytest.mark.parametrize("name", NAMES)
def test_every_option_is_another_game(name: str) -> None:
    rules = rules_of(name)
    hashes = {rules.hash}
    for option in rules.options:
        other = patience.load(f"{name}+{option_slug(option.name)}")
        assert other.rules_hash not in hashes, f"{option.name} changes nothing"
        hashes.add(other.rules_hash)
        assert other.deal("pysol:24" if other.table.packs == 1 else 1).actions()


@pytest.mark.parametrize("name", NAMES)
def test_sources_are_stated(name: str) -> None:
    rules = rules_of(name)
    groups = {group.name for group in rules.groups} | {"stock", "deals"}
    assert rules.sources
    for source in rules.sources:
        assert source.text.rstrip().endswith((".", ")"))
        if "." in source.about:
            assert source.about.split(".")[0] in groups, source.about
    for option in rules.options:
        assert option.sources, f"nobody is said to play {option.name}"


@pytest.mark.parametrize("name", NAMES)
def test_layouts_of_pysolfc_are_given_where_it_has_the_game(name: str) -> None:
    scripts = dict(rules_of(name).scripts)
    assert ("pysol" in scripts) == (name not in NO_PYSOL)


def test_decided_readings() -> None:
    """The readings of the three best-known games that the defaults follow."""
    duchess, canfield, demon = (rules_of(name) for name in ("duchess", "canfield", "demon"))
    assert duchess.until_base == "nothing else"
    assert [link.source for link in duchess.group("tableau").space.links] == [
        "reserve", "waste", "stock",
    ]  # fmt: skip
    assert duchess.group("tableau").move.mode == "sequence"
    assert duchess.group("foundations").worry_back == "no"
    assert canfield.group("tableau").move.mode == "top card or whole pile"
    assert [link.source for link in canfield.group("tableau").refill] == ["reserve"]
    assert [link.source for link in canfield.group("tableau").space.links] == ["any"]
    assert demon.group("tableau").move.mode == "whole pile"
    assert [link.source for link in demon.group("tableau").space.links] == ["waste"]
    for game in (duchess, canfield, demon):
        assert game.group("tableau").pack[0].corner == "turns"
    strict = rules_of("canfield+as-solvitaire-strict").group("tableau")
    assert strict.pack[0].corner == "turns as far as the base"
    assert [link.source for link in strict.refill] == ["reserve", "waste"]
    assert strict.space.links == ()


@pytest.mark.parametrize(
    ("rule", "turns"), [("canfield-rush", (3, 2, 1)), ("canfield", (3,)), ("rainfall", (1,))]
)
def test_turns_by_lap(rule: str, turns: tuple[int, ...]) -> None:
    stock = rules_of(rule).stock
    assert stock is not None and stock.turn is not None
    assert stock.turn.counts == turns


def test_the_page_of_games_is_current() -> None:
    page = games_page.PAGE.read_text(encoding="utf-8")
    assert games_page.updated(page) == page, "run: python tests/games_page.py"
