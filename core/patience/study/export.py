"""Rows out of a store: as CSV, JSON Lines, Parquet, or a polars frame."""

from __future__ import annotations

import csv
import io
import json
import os
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from patience.errors import StudyError
from patience.study.extras import needs_extra
from patience.study.store import COLUMNS, Store
from patience.study.task import Row, Task

if TYPE_CHECKING:
    import polars

FORMATS = (".csv", ".jsonl", ".parquet")


def check_format(path: str | Path) -> str:
    """The ending of a file to export to.

    :raises StudyError: if it is none that is known, or needs a library that is not installed.
    """
    ending = Path(path).suffix.lower()
    if ending not in FORMATS:
        raise StudyError(f"'{path}' does not say what to write; it should end in {_or(FORMATS)}")
    if ending == ".parquet":
        _polars()
    return ending


def check_place(path: str | Path, store: str | Path | None = None) -> None:
    """Look before the work whether its result could be written.

    :param store: a file that must not be overwritten.
    :raises StudyError: if there is something in the way.
    """
    place = Path(path).expanduser()
    folder = place.absolute().parent
    why = ""
    if not str(path):
        raise StudyError("a file without a name cannot be written")
    if store is not None and os.path.realpath(place) == os.path.realpath(store):
        why = "it is the store"
    elif not folder.is_dir():
        why = f"there is no folder {folder}"
    elif place.is_dir():
        why = "it is a folder"
    elif place.exists() and not place.is_file():
        why = "it is no ordinary file (a pipe or a device)"
    elif not os.access(folder, os.W_OK):
        why = f"the folder {folder} is read-only"
    if why:
        raise StudyError(f"{path} cannot be written: {why}")


def export(rows: Iterable[Row], path: str | Path) -> int:
    """Write rows to a file, by its ending. An older file of that name is replaced as a whole.

    :returns: how many there were.
    :raises StudyError: as `check_format`, or if the file cannot be written.
    """
    ending = check_format(path)
    path = Path(path).expanduser()
    counted = _Counted(rows)
    try:
        handle, name = tempfile.mkstemp(dir=path.parent or ".", prefix=f".{path.name}.")
        try:
            with open(handle, "wb") as file:
                if ending == ".parquet":
                    frame(counted).write_parquet(file)
                else:
                    _write_text(counted, file, ending)
            os.chmod(name, 0o666 & ~_umask())
            os.replace(name, path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise StudyError(f"{path} cannot be written: {error.strerror or error}") from None
    return counted.count


class _Counted:
    """Rows, counted while they pass."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self._rows = rows
        self.count = 0

    def __iter__(self) -> Iterator[Row]:
        for row in self._rows:
            self.count += 1
            yield row


def _write_text(rows: Iterable[Row], file: io.BufferedWriter, ending: str) -> None:
    text = io.TextIOWrapper(file, encoding="utf-8", newline="\n")
    if ending == ".csv":
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(COLUMNS)
        for row in rows:
            values = (getattr(row, name) for name in COLUMNS)
            writer.writerow("" if value is None else value for value in values)
    else:
        for row in rows:
            text.write(json.dumps(fields_of(row), ensure_ascii=False) + "\n")
    text.flush()
    text.detach()


def fields_of(row: Row) -> dict[str, object]:
    """A row by the names of its columns."""
    return {name: getattr(row, name) for name in COLUMNS}


def frame(rows: Iterable[Row]) -> polars.DataFrame:
    """Rows as a polars frame with one column a field.

    :raises StudyError: if the extra ``study`` is not installed.
    """
    library = _polars()
    whole, text = library.Int64, library.String
    numbers = {
        "seed",
        "number",
        "limit",
        "states",
        "actions",
        "decisions",
        "forced",
        "home",
        "score",
    }
    schema = {name: whole if name in numbers else text for name in COLUMNS}
    schema["seconds"] = library.Float64
    values = [[getattr(row, name) for name in COLUMNS] for row in rows]
    made: polars.DataFrame = library.DataFrame(values, schema=schema, orient="row")
    return made


def read(path: str | Path, task: Task | None = None) -> polars.DataFrame:
    """The rows of a store, or of one task in it, as a frame.

    :raises StoreError: if it cannot be read.
    """
    with open_for_reading(path) as store:
        return frame(store.rows(task))


def open_for_reading(path: str | Path) -> Store:
    """A store that is only read. A file that may be written is repaired first if it must be."""
    return Store(path, write=os.path.exists(path) and os.access(path, os.W_OK))


def _polars() -> Any:
    try:
        import polars
    except ImportError:
        raise needs_extra("frames and Parquet need", "study") from None
    return polars


def _or(words: tuple[str, ...]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}"


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
