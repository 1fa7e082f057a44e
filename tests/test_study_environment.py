"""The environment: Gymnasium's checks, honest observations, masks that are the legal actions."""

from __future__ import annotations

from typing import Any

import games
import pytest
from test_players import disguised

from patience.errors import StudyError
from patience.players import Dice, Greedy, Sight, simulate

gymnasium: Any = pytest.importorskip("gymnasium")
from patience.study.environment import UNSEEN, PatienceEnv  # noqa: E402

ID = "patience.study.environment:Patience-v0"


@pytest.mark.parametrize("name", ["duchess", "klondike", "miss-milligan"])
def test_gymnasiums_checks_find_nothing(name: str) -> None:
    from gymnasium.utils.env_checker import check_env

    check_env(gymnasium.make(ID, game=name, render_mode="ansi").unwrapped)


def test_made_by_its_name() -> None:
    env = gymnasium.make(ID, game="canfield+as-solvitaire", reward="won")
    first, info = env.reset(seed=5)
    again, _ = env.reset(seed=5)
    assert all((first[key] == again[key]).all() for key in ("piles", "redeals"))
    assert info["action_mask"].sum() == len(env.unwrapped.state.actions())
    assert env.observation_space.contains(first)
    env.close()


@pytest.mark.parametrize("name", games.shipped())
def test_masks_are_the_legal_actions(name: str) -> None:
    env, dice = PatienceEnv(games.load(name)), Dice(3)
    env.reset(seed=7)
    for _ in range(40):
        legal = env.state.actions()
        numbers = [int(number) for number in env.action_masks().nonzero()[0]]
        assert sorted(map(env.decode, numbers)) == sorted(legal)
        assert [env.decode(env.encode(action)) for action in legal] == list(legal)
        if not legal:
            break
        before = env.state
        action = dice.pick(legal)
        seen, _, over, cut, _ = env.step(env.encode(action))
        assert env.state == before.play(action) and not cut
        assert env.observation_space.contains(seen)
        if over:
            break


def test_an_observation_shows_no_hidden_card() -> None:
    env = PatienceEnv(games.load("klondike"))
    seen, _ = env.reset(options={"deal": 3})
    assert int((seen["piles"] == UNSEEN).sum()) == 45
    real = env.state
    env._take(disguised(real, Dice(2)))
    assert env.state != real
    for key, value in env._observation().items():
        assert (value == seen[key]).all()


def test_a_game_through_the_environment_is_the_same_game() -> None:
    game = games.load("storehouse")
    record = simulate(game, 6, "greedy")
    env, player = PatienceEnv(game), Greedy()
    env.reset(options={"deal": 6})
    total, over = 0.0, False
    while not over:
        action = player.choose(Sight.of(env.state))
        if action is None:
            break
        _, reward, over, _, info = env.step(env.encode(action))
        total += reward
    assert total == record.home - record.along[0]
    assert env.state.is_won == record.won and (not over or info["won"] == record.won)


def test_illegal_numbers_change_nothing_and_the_cap_ends_it() -> None:
    env = PatienceEnv(games.load("duchess"), cap=3, illegal=0.5)
    seen, info = env.reset(seed=1)
    wrong = int((info["action_mask"] == 0).nonzero()[0][0])
    for step in range(3):
        after, reward, over, cut, _ = env.step(wrong)
        assert (after["piles"] == seen["piles"]).all()
        assert (reward, over, cut) == (-0.5, False, step == 2)
    with pytest.raises(KeyError):
        env.decode(wrong)
    assert env.render() is None
    assert "R1: " in str(PatienceEnv(games.load("duchess"), render_mode="ansi").render())


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ({"reward": "points"}, "there is no reward 'points'"),
        ({"cap": 0}, "at least 1 was expected"),
        ({"render_mode": "human"}, "there is no render mode 'human'"),
    ],
)
def test_what_it_is_not_made_for_is_said(words: dict[str, Any], sentence: str) -> None:
    with pytest.raises(StudyError, match=sentence):
        PatienceEnv("storehouse", **words)
