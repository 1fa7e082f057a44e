"""Rules that miss a pruning's condition by a word, and deals that are lost if it is not asked for.

Each file of tests/prunings says what its condition is about. Every deal here was called unwinnable
by a search that pruned without looking at the condition, and can be won.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from kernel_help import needs_kernel
from test_kernel_rule_files import dealt

import patience
from patience.game import Game
from patience.solver import Limits, solve

pytestmark = needs_kernel

FILES = Path(__file__).parent / "prunings"

DEALS = {
    "whole-piles": (2, 10, 12, 13),
    "two-ways-up": (47, 877, 1005, 1932),
    "long-foundations": (10, 15, 26, 31),
    "foundations-from-tableau": (54, 498, 859, 990),
    "four-packs": (1, 9, 11, 17),
    "two-packs": (167, 444, 486, 634),
    "no-spaces": (1, 2, 3, 4),
    "bases-in-mid-pack": (409, 5974),
    "back-for-spaces": (45, 79, 745, 839),
    "one-reserve-for-two": (1, 288, 439, 1230),
    "groups-from-the-reserve": (332, 589),
    "piles-from-the-reserve": (219,),
    "groups-from-the-waste": (33, 42, 64),
    "aces-to-the-waste": (1, 5, 20),
    "spacers": (17, 27),
    "packed-before-the-choice": (13, 168),
    "both-ends": (29,),
    "buried-piles": (68,),
    "waste-from-cells": (3, 47, 59),
}

POSITIONS = {
    "cells": """
base: A
F1: AC 2C 3C
F2: AH 2H
T1: 4H 3S 2D
T3: 2S AS AD 7S 5H 3H 6C 5D
T4: 7D 7H 6S 5S 5C 4S 4C 4D 3D 6D 6H 7C
""",
    "corner-until-the-base": """
T1: 3D 2D 3S 3H 2C AD 2H 2S AC
W1: AH
R: AS 3C
""",
}
"""The same for positions. In the first the only wins put part of a run into the space and the card
below it into the cell."""


def load(name: str) -> Game:
    return patience.load(str(FILES / f"{name}.yaml"))


@pytest.mark.parametrize(("name", "deal"), [(name, deal) for name in DEALS for deal in DEALS[name]])
@pytest.mark.parametrize("scout", [0, 100_000], ids=["depth first", "with scout"])
def test_a_condition_that_is_missed_switches_the_pruning_off(
    name: str, deal: int, scout: int
) -> None:
    from patience.solver.kernel import Kernel

    game = load(name)
    position = dealt(game, deal)
    kernel = Kernel(game.table)
    assert kernel.solve(position, Limits(states=100_000), scout=scout).kind == "winnable"


@pytest.mark.parametrize("name", POSITIONS)
def test_so_does_it_in_the_middle_of_a_game(name: str) -> None:
    game = load(name)
    state = game.parse(POSITIONS[name])
    plain = solve(state, Limits(states=100_000), pruning=False)
    assert (plain.kind, solve(state, Limits(states=100_000)).kind) == ("winnable", "winnable")


def test_a_waste_that_gives_all_or_nothing() -> None:
    state = load("whole-waste").deal(2)
    for pruning in (False, True):
        assert solve(state, Limits(states=100_000), pruning=pruning).kind == "unwinnable"
