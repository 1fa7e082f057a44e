"""Why a move is refused, in one sentence.

Whether it is refused is decided by the generator (`moves.legal_actions`) alone; what follows only
finds the words, by asking the same table.
"""

from __future__ import annotations

from patience.cards import DOWN, FACE, card_symbol, card_text
from patience.engine import moves, targets
from patience.engine.position import COMPLETE, Action, Position, choosing, locked
from patience.engine.table import (
    ANY,
    BURIED,
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
from patience.language.card_words import cards_words, mask_of
from patience.language.english import listed

_CONDITIONS = {
    When.NO_SPACES: "every tableau pile has a card",
    When.WASTE_EMPTY: "the waste is empty",
    When.STOCK_EMPTY: "the stock is empty",
    When.RESERVE_EMPTY: "the reserve is empty",
}


def matching(
    table: Table, position: Position, source: int, target: int, count: int | None, skip: int
) -> list[Action]:
    """The legal moves from one pile to another (symmetry aside), of one size or of any."""
    return [
        action
        for action in moves.remembered_actions(table, position, every=True)
        if action.source == source and action.target == target and action.skip == skip
        and count in (None, action.count)
    ]  # fmt: skip


def _group(table: Table, pile: int) -> Group:
    return table.groups[table.group_of[pile]]


def _condition(test: Test) -> str:
    if test.when == When.REDEALT:
        return f"{test.number} redeal{'s' * (test.number > 1)} have been made"
    return _CONDITIONS[test.when]


def _name(table: Table, source: int) -> str:
    return {ANY: "anything", STOCK: "the stock", UNTURNED: "the stock"}.get(source) or (
        f"the {table.groups[source].name}"
    )


def choice_sentence(table: Table) -> str:
    """What the player has to do while the base is open."""
    group = table.groups[table.base_group]
    piles = table.labels[group.first : group.first + group.size]
    which = piles[0] if len(piles) == 1 else f"one of {piles[0]} to {piles[-1]}"
    return f"first choose the base: play the top card of {which} to a foundation, as '{piles[0]} F'"


def _source_refusal(
    table: Table, position: Position, source: int, target: int, skip: int
) -> str | None:
    """Why nothing may leave the pile."""
    group, pile, label = _group(table, source), position.piles[source], table.labels[source]
    if group.kind == Kind.STOCK:
        return _stock_refusal(table, position, target)
    if not pile:
        return f"{label} is empty"
    if skip >= len(pile):
        return f"{label} has no such card"
    if group.kind == Kind.FOUNDATION:
        if group.worry_back == WorryBack.NEVER:
            return "cards do not come back from the foundations in this game"
        if group.worry_back == WorryBack.NOT_BASE and len(pile) == 1:
            return "the base card of a foundation does not come back"
    if group.available == Available.ALONE and len(pile) > 1:
        return f"a card of {label} may be played only when it is the last one"
    if pile[-1 - skip] & DOWN:
        return f"that card of {label} lies face down"
    if skip and group.available not in BURIED:
        return f"only the top card of {label} is available"
    return None


def _stock_refusal(table: Table, position: Position, target: int) -> str:
    """Why the stock's next card does not go to the pile."""
    chains = [group for group in table.groups
              if any(link.group in (STOCK, UNTURNED) for link in group.space)]  # fmt: skip
    if not position.piles[table.stock]:
        return "the stock is empty"
    if not chains:
        return "stock cards are turned (type 'turn'), not moved"
    if _group(table, target) not in chains or position.piles[target]:
        return "a stock card may be moved, unseen, only into a space of the tableau"
    if not targets.stock_feeds(table, position, STOCK):
        return "a stock card may fill a space only while the waste is empty"
    return _space_refusal(table, position, table.stock, target) or (
        "a stock card may fill a space only before the first turn of the stock"
    )


def _kinds_refusal(table: Table, position: Position, source: int, target: int) -> str | None:
    """Why the target takes nothing from the source, whatever the cards."""
    giver, taker = _group(table, source), _group(table, target)
    if source == target:
        return "that changes nothing"
    if choosing(table, position):
        lock = Lock.ALL if position.step != COMPLETE else table.lock
        chosen = giver.index == table.base_group
        if lock != Lock.NONE and not (chosen and taker.kind in moves.LOCKED_TARGETS[lock]):
            return choice_sentence(table)
        if taker.kind == Kind.FOUNDATION and not chosen:
            return choice_sentence(table)
    if not taker.sources >> giver.index & 1:
        taken = [g.name for g in table.groups if taker.sources >> g.index & 1]
        if not taken or not _takes_any(taker):
            return f"{table.labels[target]} takes no cards"
        verb = "take" if taker.name.endswith("s") else "takes"
        return (
            f"the {taker.name} {verb} cards only from {listed([f'the {name}' for name in taken])}"
        )
    if taker.open.when != When.ALWAYS and not targets.holds(table, position, taker.open):
        return f"{table.labels[target]} takes cards only once {_condition(taker.open)}"
    return None


def _takes_any(group: Group) -> bool:
    """Whether cards can ever be put on the piles of the group by hand."""
    return any(number >= 0 for number in group.follow) or any(map(any, group.start))


def _unit_refusal(
    table: Table, position: Position, source: int, target: int, count: int | None
) -> str | None:
    """Why no unit of that size leaves the pile for the target."""
    giver, taker, pile = _group(table, source), _group(table, target), position.piles[source]
    label = table.labels[source]
    if count is not None and count > len(pile):
        return f"{label} has only {len(pile)} card{'s' * (len(pile) > 1)}"
    if not taker.units:
        if count in (None, 1):
            return None
        return f"{table.labels[target]} takes one card at a time"
    sizes = moves.unit_sizes(table, giver, pile, position.base)
    if not sizes and giver.unit == Unit.PILE:
        return f"{label} moves only as a whole pile, all of it face up"
    if not sizes:
        return f"cards of {label} do not move to {table.labels[target]}"
    if count is None or count in sizes:
        return None
    match giver.unit:
        case Unit.TOP:
            return f"only one card at a time moves from {label}"
        case Unit.PILE:
            return f"{label} moves only as a whole, {len(pile)} cards"
        case Unit.TOP_OR_PILE:
            return f"only the top card or the whole of {label} ({len(pile)} cards) moves"
        case Unit.RUN:
            return f"only the whole sequence at the end of {label} ({sizes[0]} cards) moves"
    if pile[-count] & DOWN:
        return f"only {len(sizes)} card{'s' * (len(sizes) > 1)} of {label} lie face up"
    upper, lower = pile[-len(sizes)], pile[-len(sizes) - 1]
    return (
        f"those {count} cards are no sequence that moves together: "
        f"{card_symbol(upper)} does not follow {card_symbol(lower)}"
    )


def _space_refusal(table: Table, position: Position, source: int, target: int) -> str | None:
    """Why a chain keeps the source out of an empty pile."""
    group, label = _group(table, target), table.labels[target]
    if group.kind not in (Kind.TABLEAU, Kind.RESERVE, Kind.WASTE):
        return None
    if not group.space:
        return f"{label} is a space, and a space may not be filled by hand"
    link, only = targets.space_source(table, position, group)
    if link == -1:
        names = " or ".join(_name(table, chained.group) for chained in group.space)
        return f"{label} is a space: it takes cards only from {names}, and none is there to take"
    if link in (STOCK, UNTURNED):
        return f"{label} is a space: now it takes only the next stock card ('S {label}')"
    if link != ANY and link != _group(table, source).index:
        return f"{label} is a space: as long as {_name(table, link)} can fill it nothing else may"
    if only >= 0 and only != source:
        return f"{label} is a space: it takes the top card of {table.labels[only]}, the fuller pile"
    return None


def _card_refusal(
    table: Table, position: Position, source: int, target: int, count: int, skip: int
) -> str:
    """Why the card does not fit where the piles would allow it."""
    group, label, pile = _group(table, target), table.labels[target], position.piles[target]
    card = position.piles[source][-count - skip] & FACE
    held = len(pile)
    if group.limit != NO_LIMIT and held + count > group.limit:
        if group.kind == Kind.FOUNDATION:
            return f"{label} is complete"
        return f"{label} holds at most {group.limit} card{'s' * (group.limit > 1)}"
    mask = targets.takes(table, position, group, target)
    if mask >> card & 1:
        return f"moving {card_symbol(card)} to {label} would change nothing"
    where = f"{card_symbol(card)} cannot go to {label}"
    if not mask:
        if group.kind == Kind.TABLEAU and not pile:
            return f"{where}: nothing may fill this space now"
        return f"{where}: nothing may be put on {card_symbol(pile[-1])} there" if pile else where
    return f"{where}: it takes {cards_words(mask, mask_of(table.pack))}"


def why_not(
    table: Table,
    position: Position,
    source: int,
    target: int,
    count: int | None = None,
    skip: int = 0,
) -> str | None:
    """The sentence that refuses a move, or None where it is legal.

    :param count: the size of the unit; None asks for any size.
    """
    if matching(table, position, source, target, count, skip):
        return None
    if _group(table, source).kind == Kind.STOCK and choosing(table, position):
        return choice_sentence(table)
    refusal = None if skip else _name_a_card(table, position, source, target)
    refusal = refusal or (
        _source_refusal(table, position, source, target, skip)
        or _kinds_refusal(table, position, source, target)
        or _unit_refusal(table, position, source, target, count)
    )
    if refusal is None and not position.piles[target]:
        refusal = _space_refusal(table, position, source, target)
    if refusal is None:
        refusal = _card_refusal(table, position, source, target, _likely(
            table, position, source, target, count), skip)  # fmt: skip
    return refusal


def _name_a_card(table: Table, position: Position, source: int, target: int) -> str | None:
    """Where only cards below the top fit, the first of them."""
    for skip in range(1, len(position.piles[source])):
        if matching(table, position, source, target, 1, skip):
            label, card = table.labels[source], position.piles[source][-1 - skip]
            example = f"'{label} {card_text(card)} {table.labels[target]}'"
            return f"the top card of {label} does not fit there, but another one does: {example}"
    return None


def wanted_words(table: Table, position: Position, piles: list[int]) -> str:
    """Which cards at least one of these piles takes."""
    mask = 0
    for target in piles:
        mask |= targets.takes(table, position, _group(table, target), target)
    return cards_words(mask, mask_of(table.pack))


def _likely(table: Table, position: Position, source: int, target: int, count: int | None) -> int:
    """The unit size to talk about when the player named none."""
    if count is not None:
        return count
    if not _group(table, target).units:
        return 1
    sizes = moves.unit_sizes(table, _group(table, source), position.piles[source], position.base)
    return max(sizes) if _group(table, source).unit in (Unit.PILE, Unit.RUN) else min(sizes)


def why_no_turn(table: Table, position: Position) -> str | None:
    """The sentence that refuses a turn of the stock, or None."""
    if locked(table, position):
        return choice_sentence(table)
    if table.stock < 0:
        return "this game has no stock"
    if not table.turn_piles:
        return "the stock of this game is not turned; it only fills spaces"
    if not position.piles[table.stock]:
        return "the stock is empty" + (
            ": type 'redeal'" if moves.may_redeal(table, position) else ""
        )
    if not targets.holds(table, position, table.turn_when):
        return f"the stock may be turned only when {_condition(table.turn_when)}"
    if not moves.may_turn(table, position):
        return "the piles that the stock is turned to are full"
    return None


def why_no_redeal(table: Table, position: Position) -> str | None:
    """The sentence that refuses a redeal, or None."""
    if locked(table, position):
        return choice_sentence(table)
    if table.stock < 0 or table.waste < 0 or not table.redeals:
        return "this game has no redeal"
    if position.piles[table.stock]:
        return "the stock is not exhausted yet: type 'turn'"
    if not position.piles[table.waste]:
        return "the waste is empty"
    if moves.may_redeal(table, position):
        return None
    many = "only one redeal" if table.redeals == 1 else f"only {table.redeals} redeals"
    return f"the rules allow {many}, and no more {'is' if table.redeals == 1 else 'are'} left"
