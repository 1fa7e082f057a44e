"""Perft: the tables in `perft/` hold for the engine, and for the naive reading of the rules."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from naive.bridge import taken_over
from naive.games import named
from naive.judge import perft

import patience

TABLES = sorted((Path(__file__).parent / "perft").glob("*.perft"))
Row = tuple[int, int]


def read(table: Path) -> dict[tuple[str, int], list[Row]]:
    """(depth, count) by game and deal, in order of depth."""
    found: dict[tuple[str, int], list[Row]] = {}
    for line in table.read_text().splitlines():
        name, deal, depth, count = line.split()
        found.setdefault((name, int(deal)), []).append((int(depth), int(count)))
    return found


def deepest(rows: list[Row], most: int) -> Row:
    """The deepest row that counts no more than ``most``, but depth 3 at least."""
    return max(row for row in rows if row[1] <= most or row[0] <= 3)


def naive_count(name: str, deal: int, depth: int) -> int:
    """The naive count from the engine's opening."""
    game = named(name)
    return perft(game, taken_over(game, patience.load(name).deal(deal)), depth)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.stem)
def test_the_engine_counts_as_the_table_says(table: Path) -> None:
    for (name, deal), rows in read(table).items():
        depth, count = deepest(rows, 2_000)
        game = patience.load(name)
        assert game.perft(game.deal(deal), depth) == count, f"{name} {deal} to depth {depth}"


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.stem)
def test_the_naive_reading_counts_as_the_table_says(table: Path) -> None:
    openings = read(table)
    for name, deal in random.Random(table.stem).sample(sorted(openings), min(2, len(openings))):
        depth, count = deepest(openings[name, deal], 60)
        assert naive_count(name, deal, depth) == count, f"{name} {deal} to depth {depth}"


def test_the_tables_are_deep_and_count_every_depth() -> None:
    assert len(TABLES) >= 30
    for table in TABLES:
        for rows in read(table).values():
            assert [depth for depth, _ in rows] == list(range(1, len(rows) + 1))
            assert len(rows) >= 5


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.stem)
def test_the_engine_counts_every_row(table: Path) -> None:
    for (name, deal), rows in read(table).items():
        game = patience.load(name)
        for depth, count in rows:
            assert game.perft(game.deal(deal), depth) == count, f"{name} {deal} to depth {depth}"


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.stem)
def test_the_naive_reading_counts_deep_rows(table: Path) -> None:
    for (name, deal), rows in read(table).items():
        depth, count = deepest(rows, 500 if "+" in name else 5_000)
        assert naive_count(name, deal, depth) == count, f"{name} {deal} to depth {depth}"


def test_the_naive_reading_reaches_depth_5_in_at_least_ten_games() -> None:
    reached = {
        table.stem
        for table in TABLES
        for (name, _), rows in read(table).items()
        if "+" not in name and deepest(rows, 5_000)[0] >= 5
    }
    assert len(reached) >= 10
