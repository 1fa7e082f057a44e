"""Sequence rules and units in words: what lies on what, and what moves together."""

from __future__ import annotations

from collections.abc import Sequence as Several

from patience.cards import RANK_NAMES, SUIT_NAMES, is_red, make_card
from patience.language.english import article, listed, number
from patience.language.rules import Corner, Deck, Direction, Sequence, Suits, UnitMode

FULL_RANKS = tuple(range(13))

DIRECTIONS: dict[Direction, str] = {
    "up": "up",
    "down": "down",
    "up or down": "up or down",
    "up or down fixed by first card": "up or down as its first two cards go",
    "same rank": "by equal rank",
    "any card": "with any card",
    "nothing": "not at all",
    "relation": "by the relation {relation}",
}
"""How a pile is packed or built; "relation" names the plugin's."""

RANK_RULES: dict[Direction, str] = {
    "up": "{step} higher in rank than the card it is put on",
    "down": "{step} lower in rank than the card it is put on",
    "up or down": "{step} higher or lower in rank than the card it is put on",
    "up or down fixed by first card": (
        "{step} higher or lower in rank than the card it is put on, whichever way the first two"
        " cards of the pile go"
    ),
    "same rank": "of the same rank as the card it is put on",
    "any card": "any card",
    "nothing": "none",
    "relation": "one that the relation {relation}, which a plugin defines, lets follow",
}
"""What a card must be; ``step`` is "one", "two", ..."""

SUITS: dict[Suits, str] = {
    "in suit": "and of the same suit",
    "in alternate colours": "and of the opposite colour",
    "in colour": "and of the same colour",
    "regardless of suit": "whatever its suit",
    "in any suit but own": "and of any other suit",
}
"""What the suit of a card must be beside the card it is put on."""

CORNERS: dict[Corner, str] = {
    "stops": "",
    "turns": "turning the corner",
    "turns as far as the base": "turning the corner as far as the base",
}

UNITS: dict[UnitMode, str] = {
    "top card": (
        "Cards are moved one at a time: only the top card of {pile} may go to another {noun}."
    ),
    "sequence": (
        "Any number of cards at the top of {pile}, as long as they follow each other in the order"
        " of packing{suits}, may be moved to another {noun} as one piece."
    ),
    "any group": (
        "Any face-up card of {pile} may be moved to another {noun}, together with all the cards"
        " that lie on it, in order or not."
    ),
    "whole pile": "Only a whole {noun} may be moved to another, as one piece; never a part of it.",
    "top card or whole pile": (
        "Either the top card of {pile} or the whole {noun}, as one piece, may be moved to another"
        " {noun}; never any other part of it."
    ),
    "whole sequence": (
        "All the cards at the top of {pile} that follow each other in the order of packing{suits}"
        " are moved to another {noun} as one piece; never a part of them."
    ),
    "nothing": "Nothing is moved from one {noun} to another.",
}
"""What moves together; ``suits`` narrows a sequence ("and are all of one suit")."""

_STEPS = {2: "by twos", 3: "by threes", 4: "by fours"}


def step_words(step: int | str) -> str:
    """ "by twos"; nothing for steps of one."""
    if step == 1:
        return ""
    if step == "pile number":
        return "by the number of the pile"
    assert isinstance(step, int)
    return _STEPS.get(step, f"in steps of {number(step)}")


def corner_words(seq: Sequence, ranks: Several[int] = FULL_RANKS) -> str:
    """What turning the corner means for this rule: "a King may be put on an Ace"."""
    low, high = RANK_NAMES[ranks[0]], RANK_NAMES[ranks[-1]]
    if seq.corner == "stops":
        return ""
    upwards = f"{article(low)} may be put on {article(high)}"
    downwards = f"{article(high)} may be put on {article(low)}"
    if seq.step != 1:
        meaning = f"the ranks go round in a ring, {article(low)} following {article(high)}"
    else:
        meaning = {"up": upwards, "down": downwards}.get(
            seq.direction, f"{downwards}, and {upwards}"
        )
    if seq.corner == "turns as far as the base":
        # The order runs from the base round to the rank below it, and is closed between the two.
        below, up = "nothing is ever put on a card of the base rank", seq.direction == "up"
        if up:
            below = "no card of the base rank is ever put on the rank below it"
        elif seq.direction != "down":
            below = "a card of the base rank and one of the rank below it never meet"
        meaning += f", but {below}"
    return meaning


