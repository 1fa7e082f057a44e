"""A kept game as JSON: strict in what it reads, since a file may come from anywhere.

docs/playing.md describes the fields. A save holds the share of everything that is needed to go
on: how the game was asked for, the deal and its layout, every action with those that can be
redone, the counters, and of a rule file's game the resolved rules as well.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from patience.errors import SaveError
from patience.play.session import Counters

FORMAT = "patience game"
VERSION = 1
MAX_BYTES = 1 << 22
MAX_ACTIONS = 20_000
"""A game of more actions is not kept; the longest that people play have some hundreds."""

_MAX_TEXT = 1 << 20
_SHORT_TEXT = 20_000


@dataclass(frozen=True, slots=True)
class SavedGame:
    """What a save file says.

    ``here``: how many of the ``actions`` were played at last; the rest can be redone. ``start``:
    the text form of the dealt layout. ``rules``: of a rule file's game, its resolved rules in YAML.
    """

    source: str
    options: tuple[str, ...]
    settings: tuple[str, ...]
    id: str
    hash: str
    deal: str
    start: str
    actions: tuple[str, ...]
    here: int
    counters: Counters = field(default_factory=Counters)
    rules: str = ""
    saved: str = ""

    def to_json(self) -> str:
        """The file's content."""
        fields: dict[str, Any] = {"format": FORMAT, "version": VERSION}
        for name in ("source", "options", "settings", "id", "hash", "deal", "start", "actions"):
            value = getattr(self, name)
            fields[name] = list(value) if isinstance(value, tuple) else value
        fields["here"] = self.here
        fields["counters"] = {
            name: getattr(self.counters, name) for name in Counters.__dataclass_fields__
        }
        if self.rules:
            fields["rules"] = self.rules
        fields["saved"] = self.saved
        return json.dumps(fields, ensure_ascii=False, indent=1) + "\n"


def read_saved(content: bytes, name: str) -> SavedGame:
    """Read a save file's content.

    :raises SaveError: where it is none, with the reason.
    """
    if not content.strip():
        raise _unreadable(name, "it is empty")
    try:
        fields = json.loads(content.decode("utf-8"))
    except UnicodeDecodeError:
        raise _unreadable(name, "it is no text in UTF-8") from None
    except RecursionError:
        raise _unreadable(name, "it is nested too deeply") from None
    except ValueError as error:
        raise _unreadable(name, f"it is no JSON ({error})") from None
    if not isinstance(fields, dict) or fields.get("format") != FORMAT:
        raise _unreadable(name, f"it is no save of this program (no 'format': '{FORMAT}')")
    version = fields.get("version")
    if version != VERSION:
        newer = isinstance(version, int) and version > VERSION
        hint = "; a newer version of patience wrote it" if newer else ""
        raise _unreadable(name, f"its version is {version!r:.20}, and {VERSION} was expected{hint}")
    return _Reader(fields, name).game()


def _unreadable(name: str, reason: str) -> SaveError:
    return SaveError(f"the kept game {name} cannot be read: {reason}")


class _Reader:
    """Checks every field before it is used."""

    def __init__(self, fields: Mapping[str, object], name: str) -> None:
        self.fields = fields
        self.name = name

    def _wrong(self, key: str, expected: str) -> SaveError:
        return _unreadable(self.name, f"its field '{key}' is not {expected}")

    def text(self, key: str, limit: int = _SHORT_TEXT, default: str | None = None) -> str:
        value = self.fields.get(key, default)
        if not isinstance(value, str) or len(value) > limit:
            raise self._wrong(key, f"a text of at most {limit} characters")
        return value

    def texts(self, key: str, most: int) -> tuple[str, ...]:
        value = self.fields.get(key)
        if (
            not isinstance(value, list)
            or len(value) > most
            or not all(isinstance(item, str) and len(item) <= 200 for item in value)
        ):
            raise self._wrong(key, f"a list of at most {most} short texts")
        return tuple(value)

    def counters(self) -> Counters:
        value = self.fields.get("counters")
        if not isinstance(value, dict):
            raise self._wrong("counters", "a mapping")
        inner = _Reader(value, self.name)
        return Counters(
            inner.number("seconds", 1e12),
            int(inner.number("played", 1e9)),
            int(inner.number("undone", 1e9)),
            int(inner.number("hints", 1e9)),
            inner.text("booked", 10),
        )

    def number(self, key: str, most: float) -> float:
        value = self.fields.get(key)
        if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= most:
            raise self._wrong(key, f"a number from 0 to {most:g}")
        return value

    def game(self) -> SavedGame:
        actions = self.texts("actions", MAX_ACTIONS)
        here = self.number("here", len(actions))
        if here != int(here):
            raise self._wrong("here", "a whole number")
        return SavedGame(
            self.text("source"),
            self.texts("options", 100),
            self.texts("settings", 100),
            self.text("id"),
            self.text("hash"),
            self.text("deal"),
            self.text("start"),
            actions,
            int(here),
            self.counters(),
            self.text("rules", _MAX_TEXT, ""),
            self.text("saved", default=""),
        )
