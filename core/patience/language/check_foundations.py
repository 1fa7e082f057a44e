"""Whether foundations can take every card: bases, starters, the walk along the ranks, room."""

from __future__ import annotations

from collections import Counter
from math import gcd

from patience.cards import RANK_NAMES, rank_of, suit_of
from patience.language.group_defaults import Report, starter_count
from patience.language.phrases.cards import format_card
from patience.language.phrases.sequences import format_sequence
from patience.language.rules import Deck, Group, Rules, Sequence
from patience.language.tree import quote, suggest
from patience.language.written import Written

VARIABLE = ("dealt", "chosen", "set by first card")
"""Bases that one card of the game decides."""


def check_foundations(rules: Rules, written: Written) -> Report:
    """Every provable mistake about foundations, by the path of the key that it is about."""
    report: Report = []
    founding = [group for group in rules.groups if group.kind == "foundations"]
    for group in founding:
        if written.sound(group.name) and written.sound("deck"):
            _base(group, rules, report)
            _starters(group, rules.deck, report)
    if len(founding) > 1:
        for group in founding:
            if group.base.kind in VARIABLE:
                message = "with several groups of foundations each base must be fixed"
                report.append(((group.name, "base"), message))
    if written.sound("deck"):
        _about_base(rules, founding, report)
    sound = all(written.sound(group.name) for group in founding) and written.sound("deck")
    if sound and not report and founding and rules.goal.kind == "foundations":
        _room(founding, rules.deck, report)
    return report


def _base(group: Group, rules: Rules, report: Report) -> None:
    """The base's ranks, and where it is chosen."""
    base, path = group.base, (group.name, "base")
    if base.kind == "list" and len(base.ranks) != group.piles:
        message = f"'base' lists {len(base.ranks)} ranks, but there are {group.piles} foundations"
        report.append((path, message))
    for rank in dict.fromkeys(base.ranks):
        if rank not in rules.deck.ranks:
            report.append((path, f"the base is {_a(rank)}, which the pack does not have"))
    if base.kind == "chosen" and base.group is not None:
        source = next((one for one in rules.groups if one.name == base.group), None)
        if source is None:
            names = [one.name for one in rules.groups]
            hint = suggest(base.group, names) or f"; the groups are {', '.join(names)}"
            message = f"there is no group {quote(base.group)} to choose the base from{hint}"
            report.append((path, message))
        elif source.kind in ("stock", "foundations"):
            report.append((path, f"no base can be chosen from {source.kind}"))
        elif not _offers(source, rules):
            message = f"the base is chosen from '{base.group}', where no card is available"
            report.append((path, message))


def _offers(source: Group, rules: Rules) -> bool:
    """Whether a group has an available card when the base is chosen."""
    steps = [step for _, script in rules.scripts for step in script]
    if any(step.verb == "choose" and step.count for step in steps):
        return True
    if source.kind == "waste" and any(step.group == source.name for step in steps):
        return True
    alone = source.available == "only when alone"
    return any(count == 1 if alone else count for count in source.deal)


def _starters(group: Group, deck: Deck, report: Report) -> None:
    """Starters must be cards of the pack that start a foundation."""
    starters, base, path = group.starters, group.base, (group.name, "starters")
    if starters == "none":
        return
    if base.kind not in ("fixed", "list"):
        if isinstance(starters, str):
            message = f"'starters: {starters}' wants a base that is known, as 'base: Ace'"
            report.append((path, message))
        return
    ranks = [base.ranks[pile % len(base.ranks)] for pile in range(group.piles)]
    if isinstance(starters, str):
        copies = deck.packs * len(deck.suits)
        for rank, wanted in Counter(ranks[: starter_count(group)]).items():
            if wanted > copies:
                message = f"{wanted} foundations start with {_a(rank)}, but there are {copies}"
                report.append((path, message))
        return
    if len(starters) > group.piles:
        message = f"{len(starters)} starters do not fit on {group.piles} foundations"
        report.append((path, message))
        return
    for pile, card in enumerate(starters):
        if rank_of(card) not in deck.ranks or suit_of(card) not in deck.suits:
            report.append((path, f"the {format_card(card)} is not in the pack"))
        elif rank_of(card) != ranks[pile]:
            message = f"the {format_card(card)} cannot start foundation {pile + 1}"
            report.append((path, f"{message}, which starts with {_a(ranks[pile])}"))


