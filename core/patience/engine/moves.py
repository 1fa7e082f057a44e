"""The one generator of legal actions.

It first asks what each pile would take (a mask of cards), then which cards and units may leave a
pile, and joins the two. Everything that must know what is legal asks here: play, hints, the stuck
test, the refusals, perft.
"""

from __future__ import annotations

from collections.abc import Iterator

from patience.cards import DOWN, FACE
from patience.engine.housekeeping import fill_source
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
    redeals_left,
    turn_count,
)
from patience.engine.table import (
    ANY,
    NO_LIMIT,
    STOCK,
    UNTURNED,
    Available,
    Group,
    Kind,
    Lock,
    Table,
    Test,
    Unit,
    When,
    WorryBack,
)

Target = tuple[Group, int, int, int, int]
"""A pile that takes something: its group, index, mask of cards, the groups (bits) that it takes
them from, and the only pile of them (-1 = any)."""


LOCKED_TARGETS = {
    Lock.ALL: (Kind.FOUNDATION,),
    Lock.PACKING: (Kind.FOUNDATION, Kind.TABLEAU),
}
"""Where cards of the base's group may go while the choice locks the rest."""


def holds(table: Table, position: Position, test: Test) -> bool:
    """Whether a condition is met."""
    piles = position.piles
    match test.when:
        case When.ALWAYS:
            return True
        case When.NO_SPACES:
            tableau = [p for p, g in zip(piles, table.group_of, strict=True)
                       if table.groups[g].kind == Kind.TABLEAU]  # fmt: skip
            return all(tableau) or sum(map(len, tableau)) < len(tableau)
        case When.WASTE_EMPTY:
            return table.waste < 0 or not piles[table.waste]
        case When.STOCK_EMPTY:
            return table.stock < 0 or not piles[table.stock]
        case When.RESERVE_EMPTY:
            return not any(
                pile
                for pile, g in zip(piles, table.group_of, strict=True)
                if table.groups[g].kind == Kind.RESERVE
            )
        case When.REDEALT:
            return position.redeals >= test.number


def available(group: Group, pile: Pile) -> bool:
    """Whether the pile has a card that may be taken from the top."""
    return bool(pile) and not pile[-1] & DOWN and (
        group.available != Available.ALONE or len(pile) == 1
    )  # fmt: skip


def stock_feeds(table: Table, position: Position, source: int) -> bool:
    """Whether a chain's `STOCK` or `UNTURNED` may give its next card by hand."""
    if table.stock < 0 or not position.piles[table.stock]:
        return False
    if table.waste >= 0 and position.piles[table.waste]:
        return False
    return not (source == UNTURNED and position.turned)


def space_source(table: Table, position: Position, group: Group) -> tuple[int, int]:
    """What a chain allows now, and the only pile of it (-1 = any).

    The first is `ANY`, `STOCK`, `UNTURNED`, a group's index, or -1 where nothing is to be had.
    """
    piles = position.piles
    for link in group.space:
        if link.group == ANY:
            return ANY, -1
        if link.group in (STOCK, UNTURNED):
            if stock_feeds(table, position, link.group):
                return link.group, -1
            continue
        source = table.groups[link.group]
        open_piles = [
            index
            for index in range(source.first, source.first + source.size)
            if available(source, piles[index])
        ]
        if open_piles:
            if link.fuller:
                return link.group, max(open_piles, key=lambda index: (len(piles[index]), -index))
            return link.group, -1
    return -1, -1


def _follow(table: Table, group: Group, index: int, pile: Pile, base: int) -> int:
    """The cards that may be put on a pile that has some."""
    place = index - group.first
    number = group.follow[place]
    if number < 0 or (len(pile) >= group.limit and group.limit != NO_LIMIT):
        return 0
    if group.fixed_direction and len(pile) > 1:
        up = table.follows[group.follow_up[place]]
        rising = up[base + 1][pile[0] & FACE] >> (pile[1] & FACE) & 1
        number = (group.follow_up if rising else group.follow_down)[place]
    return table.follows[number][base + 1][pile[-1] & FACE]


def takes(table: Table, position: Position, group: Group, index: int) -> int:
    """The mask of the cards that fit on a pile, its sources and its room for units aside."""
    pile = position.piles[index]
    if pile:
        return _follow(table, group, index, pile, position.base) & group.accepts
    return group.start[index - group.first][position.base + 1] & group.accepts


def _space_target(
    table: Table, position: Position, group: Group, index: int, mask: int, sources: int
) -> Target | None:
    """An empty pile as a target, if its chain lets anything in besides the stock's card."""
    only = -1
    if group.space:
        link, only = space_source(table, position, group)
        if link in (STOCK, UNTURNED, -1):
            return None
        if link != ANY:
            sources &= 1 << link
    return (group, index, mask, sources, only)


