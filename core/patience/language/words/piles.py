"""The tableau, and reserves and cells: what may be put on, what may be taken, how it moves."""

from __future__ import annotations

from patience.language.card_words import ALL, cards_words
from patience.language.english import article, capital, counted, listed, number, plural
from patience.language.rules import (
    Availability,
    CardFilter,
    Condition,
    ConditionKind,
    Group,
    Kind,
    Rules,
    Suits,
)
from patience.language.words.sequences import (
    UNITS,
    rule_sentences,
    sequences_words,
)
from patience.language.words.spaces import space_facts
from patience.language.words.terms import Fact, Names, Terms

CONDITIONS: dict[ConditionKind, str] = {
    "always": "at any time",
    "no spaces": "only while the tableau has no space",
    "waste empty": "only while the waste is empty",
    "stock empty": "only once the stock is empty",
    "reserve empty": "only once the reserve is empty",
    "after redeal": "only once {redeals} been made",
}
"""When something is allowed."""

AVAILABILITY: dict[Availability, str] = {
    "top card": "Only the top card of {pile} is {available}.",
    "all": "Every card of {pile} is {available}, wherever it lies.",
    "both ends": "The top and the bottom card of {pile} are {available}.",
    "only when alone": (
        "No card of {pile} is {available} until a single one is left; that one may be played."
    ),
}

NARROWER: dict[Suits, str] = {
    "in suit": "and are all of one suit",
    "in alternate colours": "and alternate in colour",
    "in colour": "and are all of one colour",
    "regardless of suit": "whatever their suits",
    "in any suit but own": "and are each of another suit than the one below it",
}
"""How the suits of a sequence must agree for it to move as one piece."""

FEEDS: dict[Kind, tuple[Kind, ...]] = {
    "stock": (),
    "offer": (),
    "foundations": ("waste", "tableau", "reserve", "cells", "offer"),
    "tableau": ("waste", "tableau", "reserve", "cells", "foundations"),
    "cells": ("waste", "tableau", "reserve"),
    "reserve": ("waste", "tableau", "reserve", "cells"),
    "waste": ("tableau", "reserve", "cells"),
}
"""From which kinds of piles a kind takes cards by hand (a test holds it against the engine's)."""

HOLDS = {
    "card": "{each} holds one card, any available one.",
    "sequence": (
        "{each} holds one card or several cards that may be moved as one piece: put there what lies"
        " in the way, play on, and bring it back where it fits. The cards leave it as one piece"
        " too, or the top one goes to a foundation; nothing is put there before all have left."
    ),
}
"""What a cell holds."""


def condition_words(condition: Condition) -> str:
    """A condition as an adverb: "only while the waste is empty"."""
    count = condition.number
    redeals = f"{counted(count, 'redeal')} {'has' if count == 1 else 'have'}"
    return CONDITIONS[condition.kind].format(redeals=redeals)


def filter_mask_words(only: CardFilter) -> str:
    """The only cards a group takes: "a King", "any heart"."""
    mask = 0
    for card in range(52):
        rank_fits = only.ranks is None or card % 13 in only.ranks
        suit_fits = only.suits is None or card // 13 in only.suits
        if rank_fits and suit_fits:
            mask |= 1 << card
    return cards_words(mask, ALL)


def common_facts(group: Group, names: Names, section: str) -> list[Fact]:
    """What any group may have: a limit, a filter, a condition."""
    key, facts = group.name, []
    each = capital(names.an(group))
    if group.limit is not None:
        text = f"{each} holds at most {counted(group.limit, 'card')}."
        facts.append(Fact(section, f"{key}: limit", text, (f"{key}.limit",)))
    if group.only != CardFilter():
        text = f"The only cards it takes are these: {filter_mask_words(group.only)}."
        facts.append(Fact(section, f"{key}: only", text, (f"{key}.only",)))
    if group.open.kind != "always":
        when = condition_words(group.open)
        text = f"Cards may be put {_onto(group)} {names.the(key)} {when}."
        facts.append(Fact(section, f"{key}: open", text, (f"{key}.open",)))
    return facts


