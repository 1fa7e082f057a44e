"""The hash of a game's rules: equal for every spelling of one game, different for any two games.

It is taken over the resolved rules, so defaults, phrases, parents and options make no difference,
and texts, the drawing and other programs' dealing orders stay outside. Groups count by their
*labels*, not by their names: a solution or a saved game is written in labels, so renaming
``pocket`` to ``weaving`` keeps it good, while a change of labels would not.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from typing import Any

from patience.language.deal_orders import follow_order
from patience.language.phrases.chains import STOCK, UNTURNED
from patience.language.phrases.sequences import format_sequence, format_unit
from patience.language.rules import Group, Link, Rules

LANGUAGE_VERSION = 1
"""Counts the meanings of the language: raised when an old file would be played differently."""

HASH_DIGITS = 16


def rules_hash(rules: Rules) -> str:
    """The first 16 hexadecimal digits of the SHA-256 of `canonical_json`."""
    return hashlib.sha256(canonical_json(rules).encode("ascii")).hexdigest()[:HASH_DIGITS]


def canonical_json(rules: Rules) -> str:
    """Everything that affects play, as JSON with sorted keys and no spaces."""
    labels = {group.name: group.label for group in rules.groups}
    goal = labels.get(rules.goal.group or "")
    labels |= {word: word for word in ("any", STOCK, UNTURNED)}
    content = {
        "language": LANGUAGE_VERSION,
        "deck": dataclasses.astuple(rules.deck),
        "groups": {group.label: _group(group, labels) for group in rules.groups},
        "refills": [group.label for group in rules.groups if group.refill],
        "stock": _stock(rules, labels),
        "deal": _deal(rules, labels),
        "goal": [rules.goal.kind, goal],
        "until base": rules.until_base,
        "uses": rules.uses,
    }
    return json.dumps(content, sort_keys=True, separators=(",", ":"))


def _group(group: Group, labels: dict[str, str]) -> dict[str, Any]:
    """What a group does, with other groups by label."""
    base = group.base
    return {
        "kind": group.kind,
        "piles": group.piles,
        "deal": group.deal,
        "face down": [down_cards(group, pile) for pile in range(group.piles)],
        "pack": sorted(map(format_sequence, group.pack)),
        "move": format_unit(group.move),
        "space": [_links(group.space.links, labels), group.space.ranks, group.space.below_base],
        "refill": _links(group.refill, labels),
        "available": group.available,
        "limit": group.limit,
        "sources": None if group.sources is None else sorted(labels[n] for n in group.sources),
        "only": dataclasses.astuple(group.only),
        "open": dataclasses.astuple(group.open),
        "holds": group.holds,
        "base": [base.kind, base.ranks, labels.get(base.group or "")],
        "starters": group.starters,
        "complete": group.complete,
        "worry back": group.worry_back,
    }


def down_cards(group: Group, pile: int) -> list[int]:
    """Places of a pile's dealt cards, from the bottom, that lie face down."""
    dealt = group.deal[pile]
    if group.kind == "stock" or group.face_down == "all":
        return list(range(dealt))
    if group.face_down == "all but top":
        return list(range(dealt - 1))
    if group.face_down == "every other":
        return list(range(0, dealt, 2))
    return list(range(min(dealt, int(group.face_down[pile]))))


def _links(links: tuple[Link, ...], labels: dict[str, str]) -> list[list[object]]:
    return [[labels[link.source], link.fuller] for link in links]


def _stock(rules: Rules, labels: dict[str, str]) -> object:
    stock = rules.stock
    if stock is None:
        return None
    turn = stock.turn
    return {
        "cards": stock.cards,
        "turn": turn and [turn.counts, labels[turn.group], turn.each, turn.piles],
        "when": dataclasses.astuple(stock.when),
        "redeals": stock.redeals,
    }


def _deal(rules: Rules, labels: dict[str, str]) -> object:
    """Our own dealing order: card by card, or step by step if the player chooses in between."""
    steps = rules.script("own")
    places = follow_order(steps, rules.groups, rules.deck).places
    if places is not None:
        return places
    return [
        dataclasses.astuple(dataclasses.replace(step, group=labels[step.group])) for step in steps
    ]
