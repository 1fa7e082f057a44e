"""Hints: useful, honest about what is unseen, and never in a circle."""

from __future__ import annotations

import pytest
from games import load, shipped

from patience.engine.position import REDEAL, TURN
from patience.engine.state import State
from patience.play.dialogue import Reply, answers
from patience.play.gameref import GameRef
from patience.play.hints import find_hint
from patience.play.session import Session
from patience.play.standing import standing, unseen_stock

LONGEST = 1000
"""Hints in a row; every game ends long before, in a win or without a further hint."""


def answer(session: Session, line: str) -> Reply:
    """The last answer to a line."""
    return list(answers(session, line))[-1]


def follow(name: str, deal: int, reach: int) -> list[State]:
    """The line of play that following hints gives."""
    line = [load(name).deal(deal)]
    best = standing(line[0].table, line[0].position)
    while (hint := find_hint(line[-1], best, reach)) is not None:
        line.append(line[-1].play(hint.action))
        best = max(best, standing(line[-1].table, line[-1].position))
        assert len(line) < LONGEST, f"{name}, deal {deal}: the hints do not end"
    return line


@pytest.mark.parametrize("name", shipped())
def test_following_hints_ends(name: str) -> None:
    """210 deals in all: every line of hints ends. No position comes twice, redeals apart."""
    packs = load(name).table.packs
    for deal in range(1, 10 if packs == 1 else 4):
        line = follow(name, deal, reach=20)
        assert len({(state.key(), state.redeals) for state in line}) == len(line)


def test_the_lines_of_hints_are_two_hundred() -> None:
    assert sum(9 if load(name).table.packs == 1 else 3 for name in shipped()) >= 200


def test_hints_win_games() -> None:
    """They are no solver, but a player who follows them wins Duchess often enough."""
    assert sum(follow("duchess", deal, 60)[-1].is_won for deal in range(1, 13)) >= 3


def test_a_turn_says_what_it_brings_or_that_cards_are_unseen() -> None:
    session = Session(GameRef("duchess"), load("duchess"), "1")
    reasons = []
    while (hint := session.hint()) is not None:
        if hint.action.verb in (TURN, REDEAL):
            unseen = unseen_stock(session.game.table, session.state.position)
            reasons.append(hint.why)
            if hint.action.verb == TURN and unseen:
                assert f"{unseen} stock card" in hint.why and "♣" not in hint.why
            else:
                assert "bring" in hint.why or "prepare" in hint.why
        session.play(hint.action)
    assert any("the redeal and three turns bring the 2♣, which goes to T4" in r for r in reasons)


def test_looking_through_the_stock_is_taught_once() -> None:
    session = Session(GameRef("duchess"), load("duchess"), "1")
    turns = []
    while (hint := session.hint()) is not None and len(turns) < 4:
        if "unseen" in hint.why:
            turns.append(hint.why)
        session.play(hint.action)
    assert "nothing better lies open; the first lap is for looking, and " in turns[0]
    assert turns[0].endswith(" stock cards are still unseen")
    assert len(turns) == 4 and all(len(why.split()) == 6 for why in turns[1:])


def test_a_plan_is_carried_through() -> None:
    """Each hint that is part of a plan of turns comes one turn nearer."""
    session = Session(GameRef("canfield"), load("canfield"), "1")
    numbers = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
    left = None
    while (hint := session.hint()) is not None:
        planned = hint.action.verb in (TURN, REDEAL) and "bring" in hint.why
        if planned:
            words = hint.why.split()
            now = numbers.index(words[words.index("turn" if "turn" in words else "turns") - 1]) + 1
            now += "redeal" in words
            assert left is None or now == left - 1
            left = now
        else:
            assert left in (None, 1)
            left = None
        session.play(hint.action)


def test_hints_do_not_look_at_what_is_hidden() -> None:
    """Other cards in the same hidden places: the same hint."""
    game = load("canfield")
    state = game.deal(5)
    labels = state.labels
    reserve, stock = labels.index("R"), labels.index("S")
    piles = list(state.piles)
    down = piles[reserve][:-1]
    piles[reserve] = (*reversed(down), piles[reserve][-1])
    piles[stock] = piles[stock][::-1]
    other = State(game.table, state.position._replace(piles=tuple(piles)))
    assert other != state
    best = standing(state.table, state.position)
    one, two = find_hint(state, best), find_hint(other, best)
    assert one is not None and two is not None
    assert (one.action, one.why) == (two.action, two.why)


def test_no_hint_where_nothing_is_left() -> None:
    line = follow("canfield", 7, 20)
    best = standing(line[0].table, line[0].position)
    assert line[-1].result == "stuck" and find_hint(line[-1], best) is None
    won = follow("duchess", 1, 60)
    assert won[-1].is_won and find_hint(won[-1], best) is None


def test_nothing_useful_is_said_as_that() -> None:
    """Where moves are left but none helps, the words do not say that the game is lost."""
    session = Session(GameRef("freecell"), load("freecell"), "2")
    while (hint := session.hint()) is not None:
        session.play(hint.action)
    assert session.state.result == "playing"
    assert "moves are left" in answer(session, "hint blind").lines[0]


def test_the_standing_is_bounded() -> None:
    """Its first number counts built cards: at a win that is the whole pack, and the highest."""
    line = follow("duchess", 1, 60)
    table = line[0].table
    best = max(standing(table, state.position) for state in line)
    assert standing(table, line[-1].position) == best and best[0] == 52
