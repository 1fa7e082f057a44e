"""What the terminal can show: its size, its characters, its colours."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, TextIO

from patience.play.segments import Glyphs, Line, Style, plain_text

Colour = Literal["auto", "always", "never"]

_RESET = "\x1b[0m"
_CLEAR = "\x1b[H\x1b[2J"
_LEAST_WIDTH, _LEAST_HEIGHT = 10, 8

_BASIC: dict[Style, str] = {
    "title": "\x1b[1m",
    "label": "\x1b[36m",
    "dim": "\x1b[2m",
    "back": "\x1b[34m",
    "note": "\x1b[1m",
    "diamonds": "\x1b[31m",
    "hearts": "\x1b[31m",
}
_FOUR_SUITS: dict[Style, str] = {
    "clubs": "\x1b[32m",
    "diamonds": "\x1b[33m",
    "hearts": "\x1b[31m",
    "spades": "\x1b[1m",
}


@dataclass(frozen=True, slots=True)
class Display:
    """How to write to one stream. ``codes``: the escape code of each style, empty without colours.

    ``screen``: whether the screen may be cleared and drawn anew.
    """

    glyphs: Glyphs
    codes: Mapping[Style, str]
    screen: bool

    def size(self) -> tuple[int, int]:
        """Columns and rows of the terminal, 80 and 24 where it has none."""
        size = shutil.get_terminal_size((80, 24))
        return max(size.columns, _LEAST_WIDTH), max(size.lines, _LEAST_HEIGHT)

    def text(self, lines: Iterable[Line]) -> str:
        """Lines with the codes of their styles."""
        if not self.codes:
            return plain_text(lines)
        return "\n".join(self._line(line) for line in lines)

    def _line(self, line: Line) -> str:
        parts = []
        for text, style in line:
            code = self.codes.get(style, "")
            parts.append(f"{code}{text}{_RESET}" if code else text)
        return "".join(parts).rstrip(" ")

    def page(self, lines: Iterable[Line]) -> str:
        """A whole screen: where the terminal can, in place of what was there."""
        body = self.text(lines)
        return f"{_CLEAR}{body}\n" if self.screen else f"\n{body}\n"


def make_display(
    stream: TextIO, *, ascii_only: bool, colour: Colour, four_colours: bool
) -> Display:
    """What a stream can show, with what the player asks for on top."""
    dumb = os.environ.get("TERM", "") == "dumb"
    terminal = stream.isatty()
    if colour == "auto":
        colours = terminal and not dumb and not os.environ.get("NO_COLOR")
    else:
        colours = colour == "always"
    codes: dict[Style, str] = {}
    if colours:
        codes = _BASIC | (_FOUR_SUITS if four_colours else {})
    return Display(Glyphs(ascii_only or not shows_suits(stream)), codes, terminal and not dumb)


def shows_suits(stream: TextIO) -> bool:
    """Whether suit symbols can be written there.

    Python itself turns the locale ``C`` into UTF-8, so the variables are looked at as well: whoever
    sets ``LANG=C`` asks for plain characters.
    """
    try:
        "♣♦♥♠▒…·".encode(getattr(stream, "encoding", None) or "ascii")
    except (UnicodeError, LookupError):
        return False
    return _locale() not in ("C", "POSIX")


def _locale() -> str:
    """The locale for characters as the user set it; what Python put in its place does not count."""
    everything = os.environ.get("LC_ALL", "")
    if everything:
        return everything
    characters = os.environ.get("LC_CTYPE", "")
    if characters and characters != "C.UTF-8":
        return characters
    return os.environ.get("LANG", "")


def is_interactive() -> bool:
    """Whether a person sits at both ends."""
    return sys.stdin.isatty() and sys.stdout.isatty()
