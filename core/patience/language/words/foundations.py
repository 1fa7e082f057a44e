"""The foundations in words: how they start, how they are built, what may leave them."""

from __future__ import annotations

from patience.cards import RANK_NAMES
from patience.language.card_words import ranks_words
from patience.language.english import article, capital, counted, listed, number, ordinal
from patience.language.rules import BaseKind, Deck, Group, Lock, Rules, Sequence, WorryBack
from patience.language.words.piles import common_facts, may_feed
from patience.language.words.sequences import rule_sentences
from patience.language.words.terms import Fact, Names, Terms

BASES: dict[BaseKind, str] = {
    "fixed": "{each} starts with {rank}: that is its {base}.",
    "dealt": (
        "The first card dealt to a foundation sets the {base}: the other foundations start with"
        " the other cards of its rank, as they become available."
    ),
    "chosen": (
        "You choose the {base}: play {card} to a foundation. All foundations start with cards of"
        " its rank."
    ),
    "set by first card": (
        "The first card that you play to a foundation sets the {base}: all foundations start with"
        " cards of its rank."
    ),
    "any": "{each} starts with any card you like; its rank is the {base} of that foundation alone.",
    "list": "The foundations start, from left to right, with {ranks}, each with its own {base}.",
}
"""How the base is found."""

LOCKS: dict[Lock, str] = {
    "nothing else": "Until you have chosen, nothing else may be played or turned.",
    "reserve may be packed": (
        "Until you have chosen, the only other plays are those of a card of {group} to the tableau."
    ),
    "anything": (
        "You need not choose at once, but the first card on a foundation must come from {group}."
    ),
}
"""What may be done before a chosen base is chosen."""

WORRY_BACK: dict[WorryBack, str] = {
    "no": "There is no {worrying}: a card once on a foundation stays there.",
    "yes": (
        "There is {worrying}: the top card of a foundation may go back to the tableau, where it"
        " fits."
    ),
    "all but base": (
        "There is {worrying}: the top card of a foundation may go back to the tableau, where it"
        " fits, unless it is the base card."
    ),
}
"""Whether cards may leave the foundations."""


def base_text(group: Group, rules: Rules, names: Names, base_word: str) -> str:
    """How the foundations start."""
    base = group.base
    offered = any(step.verb == "choose" and step.count for step in rules.script("own"))
    if base.kind == "chosen" and offered:
        card = "one of the cards dealt for it"
    elif base.kind == "chosen" and base.group:
        card = names.card_of(base.group)
    else:
        card = "an available card"
    text = BASES[base.kind].format(
        each=f"Each {names.pile(group)}" if group.piles > 1 else capital(names.an(group)),
        rank=ranks_words(base.ranks),
        ranks=listed([article(RANK_NAMES[rank]) for rank in base.ranks]),
        base=base_word,
        card=card,
    )
    if base.kind == "chosen":
        source = "those" if offered or not base.group else names.the(base.group)
        text += " " + LOCKS[rules.until_base].format(group=source)
    return text


def build_order(base: int, seq: Sequence, pile: int, deck: Deck, count: int) -> list[int]:
    """The ranks of a foundation in order, from its base, for a rule that goes one way.

    ``pile`` counts from 1. It ends at ``count`` cards, or where a corner that is closed ends it.
    """
    ranks = deck.ranks
    # Places count from the base where the corner lies below it, else from the lowest rank.
    origin = ranks.index(base) if seq.corner == "turns as far as the base" else 0
    place = (ranks.index(base) - origin) % len(ranks)
    step = (pile if seq.step == "pile number" else seq.step) * (1 if seq.direction == "up" else -1)
    order = [base]
    while len(order) < count:
        place += step
        if seq.corner != "turns" and not 0 <= place < len(ranks):
            break
        order.append(ranks[(place + origin) % len(ranks)])
    return order


def _orders(group: Group, deck: Deck) -> list[str]:
    """The order of each foundation where a newcomer could not tell it at once."""
    base = group.base
    if len(group.pack) != 1 or base.kind not in ("fixed", "list"):
        return []
    seq = group.pack[0]
    if seq.direction not in ("up", "down") or seq.step == 1:
        return []
    lines = []
    for pile in range(group.piles):
        start = base.ranks[pile % len(base.ranks)]
        order = build_order(start, seq, pile + 1, deck, group.complete)
        lines.append(", ".join(RANK_NAMES[rank] for rank in order))
    if len(set(lines)) == 1:
        return [f"Each of them goes {lines[0]}."]
    return [f"The {ordinal(place + 1)} goes {line}." for place, line in enumerate(lines)]


def _span(group: Group, deck: Deck) -> str:
    """ "from the Ace up to the King", where the base is known and the step is one."""
    base, seq = group.base, group.pack[0] if len(group.pack) == 1 else None
    if base.kind != "fixed" or seq is None or seq.direction not in ("up", "down") or seq.step != 1:
        return ""
    order = build_order(base.ranks[0], seq, 1, deck, group.complete)
    first, last = RANK_NAMES[order[0]], RANK_NAMES[order[-1]]
    return f", from the {first} {seq.direction} to the {last}"


def building_text(group: Group, rules: Rules, names: Names, terms: Terms) -> str:
    """How they are built, and when each is complete."""
    subject = f"The {names.piles(group)} {'is' if group.piles == 1 else 'are'}"
    orders = _orders(group, rules.deck)
    ordered = " ".join(orders)
    text = rule_sentences(subject, "built", group.pack, rules.deck, ordered=ordered)
    text += terms.line("build")
    if ordered:
        text += f" {ordered}"
    whole = "It is" if group.piles == 1 else "Each is"
    return (
        f"{text} {whole} complete with {counted(group.complete, 'card')}{_span(group, rules.deck)}."
    )


def _plays(group: Group, names: Names) -> str:
    """Where built cards come from."""
    cards = [names.card_of(g.name) for g in names.rules.groups if may_feed(g, group)]
    text = "Cards are built one at a time"
    return f"{text}: {listed(cards, 'or')}." if cards else f"{text}."


def foundation_facts(group: Group, rules: Rules, names: Names, terms: Terms) -> list[Fact]:
    """Everything about one group of foundations."""
    section, key = f"The {group.name}", group.name
    base_keys = (f"{key}.base", "until base", f"{key}.until base", f"{key}.starters")
    facts = [
        Fact(section, f"{key}: base", base_text(group, rules, names, terms("base")), base_keys),
        Fact(
            section, f"{key}: building", building_text(group, rules, names, terms),
            (f"{key}.build", f"{key}.complete", f"{key}.pack"),
        ),
        Fact(section, f"{key}: sources", _plays(group, names), (f"{key}.from", f"{key}.takes")),
    ]  # fmt: skip
    facts += common_facts(group, names, section)
    text = WORRY_BACK[group.worry_back].format(worrying=terms("worrying back"))
    facts.append(Fact(section, f"{key}: worrying back", text, (f"{key}.worry back",)))
    return facts


def aim_fact(rules: Rules, names: Names, terms: Terms) -> Fact:
    """What the game is won by."""
    goal = rules.goal
    if goal.kind == "empty":
        what = names.the(goal.group or "stock")
        text = f"To play every card away from {what}."
    else:
        piles = sum(g.piles for g in rules.groups if g.kind == "foundations")
        word = terms("foundations", "foundation" if piles == 1 else "foundations")
        text = f"To build all {number(rules.deck.size)} cards on the {number(piles)} {word}."
    return Fact("The aim", "aim", text, ("win",))
