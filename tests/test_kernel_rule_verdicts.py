"""Verdicts on thrown rule files with few cards: pruned, without any pruning, and in Python.

The shipped games meet the prunings' conditions in few combinations; thrown files meet them, and
miss them by a word, in hundreds. The packs are so small that a search that tries everything ends.
"""

from __future__ import annotations

from collections import Counter

import pytest
from kernel_help import needs_kernel
from test_kernel_rule_files import FILES, dealt, games

from patience.game import Game
from patience.solver.search import search
from patience.solver.verdict import Limits

pytestmark = needs_kernel

BATCH = 106
CARDS = 30
"""The largest pack."""

SCOUTS = (0, 25, 100_000)
"""Lengths of the goal-directed pass: none, one that is cut short, one that may end by itself."""


def small(first: int, count: int) -> list[Game]:
    """The games with few cards among some files."""
    return [game for game in games(first, count).values() if len(game.table.pack) <= CARDS]


def compare(found: list[Game], deals: range, states: int) -> Counter[str]:
    """How many deals the exhaustive search decides, and how; the pruned one must say the same."""
    from patience.solver.kernel import Kernel

    count: Counter[str] = Counter()
    for game in found:
        kernel = Kernel(game.table)
        for deal in deals:
            position = dealt(game, deal)
            plain = kernel.solve(position, Limits(states=states), prunings=0, scout=0)
            count[plain.kind] += 1
            if plain.is_decided:
                pruned = kernel.solve(position, Limits(states=2 * states), scout=SCOUTS[deal % 3])
                assert pruned.kind in (plain.kind, "undecided"), f"{game.id}, deal {deal}"
                count["left open"] += not pruned.is_decided
    return count


@pytest.mark.parametrize("first", range(0, FILES, BATCH))
def test_pruned_and_exhaustive_verdicts_agree(first: int) -> None:
    count = compare(small(first, BATCH), range(1, 3), states=4_000)
    decided = count["winnable"] + count["unwinnable"]
    assert count["unwinnable"] >= decided / 4 >= 8
    assert count["left open"] <= decided / 10


@pytest.mark.slow
@pytest.mark.parametrize("first", range(FILES, FILES + 6 * BATCH, BATCH))
def test_they_agree_on_more_files(first: int) -> None:
    compare(small(first, BATCH), range(1, 6), states=40_000)


def test_exhaustive_verdicts_are_those_of_the_search_in_python() -> None:
    from patience.solver.kernel import Kernel

    count: Counter[str] = Counter()
    for game in small(0, FILES):
        position = dealt(game, 1)
        theirs = Kernel(game.table).solve(position, Limits(states=200), prunings=0, scout=0)
        if theirs.is_decided:
            ours = search(game.table, position, Limits(states=400))
            if ours.is_decided:
                assert ours.kind == theirs.kind, game.id
                count[ours.kind] += 1
    assert min(count["winnable"], count["unwinnable"]) >= 20, count
