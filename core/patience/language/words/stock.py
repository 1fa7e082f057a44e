"""The stock and the waste in words: turning, redeals, and how the game ends."""

from __future__ import annotations

from patience.language.english import counted, listed, number, ordinal, plural, times
from patience.language.rules import Group, Rules, Stock, Turn
from patience.language.words.piles import (
    availability_fact,
    common_facts,
    condition_words,
    packing_fact,
    plays_fact,
)
from patience.language.words.spaces import space_facts
from patience.language.words.terms import Fact, Names, Terms

SECTION = "The stock"


def count_words(counts: tuple[int, ...], redeals: int | None, each: str) -> str:
    """Cards a turn, pass by pass: "three at a time the first time through the stock, two ..."."""
    said = [f"{number(counts[0])} {each} the first time through the stock"]
    for place, count in enumerate(counts[1:], start=2):
        more = redeals is None or redeals >= len(counts)
        last = " and after that" if place == len(counts) and more else ""
        said.append(f"{number(count)} the {ordinal(place)} time{last}")
    return listed(said)


def turn_text(stock: Stock, turn: Turn, names: Names) -> str:
    """What one turn of the stock does."""
    group, counts = names.group(turn.group), turn.counts
    if not turn.each and turn.piles is None:
        to = f"from the stock to {names.the(turn.group)}"
        if len(counts) > 1:
            text = f"Turn up cards {to}: {count_words(counts, stock.redeals, 'at a time')}"
        else:
            text = f"Turn up {counted(counts[0], 'card')} at a time {to}"
        if max(counts) == 1:
            return f"{text}."
        return f"{text}. The last card turned lies on top. If fewer are left, turn those."
    noun = names.pile(group)
    piles = f"each {noun}, from left to right"
    if turn.piles is not None:
        places = listed([number(pile + 1) for pile in turn.piles])
        piles = f"{plural(noun, len(turn.piles))} {places}"
        piles += " each" if len(turn.piles) > 1 and counts != (1,) else ""
    cards = counted(counts[0], "card") if len(counts) == 1 else "cards"
    text = f"Turning the stock deals {cards} face up to {piles}, whatever lies there"
    if len(counts) > 1:
        text += f": {count_words(counts, stock.redeals, 'to each')}"
    return f"{text}. If fewer cards are left, deal those."


def redeal_text(stock: Stock, terms: Terms) -> str:
    """How often the stock is gone through."""
    if stock.redeals == 0:
        return f"There is no {terms('redeal')}: the stock is gone through once."
    text = (
        f"When the stock is empty there may be a {terms('redeal')}: turn the waste over as a whole,"
        " without shuffling it, and go through it again."
    )
    if stock.redeals is None:
        return f"{text} This may be done as often as you like."
    passes = times(stock.redeals + 1)
    return f"{text} This may be done {times(stock.redeals)}, so the stock is gone through {passes}."


def stock_facts(group: Group, rules: Rules, names: Names, terms: Terms) -> list[Fact]:
    """Turning, when, and redeals."""
    stock = rules.stock
    if stock is None:
        return []
    if stock.turn is None:
        text = "The stock is never turned: its cards come into play only where a rule says so."
        return [Fact(SECTION, "stock: turning", text, ("stock.turn",))]
    facts = [Fact(SECTION, "stock: turning", turn_text(stock, stock.turn, names), ("stock.turn",))]
    text = f"You may turn the stock {condition_words(stock.when)}."
    if stock.when.kind == "no spaces":
        text += " (If the tableau has fewer cards than piles, its spaces do not count.)"
    facts.append(Fact(SECTION, "stock: when", text, ("stock.when",)))
    if names.has("waste") or stock.redeals != 0:
        text = redeal_text(stock, terms)
        facts.append(Fact(SECTION, "stock: redeals", text, ("stock.redeals", "redeals")))
    return facts


def waste_facts(group: Group, rules: Rules, names: Names, terms: Terms) -> list[Fact]:
    """The waste: what may be taken from it, and its rarer rules."""
    facts = [availability_fact(group, names, terms, SECTION)]
    if any(seq.direction != "nothing" for seq in group.pack):
        facts.append(packing_fact(group, rules, names, terms, SECTION))
        facts.append(plays_fact(group, names, SECTION))
    facts += common_facts(group, names, SECTION)
    if group.refill or group.space.links:
        facts += space_facts(group, rules, names, terms, SECTION)
    return facts


def end_fact(rules: Rules, names: Names) -> Fact:
    """When the game is over."""
    if rules.goal.kind == "empty":
        won = f"no card is left in {names.the(rules.goal.group or 'stock')}"
    else:
        won = "all cards are on the foundations"
    lost = "no play is left"
    if rules.stock is not None and rules.stock.turn is not None:
        redeals = ", with all the redeals you have," if rules.stock.redeals != 0 else ""
        lost += f" and turning the stock{redeals} brings up none"
    return Fact("The end", "", f"You have won when {won}. You have lost when {lost}.")
