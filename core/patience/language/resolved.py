"""The full mapping form of a game: every key, defaults included, hardly a phrase left.

What ``patience rules --resolved`` prints. It is a rule file itself and loads to the same hash.
Options are left out, as those that were chosen are in it already.
"""

from __future__ import annotations

from typing import Any

from patience.language.phrases.cards import deck_mapping, filter_mapping
from patience.language.phrases.chains import base_mapping, refill_mapping, space_mapping
from patience.language.phrases.dealing import step_mapping, turn_mapping
from patience.language.phrases.groups import condition_mapping, format_starters, goal_mapping
from patience.language.phrases.sequences import sequence_mapping, unit_mapping
from patience.language.rules import Group, Rules, Sequence, Source
from patience.language.values import KINDS

Mapping = dict[str, Any]


def resolved_mapping(rules: Rules) -> Mapping:
    """The rules as plain data in the language's mapping form, keys in file order."""
    mapping: Mapping = {"game": rules.title}
    for key, value in (
        ("also", list(rules.also)),
        ("family", rules.family),
        ("notes", list(rules.notes)),
        ("sources", _sources(rules.sources)),
        ("uses", list(rules.uses)),
    ):
        if value:
            mapping[key] = value
    mapping["deck"] = deck_mapping(rules.deck)
    for group in rules.groups:
        content = _content(group, rules)
        mapping[group.name] = content if group.name in KINDS else {"kind": group.kind} | content
    mapping["deals"] = {
        source: [step_mapping(step) for step in steps] for source, steps in rules.scripts
    }
    return mapping | {"win": goal_mapping(rules.goal)}


def resolved_yaml(rules: Rules) -> str:
    """`resolved_mapping` as a rule file."""
    import yaml

    text: str = yaml.safe_dump(
        resolved_mapping(rules),
        sort_keys=False,
        allow_unicode=True,
        default_flow_style=None,
        width=100,
    )
    return text


def _sources(sources: tuple[Source, ...]) -> list[str] | dict[str, list[str]]:
    """Sources as they are written: by what they are about, if that is said."""
    if all(not source.about for source in sources):
        return [source.text for source in sources]
    by_key: dict[str, list[str]] = {}
    for source in sources:
        by_key.setdefault(source.about, []).append(source.text)
    return by_key


def _content(group: Group, rules: Rules) -> Mapping:
    """The keys of a group."""
    if group.kind == "stock":
        return _stock(rules)
    if group.kind == "foundations":
        return _foundations(group, rules)
    content: Mapping = {"piles": group.piles, "deal": _numbers(group.deal)}
    if group.kind == "cells":
        return content | {"holds": group.holds, "move": unit_mapping(group.move)} | _takes(group)
    down = group.face_down
    return {
        **content,
        "face down": down if isinstance(down, str) else _numbers(down),
        "pack": _pack(group.pack),
        "move": unit_mapping(group.move),
        "space": space_mapping(group.space) if group.space.links else "none",
        "refill": refill_mapping(group.refill) if group.refill else "none",
        "available": group.available,
        "limit": "none" if group.limit is None else group.limit,
        **_takes(group),
    }


def _foundations(group: Group, rules: Rules) -> Mapping:
    content: Mapping = {
        "piles": group.piles,
        "base": base_mapping(group.base),
        "build": _pack(group.pack),
        "starters": format_starters(group.starters),
        "complete": group.complete,
        "worry back": group.worry_back,
    }
    if group.base.kind == "chosen":
        content["until base"] = rules.until_base
    return content | _takes(group)


def _takes(group: Group) -> Mapping:
    """From where, what and when a group takes cards."""
    sources = {} if group.sources is None else {"from": list(group.sources)}
    return {
        **sources,
        "only": filter_mapping(group.only) or "any card",
        "open": condition_mapping(group.open),
    }


def _stock(rules: Rules) -> Mapping:
    stock = rules.stock
    assert stock is not None  # there is a group for it
    content: Mapping = {"cards": stock.cards}
    if stock.turn is not None:
        content["turn"] = turn_mapping(stock.turn)
    return {
        **content,
        "when": condition_mapping(stock.when),
        "redeals": "unlimited" if stock.redeals is None else stock.redeals,
    }


def _pack(rules: tuple[Sequence, ...]) -> object:
    """One rule, or a list of which each will do; "nothing" as a rule of its own."""
    mappings = [sequence_mapping(rule) for rule in rules] or [{"direction": "nothing"}]
    return mappings[0] if len(mappings) == 1 else mappings


def _numbers(numbers: tuple[int, ...]) -> int | list[int]:
    """One number where all piles have the same."""
    return numbers[0] if len(set(numbers)) == 1 else list(numbers)
