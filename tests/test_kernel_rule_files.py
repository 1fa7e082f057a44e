"""Both engines play 500 thrown rule files alike: the same actions, everywhere, in the same order.

The files say every word of the language that plays, which is counted here: if the dice should come
to leave a word out, or a new word is not yet thrown, a test fails.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

import pytest
from kernel_help import needs_kernel, walk
from rulefiles.composer import compose
from rulefiles.vocabulary import RELATIONS, all_words, said

from patience.engine.apply import apply
from patience.engine.compile import compile_rules
from patience.engine.moves import legal_actions
from patience.engine.perft import perft
from patience.engine.position import COMPLETE, Position, is_won
from patience.engine.state import State
from patience.errors import RuleError
from patience.game import Game
from patience.language.loading import load_rules
from patience.players.game import ENDINGS, play_out
from patience.players.names import NATIVE, dice_of, make_player

pytestmark = needs_kernel

FILES = 530
"""Files thrown, of which at least `PLAYED` are fit for play."""

PLAYED = 500
BATCH = 53

ACTIONS = 40
"""Actions of a player's game."""


@cache
def thrown(seed: int) -> Game | RuleError:
    """The game of a seed's file, or why it is none."""
    try:
        rules = load_rules((compose(seed), f"thrown-{seed}"))
    except RuleError as error:
        return error
    return Game(rules, compile_rules(rules, RELATIONS))


def games(first: int = 0, count: int = FILES) -> dict[int, Game]:
    """The games among some files, by their seeds."""
    found = {seed: thrown(seed) for seed in range(first, first + count)}
    return {seed: game for seed, game in found.items() if isinstance(game, Game)}


def batch(first: int) -> list[Game]:
    """The games of one batch."""
    return list(games(first, BATCH).values())


def dealt(game: Game, deal: int) -> Position:
    """A deal, past the choice that it may stop at."""
    rng = random.Random(deal)
    position = game.deal(deal).position
    while position.step != COMPLETE:
        position = apply(game.table, position, rng.choice(legal_actions(game.table, position)))
    return position


def compare(game: Game, deal: int, *, steps: int, every: int, states: int) -> None:
    """Count actions in both engines along a random game.

    ``every``: how often sequences are counted, as long as keeps to about so many ``states``.
    """
    from patience.solver.kernel import Kernel

    table, kernel = game.table, Kernel(game.table)
    for number, position in enumerate(walk(table, dealt(game, deal), steps, seed=deal)):
        width = 0 if is_won(table, position) else len(legal_actions(table, position))
        here = f"{game.id}, deal {deal}, position {number}"
        assert kernel.perft(position, 1) == width, f"{here}: {position}"
        if number % every == 0:
            depth = max(depth for depth in (1, 2, 3, 4) if width ** (depth - 1) <= states)
            assert kernel.perft(position, depth) == perft(table, position, depth), (
                f"{here}, depth {depth}: {position}"
            )


def players_game(game: Game, player: str) -> None:
    """A player makes the same choices in both, among the same actions in the same order."""
    from patience.solver.kernel import Kernel

    position = dealt(game, 3)
    ours, ending, choices, along = play_out(
        State(game.table, position), make_player(player, 7, 3), ACTIONS
    )
    dice = dice_of(player, 7, 3).state
    theirs = Kernel(game.table).simulate(position, NATIVE[player], dice, ACTIONS)
    assert theirs[:3] == (ENDINGS.index(ending), choices, along), f"{game.id}, {player}"
    # (The kernel counts redeals only as far as they matter, and does not say whether it turned.)
    assert theirs[3].piles == ours.piles, f"{game.id}, {player}"
    assert theirs[3].base == ours.position.base, f"{game.id}, {player}"


@pytest.mark.parametrize("first", range(0, FILES, BATCH))
def test_perft_agrees(first: int) -> None:
    for game in batch(first):
        compare(game, 1, steps=16, every=8, states=30)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, FILES, BATCH))
def test_perft_agrees_further_into_the_game(first: int) -> None:
    for game in batch(first):
        for deal in (2, 3):
            compare(game, deal, steps=60, every=10, states=120)


@pytest.mark.parametrize("first", range(0, FILES, BATCH))
def test_players_games_agree(first: int) -> None:
    for game in batch(first):
        for player in ("random", "greedy"):
            players_game(game, player)


def test_every_word_is_said() -> None:
    count: Counter[str] = Counter()
    for seed, game in games().items():
        count.update(set(said(game.rules, compose(seed))))
    few = {word: count[word] for word in all_words() if count[word] < 5}
    assert not few
    assert len(games()) >= PLAYED


def test_what_is_refused_is_refused_in_a_sentence() -> None:
    refused = [error for error in map(thrown, range(FILES)) if isinstance(error, RuleError)]
    assert refused
    for fault in [fault for error in refused for fault in error.faults]:
        assert fault.line and "\n" not in fault.message and len(fault.message) < 300