def availability_fact(group: Group, names: Names, terms: Terms, section: str) -> Fact:
    """Which of its cards may be played."""
    text = AVAILABILITY[group.available].format(
        pile=names.an(group) if group.piles == 1 else f"each {names.pile(group)}",
        available=terms("available"),
    )
    return Fact(section, f"{group.name}: available", text, (f"{group.name}.available",))


def packing_fact(group: Group, rules: Rules, names: Names, terms: Terms, section: str) -> Fact:
    """What may lie on what, with the meaning of the words."""
    key, noun = group.name, names.piles(group)
    keys = (f"{key}.pack",)
    rules_said = [seq for seq in group.pack if seq.direction != "nothing"]
    if not rules_said:
        text = f"There is no packing on {names.the(key)}: nothing is put on a card there."
        return Fact(section, f"{key}: packing", text, keys)
    subject = f"The {noun} {'is' if group.piles == 1 else 'are'}"
    text = rule_sentences(subject, "packed", rules_said, rules.deck)
    if any(seq.direction != "any card" for seq in rules_said):
        text += terms.line("pack")  # which speaks of a proper order
    return Fact(section, f"{key}: packing", text, keys)


def unit_text(group: Group, names: Names) -> str:
    """What moves together, as a sentence."""
    narrower = ""
    if group.move.suits is not None:
        narrower = f" {NARROWER[group.move.suits]}"
    noun = names.pile(group)
    return UNITS[group.move.mode].format(pile=article(noun), noun=noun, suits=narrower)


def unit_fact(group: Group, names: Names, section: str) -> Fact:
    """What moves together from one pile to another."""
    takers = ("tableau", "reserve")
    if not any(
        may_feed(group, other)
        for other in names.rules.groups
        if other.kind in takers or other.holds == "sequence"
    ):
        text = f"Cards are not moved from one {names.pile(group)} to another."
        return Fact(section, f"{group.name}: moves", text, (f"{group.name}.move",))
    text = unit_text(group, names)
    if group.move.mode not in ("top card", "nothing"):
        text += " The lowest of the cards moved must fit the card that it is put on."
    if group.move.mode in ("whole pile", "nothing"):
        cell = " or to a cell" if names.has("cells") else ""
        text += f" The top card alone may still be played to a foundation{cell}."
    return Fact(section, f"{group.name}: moves", text, (f"{group.name}.move",))


def tableau_facts(group: Group, rules: Rules, names: Names, terms: Terms) -> list[Fact]:
    """A tableau group: packing, units, spaces, limits."""
    section = _heading(group)
    facts = []
    if not any(group.deal):
        many = counted(group.piles, names.pile(group))
        text = f"There {'is' if group.piles == 1 else 'are'} {many}, empty at the start."
        facts.append(Fact(section, f"{group.name}: piles", text, (f"{group.name}.piles",)))
    facts.append(packing_fact(group, rules, names, terms, section))
    packed = any(seq.direction != "nothing" for seq in group.pack)
    if packed or group.space.links:
        facts.append(plays_fact(group, names, section))
        facts.append(unit_fact(group, names, section))
    if group.available != "top card":
        facts.append(availability_fact(group, names, terms, section))
    facts += common_facts(group, names, section)
    facts += space_facts(group, rules, names, terms, section)
    return facts


def _onto(group: Group) -> str:
    return "into" if group.kind == "cells" else "on"


