"""The one generator of legal actions.

It first asks what each pile would take (a mask of cards), then which cards and units may leave a
pile, and joins the two. Everything that must know what is legal asks here: play, hints, the stuck
test, the refusals, perft.
"""

from __future__ import annotations

from collections.abc import Iterator

from patience.cards import DOWN, FACE
from patience.engine.merging import by_results, merged
from patience.engine.position import (
    COMPLETE,
    MOVE,
    REDEAL,
    TURN,
    Action,
    Pile,
    Position,
    alike_now,
    choosing,
    locked,
    redeals_left,
    turn_count,
)
from patience.engine.table import (
    BURIED,
    NO_LIMIT,
    STOCK,
    UNTURNED,
    Available,
    Group,
    Kind,
    Lock,
    Table,
    Unit,
    WorryBack,
)
from patience.engine.targets import (
    Target,
    all_targets,
    available,
    holds,
    space_source,
    stock_feeds,
)

LOCKED_TARGETS = {
    Lock.ALL: (Kind.FOUNDATION,),
    Lock.PACKING: (Kind.FOUNDATION, Kind.TABLEAU),
}
"""Where cards of the base's group may go while the choice locks the rest."""


def run_length(table: Table, group: Group, pile: Pile, base: int) -> int:
    """How many cards at the top of a pile form a sequence that may move."""
    if not pile or pile[-1] & DOWN:
        return 0
    if group.run < 0:
        return 1
    follow = table.follows[group.run][base + 1]
    count, place = 1, len(pile) - 1
    while place:
        below = pile[place - 1]
        if below & DOWN or not follow[below] >> pile[place] & 1:
            break
        place -= 1
        count += 1
    return count


def unit_sizes(table: Table, group: Group, pile: Pile, base: int) -> tuple[int, ...] | range:
    """The sizes of the units that may leave a pile (whose top is available) for the tableau."""
    unit, size = group.unit, len(pile)
    if unit == Unit.TOP:
        return (1,)
    if unit == Unit.SEQUENCE:
        return range(1, run_length(table, group, pile, base) + 1)
    if unit == Unit.NOTHING:
        return ()
    if unit == Unit.RUN:
        return (run_length(table, group, pile, base),)
    if unit == Unit.GROUP:
        down = next((place for place in range(size - 1, -1, -1) if pile[place] & DOWN), -1)
        return range(1, size - down)
    whole = not pile[0] & DOWN and not any(card & DOWN for card in pile)
    if unit == Unit.PILE:
        return (size,) if whole else ()
    return (1, size) if whole and size > 1 else (1,)


def _from_pile(
    table: Table, position: Position, group: Group, index: int, targets: list[Target], wanted: int
) -> Iterator[Action]:
    """The moves of units from the top of one pile; ``wanted`` is all that the targets take."""
    piles = position.piles
    pile = piles[index]
    top = 1 << pile[-1]
    sizes: list[int] | None = None
    if group.unit != Unit.TOP:
        possible = unit_sizes(table, group, pile, position.base)
        sizes = [count for count in possible if wanted >> (pile[-count] & FACE) & 1]
    if not sizes and not wanted & top:
        return
    for target_group, target, mask, _, only in targets:
        if target == index or (only >= 0 and only != index):
            continue
        if not target_group.units or sizes is None:
            if mask & top and not _swaps(table, piles, group, index, target_group, target, 1):
                yield Action(MOVE, index, target, 1)
            continue
        for count in sizes:
            if (
                mask >> (pile[-count] & FACE) & 1
                and len(piles[target]) + count <= target_group.limit
                and not _swaps(table, piles, group, index, target_group, target, count)
            ):
                yield Action(MOVE, index, target, count)


def _swaps(
    table: Table,
    piles: tuple[Pile, ...],
    group: Group,
    source: int,
    target_group: Group,
    target: int,
    count: int,
) -> bool:
    """Whether a move would only swap two interchangeable piles, which is no move.

    With several packs the cards left behind may equal the pile that the unit leaves for.
    """
    if target_group is not group:
        return False
    held = piles[target]
    if held and table.packs == 1:
        return False
    return held == piles[source][:-count] and alike_now(table, group, piles)


def _buried(
    position: Position, group: Group, index: int, targets: list[Target]
) -> Iterator[Action]:
    """The moves of single cards from below the top, where a group makes them available."""
    pile = position.piles[index]
    places: range | tuple[int, ...] = range(len(pile) - 2, -1, -1)
    if group.available == Available.BOTH_ENDS:
        places = (0,) if len(pile) > 1 else ()
    for place in places:
        card = pile[place]
        if card & DOWN:
            continue
        for _, target, mask, _, only in targets:
            if mask >> card & 1 and target != index and only in (-1, index):
                yield Action(MOVE, index, target, 1, len(pile) - 1 - place)


