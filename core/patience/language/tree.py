"""The tree that a rule file is read into: plain values that remember where they were written.

Reader, inheritance and model all speak of the same nodes, so that a fault found late (a file that
overrides its grandparent, an option, a setting of the command line) still names its place.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from patience.errors import Fault


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in a text. Lines and columns count from 1; both are 0 where there is no text."""

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}" if self.line else self.file


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A value and its place; a mapping's child also knows the place of its key.

    The keys of a mapping are normalised (`reader.normal_key`): ``face_down`` is ``face down``.
    A node may have several parents (a YAML alias), so nodes are never changed, only rebuilt.
    ``broken``: something was written here that had to be left out, and a fault says so. A broken
    value is None, a broken mapping lacks a key; nothing should be said of what is missing.
    """

    value: Value
    spot: Spot
    key_spot: Spot | None = None
    broken: bool = False

    @property
    def mapping(self) -> dict[str, Node]:
        """The children of a mapping; empty for every other value."""
        return self.value if isinstance(self.value, dict) else {}

    @property
    def label_spot(self) -> Spot:
        """Where the key stands, or the value if there is no key."""
        return self.key_spot or self.spot


Value: TypeAlias = dict[str, Node] | list[Node] | str | int | float | bool | None


def plain(node: Node) -> Any:
    """The node as ordinary dicts, lists and scalars, without places."""
    value = node.value
    if isinstance(value, dict):
        return {key: plain(child) for key, child in value.items()}
    if isinstance(value, list):
        return [plain(child) for child in value]
    return value


def spot_at(node: Node, path: Sequence[object], *, key: bool = False) -> Spot:
    """The place of what lies at a path of keys and indexes, or of its nearest ancestor.

    Parts that lead nowhere end the walk, so that a path which a validator has decorated with words
    of its own still gives the best place there is. ``key``: the place of the last key, not of
    its value.
    """
    for part in path:
        value = node.value
        if isinstance(value, dict) and isinstance(part, str) and part in value:
            node = value[part]
        elif isinstance(value, list) and isinstance(part, int) and 0 <= part < len(value):
            node = value[part]
        else:
            break
    return node.label_spot if key else node.spot


def broken_paths(node: Node) -> Iterator[tuple[str, ...]]:
    """The paths of mappings' values that are broken, the outermost ones only."""
    for key, child in node.mapping.items():
        if child.broken:
            yield (key,)
        else:
            yield from ((key, *path) for path in broken_paths(child))


def fault(spot: Spot, message: str) -> Fault:
    """One thing wrong, at a place."""
    return Fault(spot.file, spot.line, spot.column, message)


def quote(value: object, width: int = 50) -> str:
    """A value as messages show it: in quotes, shortened, nothing unprintable.

    >>> quote("a" * 60, width=8), quote("\\u202eka")
    ("'aaaaaaa…'", "'\\\\u202eka'")
    """
    text = str(value)
    if len(text) > width:
        text = text[: width - 1] + "…"
    shown = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
    return f"'{shown}'"


def suggest(word: str, choices: Iterable[str]) -> str:
    """``; did you mean 'tableau'?``, ready to append to a message, or nothing.

    A word that looks right but holds letters of another script is told so.

    >>> suggest("tabelau", ["tableau", "stock"])
    "; did you mean 'tableau'?"
    >>> suggest("xyzzy", ["tableau", "stock"])
    ''
    """
    by_lower = {choice.lower(): choice for choice in choices}
    near = difflib.get_close_matches(word[:80].lower(), by_lower, n=1, cutoff=0.7)
    if not near:
        return ""
    choice = by_lower[near[0]]
    return f"; did you mean {quote(choice)}?{foreign_letter(word, choice)}"


def foreign_letter(word: str, choice: str) -> str:
    """A remark on the first letter that only looks like one of the choice's, or nothing.

    >>> foreign_letter("t\u0430bleau", "tableau")
    ' (letter 2 is cyrillic small letter a, U+0430)'
    """
    import unicodedata

    if not choice.isascii():
        return ""
    for place, letter in enumerate(word, start=1):
        if not letter.isascii():
            name = unicodedata.name(letter, "an unnamed character").lower()
            return f" (letter {place} is {name}, U+{ord(letter):04X})"
    return ""
