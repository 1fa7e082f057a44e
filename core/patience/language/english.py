"""The little grammar that generated English needs: numbers, lists, articles, plurals, wrapping."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

WIDTH = 78
"""Columns that a paragraph fills at most."""

_NUMBERS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
)  # fmt: skip
_ORDINALS = (
    "zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
    "tenth", "eleventh", "twelfth",
)  # fmt: skip
_TIMES = {0: "not at all", 1: "once", 2: "twice"}


def number(value: int) -> str:
    """In words up to twelve, in figures above; 0 is "no".

    >>> number(0), number(4), number(13)
    ('no', 'four', '13')
    """
    return _NUMBERS[value] if 0 <= value < len(_NUMBERS) else str(value)


def ordinal(value: int) -> str:
    """ "first" to "twelfth", then "13th"; counts from 1."""
    if 0 <= value < len(_ORDINALS):
        return _ORDINALS[value]
    tail = "th" if 10 <= value % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th")
    return f"{value}{tail}"


def times(value: int) -> str:
    """How often: "once", "twice", "three times"."""
    return _TIMES.get(value, f"{number(value)} times")


def plural(noun: str, count: int) -> str:
    """The noun, in the plural unless there is one of it; the last word is what changes.

    >>> plural("card", 1), plural("space", 3), plural("pass", 2)
    ('card', 'spaces', 'passes')
    """
    if count == 1:
        return noun
    return noun + ("es" if noun.endswith(("s", "x", "ch", "sh")) else "s")


def counted(count: int, noun: str) -> str:
    """A number with its noun.

    >>> counted(1, "card"), counted(13, "card"), counted(0, "redeal")
    ('one card', '13 cards', 'no redeals')
    """
    return f"{number(count)} {plural(noun, count)}"


def listed(items: Sequence[str], last: str = "and") -> str:
    """A list as prose.

    >>> listed(["a red 3", "a 5", "a King"], "or")
    'a red 3, a 5 or a King'
    """
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def article(noun: str) -> str:
    """The noun with "a" or "an" before it, by its sound.

    >>> article("8"), article("Ace"), article("red 8"), article("one-suit pack")
    ('an 8', 'an Ace', 'a red 8', 'a one-suit pack')
    """
    word = noun.lower()
    sounded = word[:1] in "aeio8" or word.startswith(("un", "up", "11", "18"))
    hidden_consonant = word.startswith(("one", "uni"))
    return f"{'an' if sounded and not hidden_consonant else 'a'} {noun}"


def capital(text: str) -> str:
    """The text with a capital first letter; the rest stays."""
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """The text as a sentence: a capital and a full stop, unless it ends with one already."""
    text = capital(text.strip())
    return text if text.endswith((".", "!", "?", ".)")) else text + "."


def wrap(text: str, first: str = "", rest: str = "") -> str:
    """A paragraph of at most `WIDTH` columns; ``first`` and ``rest`` begin its lines."""
    return textwrap.fill(
        " ".join(text.split()),
        WIDTH,
        initial_indent=first,
        subsequent_indent=rest,
        break_on_hyphens=False,
        break_long_words=False,
    )
