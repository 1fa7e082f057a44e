"""Finishing: what is played up costs nothing, looks at nothing hidden, and wins what is won."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from games import load, shipped
from small_packs import small_deal, small_table

from patience.engine.state import State
from patience.play.dialogue import Reply, answers
from patience.play.finishing import builds, plan_finish, why_kept
from patience.play.gameref import GameRef
from patience.play.session import Session
from patience.solver.search import search
from patience.solver.verdict import Limits

SOLUTION = Path(__file__).parent / "data" / "play" / "duchess-pysol-24.txt"
MOVES = [line for line in SOLUTION.read_text().splitlines() if ":" not in line]


def played(count: int) -> Session:
    session = Session(GameRef("duchess"), load("duchess"), "pysol:24")
    for text in MOVES[:count]:
        session.act(text)
    return session


def type_line(session: Session, line: str) -> list[Reply]:
    return list(answers(session, line))


def test_a_game_that_is_as_good_as_won_is_finished_action_by_action() -> None:
    session = played(len(MOVES) - 8)
    before = session.here
    replies = type_line(session, "finish")
    assert session.state.is_won and replies[-1].event == "finish"
    assert replies[-1].lines == (f"finished with {session.here - before} actions",)
    assert {reply.event for reply in replies[:-1]} == {"action"}
    assert len(replies) - 1 == session.here - before
    won = session.here
    session.undo()
    assert session.here == won - 1 and not session.state.is_won
    type_line(session, "f")
    assert session.state.is_won and session.here == won
    assert type_line(session, "finish")[0].lines == ("the game is won already",)


def test_it_says_why_a_card_stays() -> None:
    session = played(0)
    (reply,) = type_line(session, "finish")
    assert reply.lines == ("nothing to play up yet: the base is still to be chosen",)
    said = set()
    for text in MOVES[:100]:
        session.act(text)
        before = session.here
        words = type_line(session, "finish")[-1].lines[0]
        said.add(words.partition(":")[0] if session.here == before else "played")
        if "but" in words:
            said.add(words.rpartition("may still ")[2].rpartition(" ")[0])
        if session.here > before:
            session.undo(session.here - before)
    assert {"nothing to play up yet", "played", "be packed on"} <= said


def random_line(state: State, seed: int) -> State:
    """Some way into a game."""
    dice = random.Random(seed)
    for _ in range(dice.randrange(25)):
        actions = state.actions()
        if not actions or state.is_won:
            break
        state = state.after(dice.choice(actions))
    return state


def winnable(state: State) -> bool | None:
    verdict = search(state.table, state.position, Limits(states=3000))
    return verdict.kind == "winnable" if verdict.is_decided else None


@pytest.mark.parametrize("name", shipped())
def test_what_is_played_up_costs_no_win(name: str) -> None:
    """On small packs, all cards known: a game that can be won can still be won afterwards.

    Of all cards that could be built in these positions some do cost the win.
    """
    table = small_table(name, 4)
    for number in range(1, 13):
        state = random_line(State(table, small_deal(table, number)), number)
        for action in state.actions():
            free = builds(table, action) and why_kept(state, action) is None
            if free and winnable(state):
                assert winnable(state.after(action)) is not False, (number, str(state))


@pytest.mark.parametrize("name", ["duchess", "klondike", "canfield", "miss-milligan"])
def test_nothing_hidden_is_looked_at(name: str) -> None:
    """Other cards in the same hidden places: the same plan, as far as it goes without them."""
    game = load(name)
    for deal in range(1, 6):
        state = random_line(game.deal(deal), deal)
        stock = game.table.stock
        if len(state.piles[stock]) < 2 or state.redeals:
            continue
        piles = list(state.piles)
        piles[stock] = piles[stock][::-1]
        other = State(game.table, state.position._replace(piles=tuple(piles)))
        one, two = plan_finish(state), plan_finish(other)
        assert one.actions == two.actions and one.reason == two.reason


def test_turns_of_known_cards_belong_to_it() -> None:
    """Klondike with everything built but a waste that has been gone through."""
    game = load("klondike")
    state = game.deal(1)
    piles: list[tuple[int, ...]] = [()] * len(state.piles)
    labels = state.labels
    for suit in range(4):
        piles[labels.index(f"F{suit + 1}")] = tuple(range(suit * 13, suit * 13 + 11))
    piles[labels.index("W")] = tuple(suit * 13 + rank for rank in (12, 11) for suit in range(4))
    position = state.position._replace(piles=tuple(piles), redeals=1)
    plan = plan_finish(State(game.table, position))
    assert plan.reason == "" and len(plan.actions) == 8
    short = position._replace(redeals=0)
    piles[labels.index("S")], piles[labels.index("W")] = piles[labels.index("W")], ()
    unseen = plan_finish(State(game.table, short._replace(piles=tuple(piles))))
    assert unseen.actions == () and unseen.reason == "no card can go to the foundations now"
