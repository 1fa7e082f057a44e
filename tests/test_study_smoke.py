"""The smoke test of a game: repeatable, honest about what was never used, and about lost cards."""

from __future__ import annotations

from dataclasses import replace

import games
import pytest

import patience
from patience.engine.state import State
from patience.study.smoke import SmokeReport, smoke, words, words_used


def test_the_same_seed_gives_the_same_report() -> None:
    game = games.load("eagle-wing")
    first = smoke(game, games=4, seed=3)
    assert first == smoke(game, games=4, seed=3)
    assert first != smoke(game, games=4, seed=4)
    assert first.games == 4 == first.won + first.stuck + first.capped
    assert first.branching > 1 and first.moves > 20 and first.broken == ""


def test_games_are_given_up_at_the_cap() -> None:
    report = smoke(games.load("klondike"), games=3, cap=5)
    assert (report.won, report.stuck, report.capped, report.moves) == (0, 0, 3, 5.0)
    assert smoke(games.load("klondike"), games=0) == SmokeReport(
        0, 0, 0, 0, 0.0, 0.0, tuple(words(games.load("klondike").table))
    )


@pytest.mark.parametrize("name", ["canfield", "klondike+one-at-a-time", "miss-milligan", "gate"])
def test_a_word_that_a_game_uses_is_seen(name: str) -> None:
    used: set[str] = set()
    state = games.load(name).deal(1)
    while (actions := state.actions()) and state.move_count < 150:
        after = state.play(actions[state.move_count % len(actions)])
        used.update(words_used(state, actions[state.move_count % len(actions)], after))
        state = after
    assert used <= set(words(state.table))
    assert {"stock.turn", "tableau.pack"} <= used


def test_what_no_rule_allows_is_reported_as_unused() -> None:
    game = games.load("duchess")
    assert "tableau.space from stock" in words(game.table)
    report = smoke(game, games=1, cap=1)
    assert "foundations.base" not in report.unused
    assert {"tableau.space from waste", "stock.redeals", "tableau.move"} <= set(report.unused)


def test_automatic_fills_and_pockets_have_their_words() -> None:
    assert "tableau.refill from reserve" in words(games.load("canfield").table)
    assert "tableau.refill from reserve" not in smoke(games.load("canfield"), games=5).unused
    assert {"pocket", "pocket.holds"} <= set(words(games.load("miss-milligan").table))
    assert "foundations.worry back" in words(games.load("klondike").table)


def test_a_card_that_goes_missing_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    played = State.play

    def losing(state: State, action: patience.Action) -> State:
        after = played(state, action)
        piles = tuple(pile[:-1] if pile else pile for pile in after.piles)
        return State(after.table, after.position._replace(piles=piles), after.move_count)

    monkeypatch.setattr(State, "play", losing)
    report = smoke(games.load("duchess"), games=1, cap=2)
    assert "duchess" in report.broken
    assert replace(report, broken="") != report
