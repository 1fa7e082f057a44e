"""The smoke test: random games that tell whether a rule file can be played as it is written.

It says how the games ended, how much there is to choose, whether every card stayed in the game,
and which words of the file never had an effect. That a word had none proves nothing, but with some
hundred games it is worth a look: whether a rule is ever used cannot be told from the rules alone.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from patience.cards import FACE
from patience.engine.position import Action
from patience.engine.state import State
from patience.engine.table import (
    ANY,
    STOCK,
    UNTURNED,
    Available,
    Group,
    Kind,
    Table,
    Unit,
    WorryBack,
)
from patience.game import Game

CAP = 300
"""Actions after which a game is given up."""

_MANY = (Unit.SEQUENCE, Unit.GROUP, Unit.PILE, Unit.TOP_OR_PILE, Unit.RUN)


@dataclass(frozen=True, slots=True)
class SmokeReport:
    """What random games showed.

    ``branching``: actions to choose from, the mean over all positions met. ``moves``: actions
    played, the mean of all games. ``unused``: words that never had an effect, as keys of the rule
    file. ``broken``: the first position whose cards were not those of the pack, as text, or "".
    """

    games: int
    won: int
    stuck: int
    capped: int
    branching: float
    moves: float
    unused: tuple[str, ...]
    broken: str = ""


def smoke(game: Game, games: int = 200, seed: int = 1, cap: int = CAP) -> SmokeReport:
    """Play random games to their end or to ``cap`` actions.

    The same game, numbers and seed give the same report. The deals are our own generator's, of
    numbers drawn by the seed; every legal action is as likely as any other.
    """
    table = game.table
    rng = random.Random(f"smoke {seed}")
    pack = Counter(table.pack)
    ends: Counter[str] = Counter()
    used: set[str] = set()
    positions = choices = played = 0
    broken = ""
    for _ in range(games):
        state = game.deal(rng.randrange(1, 2**31))
        result = "capped"
        for _ in range(cap):
            actions = state.actions()
            if state.is_over:
                result = state.result
                break
            positions += 1
            choices += len(actions)
            action = rng.choice(actions)
            after = state.play(action)
            used.update(words_used(state, action, after))
            if not broken and Counter(c & FACE for pile in after.piles for c in pile) != pack:
                broken = str(after)
            state = after
        else:
            result = state.result if state.is_over else result
        ends[result] += 1
        played += state.move_count
    unused = tuple(word for word in words(table) if word not in used)
    mean = choices / positions if positions else 0.0
    return SmokeReport(
        games,
        ends["won"],
        ends["stuck"],
        ends["capped"],
        mean,
        played / max(games, 1),
        unused,
        broken,
    )


# ---------------------------------------------------------------------------- words


def _source_name(table: Table, source: int) -> str:
    return {ANY: "any", STOCK: "stock", UNTURNED: "unturned stock"}.get(source) or (
        table.groups[source].name
    )


def words(table: Table) -> list[str]:
    """The words of a game that an action can use, as keys of its rule file, in file order."""
    found: list[str] = []
    for group in table.groups:
        found += _words_of(group, table)
    if table.turn_counts:
        found.append("stock.turn")
    if table.redeals:
        found.append("stock.redeals")
    return list(dict.fromkeys(found))


def _words_of(group: Group, table: Table) -> Iterator[str]:
    name = group.name
    if group.kind == Kind.FOUNDATION:
        if sum(pile in _piles(group) for pile, _ in table.starters) < group.size:
            yield f"{name}.base"
        if any(index >= 0 for index in group.follow):
            yield f"{name}.build"
        if group.worry_back != WorryBack.NEVER:
            yield f"{name}.worry back"
    elif group.kind == Kind.CELL:
        yield name
        if group.units:
            yield f"{name}.holds"
    elif any(index >= 0 for index in group.follow):
        yield f"{name}.pack"
        if group.unit in _MANY and group.sources >> group.index & 1:
            yield f"{name}.move"
    for link in group.space:
        yield f"{name}.space from {_source_name(table, link.group)}"
    for link in group.refill:
        yield f"{name}.refill from {_source_name(table, link.group)}"
    if group.available in (Available.ALL, Available.BOTH_ENDS):
        yield f"{name}.available"


def _piles(group: Group) -> range:
    return range(group.first, group.first + group.size)


def words_used(state: State, action: Action, after: State) -> Iterator[str]:
    """The words of `words` that an action used, judged by the positions before and after it."""
    if action.verb == "turn":
        yield "stock.turn"
    elif action.verb == "redeal":
        yield "stock.redeals"
    else:
        yield from _move_words(state, action)
    yield from _refill_words(state, action, after)


def _move_words(state: State, action: Action) -> Iterator[str]:
    table = state.table
    source = table.groups[table.group_of[action.source]]
    target = table.groups[table.group_of[action.target]]
    empty = not state.piles[action.target]
    if target.kind == Kind.FOUNDATION:
        yield f"{target.name}.{'base' if empty else 'build'}"
    elif target.kind == Kind.CELL:
        yield target.name
        if action.count > 1:
            yield f"{target.name}.holds"
    elif empty:
        for link in target.space:
            if link.group in (ANY, source.index) or (
                link.group in (STOCK, UNTURNED) and source.kind == Kind.STOCK
            ):
                yield f"{target.name}.space from {_source_name(table, link.group)}"
    else:
        yield f"{target.name}.pack"
    if source.kind == Kind.FOUNDATION:
        yield f"{source.name}.worry back"
    if action.count > 1:
        yield f"{source.name}.move"
    if action.skip:
        yield f"{source.name}.available"


def _refill_words(state: State, action: Action, after: State) -> Iterator[str]:
    """Which chains filled a pile by themselves: it was emptied, or empty, and is not now."""
    table = state.table
    for group in table.groups:
        if not group.refill:
            continue
        for pile in _piles(group):
            emptied = pile == action.source and len(state.piles[pile]) == action.count
            if (emptied or not state.piles[pile]) and after.piles[pile] and pile != action.target:
                for link in group.refill:
                    if _shrank(state, action, after, link.group):
                        yield f"{group.name}.refill from {_source_name(table, link.group)}"


def _shrank(state: State, action: Action, after: State, source: int) -> bool:
    """Did a source lose more cards than the action itself took from it?"""
    table = state.table
    if source in (STOCK, UNTURNED):
        piles = range(table.stock, table.stock + 1)
    else:
        piles = _piles(table.groups[source])
    taken = action.count if action.source in piles and action.verb != "redeal" else 0
    return sum(len(state.piles[p]) - len(after.piles[p]) for p in piles) > taken