def _targets(table: Table, position: Position, sources: int, every: bool) -> Iterator[Target]:
    """Every pile that takes cards from one of ``sources`` (bits), once for piles that are equal."""
    piles = position.piles
    for group in table.groups:
        taken_from = group.sources & sources
        if not taken_from:
            continue
        if group.open.when != When.ALWAYS and not holds(table, position, group.open):
            continue
        merge = not every and group.size > 1 and alike_now(table, group, piles)
        seen: set[Pile] = set()
        for index in range(group.first, group.first + group.size):
            pile = piles[index]
            if merge:
                if pile in seen:
                    continue
                seen.add(pile)
            mask = takes(table, position, group, index)
            if not mask:
                continue
            if pile:
                yield (group, index, mask, taken_from, -1)
                continue
            target = _space_target(table, position, group, index, mask, taken_from)
            if target is not None:
                yield target


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
    table: Table, position: Position, group: Group, index: int, targets: list[Target]
) -> Iterator[Action]:
    """The moves of units from the top of one pile."""
    piles = position.piles
    pile = piles[index]
    top = 1 << pile[-1]
    sizes: tuple[int, ...] | range | None = None
    for target_group, target, mask, _, only in targets:
        if target == index or (only >= 0 and only != index):
            continue
        if not target_group.units:
            if mask & top:
                yield Action(MOVE, index, target, 1)
            continue
        if sizes is None:
            sizes = unit_sizes(table, group, pile, position.base)
        held = piles[target]
        for count in sizes:
            if not mask >> (pile[-count] & FACE) & 1 or len(held) + count > target_group.limit:
                continue
            # What would only swap two interchangeable piles is no move. (With several packs the
            # cards left behind may equal the pile that they leave for.)
            same = target_group is group and held == pile[:-count]
            if same and (not held or table.packs > 1) and alike_now(table, group, piles):
                continue
            yield Action(MOVE, index, target, count)


def _buried(group: Group, index: int, pile: Pile, targets: list[Target]) -> Iterator[Action]:
    """The moves of single cards from below the top, where a group makes them available."""
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
    piles = position.piles
    allowed, target_kinds = -1, None
    if choosing(table, position):
        lock = Lock.ALL if position.step != COMPLETE else table.lock
        if lock != Lock.NONE:
            allowed = 1 << table.base_group
            target_kinds = (
                (Kind.FOUNDATION, Kind.TABLEAU) if lock == Lock.PACKING else (Kind.FOUNDATION,)
            )
    targets = [
        target
        for target in _targets(table, position, allowed, every)
        if target_kinds is None or target[0].kind in target_kinds
    ]
    if not targets:
        return
    if allowed == -1 and choosing(table, position):
        targets = [_choice_only(table, target) for target in targets]
    wanted = 0
    for target in targets:
        wanted |= target[2]
    for group in table.givers:
        bit = 1 << group.index
        if not allowed & bit:
            continue
        mine = [target for target in targets if target[3] & bit]
        if not mine:
            continue
        merge = table.packs > 1 and not every and group.size > 1 and alike_now(table, group, piles)
        seen: set[Pile] = set()
        for index in range(group.first, group.first + group.size):
            pile = piles[index]
            if not pile:
                continue
            if merge:
                if pile in seen:
                    continue
                seen.add(pile)
            if (
                group.kind == Kind.FOUNDATION
                and group.worry_back == WorryBack.NOT_BASE
                and len(pile) == 1
            ):
                continue
            if available(group, pile):
                yield from _from_pile(table, position, group, index, mine)
            if group.available in (Available.ALL, Available.BOTH_ENDS):
                yield from _buried(group, index, pile, mine)


def _choice_only(table: Table, target: Target) -> Target:
    """While an unlocked choice is open a foundation takes cards of the base's group only."""
    group, index, mask, sources, only = target
    if group.kind == Kind.FOUNDATION:
        sources &= 1 << table.base_group
    return (group, index, mask, sources, only)


def _stock_moves(table: Table, position: Position, every: bool) -> Iterator[Action]:
    """The next stock card, unseen, into a space."""
    if table.stock < 0 or not position.piles[table.stock]:
        return
    card = position.piles[table.stock][-1]
    for group in table.groups:
        if not any(link.group in (STOCK, UNTURNED) for link in group.space):
            continue
        if space_source(table, position, group)[0] not in (STOCK, UNTURNED):
            continue
        for index in range(group.first, group.first + group.size):
            if position.piles[index]:
                continue
            if group.start[index - group.first][position.base + 1] & group.accepts & 1 << card:
                yield Action(MOVE, table.stock, index, 1)
                if not every and alike_now(table, group, position.piles):
                    break


def _filled_alike(table: Table, position: Position, action: Action, actions: list[Action]) -> bool:
    """Whether an automatic fill makes the move equal to another one.

    With several packs a lone card may be replaced at once by its double; then playing the double
    from where it lay gives the same position.
    """
    piles = position.piles
    group = table.groups[table.group_of[action.source]]
    if not group.refill or len(piles[action.source]) != 1:
        return False
    source = fill_source(table, group.refill, piles, position.turned)
    return (
        source >= 0
        and piles[source][-1] & FACE == piles[action.source][0]
        and any((other.source, other.target) == (source, action.target) for other in actions)
    )


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
    if table.packs > 1 and not every:
        actions = [
            action for action in actions if not _filled_alike(table, position, action, actions)
        ]
    if position.step != COMPLETE or (choosing(table, position) and table.lock != Lock.NONE):
        return actions
    actions += _stock_moves(table, position, every)
    if may_turn(table, position):
        count = min(turn_count(table, position), len(position.piles[table.stock]))
        actions.append(Action(TURN, table.stock, -1, count))
    if may_redeal(table, position):
        actions.append(Action(REDEAL, table.waste, -1, len(position.piles[table.waste])))
    return actions
