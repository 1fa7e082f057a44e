"""The verdicts of another program, Solvitaire, on deals whose rules both can say.

`data/solvitaire_verdicts.csv` holds what it decided (Blake and Gent's program, run on its own
deals); rows that it left undecided are not in it. King Albert and Northwest Territory are rule
files of the tests.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import pytest
from games import load
from kernel_help import needs_kernel

from patience.solver import Limits, solve

pytestmark = needs_kernel

FILE = Path(__file__).parent / "data" / "solvitaire_verdicts.csv"
QUICK = 40_000
"""States a deal; the harder ones wait for the slow test."""
OPEN = {"king-albert": ["solvitaire:53"]}
"""Deals that take this kernel more than 5 million states."""


def rows() -> Iterator[tuple[str, list[tuple[str, str]]]]:
    with FILE.open(encoding="utf-8", newline="") as file:
        for game, group in groupby(csv.DictReader(file), key=lambda row: row["game"]):
            yield game, [(row["deal"], row["verdict"]) for row in group]


def undecided(name: str, deals: list[tuple[str, str]], states: int) -> list[str]:
    """The deals left open; every other one must have the verdict of the table."""
    game, left = load(name), []
    for deal, expected in deals:
        verdict = solve(game.deal(deal), Limits(states=states))
        if verdict.is_decided:
            assert verdict.kind == expected, f"{name} {deal}"
        else:
            left.append(deal)
    return left


@pytest.mark.parametrize(("name", "deals"), list(rows()), ids=lambda value: str(value)[:30])
def test_verdicts_agree(name: str, deals: list[tuple[str, str]]) -> None:
    assert len(undecided(name, deals, QUICK)) <= len(deals) // 4


@pytest.mark.slow
@pytest.mark.parametrize(("name", "deals"), list(rows()), ids=lambda value: str(value)[:30])
def test_all_are_decided(name: str, deals: list[tuple[str, str]]) -> None:
    assert undecided(name, deals, 5_000_000) == OPEN.get(name, [])
