"""The words that a rule file says, counted; and all that there are, from the language itself.

The list of all words comes from the model's keys and the enumerations of the resolved rules, so a
word that the language learns is missing from the files until the composer says it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any, Literal, get_args, get_origin, get_type_hints

import yaml

from patience.cards import rank_of
from patience.language import rules as r
from patience.language.model import FORMS

RELATIONS = {"neighbours": lambda lower, upper, base: abs(rank_of(lower) - rank_of(upper)) == 1}
"""A plugin's relation, as rule files may use it."""

SHAPES = (
    r.Sequence, r.Unit, r.Link, r.Space, r.Base, r.Condition, r.Group, r.Step, r.Goal, r.Turn,
    r.Rules,
)  # fmt: skip
"""Where the fixed words of resolved rules stand."""

NEVER_SAID = {"Group.kind: offer", "Sequence.direction: nothing"}
"""What no resolved rules say: the offer of a base is the engine's, 'nothing' is no rule at all."""

OPEN_WORDS = (
    "packs: 1", "packs: 2", "packs: 3", "packs: 4", "few ranks", "ranks with gaps", "few suits",
    "deal: rest", "deal: list", "face down: numbers",
    "rules: none", "rules: one", "rules: several",
    "step: by ones", "step: by more", "step: by pile number",
    "a moving sequence with suits of its own",
    "link: any", "link: stock", "link: unturned stock", "link: a group",
    "space: none", "space: any", "space: ranks", "space: ranks from a chain", "a chain of refills",
    "only: ranks", "only: suits", "only: both", "starters: cards", "a limit",
    "turn: one number", "turn: a number for each lap", "turn: some piles",
    "turn to waste", "turn to tableau", "turn to reserve", "a stock that is never turned",
    "redeals: none", "redeals: a number", "redeals: unlimited",
)  # fmt: skip
"""What is said with numbers, names and lists, sorted into kinds."""


def all_words() -> set[str]:
    """Every word that a file which plays can say."""
    words = set(OPEN_WORDS)
    for kind, form in FORMS.items():
        words |= {f"{kind} {info.alias or name}:" for name, info in form.model_fields.items()}
    for shape in SHAPES:
        for name, hint in get_type_hints(shape).items():
            words |= {f"{shape.__name__}.{name}: {value}" for value in _values(hint)}
    return words - NEVER_SAID


def _values(hint: Any) -> Iterator[object]:
    """The fixed values that a field of this type may have."""
    if hint is bool:
        yield from (True, False)
    elif get_origin(hint) is Literal:
        yield from get_args(hint)
    else:
        for part in get_args(hint):
            yield from _values(part)


def said(rules: r.Rules, text: str) -> Counter[str]:
    """How often a file says each word; ``rules`` are those that it was read as."""
    found = Counter(_fixed(rules))
    for name, body in yaml.safe_load(text).items():
        kind = body.get("kind", name) if isinstance(body, dict) else None
        if kind in FORMS:
            found.update(f"{kind} {key}:" for key in body)
            deal = body.get("deal")
            found["deal: rest"] += deal == "rest"
            found["deal: list"] += isinstance(deal, list)
    found.update(_of_deck(rules.deck))
    found.update(_of_stock(rules))
    for group in rules.groups:
        found.update(_of_group(group))
    return found


def _fixed(part: object) -> Iterator[str]:
    """The fixed words in resolved rules, in whatever they hold."""
    if isinstance(part, tuple):
        for item in part:
            yield from _fixed(item)
    elif is_dataclass(part):
        for field in fields(part):
            value = getattr(part, field.name)
            if isinstance(value, (str, bool)):
                yield f"{type(part).__name__}.{field.name}: {value}"
            else:
                yield from _fixed(value)


def _of_deck(deck: r.Deck) -> Iterator[str]:
    yield f"packs: {deck.packs}"
    if len(deck.ranks) < 13:
        yield "few ranks"
    if deck.ranks[-1] - deck.ranks[0] >= len(deck.ranks):
        yield "ranks with gaps"
    if len(deck.suits) < 4:
        yield "few suits"


def _of_stock(rules: r.Rules) -> Iterator[str]:
    stock = rules.stock
    if stock is None:
        return
    many = "unlimited" if stock.redeals is None else "a number" if stock.redeals else "none"
    yield f"redeals: {many}"
    if stock.turn is None:
        yield "a stock that is never turned"
        return
    yield f"turn to {rules.group(stock.turn.group).kind}"
    yield "turn: one number" if len(stock.turn.counts) == 1 else "turn: a number for each lap"
    if stock.turn.piles is not None:
        yield "turn: some piles"


def _of_group(group: r.Group) -> Iterator[str]:
    if group.kind == "tableau":
        yield f"rules: {('none', 'one', 'several')[min(len(group.pack), 2)]}"
    for rule in group.pack:
        step = rule.step
        yield f"step: by {step if step == 'pile number' else 'ones' if step == 1 else 'more'}"
    if group.move.suits is not None:
        yield "a moving sequence with suits of its own"
    for link in (*group.space.links, *group.refill):
        known = link.source in ("any", "stock", "unturned stock")
        yield f"link: {link.source if known else 'a group'}"
    yield from _of_space(group)
    if len(group.refill) > 1:
        yield "a chain of refills"
    if isinstance(group.face_down, tuple) and any(group.face_down):
        yield "face down: numbers"
    if group.only != r.CardFilter():
        both = group.only.ranks is not None and group.only.suits is not None
        yield f"only: {'both' if both else 'suits' if group.only.suits else 'ranks'}"
    if isinstance(group.starters, tuple):
        yield "starters: cards"
    if group.limit is not None:
        yield "a limit"


def _of_space(group: r.Group) -> Iterator[str]:
    space = group.space
    if group.kind == "tableau" and not space.links:
        yield "space: none"
    elif space.ranks is not None:
        chained = space.links != (r.Link("any"),)
        yield "space: ranks from a chain" if chained else "space: ranks"
    elif space.links == (r.Link("any"),):
        yield "space: any"
