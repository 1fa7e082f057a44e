"""The book's vocabulary, each word explained once, and the names of the piles of a game."""

from __future__ import annotations

from dataclasses import dataclass

from patience.language.english import article, capital
from patience.language.rules import Availability, Group, Kind, Rules

TERMS = {
    "foundations": "the piles on which the cards are collected in order",
    "tableau": "the columns on which the game is played",
    "reserve": "cards set aside at the start, to be brought into play one by one",
    "cells": "where cards may wait",
    "stock": "the cards left over after the deal",
    "waste": "the pile to which cards are turned from the stock",
    "build": "to build is to put a card on a foundation in its proper order",
    "pack": "to pack is to put a card on another card of the layout in its proper order",
    "base": "the card that a foundation starts with, and its rank",
    "space": "a place in the layout where no card lies",
    "redeal": "turning the waste over to make a new stock",
    "worrying back": "taking a card back from a foundation into play",
    "available": "free to be played: nothing lies on it",
}
"""A line for each word that a newcomer may not know, said where the word is first used."""

NOUNS: dict[Kind, str] = {
    "stock": "stock",
    "waste": "waste pile",
    "foundations": "foundation",
    "tableau": "column",
    "reserve": "reserve pile",
    "cells": "cell",
    "offer": "offered card",
}
"""What one pile of a kind is called."""

AVAILABLE: dict[Availability, str] = {
    "top card": "the top card of {piles}",
    "all": "any card of {piles}",
    "both ends": "the top or the bottom card of {piles}",
    "only when alone": "the last card of {piles}",
}
"""Which card of a group may be played, as a noun phrase."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One paragraph of the rules.

    ``section`` is its heading, ``topic`` says what it is about in any game (rows of a comparison
    are found by it), ``keys`` are the rule file's keys that it puts in words.
    """

    section: str
    topic: str
    text: str
    keys: tuple[str, ...] = ()


class Terms:
    """Explains each word where it is first asked for; a silent one never explains."""

    def __init__(self, silent: bool = False) -> None:
        self._told: set[str] = set(TERMS) if silent else set()

    def __call__(self, word: str, shown: str | None = None) -> str:
        """The word (or ``shown``, the form wanted), with its meaning in brackets the first time."""
        shown = shown or word
        if word in self._told:
            return shown
        self._told.add(word)
        return f"{shown} ({TERMS[word]})"

    def line(self, word: str) -> str:
        """The meaning as a sentence of its own, or nothing if it was told before."""
        if word in self._told:
            return ""
        self._told.add(word)
        return f" {capital(TERMS[word])}."


class Names:
    """What the groups and the piles of a game are called."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._groups = {group.name: group for group in rules.groups}

    def _own_word(self, group: Group) -> bool:
        """Does the file call the group by a word of its own ("posts"), not by its kind?"""
        return group.name != group.kind

    def the(self, name: str) -> str:
        """The group as a whole: "the reserve", "the posts", "the cell" for one cell."""
        group = self._groups.get(name)
        if group is not None and group.piles == 1 and group.kind == "cells" and name == "cells":
            return "the cell"
        if group is not None and group.piles == 1 and name == "foundations":
            return "the foundation"
        return f"the {name}"

    def pile(self, group: Group) -> str:
        """One pile of it: "column", "reserve fan", "post"."""
        if self._own_word(group):
            if group.piles == 1:
                return group.name
            if group.name.endswith("s") and not group.name.endswith("ss"):
                return group.name[:-1]
            return f"pile of the {group.name}"
        if group.kind == "reserve" and group.piles > 1 and self.fanned(group):
            return "reserve fan"
        return NOUNS[group.kind]

    def fanned(self, group: Group) -> bool:
        """Do several face-up cards lie in each pile, so that a book would call it a fan?"""
        face_up = isinstance(group.face_down, tuple) and not any(group.face_down)
        return face_up and max(group.deal, default=0) > 1

    def piles(self, group: Group) -> str:
        """The piles of the group in the plural, or its only pile: "columns", "reserve"."""
        if group.piles == 1:
            return self.pile(group) if group.kind in ("tableau", "foundations") else group.name
        noun = self.pile(group)
        if noun.startswith("pile of"):
            return "piles" + noun[4:]
        return noun + "s"

    def an(self, group: Group) -> str:
        """Some pile of it: "a column", "the waste", "any reserve fan"."""
        if group.piles == 1:
            return self.the(group.name) if group.kind != "tableau" else f"the {self.pile(group)}"
        return article(self.pile(group))

    def card_of(self, name: str, fuller: bool = False, which: str = "") -> str:
        """The playable card of a group, or ``which`` of its cards: "the top card of a column"."""
        group = self._groups[name]
        if group.piles == 1:
            piles = self.an(group)
        elif fuller:
            more = "fuller" if group.piles == 2 else "fullest"
            piles = f"the {more} {self.pile(group)} (the leftmost of equally full ones)"
        else:
            piles = f"any {self.pile(group)}"
        return (which or AVAILABLE[group.available]).format(piles=piles)

    def group(self, name: str) -> Group:
        """The group of that name."""
        return self._groups[name]

    def has(self, kind: Kind) -> bool:
        """Is there a group of the kind?"""
        return any(group.kind == kind for group in self.rules.groups)
