"""How a game was asked for: name or path, options, settings. It can be loaded again from that."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

from patience.game import Game, load
from patience.rulebook import is_path, split


@dataclass(frozen=True, slots=True)
class GameRef:
    """``source``: a name, or a rule file's path. ``options`` by name; ``settings`` as KEY=VALUE."""

    source: str
    options: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()

    @classmethod
    def of(
        cls, text: str, options: tuple[str, ...] = (), settings: tuple[str, ...] = ()
    ) -> GameRef:
        """From what was typed, as ``canfield+whole-columns``, and the options beside it."""
        source, named = split(text)
        return cls(source, (*named, *options), settings)

    @property
    def is_file(self) -> bool:
        """Whether it is a rule file by its path, not a game by its name."""
        return is_path(self.source)

    def load(self) -> Game:
        """The game.

        :raises PatienceError: if there is none, or its file has faults.
        """
        return load(self.source, options=self.options, settings=self.settings)

    def hash_for_codes(self, game: Game) -> str:
        """The rules' hash where a share code needs it, else ""."""
        return game.rules_hash if self.is_file or self.settings else ""

    def slot(self, game: Game) -> str:
        """The name under which a game of these rules is kept: one game each.

        A file is told from others of its name by its place, changed settings by the rules' hash.
        """
        slot = re.sub(r"[^a-z0-9+~_-]+", "-", game.id.lower()).strip("-+~_")[:100] or "game"
        if self.is_file:
            place = str(Path(self.source).resolve())
            slot += f"~{hashlib.sha256(place.encode('utf-8', 'surrogateescape')).hexdigest()[:8]}"
        if self.settings:
            slot += f"~{game.rules_hash[:8]}"
        return slot

    def command(self) -> str:
        """What to type after ``patience play`` to play this game again."""
        return "+".join((self.source, *self.options))
