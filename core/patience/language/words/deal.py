"""What you need, and the layout: the pack, and the cards dealt in their order."""

from __future__ import annotations

from itertools import groupby

from patience.cards import RANK_NAMES, SUIT_NAMES
from patience.language.card_words import card_words
from patience.language.english import article, capital, counted, listed, number, plural
from patience.language.rules import Deck, Group, Rules, Step
from patience.language.words.terms import Fact, Names, Terms

SECTION = "The layout"

KIND_ROLES = {
    "reserve": "a reserve",
    "tableau": "part of the tableau",
    "cells": "cells",
    "waste": "a waste",
    "stock": "the stock",
    "foundations": "foundations",
    "offer": "an offer",
}
"""What a group is to a newcomer whose file gives it a name of its own."""


def pack_text(deck: Deck) -> str:
    """The cards needed."""
    one = len(deck.suits) * len(deck.ranks)
    packs = counted(deck.packs, "pack")
    if one == 52:
        text = f"{capital(packs)} of 52 cards"
    else:
        low, high = RANK_NAMES[deck.ranks[0]], RANK_NAMES[deck.ranks[-1]]
        whole = len(deck.ranks) == deck.ranks[-1] - deck.ranks[0] + 1
        ranks = f"{low} to {high}" if whole else listed([RANK_NAMES[rank] for rank in deck.ranks])
        suits = "" if len(deck.suits) == 4 else f" of {listed([SUIT_NAMES[s] for s in deck.suits])}"
        text = f"{capital(packs)} of {number(one)} cards: {ranks}{suits}"
    if deck.packs > 1:
        text += f", shuffled together: {number(deck.size)} cards in all"
    low, high = article(RANK_NAMES[deck.ranks[0]]), article(RANK_NAMES[deck.ranks[-1]])
    return f"{text}. In rank {low} is the lowest card and {high} the highest."


def need_facts(rules: Rules) -> list[Fact]:
    """The section "What you need"."""
    facts = [Fact("What you need", "pack", pack_text(rules.deck), ("deck",))]
    if rules.uses:
        words = listed([f"'{name}'" for name in rules.uses])
        text = f"Part of the rules comes from {plural('plugin', len(rules.uses))}: {words}."
        facts.append(Fact("What you need", "plugins", text, ("uses",)))
    return facts


