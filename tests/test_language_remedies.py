"""Settings that do not fit a file's own dealing order or count: what to set besides."""

from __future__ import annotations

import shlex

import pytest

import patience
from patience.errors import RuleError


@pytest.mark.parametrize(
    ("game", "settings", "besides"),
    [
        ("duchess", ["tableau.piles=5"], "--set deals=default --set stock.cards=default"),
        ("duchess", ["tableau.piles=5", "deals=default"], "--set stock.cards=default"),
        ("duchess", ["tableau.piles=5", "stock.cards=35"], "--set deals=default"),
        ("rainbow", ["reserve.deal=9"], "--set deals=default --set stock.cards=default"),
        (
            "selective-canfield", ["tableau.piles=5", "stock.cards=33"],
            """--set 'deals=["13 to reserve", "choose base from 6 dealt, rest to tableau"]'""",
        ),
    ],
)  # fmt: skip
def test_settings_that_change_the_layout_are_told_what_they_want_besides(
    game: str, settings: list[str], besides: str
) -> None:
    with pytest.raises(RuleError) as caught:
        patience.load(game, settings=settings)
    last = caught.value.faults[-1].message
    assert last.endswith(f"; these settings want {besides} besides") and "inherits" not in last
    more = [word for word in shlex.split(besides) if word != "--set"]
    assert patience.load(game, settings=[*settings, *more]).rules.deck.size == 52


def test_settings_that_nothing_would_heal_are_told_no_remedy() -> None:
    with pytest.raises(RuleError) as caught:
        patience.load("duchess", settings=["tableau.piles=60"])
    assert all("besides" not in fault.message for fault in caught.value.faults)