def _about_base(rules: Rules, founding: list[Group], report: Report) -> None:
    """Rules that speak of the base want one base for all foundations."""
    known = founding and founding[0].base.kind not in ("list", "any")
    if known or not founding:
        return
    kind = "a list" if founding[0].base.kind == "list" else "any card"
    for group in rules.groups:
        key = "build" if group.kind == "foundations" else "pack"
        if any(rule.corner == "turns as far as the base" for rule in group.pack):
            message = f"'as far as the base' wants one base for all foundations, not {kind}"
            report.append(((group.name, key), message))
        if group.space.below_base:
            message = f"'below base' wants one base for all foundations, not {kind}"
            report.append(((group.name, "space"), message))


def _room(founding: list[Group], deck: Deck, report: Report) -> None:
    """Every card must have its place on the foundations, by the rules of building."""
    room = sum(group.piles * group.complete for group in founding)
    if room < deck.size:
        group = founding[-1]
        sums = " + ".join(f"{g.piles}×{g.complete}" for g in founding)
        message = f"the foundations hold {sums} = {room} cards, but the deck has {deck.size}"
        report.append(((group.name,), f"{message}: it can never be won"))
        return
    visits: Counter[int] = Counter()
    for group in founding:
        if any(not _walkable(rule) for rule in group.pack) or len(group.pack) != 1:
            return  # several ways on: no simple walk decides
        for pile in range(group.piles):
            walk = _walk(group, pile, deck)
            if len(walk) < min(group.complete, len(deck.ranks)):
                report.append(((group.name, "build"), _short_walk(group, pile, walk, deck)))
                return
            visits.update(walk)
    copies = deck.packs * len(deck.suits)
    missing = [rank for rank in deck.ranks if visits[rank] < copies]
    if missing and founding[0].base.kind in ("fixed", "list"):
        names = ", ".join(RANK_NAMES[rank] for rank in missing)
        message = f"building as the rule says, the foundations have too little room for: {names}"
        report.append(((founding[0].name, "build"), f"{message}; it can never be won"))


def _walkable(rule: Sequence) -> bool:
    return rule.direction in ("up", "down")


def _walk(group: Group, pile: int, deck: Deck) -> list[int]:
    """The ranks of a finished foundation, from its base on, or as far as the rule goes.

    Where the base is not known before the deal the Ace stands for it if the corner turns, and else
    the second rank, from which the walk is short.
    """
    rule, ranks = group.pack[0], deck.ranks
    step = (pile + 1 if rule.step == "pile number" else int(rule.step)) % len(ranks)
    step = step or len(ranks)
    if group.base.ranks:
        place = ranks.index(group.base.ranks[pile % len(group.base.ranks)])
    else:
        place = min(1, len(ranks) - 1) if rule.corner == "stops" else 0
    walk: list[int] = []
    seen: Counter[int] = Counter()
    while len(walk) < group.complete:
        walk.append(ranks[place])
        seen[place] += 1
        place += step if rule.direction == "up" else -step
        if not 0 <= place < len(ranks):
            if rule.corner == "stops":
                break
            place %= len(ranks)
        if seen[place] and len(walk) < len(ranks):
            break  # the same ranks come again before all have been there
    return walk


def _short_walk(group: Group, pile: int, walk: list[int], deck: Deck) -> str:
    """Why a foundation can never be finished."""
    rule = group.pack[0]
    said = format_sequence(rule)
    wanted = f"{group.complete} cards make it complete"
    step = pile + 1 if rule.step == "pile number" else int(rule.step)
    if not group.base.ranks and rule.corner == "stops":
        return (
            f"the base may be any rank, but '{said}' stops at the {RANK_NAMES[deck.ranks[-1]]}"
            f"; say '{said} turning the corner'"
        )
    if rule.corner != "stops":
        share = gcd(step, len(deck.ranks))
        return (
            f"'{said}' from {_a(walk[0])} comes to {len(walk)} of {len(deck.ranks)} ranks only, "
            f"as {step} and {len(deck.ranks)} share the factor {share}; {wanted}"
        )
    return (
        f"'{said}' from {_a(walk[0])} ends after {len(walk)} cards, and {wanted}; "
        "say 'turning the corner', or another 'complete'"
    )


def _a(rank: int) -> str:
    """A rank with its article."""
    name = RANK_NAMES[rank]
    return f"an {name}" if name in ("Ace", "8") else f"a {name}"
