"""Pieces of styled text, and the look of a card.

A board is lines of segments: a text and the name of a style. What a style looks like (two or four
colours, none at all) is the face's business. Every character used here is one column wide.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from patience.cards import DOWN, RANKS, card_symbol, card_text, suit_of

Style = Literal[
    "plain", "title", "label", "dim", "back", "note", "clubs", "diamonds", "hearts", "spades"
]  # fmt: skip


class Segment(NamedTuple):
    """A piece of one line."""

    text: str
    style: Style = "plain"


Line = tuple[Segment, ...]

_SUIT_STYLES: tuple[Style, ...] = ("clubs", "diamonds", "hearts", "spades")

_TO_ASCII = str.maketrans(
    {"♣": "C", "♦": "D", "♥": "H", "♠": "S", "×": "x", "…": "..", "·": "-", "–": "-", "—": "-"}
    | {"’": "'", "‘": "'", "“": '"', "”": '"', "▒": "#"}
)


def to_ascii(text: str) -> str:
    """The text with suits as letters and typographic signs as plain ones; the rest as ``?``."""
    return text.translate(_TO_ASCII).encode("ascii", "replace").decode("ascii")


@dataclass(frozen=True, slots=True)
class Glyphs:
    """How cards are written: with suit symbols, or in ASCII letters only."""

    ascii: bool = False

    def text(self, words: str) -> str:
        """Any sentence, in the characters that this display has."""
        return to_ascii(words) if self.ascii else words

    def rank(self, rank: int) -> str:
        """A rank alone: ``A`` to ``K``, with 10 as ``10`` (in ASCII ``T``)."""
        return "10" if rank == 9 and not self.ascii else RANKS[rank]

    def card(self, card: int) -> Segment:
        """A card that is seen, or the back of one that lies face down."""
        if card & DOWN:
            return self.back()
        text = card_text(card) if self.ascii else card_symbol(card)
        return Segment(text, _SUIT_STYLES[suit_of(card)])

    def back(self, count: int = 1) -> Segment:
        """The back of a card, or of several that lie together."""
        back = "##" if self.ascii else "▒▒"
        return Segment(back if count == 1 else f"{back}{count}", "back")

    def hidden(self, count: int) -> Segment:
        """Stands for cards that there is no room to show."""
        return Segment(f"+{count}" if self.ascii else f"…+{count}", "dim")


def plain_text(lines: Iterable[Line]) -> str:
    """Lines as text without styles, no blanks at their ends."""
    return "\n".join("".join(segment.text for segment in line).rstrip() for line in lines)


def line_width(line: Line) -> int:
    """Columns that a line takes."""
    return sum(len(segment.text) for segment in line)


def cut(line: Line, width: int) -> Line:
    """The line without what goes beyond ``width`` columns."""
    if line_width(line) <= width:
        return line
    kept: list[Segment] = []
    room = width
    for segment in line:
        if room <= 0:
            break
        kept.append(Segment(segment.text[:room], segment.style))
        room -= len(segment.text)
    return tuple(kept)


def rank_plural(rank: int) -> str:
    """A rank as the name of its four cards.

    >>> rank_plural(0), rank_plural(5), rank_plural(9)
    ('Aces', 'sixes', 'tens')
    """
    names = ("Aces", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines",
             "tens", "Jacks", "Queens", "Kings")  # fmt: skip
    return names[rank]
