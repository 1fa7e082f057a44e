"""Remarks on rules that can be played but may not be what their author meant.

What is provably wrong is a fault and no business of this file. A *warning* says that a rule has no
effect or an odd one, and what to write instead; a *note* says what kind of game it is. Every remark
names the key that it is about. Games whose play can go on for ever are common and end by the
engine's stuck test, so loops are notes, not warnings.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from patience.language.english import counted, listed
from patience.language.lint_notes import NOTES, Found, turned_to
from patience.language.rules import Condition, Group, Rules
from patience.language.words.piles import may_feed

Level = Literal["warning", "note"]


@dataclass(frozen=True, slots=True)
class Remark:
    """One remark: how grave, about which key (dotted), and in one sentence or two what to do."""

    level: Level
    key: str
    message: str

    def __str__(self) -> str:
        return f"{self.level}: {self.key}: {self.message}"


def lint(rules: Rules) -> list[Remark]:
    """Everything to remark on one game, the warnings first."""
    remarks: list[Remark] = []
    for group in rules.groups:
        for check in _GROUP_CHECKS:
            remarks += [Remark("warning", *found) for found in check(group, rules)]
    for of_game in _GAME_CHECKS:
        remarks += [Remark("warning", *found) for found in of_game(rules)]
    for note in NOTES:
        remarks += [Remark("note", *found) for found in note(rules)]
    return remarks


def lint_options(base: Rules, variants: Mapping[str, Rules]) -> list[Remark]:
    """Remarks on a game's options. ``variants``: the game with each, by the option's name."""
    remarks = []
    for name, variant in variants.items():
        if _play(variant) == _play(base):
            text = (
                "the option changes nothing that affects play; take it out, or say what it changes"
            )
            remarks.append(Remark("warning", f"options.{name}", text))
    for (one, a), (two, b) in combinations(variants.items(), 2):
        if _play(a) == _play(b) != _play(base):
            text = f"the option plays exactly like '{one}'; keep one of the two"
            remarks.append(Remark("warning", f"options.{two}", text))
    return remarks + _clashes(base)


def _clashes(base: Rules) -> list[Remark]:
    """One note on the options that cannot be combined, by the keys that several of them set."""
    setters: dict[str, list[str]] = {}
    for option in base.options:
        for key in sorted({key for key, _ in option.changes}):
            setters.setdefault(key, []).append(f"'{option.name}'")
    keys: dict[tuple[str, ...], list[str]] = {}
    for key, names in setters.items():
        if len(names) > 1:
            keys.setdefault(tuple(names), []).append(key)
    if not keys:
        return []
    parts = (f"{listed(both)} ({', '.join(names)})" for names, both in keys.items())
    text = f"those that set the same key cannot be combined: {'; '.join(parts)}"
    return [Remark("note", "options", text)]


def lint_child(child: Rules, parent: Rules) -> list[Remark]:
    """Remarks on a file that extends another: does a deal's number still mean the same deal?"""
    ours, theirs = ([step.group for step in r.script("own")] for r in (child, parent))
    shared = set(ours) & set(theirs)
    turned = [
        [s.right_to_left for s in r.script("own") if s.group in shared] for r in (child, parent)
    ]
    kept = [[group for group in order if group in shared] for order in (ours, theirs)]
    if kept[0] == kept[1] and (len(turned[0]) != len(turned[1]) or turned[0] == turned[1]):
        return []
    text = (
        f"deals {listed(ours)} where '{parent.id}' deals {listed(theirs)}, in that order, so the"
        " same number gives another layout; keep the parent's order if they should match"
    )
    return [Remark("warning", "deals.own", text)]


def _play(rules: Rules) -> object:
    """What tells two games apart in play."""
    if rules.hash:
        return rules.hash
    return (rules.deck, rules.groups, rules.stock, rules.scripts[:1], rules.goal, rules.until_base)


# ---------------------------------------------------------------------------- groups


def _dealt(group: Group, rules: Rules) -> bool:
    steps = (step for _, script in rules.scripts for step in script)
    return any(group.deal) or any(step.group == group.name for step in steps)


def _fed(group: Group, rules: Rules) -> bool:
    """May a player put a card into one of its empty piles?"""
    feeders = [g for g in rules.groups if g.name != group.name and may_feed(g, group)]
    if group.kind in ("foundations", "cells"):
        return bool(feeders)
    sources = {link.source for link in group.space.links}
    if sources & {"stock", "unturned stock"}:
        return True
    return any(feeder.name in sources or "any" in sources for feeder in feeders)


def _entered(group: Group, rules: Rules) -> bool:
    return (
        _dealt(group, rules) or turned_to(group, rules) or bool(group.refill) or _fed(group, rules)
    )


def _unreachable(group: Group, rules: Rules) -> Found:
    """A pile to which nothing is dealt and which nothing may enter."""
    if group.kind in ("stock", "offer") or _entered(group, rules) or group.starters != "none":
        return
    yield (
        group.name,
        "no card ever comes here: nothing is dealt or turned to it and nothing may be put on it;"
        " give it a 'deal', a 'space' or a 'refill', or take the group out",
    )


def _chained(group: Group, rules: Rules) -> bool:
    """Does some other group fill itself from this one?"""
    return any(
        link.source == group.name
        for other in rules.groups
        if other.name != group.name
        for link in other.refill
    )