def _moves(table: Table, position: Position, every: bool) -> Iterator[Action]:
    allowed, target_kinds = -1, None
    if choosing(table, position):
        lock = Lock.ALL if position.step != COMPLETE else table.lock
        if lock != Lock.NONE:
            allowed = 1 << table.base_group
            target_kinds = (
                (Kind.FOUNDATION, Kind.TABLEAU) if lock == Lock.PACKING else (Kind.FOUNDATION,)
            )
    targets = list(all_targets(table, position, allowed, every))
    if target_kinds is not None:
        targets = [target for target in targets if target[0].kind in target_kinds]
    elif choosing(table, position):
        targets = [_choice_only(table, target) for target in targets]
    for group in table.givers:
        bit = 1 << group.index
        mine = [target for target in targets if target[3] & bit] if allowed & bit else []
        if mine:
            yield from _from_group(table, position, group, mine)


def _from_group(
    table: Table, position: Position, group: Group, targets: list[Target]
) -> Iterator[Action]:
    """The moves of all cards that may leave the piles of a group."""
    wanted = 0
    for target in targets:
        wanted |= target[2]
    for index in range(group.first, group.first + group.size):
        pile = position.piles[index]
        if not pile or (group.worry_back == WorryBack.NOT_BASE and len(pile) == 1):
            continue
        if available(group, pile):
            yield from _from_pile(table, position, group, index, targets, wanted)
        if group.available in BURIED:
            yield from _buried(position, group, index, targets)


def _choice_only(table: Table, target: Target) -> Target:
    """While an unlocked choice is open a foundation takes cards of the base's group only."""
    group, index, mask, sources, only = target
    if group.kind == Kind.FOUNDATION:
        sources &= 1 << table.base_group
    return (group, index, mask, sources, only)


def _stock_moves(table: Table, position: Position, every: bool) -> Iterator[Action]:
    """The next stock card, unseen, into a space."""
    if not stock_feeds(table, position, STOCK):
        return
    card = position.piles[table.stock][-1]
    for group in table.groups:
        if space_source(table, position, group)[0] not in (STOCK, UNTURNED):
            continue
        for index in range(group.first, group.first + group.size):
            if position.piles[index]:
                continue
            if group.start[index - group.first][position.base + 1] & group.accepts & 1 << card:
                yield Action(MOVE, table.stock, index, 1)
                if not every and alike_now(table, group, position.piles):
                    break


def may_turn(table: Table, position: Position) -> bool:
    """Whether the stock may be turned."""
    if table.stock < 0 or not position.piles[table.stock] or not table.turn_piles:
        return False
    if not holds(table, position, table.turn_when):
        return False
    count = min(turn_count(table, position), len(position.piles[table.stock]))
    return all(
        len(position.piles[pile]) + -(-(count - place) // len(table.turn_piles))
        <= table.groups[table.group_of[pile]].limit
        or table.groups[table.group_of[pile]].limit == NO_LIMIT
        for place, pile in enumerate(table.turn_piles)
        if place < count
    )


def may_redeal(table: Table, position: Position) -> bool:
    """Whether the waste may be turned over to be the stock again."""
    return (
        table.waste >= 0
        and table.stock >= 0
        and bool(table.turn_piles)
        and not position.piles[table.stock]
        and bool(position.piles[table.waste])
        and redeals_left(table, position)
    )


def legal_actions(table: Table, position: Position, every: bool = False) -> list[Action]:
    """The legal actions in a stable order: moves by source, target and size; turn; redeal.

    Actions that lead to the same position are listed once, unless ``every`` asks for all of them
    (then equal spaces and equal piles are told apart by their labels). No action changes nothing.
    """
    actions = list(_moves(table, position, every))
    if not every:
        actions = merged(table, position, actions)
    if locked(table, position):
        return actions
    from_stock = list(_stock_moves(table, position, every))
    actions += from_stock
    if may_turn(table, position):
        count = min(turn_count(table, position), len(position.piles[table.stock]))
        actions.append(Action(TURN, table.stock, -1, count))
    if may_redeal(table, position):
        actions.append(Action(REDEAL, table.waste, -1, len(position.piles[table.waste])))
    if from_stock and not every:
        # Where the waste fills spaces by itself a turn may do just that.
        return by_results(table, position, actions)
    return actions


_latest: dict[bool, tuple[Table, Position, list[Action]]] = {}


def remembered_actions(table: Table, position: Position, every: bool) -> list[Action]:
    """`legal_actions`, kept for the latest position: texts and refusals ask many times of one."""
    kept = _latest.get(every)
    if kept is None or kept[0] is not table or kept[1] is not position:
        kept = (table, position, legal_actions(table, position, every))
        _latest[every] = kept
    return kept[2]
