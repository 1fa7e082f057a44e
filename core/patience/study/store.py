"""A study's store: one SQLite file with one row a deal.

The file keeps whole transactions only: SQLite's rollback journal, written through to the disk,
brings it back to the last one after a kill, a crash or a power cut. Whoever writes locks the file
for as long as the study runs, so a second writer (and a reader) is told so at once.

A row is known by rules, by whom it was made, seed and deal. Rows are only ever added, or replaced
where a deal that was undecided is tried again with a higher limit.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from types import NoneType

from patience.errors import StoreError
from patience.study.task import VERDICTS, Row, Task

APPLICATION = 0x50617453
"""Written in the file's header ("PatS"), so that no other program's database is taken for ours."""

FORMAT = 1
COLUMNS = tuple(field.name for field in fields(Row))

_TYPES = {
    "seed": "INTEGER NOT NULL", "number": "INTEGER NOT NULL", "limit": "INTEGER NOT NULL",
    "states": "INTEGER", "actions": "INTEGER", "decisions": "INTEGER", "forced": "INTEGER",
    "choices": "TEXT", "home": "INTEGER", "along": "TEXT", "score": "INTEGER",
    "seconds": "REAL NOT NULL",
}  # fmt: skip
_NAMES = ", ".join(f'"{name}"' for name in COLUMNS)
_KINDS = tuple(
    {"INTEGER": int, "REAL": float, "TEXT": str}[kind.split()[0]]
    if kind.endswith("NOT NULL")
    else (int if kind == "INTEGER" else str, NoneType)
    for kind in (_TYPES.get(name, "TEXT NOT NULL") for name in COLUMNS)
)
"""What a column's values are in Python: SQLite itself does not insist on its type."""
_TABLE = (
    "CREATE TABLE rows ("
    + ", ".join(f'"{name}" {_TYPES.get(name, "TEXT NOT NULL")}' for name in COLUMNS)
    + ', PRIMARY KEY (rules_hash, "by", seed, source, number)) WITHOUT ROWID'
)
_DAMAGED = "this is no store of studies, or it is damaged"
_KEY = 'rules_hash = ? AND "by" = ? AND seed = ? AND source = ?'


