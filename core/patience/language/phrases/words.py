"""Reading a phrase word by word, and saying in one sentence what is wrong with it.

Every phrase of the language is a few fixed words in a fixed order, with numbers, ranks and names
of groups between them. A `Cursor` walks along the words; when they do not go on as the grammar
wants, it says where it stood, what could have followed, and which of that was probably meant.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence

from patience.language.reader import normal_key
from patience.language.tree import foreign_letter, quote, suggest

SPELLINGS = {"color": "colour", "colors": "colours"}
"""Spellings that are read as another one, word by word."""

NUMBERS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
}  # fmt: skip
"""Number words that are read as well as figures."""

RESERVED = frozenset(
    "all and any base chosen dealt each empty from fuller in last none nothing of or pile piles "
    "rest right round then to unturned".split()
)
"""Words of phrases, which no name of a group may contain."""

MAX_LENGTH = 300
"""Characters in a phrase; longer texts are refused unread."""

_CLOSE = 0.7
"""How alike two spellings must be (0 to 1) for the one to be suggested for the other."""


EMPTY_LIST = "the list is empty: leave the key out, or name something"


class PhraseError(ValueError):
    """A phrase that the grammar does not know; the message is one sentence without a full stop."""


def one_of(choices: Sequence[str]) -> str:
    """Choices as a list: ``'up', 'down' or 'nothing'``."""
    quoted = [f"'{choice}'" for choice in choices]
    if len(quoted) < 2:
        return "".join(quoted)
    return f"{', '.join(quoted[:-1])} or {quoted[-1]}"


def shown(value: object) -> str:
    """A faulty value as a message repeats it: as YAML spells it, and not too long."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    return quote(" ".join(str(value).split()))


def plain_number(word: str) -> int | None:
    """A number in figures or in a word up to twelve, or None."""
    if word.isascii() and word.isdigit() and len(word) <= 6:
        return int(word)
    return NUMBERS.get(word.lower())


class Cursor:
    """A place in a phrase. ``what``: the kind of phrase, with its article, for messages."""

    def __init__(self, text: object, what: str, example: str) -> None:
        if not isinstance(text, str) or not text.strip():
            raise PhraseError(f"{shown(text)} is not {what}: write it as '{example}'")
        if len(text) > MAX_LENGTH:
            raise PhraseError(f"{shown(text)} is not {what}, and far too long for a phrase")
        self.words = [SPELLINGS.get(word.lower(), word) for word in text.split()]
        self.text = _printable(text)
        self.what = what
        self.at = 0

    @property
    def done(self) -> bool:
        """Whether every word has been read."""
        return self.at >= len(self.words)

    def take(self, *choices: str) -> str | None:
        """Read one of the choices, the longest that stands here; None if none does."""
        for choice in sorted(choices, key=len, reverse=True):
            parts = choice.split()
            here = self.words[self.at : self.at + len(parts)]
            if [word.lower() for word in here] == [part.lower() for part in parts]:
                self.at += len(parts)
                return choice
        return None

    def expect(self, *choices: str) -> str:
        """Read one of the choices.

        :raises PhraseError: if none stands here.
        """
        found = self.take(*choices)
        if found is None:
            raise self.wrong(choices)
        return found

    def number(self, what: str = "a number") -> int:
        """Read a number.

        :raises PhraseError: if none stands here.
        """
        value = None if self.done else plain_number(self.words[self.at])
        if value is None:
            raise self.wrong((), what)
        self.at += 1
        return value

    def word(self, what: str) -> str:
        """Read one word, whatever it is.

        :raises PhraseError: if the phrase ends here.
        """
        if self.done:
            raise self.wrong((), what)
        self.at += 1
        return self.words[self.at - 1]

    def name(self, what: str = "the name of a group") -> str:
        """Read a group's name: the words up to the next word that belongs to the grammar.

        :raises PhraseError: if none stands here.
        """
        start = self.at
        while not self.done and self.words[self.at].lower() not in RESERVED:
            self.at += 1
        if start == self.at:
            raise self.wrong((), what)
        return normal_key(" ".join(self.words[start : self.at]))

    def end(self, *choices: str) -> None:
        """Check that the phrase ends here; ``choices`` could have followed.

        :raises PhraseError: if it goes on.
        """
        if not self.done:
            raise self.wrong(choices, "" if choices else "nothing more")

    def wrong(
        self, choices: Sequence[str], what: str = "", hints: Sequence[str] = ()
    ) -> PhraseError:
        """What to raise if the phrase does not go on with one of the choices (or with ``what``).

        ``hints``: words that ``what`` stands for, any of which may have been meant.
        """
        wanted = " or ".join(part for part in (what, one_of(choices)) if part)
        before = _printable(" ".join(self.words[: self.at]))
        place = f"after '{before}' it wants" if before else "it wants"
        rest = self.words[self.at :]
        found = f", not {shown(' '.join(rest))}" if rest and before else ""
        hint = self._hint(rest, (*choices, *hints))
        return PhraseError(f"'{self.text}' is not {self.what}: {place} {wanted}{found}{hint}")

    @staticmethod
    def _hint(rest: list[str], choices: Sequence[str]) -> str:
        """The choice that the next words are most like, as so many words as the choice has."""
        best, likeness = "", _CLOSE
        for choice in choices:
            here = " ".join(rest[: len(choice.split())]).lower()
            ratio = difflib.SequenceMatcher(None, here, choice.lower()).ratio()
            if ratio > likeness:
                best, likeness = choice, ratio
        if not best:
            return ""
        like = " ".join(rest[: len(best.split())])
        return f"; did you mean '{best}'?{foreign_letter(like, best)}"


def _printable(text: str) -> str:
    """A text in one line, for messages, without its quotes."""
    return quote(" ".join(text.split()), MAX_LENGTH)[1:-1]


def pick(value: object, choices: Sequence[str], what: str) -> str:
    """One of some fixed words.

    :raises PhraseError: if the value is none of them; the message lists them.
    """
    text = " ".join(value.split()).lower() if isinstance(value, str) else value
    for choice in choices:
        if text == choice.lower():
            return choice
    hint = suggest(value, choices) if isinstance(value, str) else ""
    raise PhraseError(f"{shown(value)} is not {what}: expected {one_of(choices)}{hint}")


def not_yet(word: str) -> PhraseError:
    """What to raise for a word of the language that belongs to a later version."""
    return PhraseError(f"{quote(word)} is a word of the language that this version cannot play yet")
