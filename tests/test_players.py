"""Honest players: the same view gives the same action; games are repeatable and end."""

from __future__ import annotations

from collections import Counter

import games
import pytest

import patience
from patience.cards import DOWN
from patience.engine.position import REDEAL, TURN
from patience.engine.state import State
from patience.errors import NotationError
from patience.players import (
    PLAYERS,
    Dice,
    Greedy,
    Planner,
    Player,
    RandomPlayer,
    Sight,
    simulate,
)
from patience.players.deciding import verdict, wins
from patience.players.game import deal_number
from patience.players.greedy import preferred


def makers(seed: int) -> dict[str, Player]:
    """A fresh player of each kind."""
    return {
        "random": RandomPlayer(Dice(seed)),
        "greedy": Greedy(),
        "planner": Planner(Dice(seed), samples=2, states=30),
    }


def disguised(state: State, dice: Dice) -> State:
    """The same to look at, with other cards in the places that a person cannot see."""
    hidden = [
        (index, place)
        for index, pile in enumerate(state.piles)
        for place, card in enumerate(pile)
        if card & DOWN or (index == state.table.stock and not state.redeals)
    ]
    cards = [state.piles[index][place] & ~DOWN for index, place in hidden]
    dice.shuffle(cards)
    piles = [list(pile) for pile in state.piles]
    for (index, place), card in zip(hidden, cards, strict=True):
        piles[index][place] = card | piles[index][place] & DOWN
    position = state.position._replace(piles=tuple(tuple(pile) for pile in piles))
    return State(state.table, position, state.move_count)


@pytest.mark.parametrize("name", ["duchess", "canfield", "klondike", "eagle-wing"])
def test_states_that_look_the_same_get_the_same_action(name: str) -> None:
    dice = Dice(17)
    compared = 0
    for deal in range(1, 5):
        state = games.load(name).deal(deal)
        while not state.is_over and state.move_count < 25:
            other = disguised(state, dice)
            assert Sight.of(other) == Sight.of(state)
            if other != state and state.is_decision and state.move_count % 4 == 0:
                for ours, theirs in zip(makers(deal).values(), makers(deal).values(), strict=True):
                    assert ours.choose(Sight.of(state)) == theirs.choose(Sight.of(other))
                compared += 1
            state = state.play(dice.pick(state.actions()))
    assert compared > 10


def test_a_peeping_player_would_be_caught() -> None:
    """The disguise really changes what lies in the stock."""
    state = games.load("duchess").deal(1)
    other = disguised(state, Dice(1))
    assert other.piles[state.table.stock] != state.piles[state.table.stock]
    assert sorted(other.piles[state.table.stock]) == sorted(state.piles[state.table.stock])


def test_a_sight_holds_no_hidden_card() -> None:
    state = games.load("klondike").deal(3)
    sight = Sight.of(state)
    shown = {card for pile in sight.view.piles for card in pile if card >= 0}
    assert len(shown) == 7 and len(sight.view.unseen) == 45
    assert sight.imagined(sight.view.unseen).seen_by_player() == sight.view


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("name", ["duchess", "storehouse"])
def test_the_same_seed_plays_the_same_game(player: str, name: str) -> None:
    game = games.load(name)
    cap = 2 if player == "planner" else 200
    first = simulate(game, 5, player, seed=3, cap=cap)
    assert simulate(game, 5, player, seed=3, cap=cap) == first
    if player == "random":
        assert simulate(game, 5, player, seed=4, cap=cap) != first


def test_records_agree_with_the_game() -> None:
    record = simulate(games.load("duchess"), "pysol:24", "greedy")
    assert record.deal == "pysol:24" and record.player == "greedy"
    assert record.actions == record.forced + record.decisions
    assert len(record.along) == record.actions + 1 and record.along[-1] == record.home
    assert record.along[0] == 0 and min(record.choices) > 1
    assert record.score is None and not simulate(games.load("duchess"), 7, "random", cap=3).won


def test_a_score_comes_from_the_plugin() -> None:
    record = simulate(games.load("canfield"), 1, "greedy")
    assert record.score == 5 * record.home - 52


@pytest.mark.parametrize("name", games.shipped())
def test_greedy_ends_by_itself(name: str) -> None:
    """No circle in any game: all it does is progress, and a lap without any ends the game."""
    record = simulate(games.load(name), 11, "greedy", cap=1500)
    assert record.result in ("won", "stuck", "given up")


def test_greedy_gives_up_after_a_lap_without_progress() -> None:
    game = games.load("klondike")
    ended = Counter(simulate(game, deal, "greedy").result for deal in range(1, 16))
    assert ended["given up"] > 0
    state, player = game.deal(2), Greedy()
    since = 0
    while (action := player.choose(Sight.of(state))) is not None:
        since = since + 1 if action.verb in (TURN, REDEAL) else 0
        assert since < 60
        state = state.play(action)
    assert not state.is_won and any(one.verb == REDEAL for one in state.actions())


def test_greedy_prefers_the_base_with_company_and_cards_home() -> None:
    state = games.load("duchess").deal("pysol:24")
    action = preferred(Sight.of(state))
    assert action is not None
    tops = [state.pile(label)[-1] for label in ("R1", "R2", "R3", "R4", "T1", "T2", "T3", "T4")]
    ranks = Counter(card % 13 for card in tops)
    chosen = state.piles[action.source][-1]
    assert ranks[chosen % 13] == max(ranks[card % 13] for card in tops[:4])


def test_the_planner_wins_what_search_can_win_when_all_is_seen() -> None:
    """With every card in sight it plays like the solver: a won position stays won."""
    state = games.load("storehouse").deal(2)
    player = Planner(Dice(1), samples=2, states=200)
    played = 0
    while not state.is_over and played < 30:
        before = verdict(state, 150)[0]
        action = player.choose(Sight.of(state))
        if action is None:
            break
        state = state.play(action)
        played += 1
        if before == "winnable" and not Sight.of(state).view.unseen:
            assert verdict(state, 400)[0] == "winnable"
    assert played > 5


def test_verdicts_count_states_and_keep_the_limit() -> None:
    state = games.load("canfield").deal(1)
    word, states = verdict(state, 50)
    assert states <= 100 and (word != "undecided" or states >= 50)
    for deal in range(1, 5):
        state = games.load("storehouse").deal(deal)
        assert wins(state, 500) or verdict(state, 500)[0] != "winnable"


def test_dice_are_fair_and_fixed() -> None:
    counts = Counter(Dice(9, deal).below(4) for deal in range(4000))
    assert min(counts.values()) > 880 and max(counts.values()) < 1120
    assert [Dice(1, 2).throw(), Dice(2, 1).throw()] != [Dice(2, 1).throw(), Dice(1, 2).throw()]
    assert Dice(0).throw() == 0xE220A8397B1DCDAF  # the first number of SplitMix64 from 0
    assert Dice(5).pick([7]) == 7
    assert deal_number("12") == 12 and deal_number("pysol:12") != deal_number("ms:12")


def test_an_unknown_player_is_named() -> None:
    with pytest.raises(NotationError, match="no player 'genius'; there are random, greedy"):
        simulate(games.load("duchess"), 1, "genius")
    with pytest.raises(patience.DealError):
        simulate(games.load("duchess"), "x:1")