def sequence_words(
    seq: Sequence, ranks: Several[int] = FULL_RANKS, *, explain: bool = False
) -> str:
    """A rule in the fewest words, for a line or a refusal; with ``explain`` the corner's meaning.

    >>> sequence_words(Sequence("down", suits="in alternate colours", corner="turns"))
    'down in alternate colours, turning the corner'
    """
    words = DIRECTIONS[seq.direction].format(relation=f"'{seq.relation}'")
    if seq.direction in ("nothing", "relation"):
        return words
    if seq.direction in ("same rank", "any card"):
        return words if seq.suits == "regardless of suit" else f"{words} {seq.suits}"
    step = step_words(seq.step)
    words = " ".join(part for part in (words, step, seq.suits) if part)
    if seq.corner != "stops":
        words += f", {CORNERS[seq.corner]}"
        if explain:
            words += f" ({corner_words(seq, ranks)})"
    return words


def sequences_words(seqs: Several[Sequence], ranks: Several[int] = FULL_RANKS) -> str:
    """Several rules of which any one will do; no rule at all: "not at all"."""
    return " or ".join(sequence_words(seq, ranks) for seq in seqs) or DIRECTIONS["nothing"]


def requirement(seq: Sequence) -> str:
    """What a card must be to be put on another: "one lower in rank ... and of the same suit"."""
    step = number(seq.step) if isinstance(seq.step, int) else "by its pile's number"
    words = RANK_RULES[seq.direction].format(step=step, relation=f"'{seq.relation}'")
    if seq.direction == "relation":
        return words
    comma = "," if seq.suits == "regardless of suit" else ""
    return f"{words}{comma} {SUITS[seq.suits]}"


def example(seq: Sequence, deck: Deck) -> str:
    """A card on a card, as "a red 6 on a black 7"; nothing where the pack is too small for one."""
    if seq.direction in ("any card", "nothing", "relation") or seq.step == "pile number":
        return ""
    ranks, middle = deck.ranks, len(deck.ranks) // 2
    under = RANK_NAMES[ranks[middle]]
    if seq.direction == "same rank":
        others = [middle]
    else:
        ways = [sign for word, sign in (("down", -1), ("up", 1)) if word in seq.direction]
        others = [middle + sign * seq.step for sign in ways]
    names = [RANK_NAMES[ranks[place]] for place in others if 0 <= place < len(ranks)]
    if not names:
        return ""
    colours = {is_red(make_card(0, suit)) for suit in deck.suits}
    suit = SUIT_NAMES[2 if 2 in deck.suits else deck.suits[0]]
    if seq.suits == "in suit":
        return f"the {listed(names, 'or')} of {suit} on the {under} of {suit}"
    if seq.suits == "in alternate colours":
        if len(colours) < 2:
            return ""
        return f"{article('red ' + listed(names, 'or'))} on {article('black ' + under)}"
    if seq.suits == "in colour":
        colour = "red " if True in colours else "black "
        return f"{article(colour + listed(names, 'or'))} on {article(colour + under)}"
    above = listed([article(name) for name in names], "or")
    return f"{above} on {article(under)}{_other_suit(seq)}"


def _other_suit(seq: Sequence) -> str:
    return " of another suit" if seq.suits == "in any suit but own" else ""


def steps_words(seq: Sequence) -> str:
    """How the steps of a rule "by pile number" differ from pile to pile."""
    if seq.step != "pile number":
        return ""
    return (
        "The step is the number of the pile, counted from the left: by ones in the first, by twos"
        " in the second, and so on."
    )


def rule_sentences(
    subject: str, verb: str, seqs: Several[Sequence], deck: Deck, *, ordered: str = ""
) -> str:
    """The whole rule as sentences: the phrase, what a card must be, an example, the corner.

    ``ordered`` stands in for the example where the caller can say the whole order of ranks.
    """
    said = []
    for place, seq in enumerate(seqs):
        lead = f"{subject} {verb}" if place == 0 else "Or"
        said.append(_one_rule(lead, seq, deck, ordered))
    return " ".join(said)


def _one_rule(lead: str, seq: Sequence, deck: Deck, ordered: str) -> str:
    text = f"{lead} {sequence_words(seq)}"
    if seq.direction == "any card":
        if seq.suits != "regardless of suit":
            return f"{text}: each card put on may be of any rank {SUITS[seq.suits]}."
        return f"{text}: any one may be put on any other, and there is no order to keep."
    if seq.direction == "nothing":
        return f"{text}: no card may be put on another."
    if seq.step == "pile number":
        text = f"{text}. {steps_words(seq)}"
    else:
        shown = "" if ordered else example(seq, deck)
        text = f"{text}: each card put on must be {requirement(seq)}"
        text += f", as {shown}." if shown else "."
    corner = corner_words(seq, deck.ranks)
    return f"{text} Turning the corner means that {corner}." if corner else text
