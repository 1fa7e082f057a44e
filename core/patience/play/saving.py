"""Keeping games: one file for each game, written whole or not at all, open in one window only.

The folder (`patience.play.folders.saves_folder`) holds ``NAME.json`` for each game, the file
``last`` with the name of the game that was played last, and a lock beside each game in progress.
Nothing here deletes what it cannot read: `Store.put_aside` gives such a file another name.
"""

from __future__ import annotations

import os
import re
import stat
import sys
from dataclasses import dataclass
from pathlib import Path

from patience.errors import SaveError
from patience.play.folders import write_atomically
from patience.play.savedgame import MAX_BYTES, SavedGame, read_saved

_SLOT = re.compile(r"[a-z0-9][a-z0-9+~_-]{0,150}")


class Lock:
    """Says that a game is open in this window. The system frees it when the process ends."""

    def __init__(self, handle: int) -> None:
        self._handle = handle

    def release(self) -> None:
        """Let other windows open the game."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1


@dataclass(frozen=True, slots=True)
class Store:
    """The folder of kept games."""

    folder: Path

    def file(self, slot: str) -> Path:
        """The save file of a game.

        :raises SaveError: for a name that is none, as a foreign ``last`` file may hold.
        """
        if not _SLOT.fullmatch(slot):
            raise SaveError(f"'{slot[:60]}' is no name of a kept game")
        return self.folder / f"{slot}.json"

    def lock(self, slot: str) -> Lock:
        """Claim a game for this window.

        :raises BlockingIOError: if another window has it; the text names its process.
        :raises OSError: if the folder cannot be written.
        """
        file = self.file(slot).with_suffix(".lock")
        self.folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(file, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            _claim(handle)
            os.ftruncate(handle, 0)
            os.write(handle, str(os.getpid()).encode())
        except BlockingIOError:
            owner = _digits(os.read(handle, 20))
            os.close(handle)
            raise BlockingIOError(f"process {owner}" if owner else "another process") from None
        except OSError:
            os.close(handle)
            raise
        return Lock(handle)

    def read(self, slot: str) -> SavedGame | None:
        """The kept game of that name, or None.

        :raises SaveError: if there is a file and it is no kept game.
        """
        return read_save_file(self.file(slot))

    def write(self, slot: str, saved: SavedGame) -> None:
        """Keep a game, in place of the one kept before under that name.

        :raises OSError: if it cannot be written; what was kept before stays.
        """
        write_atomically(self.file(slot), saved.to_json())

    def put_aside(self, slot: str) -> Path:
        """Give a save file another name, so that it is not lost, and return that.

        :raises OSError: if it cannot be renamed.
        """
        file = self.file(slot)
        number = 1
        while (other := file.with_suffix(f".aside-{number}.json")).exists():
            number += 1
        os.rename(file, other)
        return other

    def last(self) -> str | None:
        """The name of the game that was played last, if there is one.

        :raises SaveError: if the file that says so cannot be read.
        """
        try:
            content = _read(self.folder / "last", 1000)
        except FileNotFoundError:
            return None
        name = content.decode("utf-8", "replace").strip()
        if not _SLOT.fullmatch(name):
            raise SaveError(f"{self.folder / 'last'} names no kept game; name the game to play")
        return name

    def set_last(self, slot: str) -> None:
        """Remember which game was played last.

        :raises OSError: if that cannot be written.
        """
        if self.last_or_none() != slot:
            write_atomically(self.folder / "last", slot + "\n")

    def last_or_none(self) -> str | None:
        """`last`, with a file that cannot be read counted as none."""
        try:
            return self.last()
        except SaveError:
            return None

    def kept(self) -> list[str]:
        """The names of all kept games, the latest one first."""
        try:
            files = [file for file in self.folder.iterdir() if _is_save(file)]
            return [f.stem for f in sorted(files, key=lambda f: (-f.stat().st_mtime, f.name))]
        except OSError:
            return []


def _claim(handle: int) -> None:
    """Lock an open file, or raise `BlockingIOError`.

    Windows has no lock of this kind; there the window that writes last wins.
    """
    if sys.platform != "win32":
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _is_save(file: Path) -> bool:
    return file.suffix == ".json" and _SLOT.fullmatch(file.stem) is not None


def _digits(content: bytes) -> str:
    text = content.decode("ascii", "replace").strip()
    return text if text.isdigit() else ""


def read_save_file(file: Path) -> SavedGame | None:
    """The kept game of a file, or None if there is no such file.

    :raises SaveError: if it is no kept game or cannot be read.
    """
    try:
        return read_saved(_read(file, MAX_BYTES), str(file))
    except FileNotFoundError:
        return None


def _read(file: Path, limit: int) -> bytes:
    """A regular file's content; neither a pipe nor a device can make this wait.

    :raises FileNotFoundError: if there is none.
    :raises SaveError: if it cannot be read.
    """
    try:
        handle = os.open(file, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
        with os.fdopen(handle, "rb") as stream:
            if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
                raise SaveError(f"the kept game {file} cannot be read: it is no ordinary file")
            content = stream.read(limit + 1)
    except FileNotFoundError:
        raise
    except OSError as error:
        reason = error.strerror or str(error)
        raise SaveError(f"the kept game {file} cannot be read: {reason}") from error
    if len(content) > limit:
        raise SaveError(f"the kept game {file} cannot be read: it is larger than {limit:,} bytes")
    return content
