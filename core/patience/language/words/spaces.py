"""Spaces in words: what fills one by itself, and what may be put into one by hand."""

from __future__ import annotations

from patience.cards import RANK_NAMES
from patience.language.card_words import ranks_words
from patience.language.english import article, listed
from patience.language.rules import Group, Link, Rules
from patience.language.words.terms import AVAILABLE, Fact, Names, Terms

MANY_AT_ONCE = (
    "sequence", "any group", "whole pile", "top card or whole pile", "whole sequence",
)  # fmt: skip
"""Units of more than one card."""

UNSEEN = "the next card of the stock, unseen"


def _source_words(link: Link, names: Names, by_hand: bool) -> str:
    """The card that a link offers."""
    if link.source == "any":
        return "any available card"
    if link.source == "stock":
        return UNSEEN if by_hand else "the next card of the stock"
    if link.source == "unturned stock":
        return (
            f"{UNSEEN if by_hand else 'the next card of the stock'}, and only before the first turn"
        )
    group = names.group(link.source)
    if not by_hand:
        if group.piles > 1 and not link.fuller:
            return f"the top card of the first {names.pile(group)}, from the left, that has a card"
        return names.card_of(link.source, link.fuller, AVAILABLE["top card"])
    if group.kind == "tableau" and group.move.mode in MANY_AT_ONCE:
        return f"what may be moved from {names.an(group)}"
    return names.card_of(link.source, link.fuller)


def _emptied(links: tuple[Link, ...], names: Names) -> str:
    """ "the reserve and the waste are empty": when the sources before a link have run dry."""
    groups = [_group_words(link, names) for link in links]
    plural = len(groups) > 1 or groups[0].endswith("s")
    return f"{listed(groups)} {'are' if plural else 'is'} empty"


def _group_words(link: Link, names: Names) -> str:
    if link.source in ("stock", "unturned stock"):
        return "the stock"
    return "everything else" if link.source == "any" else names.the(link.source)


def chain_words(
    links: tuple[Link, ...],
    names: Names,
    *,
    lead: str,
    by_hand: bool,
    unit: bool = False,
    sources: tuple[str, ...] | None = None,
) -> str:
    """A chain as sentences, of which the first begins with ``lead``.

    The first source that has an available card is the only one that counts. ``unit``: several
    cards may come at once; ``sources``: what "any" stands for, if not for all groups.
    """
    said: list[str] = []
    for place, link in enumerate(links):
        card = _source_words(link, names, by_hand)
        if link.source == "any" and sources is not None:
            card = listed([names.card_of(name) for name in sources], "or")
        if link.source == "any" and unit:
            card += ", or any cards that may be moved as one piece"
        only = "only " if by_hand and link.source != "any" else ""
        while_waste = ""
        asked = any(earlier.source == "waste" for earlier in links[:place])
        if by_hand and "stock" in link.source and names.has("waste") and not asked:
            while_waste = ", while the waste is empty"
        if place == 0:
            last = len(links) == 1 or link.source == "any"
            until = "" if last and by_hand else f", until {_emptied(links[:1], names)}"
            said.append(f"{lead} {only}with {card}{while_waste}{until}.")
        else:
            dry = _emptied(links[:place], names)
            said.append(f"Once {dry}, {only}with {card}{while_waste}.")
    return " ".join(said)


def filter_words(group: Group, rules: Rules) -> str:
    """Which card a space takes, as a noun phrase; nothing if any will do."""
    space = group.space
    what = ""
    if space.below_base:
        base = next((g.base for g in rules.groups if g.kind == "foundations"), None)
        ranks = rules.deck.ranks
        low, high = RANK_NAMES[ranks[0]], RANK_NAMES[ranks[-1]]
        if base is not None and base.kind == "fixed":
            below = RANK_NAMES[ranks[ranks.index(base.ranks[0]) - 1]]
            what = f"{article(below)}, the rank just below the base"
        else:
            what = "a card of the rank just below the base"
            what += f" ({article(high)} if the base is {article(low)})"
    elif space.ranks is not None:
        what = ranks_words(space.ranks)
    return what


def space_facts(group: Group, rules: Rules, names: Names, terms: Terms, section: str) -> list[Fact]:
    """How spaces of a group are filled: by themselves first, then by hand."""
    pile = names.an(group)
    space = terms("space")
    key = group.name
    facts = []
    if group.refill:
        lead = f"When {pile} is emptied, the {space} is filled at once"
        text = chain_words(group.refill, names, lead=lead, by_hand=False)
        text += " This happens by itself: it is no choice of yours."
        facts.append(Fact(section, f"{key}: filled automatically", text, (f"{key}.refill",)))
        space = "space"
    facts.append(
        Fact(section, f"{key}: spaces", _by_hand(group, rules, names, space), (f"{key}.space",))
    )
    return facts


def _by_hand(group: Group, rules: Rules, names: Names, space: str) -> str:
    links = group.space.links
    noun = names.pile(group)
    if not links:
        if group.refill:
            return f"Once {_emptied(group.refill, names)}, a {space} stays empty."
        return f"A {space} is never filled: {article(noun)} once empty stays empty."
    unit = group.move.mode in MANY_AT_ONCE
    what = filter_words(group, rules)
    lead = f"A {space} may be filled"
    if group.refill:
        lead = f"Once {_emptied(group.refill, names)}, a {space} may be filled by hand"
    if what and links[0].source == "any":
        alone = ", alone or with the cards lying on it that move with it" if unit else ""
        text = f"{lead} only with {what}{alone}."
    else:
        text = chain_words(links, names, lead=lead, by_hand=True, unit=unit, sources=group.sources)
        text += f" It must be {what}." if what else ""
    text += " You need not fill it at once."
    if group.move.mode == "whole pile" and links[0].source == "any" and group.piles > 1:
        text += f" Moving a whole {noun} into a space would change nothing and is no move."
    return text
