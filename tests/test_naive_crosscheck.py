"""The engine against the naive reading of the rules: same actions, same results, won and stuck.

Positions come from random play, from deals and from made-up positions late in a game. The quick run
looks at a few dozen of each game, the slow one at a thousand.
"""

from __future__ import annotations

import random

import pytest
from naive.bridge import differences, handed_over, positions, same, taken_over, without_offer
from naive.games import GAMES, named
from naive.layout import bare, deal, midgame
from naive.readings import READINGS, SMALL
from naive.words import Position

import patience

OPTIONS = [f"{game}+{option}" for game in READINGS for option in READINGS[game]]
NAMES = [*GAMES, *OPTIONS]
SMALL_NAMES = [name for name in NAMES if name.split("+")[0] in SMALL]


def compare(name: str, count: int, small: bool = False) -> None:
    """No difference in so many positions."""
    settings = ("deals=~", *SMALL[name.split("+")[0]][1]) if small else ()
    game = named(name, small)
    for state in positions(game, patience.load(name, settings=settings), count):
        found = differences(game, state)
        assert not found, "\n".join([f"{name}, in", str(state), *found])


@pytest.mark.parametrize("name", GAMES)
def test_games(name: str) -> None:
    compare(name, 40)


@pytest.mark.parametrize("name", OPTIONS)
def test_options(name: str) -> None:
    compare(name, 10)


@pytest.mark.parametrize("name", SMALL_NAMES)
def test_small_packs(name: str) -> None:
    """Six ranks or fewer: the corner turns at the highest, and spaces come early."""
    compare(name, 20, small=True)


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL_NAMES)
def test_small_packs_in_many_positions(name: str) -> None:
    compare(name, 500, small=True)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_games_in_a_thousand_positions(name: str) -> None:
    compare(name, 1_000)


@pytest.mark.slow
@pytest.mark.parametrize("name", OPTIONS)
def test_options_in_many_positions(name: str) -> None:
    compare(name, 150)


@pytest.mark.parametrize("game", GAMES)
def test_every_option_has_a_naive_reading(game: str) -> None:
    options = {option.name for option in patience.load(game).rules.options}
    assert {option.lower().replace(" ", "-") for option in options} == set(READINGS.get(game, ()))


@pytest.mark.parametrize("name", NAMES)
def test_layouts(name: str) -> None:
    """The same number of cards in every pile, face down in the same places; the same cards out."""
    game = named(name)
    ours = deal(game, random.Random(name))
    theirs = taken_over(game, patience.load(name).deal(1))

    def shape(position: Position) -> dict[str, list[bool]]:
        piles = without_offer(position).piles
        return {label: [card.startswith("[") for card in pile] for label, pile in piles.items()}

    assert shape(ours) == shape(theirs)
    if game.starters:
        laid_out = [
            [pile[0][0] for label, pile in sorted(position.piles.items()) if label[0] == "F"]
            for position in (ours, theirs)
        ]
        assert laid_out[0] == laid_out[1]


@pytest.mark.parametrize("name", GAMES)
def test_positions_go_over_and_come_back(name: str) -> None:
    game, real = named(name), patience.load(name)
    made = midgame(game, random.Random(name))
    assert same(game, taken_over(game, handed_over(game, made, real)), made)
    assert bare(game).piles.keys() - {"O1", "O2", "O3", "O4", "O5"} <= made.piles.keys()


@pytest.mark.parametrize(
    ("played", "read"),
    [
        ("duchess+whole-columns", "duchess"),
        ("duchess+waste-only", "duchess"),
        ("canfield+as-solvitaire", "canfield+any-sequence"),
        ("canfield", "superior-canfield"),
        ("gate", "gate+as-pysolfc"),
        ("klondike", "klondike+no-worrying-back"),
        ("eagle-wing", "eagle-wing+spaces-stay-empty"),
        ("miss-milligan+any-card-into-spaces", "miss-milligan"),
        ("rainfall", "rainbow"),
        ("acme+coyote", "acme"),
    ],
)
def test_a_wrong_reading_is_noticed(played: str, read: str) -> None:
    states = positions(named(played), patience.load(played), 400)
    assert any(differences(named(read), state) for state in states)
