"""No pruning loses a win: on small packs every verdict equals that of a search that prunes nothing.

The packs are cut to four to six ranks and the layouts made tight, so that many deals are lost;
roomy ones are nearly all won and would catch nothing. The kernel without pruning is itself held
against the search in Python, which shares no line with it.
"""

from __future__ import annotations

import pytest
from games import with_options
from kernel_help import needs_kernel
from small_packs import small_deal, small_table

from patience.engine.apply import apply
from patience.engine.moves import legal_actions
from patience.engine.position import COMPLETE, Position
from patience.engine.table import Table
from patience.solver.search import search
from patience.solver.verdict import Limits

pytestmark = needs_kernel

DEALS = {4: 5, 5: 5, 6: 5}
"""Deals of each game by the number of ranks: 15 times 137 games and options is 2,055 deals."""

EXHAUSTIVE = Limits(states=30_000)
SCOUTS = (0, 25, 100_000)
"""Lengths of the goal-directed pass: none, one that is cut short, one that may end by itself."""


def dealt(table: Table, number: int) -> Position:
    """A small deal, past the choice that it may stop at."""
    position = small_deal(table, number)
    while position.step != COMPLETE:
        position = apply(table, position, legal_actions(table, position)[0])
    return position


@pytest.mark.parametrize("name", with_options())
def test_pruned_and_exhaustive_verdicts_agree(name: str) -> None:
    from patience.solver.kernel import Kernel

    for ranks, deals in DEALS.items():
        table = small_table(name, ranks)
        kernel = Kernel(table)
        for number in range(1, deals + 1):
            position = dealt(table, number)
            exhaustive = kernel.solve(position, EXHAUSTIVE, prunings=0, scout=0)
            if not exhaustive.is_decided:
                continue
            pruned = kernel.solve(position, Limits(), scout=SCOUTS[number % 3])
            assert pruned.kind == exhaustive.kind, f"{name}, ranks A-{ranks}, deal {number}"


@pytest.mark.parametrize("name", with_options()[::4])
def test_exhaustive_verdicts_are_those_of_the_search_in_python(name: str) -> None:
    from patience.solver.kernel import Kernel

    table = small_table(name, 4)
    kernel = Kernel(table)
    for number in (1, 2):
        position = dealt(table, number)
        ours = search(table, position, Limits(states=1_500))
        theirs = kernel.solve(position, EXHAUSTIVE, prunings=0, scout=0)
        if ours.is_decided and theirs.is_decided:
            assert theirs.kind == ours.kind, f"{name}, deal {number}"
        if ours.kind == "unwinnable":
            assert theirs.states == ours.states  # both visited everything