def _dead_end(group: Group, rules: Rules) -> Found:
    """Cards may enter but never leave, and the aim needs them elsewhere."""
    if group.kind in ("foundations", "stock", "offer") or not _entered(group, rules):
        return
    needed = rules.goal.kind == "foundations" or rules.goal.group == group.name
    leaves = any(g.name != group.name and may_feed(group, g) for g in rules.groups)
    redealt = group.kind == "waste" and rules.stock is not None and rules.stock.redeals != 0
    if needed and not leaves and not redealt and not _chained(group, rules):
        yield (
            group.name,
            "cards come here but none can ever leave, so the game cannot be won once one lies"
            " here; let the foundations (or another group) take cards from it ('from')",
        )


def _idle_space(group: Group, rules: Rules) -> Found:
    """A space rule that can never matter, or a part of it."""
    sources = [link.source for link in group.space.links]
    refills = [link.source for link in group.refill]
    if sources and refills and set(sources) <= set(refills):
        yield (
            f"{group.name}.space",
            f"never matters: the refill from {listed(refills)} always comes first; write"
            " 'space: none', or name a source that the refill does not use",
        )
    for key, chain in (("space", sources), ("refill", refills)):
        if "any" in chain[:-1]:
            yield (
                f"{group.name}.{key}",
                "what follows 'any' in the chain is never reached; put 'any' last",
            )
        if len(set(chain)) < len(chain):
            yield (f"{group.name}.{key}", "the chain names a source twice; once is enough")


def _loose_pile(group: Group, rules: Rules) -> Found:
    """Whole piles that move although nothing keeps their cards in order."""
    if group.move.mode != "whole pile" or group.kind not in ("tableau", "reserve"):
        return
    if max(group.deal, default=0) > 1 or turned_to(group, rules):
        how = "dealt deeper than one card" if max(group.deal, default=0) > 1 else "dealt on"
        yield (
            f"{group.name}.move",
            f"'whole pile' moves piles that are {how} and so not in order; write 'whole sequence'"
            " to move only what is packed",
        )


def _full_waste(group: Group, rules: Rules) -> Found:
    """A waste that turning overfills."""
    stock = rules.stock
    if group.kind != "waste" or group.limit is None or stock is None or stock.turn is None:
        return
    if turned_to(group, rules) and stock.when.kind != "waste empty" and stock.cards > group.limit:
        yield (
            f"{group.name}.limit",
            "turning may put more cards here than the limit; write 'when: waste empty' under"
            " 'stock'",
        )


def _buried(group: Group, rules: Rules) -> Found:
    """The last rank of a suit may lie on the others of it for good."""
    if (
        group.kind != "tableau"
        or group.space.links
        or group.refill
        or rules.goal.kind != "foundations"
    ):
        return
    deep = max(group.deal, default=0) > 1 or turned_to(group, rules)
    stays = all(
        seq.direction == "nothing" or (seq.direction == "down" and seq.corner != "turns")
        for seq in group.pack
    )
    fixed = all(
        g.base.kind == "fixed" and all(seq.direction == "up" for seq in g.pack)
        for g in rules.groups
        if g.kind == "foundations"
    )
    elsewhere = any(
        g.kind in ("cells", "reserve", "tableau") and g.name != group.name and may_feed(group, g)
        for g in rules.groups
    )
    if deep and stays and fixed and not elsewhere:
        yield (
            f"{group.name}.space",
            "with 'none' a card of the last rank (a King where the base is an Ace) that lies on a"
            " lower card of its suit can never be moved off it; such deals are lost from the start:"
            " allow spaces, or mean it",
        )


def _useless_words(group: Group, rules: Rules) -> Found:
    """Words that can never have an effect."""
    packs = [seq for seq in group.pack if seq.direction != "nothing"]
    if group.kind == "tableau" and packs and group.limit == 1:
        yield (
            f"{group.name}.limit",
            "a limit of one card makes 'pack' useless; raise it, or write 'pack: nothing'",
        )
    ordered = ("sequence", "whole sequence")
    if group.kind == "tableau" and not packs and group.move.mode in ordered:
        yield (
            f"{group.name}.move",
            f"'{group.move.mode}' never moves more than one card, for nothing is packed here;"
            " write 'top card', or give 'pack' a rule",
        )
    if group.name != "stock" and not _ever(group.open, rules):
        yield (f"{group.name}.open", _never(group.open, rules))


def _ever(condition: Condition, rules: Rules) -> bool:
    """Can a condition on redeals ever hold?"""
    if condition.kind != "after redeal":
        return True
    redeals = rules.stock.redeals if rules.stock else 0
    return redeals is None or condition.number <= redeals


def _never(condition: Condition, rules: Rules) -> str:
    redeals = (rules.stock.redeals if rules.stock else 0) or 0
    return (
        f"never comes true: it waits for redeal {condition.number} and the game has"
        f" {counted(redeals, 'redeal')}; raise 'redeals', or lower the number"
    )


_GROUP_CHECKS: tuple[Callable[[Group, Rules], Found], ...] = (
    _unreachable,
    _dead_end,
    _idle_space,
    _loose_pile,
    _full_waste,
    _buried,
    _useless_words,
)


# ---------------------------------------------------------------------------- whole games


def _idle_stock(rules: Rules) -> Found:
    """A stock that no rule brings into play, or only under a condition that never holds."""
    stock = rules.stock
    if stock is None:
        return
    drawn = any(
        link.source in ("stock", "unturned stock")
        for group in rules.groups
        for link in (*group.refill, *group.space.links)
    )
    if stock.turn is None and not drawn and stock.cards:
        yield (
            "stock.turn",
            "the stock is never turned and fills nothing, so its cards never come into play; say"
            " where a turn goes, as 'turn: 1 to waste'",
        )
    if not _ever(stock.when, rules):
        yield ("stock.when", _never(stock.when, rules))


_GAME_CHECKS: tuple[Callable[[Rules], Found], ...] = (_idle_stock,)