def down_counts(group: Group) -> list[int]:
    """How many of the dealt cards of each pile lie face down, "every other" apart."""
    deal = dealt(group)
    if group.face_down == "all":
        return deal
    if group.face_down == "all but top":
        return [max(count - 1, 0) for count in deal]
    if group.face_down == "every other":
        return [(count + 1) // 2 for count in deal]
    down = group.face_down
    counts = [down[pile if len(down) > 1 else 0] for pile in range(group.piles)]
    return [min(pair) for pair in zip(counts, deal, strict=True)]


def dealt(group: Group) -> list[int]:
    """Cards dealt to each pile; one number stands for all piles."""
    if len(group.deal) == group.piles:
        return list(group.deal)
    return [group.deal[0] if group.deal else 0] * group.piles


def face_words(group: Group) -> str:
    """How the dealt cards lie."""
    deal, down = dealt(group), down_counts(group)
    if not any(down):
        return "face up"
    if down == deal:
        return "face down"
    of_each = " of each" if group.piles > 1 else ""
    if group.face_down == "every other":
        return f"every other card{of_each} face down, beginning with the lowest"
    if all(d == max(count - 1, 0) for d, count in zip(down, deal, strict=True)):
        return f"face down but for the top card{of_each}"
    if len(set(down)) == 1:
        lowest = "the lowest card" if down[0] == 1 else f"the lowest {number(down[0])} cards"
        return f"{lowest}{of_each} face down"
    hidden = listed(["none" if count == 0 else number(count) for count in down])
    return f"of which {hidden} lie face down"


def shape_words(group: Group, names: Names) -> str:
    """ "four columns of one card each", "a pile of 13 cards"."""
    deal = dealt(group)
    noun = names.pile(group)
    if group.piles == 1:
        holder = "one column" if group.kind == "tableau" else "a pile"
        return f"{holder} of {counted(deal[0], 'card')}"
    noun, plural_noun = noun.removeprefix("reserve "), names.piles(group).removeprefix("reserve ")
    if len(set(deal)) == 1:
        return f"{number(group.piles)} {plural_noun} of {counted(deal[0], 'card')} each"
    runs = [(count, len(list(run))) for count, run in groupby(deal)]
    if len(runs) <= 3:
        said = [
            f"{number(many)} {plural_noun if many > 1 else noun} of {counted(count, 'card')}"
            + (" each" if many > 1 else "")
            for count, many in runs
        ]
        return f"from left to right {listed(said)}"
    numbers = listed([number(count) for count in deal])
    return f"{number(group.piles)} {plural_noun} of {numbers} cards, from left to right"


def manner_words(step: Step, group: Group) -> str:
    """The order in which a step deals, where it can matter."""
    piles = group.piles if step.piles is None else len(step.piles)
    said = []
    if piles > 1:
        total = step.count * piles if step.each or step.piles is not None else step.count
        if step.pile_by_pile:
            said.append("dealt pile by pile")
        elif total > piles:
            short = " that is to have more" if len(set(dealt(group))) > 1 else ""
            said.append(f"dealt in rounds, one card at a time to each{short}")
        if step.right_to_left:
            said.append("from right to left")
    if step.last:
        said.append("taken from the end of the pack")
    return "".join(f", {words}" for words in said)


def _fills(step: Step, group: Group) -> bool:
    """Does this step deal all that the group is dealt?"""
    if step.piles is not None or step.empty or group.kind in ("foundations", "waste", "stock"):
        return False
    total = step.count * group.piles if step.each else step.count
    even = not step.each or set(dealt(group)) == {step.count}
    return even and total == sum(dealt(group))


def intro(group: Group, names: Names, terms: Terms) -> str:
    """The group with its meaning, as first met."""
    the = names.the(group.name)
    if group.name == group.kind:
        return terms(group.kind, the) if group.kind != "offer" else the
    role = KIND_ROLES[group.kind]
    known = group.kind if group.kind != "offer" else "base"
    return f"{the}, {terms(known, role)}"


def step_text(step: Step, rules: Rules, names: Names, terms: Terms) -> str:
    """One step of the deal."""
    group = names.group(step.group)
    if step.verb == "choose":
        return _choose_text(step, names)
    if step.verb == "starters":
        return "the cards taken out first are those that come last in the pack"
    if _fills(step, group):
        words = f"{intro(group, names, terms)}: {shape_words(group, names)}, {face_words(group)}"
        return words + manner_words(step, group)
    if step.each or step.piles is not None:
        to = f"each {'empty ' if step.empty else ''}{names.pile(group)}"
        if step.piles is not None:
            places = listed([number(pile + 1) for pile in step.piles])
            to = f"{plural(names.pile(group), len(step.piles))} {places}"
            to += " each" if len(step.piles) > 1 else ""
            to += ", where empty," if step.empty else ""
    else:
        to = intro(group, names, terms) if group.kind != "foundations" else "a foundation"
        to += ", only where a place is empty" if step.empty else ""
    words = f"{counted(step.count, 'card')} to {to}"
    if group.kind == "foundations":
        return f"{words}, face up{manner_words(step, group)}"
    face = face_words(group) if sum(dealt(group)) else "face up"
    return f"{words}, {face}{manner_words(step, group)}"


def _choose_text(step: Step, names: Names) -> str:
    group = names.group(step.group)
    if step.count:
        rest = step.count - 1
        left = "the other card goes" if rest == 1 else f"the other {number(rest)} go"
        return (
            f"{counted(step.count, 'card')} face up; choose the base from them and put it on a"
            f" foundation; {left} to {names.the(group.name)}"
        )
    return f"stop here and choose the base from {names.the(group.name)}"


def starters_text(group: Group, deck: Deck, names: Names) -> str:
    """The cards that are taken out of the pack and put on the foundations first."""
    if group.starters == "none":
        return ""
    if isinstance(group.starters, tuple):
        cards = listed([card_words(card) for card in group.starters])
        return f"Take {cards} out of the pack and put them on the {names.piles(group)}, one on each"
    ranks = group.base.ranks
    if group.starters == "first":
        card = article(RANK_NAMES[ranks[0]])
        return f"Take {card} out of the pack and put it on the first {names.pile(group)}"
    if len(ranks) == 1:
        cards = counted(group.piles, RANK_NAMES[ranks[0]])
        the = "the " if group.piles == deck.packs * len(deck.suits) else ""
        return f"Take {the}{cards} out of the pack and put one on each foundation"
    cards = listed([article(RANK_NAMES[rank]) for rank in ranks])
    return f"Take {cards} out of the pack and put one on each foundation, in that order"


def layout_facts(rules: Rules, names: Names, terms: Terms) -> list[Fact]:
    """The section "The layout": starters, the deal step by step, the stock, what stays empty."""
    facts = []
    for group in rules.groups:
        if group.kind == "foundations" and group.starters != "none":
            text = starters_text(group, rules.deck, names) + "."
            facts.append(
                Fact(SECTION, f"{group.name}: starters", text, (f"{group.name}.starters",))
            )
    steps = [step for step in rules.script("own") if step.verb != "deal" or step.count]
    shuffle = "Shuffle the rest" if facts else "Shuffle"
    order = {0: ".", 1: " and deal:"}.get(len(steps), " and deal, in this order:")
    facts.append(Fact(SECTION, "", shuffle + order))
    for place, step in enumerate(steps):
        group = names.group(step.group)
        text = step_text(step, rules, names, terms)
        whole = step.verb == "deal" and _fills(step, group)
        topic = f"{group.name}: dealt" if whole else f"deal, step {place + 1}"
        keys = [f"{group.name}.deal", f"{group.name}.face down", f"{group.name}.piles"]
        last = place == len(steps) - 1
        keys += ["deals", "deals.own"] if last else []
        facts.append(Fact(SECTION, topic, f"- {text}{'.' if last else ';'}", tuple(keys)))
    facts += _stock_facts(rules, terms)
    facts += _overlap_facts(rules, names)
    facts += _room_facts(rules, names, terms, {step.group for step in steps})
    facts += _turn_up_facts(rules, names)
    return facts


def _stock_facts(rules: Rules, terms: Terms) -> list[Fact]:
    if rules.stock is None:
        return []
    terms("stock")  # told by the sentence itself
    count = rules.stock.cards
    left = "The card left over is" if count == 1 else f"The {number(count)} cards left over are"
    text = f"{left} the stock; {'it lies' if count == 1 else 'they lie'} face down."
    return [Fact(SECTION, "stock: cards", text, ("stock.cards",))]


def _overlap_facts(rules: Rules, names: Names) -> list[Fact]:
    """How the cards lie that are spread out, and which end is the top."""
    spread = [
        group
        for group in rules.groups
        if group.limit != 1
        and (group.kind == "tableau" or (group.kind == "reserve" and names.fanned(group)))
    ]
    if not spread:
        return []
    piles = [f"the {names.piles(group)}" for group in spread]
    hidden = " face-up" if any(any(down_counts(group)) for group in spread) else ""
    text = (
        f"The cards of {listed(piles)} overlap, so that every{hidden} card can be seen. The top"
        " card of a pile is the one on which no other lies, and cards are put on that end."
    )
    return [Fact(SECTION, "", text)]


def _room_facts(rules: Rules, names: Names, terms: Terms, dealt_to: set[str]) -> list[Fact]:
    """Groups to which nothing is dealt."""
    said = []
    for group in rules.groups:
        if group.kind == "stock" or (group.name in dealt_to and group.kind != "foundations"):
            continue
        if group.kind == "foundations":
            said.append(f"{number(group.piles)} {names.piles(group)}")
        elif group.kind == "waste":
            said.append(intro(group, names, terms))
        else:
            piles = f"{number(group.piles)} {names.piles(group)}"
            piles = f"one {names.pile(group)}" if group.piles == 1 else piles
            role = "" if group.kind == "cells" or group.name != group.kind else " for the tableau"
            said.append(terms(group.kind, piles + role))
    if not said:
        return []
    return [Fact(SECTION, "", f"Leave room for {listed(said)}.")]


def _turn_up_facts(rules: Rules, names: Names) -> list[Fact]:
    """What becomes of face-down cards."""
    facts = []
    hidden = [g for g in rules.groups if g.kind != "stock" and any(down_counts(g))]
    if any(g.available != "only when alone" for g in hidden):
        text = "A face-down card is turned face up as soon as no card lies on it."
        facts.append(Fact(SECTION, "face-down cards", text))
    for group in hidden:
        if group.available == "only when alone":
            text = (
                f"A face-down card of {names.the(group.name)} is turned up when it is the last one"
            )
            filling = any(link.source == group.name for g in rules.groups for link in g.refill)
            text += ", or when it fills a space." if filling else "."
            facts.append(Fact(SECTION, f"{group.name}: face-down cards", text))
    return facts
