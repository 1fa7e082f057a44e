"""What kind of game some rules make: the linter's notes, which ask for no change."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from patience.language.english import counted, listed, number, plural
from patience.language.rules import Group, Rules
from patience.language.words.deal import down_counts
from patience.language.words.piles import may_feed

Found = Iterator[tuple[str, str]]
"""Keys and messages."""


def turned_to(group: Group, rules: Rules) -> bool:
    """Does turning the stock deal to this group?"""
    stock = rules.stock
    return bool(stock and stock.turn and stock.turn.group == group.name)


def _short_row(rules: Rules) -> Found:
    stock = rules.stock
    if stock is None or stock.turn is None or not (stock.turn.each or stock.turn.piles is not None):
        return
    turn = stock.turn
    piles = len(turn.piles) if turn.piles is not None else rules.group(turn.group).piles
    row = piles * turn.counts[-1]
    if len(turn.counts) == 1 and stock.cards % row:
        left = stock.cards % row
        yield (
            "stock.turn",
            f"the last row is short: {counted(left, 'card')} for {counted(piles, 'pile')}, dealt"
            " from the left until they are out",
        )
    if stock.when.kind == "no spaces":
        yield (
            "stock.when",
            "with fewer cards in the tableau than piles its spaces can never all be filled, so the"
            " turn is let through then",
        )


def _information(rules: Rules) -> Found:
    hidden = [g.name for g in rules.groups if g.kind != "stock" and any(down_counts(g))]
    if rules.stock is not None and rules.stock.cards:
        hidden.append("stock")
    if hidden:
        yield (
            "deal",
            f"hidden information: cards of the {listed(hidden)} are not seen at the start",
        )
    else:
        yield ("deal", "open information: every card is seen from the start")


def _chance(rules: Rules) -> Found:
    if rules.uses:
        yield ("uses", "a plugin's words decide whether play after the deal depends on chance")
    else:
        yield (
            "deal",
            "deterministic: after the deal nothing is left to chance, nothing is shuffled",
        )


def _told_apart(group: Group, rules: Rules) -> str:
    """Why the piles of a group are not interchangeable; nothing if they are."""
    if any(seq.step == "pile number" for seq in group.pack):
        return "each builds by its own number"
    if group.kind == "foundations" and group.base.kind == "list" and len(set(group.base.ranks)) > 1:
        return "each has its own base"
    for other in rules.groups:
        if any(link.source == group.name for link in other.refill):
            return "a refill takes from the leftmost"
        if any(link.source == group.name and link.fuller for link in other.space.links):
            return "of equally full ones the leftmost counts"
    if turned_to(group, rules):
        return "a turn deals to them in order (they are equal once the stock is empty)"
    return ""


def _symmetry(rules: Rules) -> Found:
    several = [g for g in rules.groups if g.piles > 1]
    alike = [g.name for g in several if not _told_apart(g, rules)]
    if alike:
        yield (
            alike[0],
            f"interchangeable piles: {listed(alike)}; positions that differ only in their order"
            " count as one",
        )
    for group in several:
        why = _told_apart(group, rules)
        if why:
            yield (group.name, f"the piles are told apart: {why}")


def _state_size(rules: Rules) -> Found:
    cards, piles = rules.deck.size, sum(group.piles for group in rules.groups)
    hidden = sum(sum(down_counts(g)) for g in rules.groups if g.kind != "stock")
    bits = cards * 6 + piles * cards.bit_length() + hidden + 16
    yield (
        "deck",
        f"state size: {cards} cards in {counted(piles, 'pile')} take about {(bits + 7) // 8} bytes"
        " (six bits a card, a length a pile, the hidden cards' flags, the counters)",
    )


def _plugins(rules: Rules) -> Found:
    if rules.uses:
        yield (
            "uses",
            f"needs {plural('plugin', len(rules.uses))} for {listed(rules.uses)}; without them the"
            " game cannot be loaded",
        )


def _loops(rules: Rules) -> Found:
    stock = rules.stock
    if stock is not None and stock.turn is not None and stock.redeals is None:
        yield (
            "stock.redeals",
            "unlimited redeals: play may go round for ever; a position with no other play, however"
            " often one turns and redeals, counts as lost. Give a number to end it sooner",
        )
    for group in rules.groups:
        back = [
            g.name
            for g in rules.groups
            if group.kind == "foundations"
            and group.worry_back != "no"
            and may_feed(group, g)
            and may_feed(g, group)
        ]
        if back:
            yield (
                f"{group.name}.worry back",
                f"a card may go back and forth between the {group.name} and the {listed(back)} for"
                " ever; a simulation needs a limit of moves",
            )


def _sizes(rules: Rules) -> Found:
    for group in rules.groups:
        if group.kind == "foundations" and group.complete != len(rules.deck.ranks):
            yield (
                f"{group.name}.complete",
                f"a foundation is complete with {number(group.complete)} cards, not with one suit"
                f" of {number(len(rules.deck.ranks))}",
            )


NOTES: tuple[Callable[[Rules], Found], ...] = (
    _plugins,
    _loops,
    _short_row,
    _sizes,
    _information,
    _chance,
    _symmetry,
    _state_size,
)
