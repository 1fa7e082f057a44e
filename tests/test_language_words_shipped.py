"""The rules in words of the shipped games: read once by a person, then kept; clean prose in all."""

from __future__ import annotations

import games
import pytest
from golden import regenerate
from test_language_words import check_prose

from patience.language.words import differences, facts, rules_text


@pytest.mark.parametrize("name", regenerate.NAMES)
def test_the_text_is_the_one_that_was_read(name: str) -> None:
    kept = regenerate.golden(name).read_text(encoding="utf-8")
    new = games.load(name).rules_text()
    assert new == kept, "if the change is meant: python tests/golden/regenerate.py, read the diff"


def test_every_golden_text_is_compared() -> None:
    kept = {path.stem for path in regenerate.FOLDER.glob("*.txt")}
    assert kept == set(regenerate.NAMES)


@pytest.mark.parametrize("name", games.with_options())
def test_the_text_of_every_game_and_option_reads_cleanly(name: str) -> None:
    # The words of the options themselves are read with the game that has them.
    game = games.load(name)
    check_prose(rules_text(game.rules) if game.rules.chosen else game.rules_text())


@pytest.mark.parametrize("name", games.shipped())
def test_every_source_of_a_game_is_shown(name: str) -> None:
    game = games.load(name)
    text = " ".join(game.rules_text().split())
    for source in game.rules.sources:
        assert " ".join(source.text.split()).rstrip(".") in text
    for option in game.rules.options:
        assert f"“{option.name}”" in text
        for said in option.sources:
            assert " ".join(said.split()).rstrip(".") in text


@pytest.mark.parametrize("name", games.shipped())
def test_every_option_is_told_in_words(name: str) -> None:
    game = games.load(name)
    for option, variant in game.variants().items():
        assert differences(game.rules, variant), option


def test_games_with_other_rules_have_other_words() -> None:
    named: dict[tuple[str, ...], tuple[str, str]] = {}
    for name in games.with_options():
        rules = games.load(name).rules
        words = tuple(fact.text for fact in facts(rules, silent=True))
        other = named.setdefault(words, (rules.hash, name))
        assert other[0] == rules.hash, (other[1], name)
