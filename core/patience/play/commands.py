"""What a player types besides actions: a closed list of words, and their keys.

A line is a command if its first word is one; everything else is an action in the project's
notation (``R2 F``, ``turn``), which the engine reads. Keys of one letter tell small from capital
letters apart (``u`` undoes, ``U`` redoes); whole words do not.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches

from patience.errors import NotationError

MAX_LINE = 1000
"""Characters of a line; far more than any action needs."""

_SHOWN = 40


@dataclass(frozen=True, slots=True)
class Word:
    """One command: its name, its keys, what follows it, and what it does in a few words."""

    name: str
    keys: tuple[str, ...]
    takes: str
    help: str


WORDS = (
    Word("hint", ("h",), "blind", "a useful action; 'blind' looks at no unseen card"),
    Word("winnable", ("w",), "", "can it still be won? looks at unseen cards too"),
    Word("finish", ("f",), "", "play up the cards that nothing speaks for keeping"),
    Word("undo", ("u",), "number", "take back the last action, or the last N"),
    Word("redo", ("U",), "number", "play again what was taken back"),
    Word("restart", (), "", "back to the deal (redo still leads forward again)"),
    Word("new", ("n",), "", "give up this deal and start another one"),
    Word("moves", ("m",), "", "list every legal action"),
    Word("look", ("l",), "", "say in words what lies on the table"),
    Word("board", ("b",), "", "show the board again"),
    Word("rules", ("r",), "", "the rules of this game"),
    Word("save", (), "file", "keep the game now; with a name, write its moves to that file"),
    Word("help", ("?",), "", "this list"),
    Word("quit", ("q",), "", "leave; the game is kept"),
)

_BY_KEY = {key: word for word in WORDS for key in word.keys}
_BY_NAME = {word.name: word for word in WORDS}
_BY_NAME |= {"exit": _BY_NAME["quit"], "hints": _BY_NAME["hint"]}
_SEPARATORS = re.compile("[;,]")
_TURNS = re.compile(r"turn\s+(\d{1,4})", re.IGNORECASE | re.ASCII)
_LAST = ("new", "quit")
"""Commands after which there is nothing more to do in a line."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command as typed: ``count`` for undo and redo (at least 1), ``argument`` for the rest."""

    name: str
    count: int = 1
    argument: str = ""


def find_word(text: str) -> Word | None:
    """The command that this single word names, or None."""
    return _BY_KEY.get(text) or _BY_NAME.get(text.lower())


def parse_command(line: str) -> Command | None:
    """Read a line as a command; None if it is none, and so should be an action.

    :raises NotationError: for a command with something wrong behind it.
    """
    first, _, rest = line.strip().partition(" ")
    word = find_word(first)
    if word is None:
        return None
    rest = rest.strip()
    if first in word.keys and rest and not _follows(word, rest):
        return None  # a pile's label may look like a key: "r t1" moves a card of the reserve
    if word.takes == "number":
        return Command(word.name, _count(word, rest))
    if rest and not word.takes:
        raise NotationError(f"'{word.name}' stands alone; '{_short(rest)}' cannot follow it")
    if rest and word.takes == "blind":
        if not _follows(word, rest):
            raise NotationError(f"only 'blind' can follow '{word.name}', not '{_short(rest)}'")
        rest = "blind"
    return Command(word.name, argument=rest)


def split_line(line: str) -> list[str]:
    """The actions and commands of a line, which ``;`` or ``,`` separate; ``turn 3`` is three turns.

    What follows ``save`` is a file's name, whatever stands in it.

    >>> split_line("turn 2; w f, u 3")
    ['turn', 'turn', 'w f', 'u 3']

    :raises NotationError: if something follows a command that ends the game, or for no turns.
    """
    parts: list[str] = []
    rest = line.strip()
    while rest:
        if find_word(rest.partition(" ")[0]) is _BY_NAME["save"]:
            part, rest = rest, ""
        else:
            part, *more = _SEPARATORS.split(rest, maxsplit=1)
            part, rest = part.strip(), "".join(more).strip()
        turns = _TURNS.fullmatch(part)
        if turns:
            parts += ["turn"] * _turns(turns[1])
        elif part:
            parts.append(part)
    for part in parts[:-1]:
        command = parse_command(part)
        if command is not None and command.name in _LAST:
            raise NotationError(f"nothing can follow '{command.name}' in a line")
    return parts


def _turns(digits: str) -> int:
    if not int(digits):
        raise NotationError("'turn' takes a number of turns from 1 up, or none")
    return int(digits)


def nearest_word(line: str) -> str | None:
    """The command that a misspelt line was probably meant to be."""
    first = line.strip().partition(" ")[0].lower()
    if len(first) < 3:
        return None
    near = get_close_matches(first, [*_BY_NAME, "turn", "redeal"], n=1, cutoff=0.7)
    return near[0] if near else None


def _follows(word: Word, rest: str) -> bool:
    """Whether that can stand behind the key of a command."""
    return (
        rest.lower() == "blind"
        if word.takes == "blind"
        else (word.takes == "number" and _is_count(rest))
    )


def _is_count(text: str) -> bool:
    return text.lower() == "all" or (text.isascii() and text.isdigit())


def _count(word: Word, text: str) -> int:
    if not text:
        return 1
    if text.lower() == "all":
        return 10**9
    if _is_count(text) and len(text) <= 9 and int(text) >= 1:
        return int(text)
    raise NotationError(
        f"'{word.name}' takes a number of actions from 1 up, or 'all', not '{_short(text)}'"
    )


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