def plays_fact(group: Group, names: Names, section: str) -> Fact:
    """Where the cards come from that are put on the group's piles by hand."""
    said: dict[int, str] = {}
    for place, other in enumerate(names.rules.groups):
        if may_feed(other, group):
            if other.name == group.name:
                said[-1] = f"from other {names.piles(group)}"
            else:
                by = " by worrying back" if other.kind == "foundations" else ""
                said[place] = f"from {names.the(other.name)}{by}"
    to = names.an(group) if group.piles == 1 else f"the {names.piles(group)}"
    text = f"Nothing is put {_onto(group)} {to} by hand."
    if said:
        sources = listed([said[place] for place in sorted(said)])
        text = f"Cards may be put {_onto(group)} {to} {sources}."
    return Fact(section, f"{group.name}: sources", text, (f"{group.name}.from",))


def _takes_any(group: Group) -> bool:
    """Does any rule let a card be put on the group by hand?"""
    if group.kind in ("foundations", "cells"):
        return True
    return bool(group.space.links) or any(seq.direction != "nothing" for seq in group.pack)


def may_feed(source: Group, target: Group) -> bool:
    """May cards go from one group to the other by hand, as kinds, sources and numbers stand?"""
    if source.kind not in FEEDS[target.kind] or not _takes_any(target):
        return False
    if source.name == target.name and target.piles == 1:
        return False
    if source.name == target.name and target.move.mode == "nothing":
        return False
    if source.kind == "foundations" and source.worry_back == "no":
        return False
    return target.sources is None or source.name in target.sources


def reserve_facts(group: Group, rules: Rules, names: Names, terms: Terms) -> list[Fact]:
    """A reserve: what may be played from it, and whether anything may be put on it."""
    section = _heading(group)
    facts = [availability_fact(group, names, terms, section)]
    if any(seq.direction != "nothing" for seq in group.pack):
        facts.append(packing_fact(group, rules, names, terms, section))
        facts.append(plays_fact(group, names, section))
        facts.append(unit_fact(group, names, section))
    elif not group.space.links:
        text = f"Nothing is ever put on {names.the(group.name)} by hand."
        facts.append(Fact(section, f"{group.name}: packing", text, (f"{group.name}.pack",)))
    facts += common_facts(group, names, section)
    if group.space.links or group.refill:
        facts += space_facts(group, rules, names, terms, section)
    return facts


def cell_facts(group: Group, rules: Rules, names: Names, terms: Terms) -> list[Fact]:
    """Cells and pockets."""
    section = _heading(group)
    each = "It" if group.piles == 1 else "Each"
    what = names.pile(group) if group.piles == 1 else names.piles(group)
    is_one = group.piles == 1
    text = f"There {'is' if is_one else 'are'} {number(group.piles)} {what}."
    if not any(group.deal):
        text = f"{text[:-1]}, empty at the start."
    text += f" {HOLDS[group.holds].format(each=each)}"
    if group.holds == "card":
        text += " It may be played from there like any other available card."
    facts = [
        Fact(section, f"{group.name}: cells", text, (f"{group.name}.holds", f"{group.name}.piles"))
    ]
    if group.sources is not None:
        facts.append(plays_fact(group, names, section))
    facts += common_facts(group, names, section)
    if group.refill:
        facts += space_facts(group, rules, names, terms, section)[:1]
    return facts


def describe_group(group: Group, ranks: tuple[int, ...] = tuple(range(13))) -> str:
    """A group in one line, for a list or a tooltip.

    >>> describe_group(Group("tableau", "tableau", "T", 4, (1, 1, 1, 1)))
    'tableau: four piles, packed not at all'
    """
    words = [f"{number(group.piles)} {plural('pile', group.piles)}"]
    if group.kind == "foundations":
        words.append(f"built {sequences_words(group.pack, ranks)}")
    elif group.kind in ("tableau", "reserve"):
        words.append(f"packed {sequences_words(group.pack, ranks)}")
    if group.limit is not None:
        words.append(f"at most {counted(group.limit, 'card')} each")
    return f"{group.name}: {', '.join(words)}"


def _heading(group: Group) -> str:
    return f"The {group.name}"
