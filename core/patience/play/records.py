"""The record of games that were ended, and the few figures that are drawn from it.

One JSON object a line, appended. A game is entered once: as won the moment it is won, or as lost
when it is given up for another deal after at least one action. A deal that was only looked at, and
a game that is still kept, count for nothing. Times and numbers of moves are those of won games.
"""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from patience.play.savedgame import SavedGame
from patience.play.wording import clock_words

VERSION = 1
MAX_BYTES = 1 << 26
"""No record file is read beyond this; it would hold some 300,000 games."""

Ending = Literal["won", "lost"]


@dataclass(frozen=True, slots=True)
class Record:
    """A game that was ended. ``seconds``: playing time. ``moves``: of the line that ended it."""

    game: str
    hash: str
    deal: str
    result: Ending
    moves: int
    seconds: float
    undone: int
    hints: int
    ended: str


@dataclass(frozen=True, slots=True)
class Figures:
    """What the record says of one game: see `figures` for what each counts."""

    game: str
    played: int
    won: int
    streak: int
    best_streak: int
    fastest: float | None
    fewest: int | None
    alone: int
    hints: int
    undone: int


def record_of(saved: SavedGame, result: Ending) -> Record:
    """The record of a game as it stands."""
    counters = saved.counters
    ended = datetime.now(UTC).isoformat(timespec="seconds")
    return Record(
        saved.id, saved.hash, saved.deal, result, saved.here,
        round(counters.seconds, 1), counters.undone, counters.hints, ended,
    )  # fmt: skip


def counts(saved: SavedGame) -> bool:
    """Whether the end of this game is to be entered: something was played, and it is not there."""
    return bool(saved.counters.played) and not saved.counters.booked


def enter(record: Record, file: Path) -> None:
    """Append a record.

    :raises OSError: if the file cannot be written.
    """
    fields = {"version": VERSION} | {name: getattr(record, name) for name in Record.__slots__}
    line = json.dumps(fields, ensure_ascii=False) + "\n"
    file.parent.mkdir(parents=True, exist_ok=True)
    _refuse_odd_file(file)
    with file.open("a+b", buffering=0) as stream:
        end = stream.seek(0, os.SEEK_END)
        stream.seek(max(end - 1, 0))
        if stream.read(1) not in (b"", b"\n"):
            line = "\n" + line  # the last writer was interrupted; its half line stands alone
        stream.write(line.encode("utf-8"))  # one write: two windows do not mix their lines


def read_records(file: Path) -> list[Record]:
    """All records, in the order of their entry; lines that are none are passed over.

    :raises OSError: if there is a file and it cannot be read.
    """
    _refuse_odd_file(file)
    try:
        with file.open("rb") as stream:
            content = stream.read(MAX_BYTES)
    except FileNotFoundError:
        return []
    found = (_record(line) for line in content.splitlines())
    return [record for record in found if record is not None]


def _refuse_odd_file(file: Path) -> None:
    """A pipe or a device in the record's place would keep us waiting, or never end."""
    if file.exists() and not file.is_file():
        raise OSError(errno.EINVAL, "this is no ordinary file", str(file))


def _record(line: bytes) -> Record | None:
    try:
        fields = json.loads(line)
        record = Record(**{name: fields[name] for name in Record.__slots__})
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    texts = (record.game, record.hash, record.deal, record.ended)
    numbers = (record.moves, record.seconds, record.undone, record.hints)
    right = all(isinstance(text, str) for text in texts) and all(
        isinstance(number, int | float) and 0 <= number < 1e12 for number in numbers
    )
    return record if right and record.result in ("won", "lost") else None


def figures(records: Iterable[Record]) -> list[Figures]:
    """The figures of each game, by its id.

    ``played`` = won + lost. ``streak``: games won in a row up to the last one. ``fastest``
    (seconds) and ``fewest`` (moves) are of won games only, None if there is none. ``alone``: games
    won without a hint. ``hints`` and ``undone`` (actions taken back) are of all games together.
    """
    by_game: dict[str, list[Record]] = {}
    for record in records:
        by_game.setdefault(record.game, []).append(record)
    return [_figures(game, found) for game, found in sorted(by_game.items())]


def _figures(game: str, records: list[Record]) -> Figures:
    streak = best = 0
    for record in records:
        streak = streak + 1 if record.result == "won" else 0
        best = max(best, streak)
    won = [record for record in records if record.result == "won"]
    return Figures(
        game,
        len(records),
        len(won),
        streak,
        best,
        min((record.seconds for record in won), default=None),
        min((record.moves for record in won), default=None),
        sum(not record.hints for record in won),
        sum(int(record.hints) for record in records),
        sum(int(record.undone) for record in records),
    )


def win_words(records: Iterable[Record], game: str) -> str:
    """Where the latest win of a game stands among all of them, "" if that is not recorded.

    >>> first = Record("duke", "", "1", "lost", 9, 60, 0, 0, "")
    >>> win_words([first, Record("duke", "", "2", "won", 140, 372, 0, 0, "")], "duke")
    '1 of 2 won, 1 in a row (best 1); fastest 6:12 (now), fewest moves 140 (now)'
    """
    found = [record for record in records if record.game == game]
    if not found or found[-1].result != "won":
        return ""
    (row,) = figures(found)
    last = found[-1]
    assert row.fastest is not None and row.fewest is not None  # the latest one was won
    return (
        f"{row.won} of {row.played} won, "
        f"{row.streak} in a row (best {row.best_streak}); "
        f"fastest {clock_words(row.fastest)}{_now(last.seconds == row.fastest)}, "
        f"fewest moves {row.fewest}{_now(last.moves == row.fewest)}"
    )


def _now(yes: bool) -> str:
    return " (now)" if yes else ""