class Store:
    """An open store. Use it with ``with``; what was added is kept from the next `commit` on.

    ``path`` None: a store in memory, for studies that nobody wants to keep.

    :raises StoreError: if the file is no store, cannot be read or written, or is in use.
    """

    def __init__(self, path: str | Path | None, *, write: bool = True) -> None:
        self.path = ":memory:" if path is None else str(path)
        self._write = write
        with self._sentences():
            self._base = self._open()

    # ------------------------------------------------------------------ opening

    def _open(self) -> sqlite3.Connection:
        there = self.path == ":memory:" or os.path.exists(self.path)
        if not there and not self._write:
            raise StoreError(f"{self.path}: there is no such store")
        if os.path.isdir(self.path):
            raise StoreError(f"{self.path} is a folder; a store is one file")
        if not self.path:
            raise StoreError("a store without a name cannot be opened")
        if os.path.exists(self.path) and not os.path.isfile(self.path):
            raise StoreError(f"{self.path} is no ordinary file (a pipe or a device)")
        if self.path == ":memory:":
            base = sqlite3.connect(self.path, isolation_level=None)
        else:
            mode = "rwc" if self._write else "ro"
            place = Path(self.path).absolute().as_uri()
            base = sqlite3.connect(
                f"{place}?mode={mode}", uri=True, timeout=1, isolation_level=None
            )
        try:
            self._prepare(base)
        except BaseException:
            base.close()
            raise
        return base

    def _prepare(self, base: sqlite3.Connection) -> None:
        if self._write:
            base.execute("PRAGMA locking_mode = EXCLUSIVE")
            base.execute("PRAGMA journal_mode = DELETE")
            base.execute("PRAGMA synchronous = FULL")
            base.execute("BEGIN EXCLUSIVE")
        application = base.execute("PRAGMA application_id").fetchone()[0]
        version = base.execute("PRAGMA user_version").fetchone()[0]
        tables = base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if not tables and not application and self._write:
            base.execute(f"PRAGMA application_id = {APPLICATION}")
            base.execute(f"PRAGMA user_version = {FORMAT}")
            base.execute(_TABLE)
            base.execute("COMMIT")
            base.execute("BEGIN EXCLUSIVE")
        elif application != APPLICATION:
            raise StoreError(f"{self.path} is a database, but no store of studies")
        elif version != FORMAT:
            raise StoreError(
                f"{self.path} was written in format {version} of the store; this program reads "
                f"format {FORMAT}"
            )

    @contextmanager
    def _sentences(self) -> Iterator[None]:
        """SQLite's errors as sentences with a place."""
        try:
            yield
        except sqlite3.Error as error:
            raise StoreError(f"{self.path}: {_sentence(error)}") from error
        except UnicodeDecodeError:  # in what SQLite says of a damaged file
            raise StoreError(f"{self.path}: {_DAMAGED}") from None

    def close(self) -> None:
        """Close the file. What was not committed is forgotten."""
        self._base.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self.close()

    # ------------------------------------------------------------------ writing

    def add(self, rows: Iterable[Row]) -> None:
        """Add rows, or replace those of the same deals."""
        marks = ", ".join("?" * len(COLUMNS))
        with self._sentences():
            self._base.executemany(
                f"INSERT OR REPLACE INTO rows ({_NAMES}) VALUES ({marks})",
                ([getattr(row, name) for name in COLUMNS] for row in rows),
            )

    def commit(self) -> None:
        """From here on the rows added so far survive everything."""
        with self._sentences():
            if self._base.in_transaction:  # Ctrl-C may have come between these two lines
                self._base.execute("COMMIT")
            self._base.execute("BEGIN EXCLUSIVE")

    # ------------------------------------------------------------------ reading

    def verdicts(self, task: Task) -> dict[int, tuple[str, int]]:
        """Verdict and limit of every deal of a task, by the deal's number."""
        with self._sentences():
            found = self._base.execute(
                f'SELECT number, verdict, "limit" FROM rows WHERE {_KEY}', _key(task)
            )
            known = {number: (verdict, limit) for number, verdict, limit in found}
        for number, (verdict, limit) in known.items():
            if verdict not in VERDICTS or type(number) is not int or type(limit) is not int:
                raise StoreError(f"{self.path} is damaged: there is a row that no study writes")
        return known

    def highest_limit(self, task: Task, first: int, deals: int) -> int:
        """The highest limit of states with which one of these deals was decided; 0 if none was."""
        query = f'SELECT max("limit") FROM rows WHERE {_KEY} AND number >= ? AND number < ?'
        with self._sentences():
            (found,) = self._base.execute(query, (*_key(task), first, first + deals)).fetchone()
        return found or 0

    def engines(self, task: Task) -> set[str]:
        """Which programs made the rows of a task."""
        with self._sentences():
            found = self._base.execute(f"SELECT DISTINCT engine FROM rows WHERE {_KEY}", _key(task))
            return {name for (name,) in found}

    def rows(self, task: Task | None = None) -> Iterator[Row]:
        """The rows, of one task or all, in the order of rules, players and deals."""
        where = f"WHERE {_KEY}" if task else ""
        query = f'SELECT {_NAMES} FROM rows {where} ORDER BY game, rules_hash, "by", seed, number'
        with self._sentences():
            for values in self._base.execute(query, _key(task) if task else ()):
                if not all(map(isinstance, values, _KINDS)):
                    raise StoreError(f"{self.path} is damaged: there is a row that no study writes")
                yield Row(*values)

    def check(self) -> None:
        """Look at every page of the file.

        :raises StoreError: if it is damaged.
        """
        with self._sentences():
            said = self._base.execute("PRAGMA quick_check").fetchone()[0]
        if said != "ok":
            raise StoreError(f"{self.path} is damaged: {said}")


def _key(task: Task) -> tuple[str, str, int, str]:
    return task.rules_hash, task.by, task.seed, task.source


def _sentence(error: sqlite3.Error) -> str:
    """What an error of SQLite's means to who runs a study."""
    name = getattr(error, "sqlite_errorname", None) or ""
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return "another study is using this store; let it end, or use another file"
    if name.startswith("SQLITE_FULL"):
        return "the disk is full; what was kept before is safe, and the same command goes on"
    if name.startswith(("SQLITE_READONLY", "SQLITE_PERM")):
        return "the store cannot be written: the file or its folder is read-only"
    if name.startswith("SQLITE_CANTOPEN"):
        return "the store cannot be opened: is there such a folder, and may you write in it?"
    if name.startswith(("SQLITE_NOTADB", "SQLITE_CORRUPT")):
        return _DAMAGED
    if name.startswith("SQLITE_IOERR"):
        why = name.removeprefix("SQLITE_IOERR").strip("_").lower() or "input or output"
        return f"the disk refused ({why}); what was kept before is safe"
    return f"the store cannot be used: {error}"
