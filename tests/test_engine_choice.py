"""A base that is chosen in the middle of the deal: what waits, and what must not happen yet."""

from __future__ import annotations

from typing import Any

from resolve_games import game

from patience.engine.compile import compile_rules
from patience.engine.state import State
from patience.game import Game


def dealt(**changes: Any) -> State:
    """The first deal of the test game, with keys replaced."""
    rules = game(**changes)
    return Game(rules, compile_rules(rules)).deal(1)


def columns(state: State) -> list[int]:
    """How many cards lie on each tableau pile."""
    return [
        len(pile)
        for label, pile in zip(state.table.labels, state.piles, strict=True)
        if label[0] == "T"
    ]


def test_cards_may_wait_for_the_choice_in_an_empty_stock() -> None:
    state = dealt(
        reserve={"deal": 40},
        foundations={"base": "chosen from reserve"},
        tableau={"deal": 3},
        stock=None,
        hand={"kind": "stock"},
        deals=["40 to reserve", "choose base from reserve", "12 to tableau"],
    )
    stock = state.table.stock
    assert len(state.piles[stock]) == 12 and columns(state) == [0, 0, 0, 0]
    state = state.play(state.actions()[0])
    assert len(state.piles[stock]) == 0 and columns(state) == [3, 3, 3, 3]


def test_nothing_is_filled_before_the_deal_is_complete() -> None:
    """Not even where the rules lock nothing, which is said of the time after the deal."""
    state = dealt(
        foundations={"base": "chosen from reserve", "until base": "anything"},
        tableau={"refill": "from stock"},
        stock={"cards": 35},
        deals=["13 to reserve", "choose base from reserve", "4 to tableau"],
    )
    assert columns(state) == [0, 0, 0, 0]
    assert columns(state.play(state.actions()[0])) == [1, 1, 1, 1]
