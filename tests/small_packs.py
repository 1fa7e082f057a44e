"""Every game on a small pack in a tight layout: an exhaustive search ends, many deals are lost."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from games import load

from patience.deals import pack_order
from patience.engine.compile import compile_rules
from patience.engine.dealing import lay_out
from patience.engine.position import Position
from patience.engine.table import Table
from patience.language.rules import Deck, Group, Rules, Step, Stock


def _layout(group: Group, ranks: int, packs: int, cards: int) -> tuple[int, ...]:
    """How many cards each pile is dealt on the small pack; its length is the number of piles."""
    if group.kind == "cells":
        return (0,) * min(group.piles, 1)
    if group.kind == "reserve":
        if group.piles == 1:
            return (ranks + 3 if group.deal[0] > 11 else ranks,)
        return (ranks - 1,) * 2
    if group.kind != "tableau":
        return group.deal
    if max(group.deal) <= 1:
        return (group.deal[0],) * (packs + 1)
    piles = max(3, round(group.piles * ranks / 13) + 1)
    if sum(group.deal) == cards:  # all cards lie in the tableau
        total = packs * 4 * ranks
        return tuple(total // piles + (place >= piles - total % piles) for place in range(piles))
    return tuple(max(1, round(deal * ranks / 13)) for deal in group.deal[:piles])


def _small_group(group: Group, ranks: int, packs: int, cards: int) -> Group:
    deal = _layout(group, ranks, packs, cards)
    down = group.face_down
    if isinstance(down, tuple):
        hidden = down if len(down) > 1 else down * len(deal)
        down = tuple(min(h, max(d - 1, 0)) for h, d in zip(hidden, deal, strict=False))
    complete = group.complete // 13 * ranks
    return replace(group, piles=len(deal), deal=deal, face_down=down, complete=complete)


def _small_steps(steps: tuple[Step, ...], groups: dict[str, Group]) -> tuple[Step, ...]:
    found = []
    for step in steps:
        group = groups[step.group]
        count = group.piles + 1 if step.verb == "choose" else sum(group.deal)
        found.append(replace(step, count=count))
    return tuple(found)


def shrunk(rules: Rules, ranks: int) -> Rules:
    """The same rules for a pack of the lowest ``ranks`` ranks, with fewer piles and cards."""
    packs = rules.deck.packs
    groups = {
        group.name: _small_group(group, ranks, packs, rules.deck.size) for group in rules.groups
    }
    steps = _small_steps(rules.script("own"), groups)
    dealt = sum(sum(g.deal) for g in groups.values() if g.kind not in ("stock", "waste"))
    founded = next((g for g in groups.values() if g.kind == "foundations"), None)
    starters = founded.piles if founded is not None and founded.starters == "all" else 0
    deck = Deck(packs, rules.deck.suits, tuple(range(ranks)))
    left = deck.size - dealt - starters
    assert left >= 0, rules.id
    stock: Stock | None = rules.stock
    if stock is not None:
        stock = replace(stock, cards=left)
        for name, group in groups.items():
            if group.kind == "stock":
                groups[name] = replace(group, deal=(left,))
    return replace(
        rules,
        deck=deck,
        groups=tuple(groups.values()),
        stock=stock,
        scripts=(("own", steps),),
        hash=f"{rules.hash}-{ranks}",
    )


@cache
def small_table(name: str, ranks: int) -> Table:
    """A shipped game's table for a small pack."""
    return compile_rules(shrunk(load(name).rules, ranks), {})


def small_deal(table: Table, number: int) -> Position:
    """A deal of a small pack by our own generator."""
    return lay_out(table, pack_order(number, table.pack).cards)
