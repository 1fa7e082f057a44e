"""The rules in plain English, made from the resolved rules alone; no rule is decided here."""

from __future__ import annotations

from patience.language.card_words import card_words, cards_words
from patience.language.words.piles import describe_group
from patience.language.words.sequences import corner_words, sequence_words
from patience.language.words.terms import Fact
from patience.language.words.text import NOT_THERE, by_topic, differences, facts, rules_text

__all__ = [
    "NOT_THERE",
    "Fact",
    "by_topic",
    "card_words",
    "cards_words",
    "corner_words",
    "describe_group",
    "differences",
    "facts",
    "rules_text",
    "sequence_words",
]
