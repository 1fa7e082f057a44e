"""A compiled table as one row of integers, the form that the native kernel reads.

`native/table.cpp` takes the numbers in this order and checks each of them.
"""

from __future__ import annotations

from collections.abc import Iterator

from patience.engine.table import Group, Link, Table, Test

FORMAT = 1
"""The first number; the kernel refuses any other."""


def flatten(table: Table) -> list[int]:
    """The row for a table."""
    return list(_numbers(table))


def _chain(links: tuple[Link, ...]) -> Iterator[int]:
    yield len(links)
    for link in links:
        yield from (link.group, link.fuller)


def _test(test: Test) -> tuple[int, int]:
    return test.when, test.number


def _group(group: Group) -> Iterator[int]:
    yield from (group.kind, group.size, group.run, group.unit)
    yield from _chain(group.space)
    yield from _chain(group.refill)
    yield from (group.accepts, group.sources, group.limit, group.units, group.available)
    yield from _test(group.open)
    yield from (group.worry_back, group.alike, group.fixed_direction)
    for place in range(group.size):
        yield group.follow[place]
        yield group.follow_up[place] if group.follow_up else -1
        yield group.follow_down[place] if group.follow_down else -1
        yield from group.start[place]


def _numbers(table: Table) -> Iterator[int]:
    yield from (FORMAT, len(table.groups), len(table.follows), len(table.pack))
    yield from table.pack
    for group in table.groups:
        yield from _group(group)
    for follow in table.follows:
        for row in follow:
            yield from row
    yield from (table.stock, table.waste)
    yield len(table.turn_counts)
    yield from table.turn_counts
    yield len(table.turn_piles)
    yield from table.turn_piles
    yield table.turn_each
    yield from _test(table.turn_when)
    yield from (table.redeals, table.redeal_cap)
    yield from (table.base_mode, table.base, table.base_group, table.lock)
    yield from (table.goal, table.packs, table.marks_turns)
