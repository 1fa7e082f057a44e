"""The rulebook: names to games.

Games come from three places: the plugins (the shipped ones first), and the player's own folder. A
name is looked up as an id (``duchess``), as a title or another name of a game (``Dutchess``,
``Demon in Britain``), or taken as a path if it looks like one. Two games with one id never hide
each other silently: the shipped game keeps the name, then the player's file, then other plugins',
and the rest are among the `Rulebook.problems`.

Titles are read with a light scan of two keys, so that listing every game takes milliseconds; a
file is read strictly only when it is played.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from importlib.resources.abc import Traversable
from pathlib import Path

from patience.errors import Fault, PatienceError, RuleError, UnknownGame
from patience.language.files import read_bytes
from patience.language.reader import MAX_BYTES
from patience.language.tree import quote, suggest
from patience.plugins import Plugins, installed

HOME = "PATIENCE_HOME"
"""The environment variable that names another folder than the system's for the player's files."""

SUFFIXES = (".yaml", ".yml")
STDIN = "-"
_PATH = re.compile(r"(.*\.ya?ml|-)((?:\+[^+/\\]+)*)", re.IGNORECASE | re.DOTALL)
_WORDS = re.compile(r"[^\w]+|_+")
_GAME = re.compile(r"^game[ \t]*:[ \t]*(.+)$", re.MULTILINE)
_ALSO = re.compile(r"^also[ \t]*:[ \t]*(.*(?:\n[ \t]+.*|\n[ \t]*-.*|\n[ \t]*)*)", re.MULTILINE)
_COMMENT = re.compile(r"(?:^|[ \t])#.*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Entry:
    """A game that can be had: where its rule file is, and what it is called.

    ``origin``: "shipped", "yours" (the player's folder), "plugin NAME" or "file".
    ``file``: the name that faults of the file are reported under.
    """

    id: str
    title: str
    also: tuple[str, ...]
    origin: str
    file: str
    source: Traversable | None = None

    def read(self) -> bytes:
        """The file's content, unchecked.

        :raises UnknownGame: if there is no such file.
        :raises RuleError: if it cannot be read.
        """
        if self.source is not None and not isinstance(self.source, Path):
            try:
                return self.source.read_bytes()
            except OSError as error:
                raise _unreadable(self.file, f"this file cannot be read ({error})") from None
        content = read_bytes(self.file, MAX_BYTES)
        if isinstance(content, bytes):
            return content
        if self.origin == "file" and not os.path.lexists(self.file):
            raise UnknownGame(f"{self.file}: {content}")
        raise _unreadable(self.file, content)


def _unreadable(file: str, sentence: str) -> RuleError:
    return RuleError([Fault(file, 0, 0, sentence)])


def game_slug(name: str) -> str:
    """A name as ids are written.

    >>> [game_slug(name) for name in ("Demon (in Britain)", "Devil's Own", "Napoléon à Ste-Hélène")]
    ['demon-in-britain', 'devils-own', 'napoleon-a-ste-helene']
    """
    plain = unicodedata.normalize("NFKD", name.replace("'", "").replace("’", ""))
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return _WORDS.sub("-", plain).strip("-").lower()


def split(name: str) -> tuple[str, tuple[str, ...]]:
    """A game's name or path, and the options chosen with it.

    >>> split("canfield+as-solvitaire+one-at-a-time")
    ('canfield', ('as-solvitaire', 'one-at-a-time'))
    >>> split("./a+b.yaml+relaxed"), split("games/mine")
    (('./a+b.yaml', ('relaxed',)), ('games/mine', ()))
    """
    if match := _PATH.fullmatch(name):
        options = match[2].split("+")[1:]
        return match[1], tuple(option.strip() for option in options)
    if is_path(name):
        return name, ()
    head, *options = name.split("+")
    return head.strip(), tuple(option.strip() for option in options)


def is_path(name: str) -> bool:
    """Whether a name is taken as a path: it has a slash or a rule file's suffix, or is ``-``."""
    separators = [os.sep, *filter(None, [os.altsep]), "/"]
    return name == STDIN or name.lower().endswith(SUFFIXES) or any(s in name for s in separators)


def own_folder() -> Path:
    """Where the player's own games are looked for."""
    if home := os.environ.get(HOME):
        return Path(home) / "games"
    from platformdirs import user_config_path

    return user_config_path("patience", appauthor=False) / "games"


def scan(text: str) -> tuple[str, tuple[str, ...]]:
    """The title and the other names of a game, found without reading the rest of its file.

    >>> scan("# a game\\ngame: Duchess\\nalso: [Glenwood, Dutchess] # two\\ndeck: 1 pack")
    ('Duchess', ('Glenwood', 'Dutchess'))
    """
    title = _GAME.search(text)
    also = _ALSO.search(text)
    names = _names(_COMMENT.sub("", also[1])) if also else []
    return (_bare(_COMMENT.sub("", title[1])) if title else "", tuple(names))


def _names(value: str) -> list[str]:
    """The names in a YAML list of either style, or in a single text."""
    value = value.strip()
    if value.startswith("["):
        parts = value.lstrip("[").split("]")[0].split(",")
    elif value.startswith("-"):
        parts = [line.strip().removeprefix("-") for line in value.splitlines()]
    else:
        parts = [value.splitlines()[0] if value else ""]
    return [name for name in map(_bare, parts) if name not in ("", "~", "null")]


def _bare(text: str) -> str:
    """A scalar without its quotes."""
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'":
        return text[1:-1]
    return text


class Rulebook:
    """The games of a set of plugins and of one folder."""

    def __init__(self, plugins: Plugins, folder: Path | None = None) -> None:
        self.plugins = plugins
        self.folder = folder
        self._problems: list[str] = []

    @property
    def problems(self) -> tuple[str, ...]:
        """What stands in the way of a game or a plugin, a sentence each, for standard error."""
        _ = self._files
        return (*map(str, self.plugins.problems), *self._problems)

    def names(self) -> tuple[str, ...]:
        """The ids of all games, in order."""
        return tuple(self._files)

    def entries(self) -> tuple[Entry, ...]:
        """All games with their titles, in the order of their ids."""
        return tuple(self._entries.values())

    def find(self, name: str) -> Entry:
        """The game of an id, title, other name or path (without options: see `split`).

        :raises UnknownGame: if there is none, with the nearest names; or if several are meant.
        """
        if is_path(name):
            return _file_entry(name)
        wanted = game_slug(name)
        if wanted in self._files:
            return self._entry(wanted)
        joined = wanted.replace("-", "")  # "Free Cell" is FreeCell
        found = [
            entry
            for entry in self.entries()
            if joined and joined in (name.replace("-", "") for name in _called(entry))
        ]
        if len(found) > 1:
            names = " or ".join(entry.id for entry in found)
            raise UnknownGame(f"several games are called {quote(name)}; take {names}")
        if found:
            return found[0]
        known = {other for entry in self.entries() for other in _called(entry)}
        message = f"there is no game {quote(name)}{suggest(wanted, sorted(known))}"
        if os.path.isfile(name + SUFFIXES[0]):
            link = " " if message.endswith("?") else "; "
            message += f"{link}(the file here is meant by './{name}{SUFFIXES[0]}')"
        raise UnknownGame(message)

    def read(self, name: str) -> tuple[bytes, str]:
        """A game's rule file, unchecked, and the name of the file.

        :raises UnknownGame: see `find`.
        :raises RuleError: if the file cannot be read.
        """
        entry = self.find(name)
        return entry.read(), entry.file

    def parent(self, name: str, from_file: str) -> tuple[bytes, str]:
        """What a file that ``extends`` another one means: a game, or a path beside itself.

        :raises PatienceError: if there is no such game or file.
        """
        if not is_path(name):
            try:
                return self.read(name)
            except UnknownGame as error:
                file = name + SUFFIXES[0]
                if (Path(from_file).parent / file).is_file():
                    hint = f"; did you mean the file {quote(file)}?"
                    raise UnknownGame(f"{error}{hint}") from None
                raise
        if name == STDIN:
            raise UnknownGame("a file cannot extend standard input")
        path = Path(from_file).parent / name if from_file != STDIN else Path(name)
        return self.read(os.path.normpath(path) if is_path(str(path)) else f"./{path}")

    # ------------------------------------------------------------------ where they are

    @cached_property
    def _files(self) -> Mapping[str, tuple[str, Traversable]]:
        """Id to origin and file, clashes settled."""
        plugged = [(item.plugin, item.value) for item in self.plugins.rules]
        shipped = [("shipped", value) for name, value in plugged if self.plugins.is_shipped(name)]
        own = [("yours", self.folder)] if self.folder is not None and self.folder.is_dir() else []
        others = [
            (f"plugin {name}", value)
            for name, value in plugged
            if not self.plugins.is_shipped(name)
        ]
        found: dict[str, tuple[str, Traversable]] = {}
        for origin, place in (*shipped, *own, *others):
            for file in self._rule_files(origin, place):
                self._take(found, origin, file)
        return dict(sorted(found.items()))

    def _rule_files(self, origin: str, place: Traversable) -> Iterator[Traversable]:
        """The rule files of a folder, or the one file itself."""
        try:
            if place.is_file():
                yield place
            else:
                inside = sorted(place.iterdir(), key=lambda file: file.name)
                yield from (f for f in inside if f.name.lower().endswith(SUFFIXES) and f.is_file())
        except OSError as error:
            self._problems.append(f"the rule files of {origin} cannot be read: {error}")

    def _take(
        self, found: dict[str, tuple[str, Traversable]], origin: str, file: Traversable
    ) -> None:
        name = game_slug(file.name.rpartition(".")[0])
        if not name:
            self._problems.append(f"{file}: this file's name gives no name for a game")
        elif name not in found:
            found[name] = (origin, file)
        elif str(found[name][1]) != str(file):
            self._problems.append(
                f"{file}: the name '{name}' is taken by {found[name][1]} ({found[name][0]}); "
                "rename the file, or play it by its path"
            )

    @cached_property
    def _entries(self) -> Mapping[str, Entry]:
        return {name: self._entry(name) for name in self._files}

    def _entry(self, name: str) -> Entry:
        origin, file = self._files[name]
        entry = Entry(name, name, (), origin, str(file), file)
        try:
            title, also = scan(entry.read().decode("utf-8", "replace"))
        except PatienceError:  # whoever plays it is told why it cannot be read
            return entry
        return replace(entry, title=title or name, also=also)


def _called(entry: Entry) -> Iterable[str]:
    """All names that a game goes by, as ids are written."""
    return [entry.id, game_slug(entry.title), *map(game_slug, entry.also)]


def _file_entry(path: str) -> Entry:
    """A rule file outside the rulebook. Its title is not known before it is read."""
    name = "standard input" if path == STDIN else Path(path).name.rpartition(".")[0]
    return Entry(game_slug(name) or "game", name, (), "file", path)


_book: Rulebook | None = None


def rulebook() -> Rulebook:
    """The rulebook of this process: the installed plugins' games and the player's own."""
    global _book
    plugins, folder = installed(), own_folder()
    if _book is None or (_book.plugins, _book.folder) != (plugins, folder):
        _book = Rulebook(plugins, folder)
    return _book


def names() -> tuple[str, ...]:
    """The ids of all games that can be played by name."""
    return rulebook().names()
