"""The store: rows come back, nothing half-written, every fault of a file is one sentence."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from patience.errors import StoreError
from patience.study.coding import unpack_choices
from patience.study.store import COLUMNS, Store
from patience.study.task import Recipe, Row, Task


def task() -> Task:
    return Task(Recipe("duchess"), "abc", states=10)


def rows(*numbers: int, verdict: str = "winnable", limit: int = 10) -> list[Row]:
    return [
        Row("duchess", "abc", "0 python", "solver", 0, "own", n, str(n), limit, verdict, states=n)
        for n in numbers
    ]


def test_rows_come_back_in_order(tmp_path: Path) -> None:
    file = tmp_path / "a.db"
    played = replace(
        rows(7)[0], by="greedy", seed=3, choices="2 3", along="0 1", score=-4, seconds=0.25
    )
    with Store(file) as store:
        store.add([*rows(3, 1), played])
        store.commit()
        store.add(rows(9))  # and no commit
    with Store(file) as store:
        assert list(store.rows()) == [played, *rows(1, 3)]
        assert list(store.rows(task())) == rows(1, 3)
        assert next(store.rows()).seconds == 0.25
        assert store.verdicts(task()) == {1: ("winnable", 10), 3: ("winnable", 10)}
        assert store.engines(task()) == {"0 python"}
        store.check()
    assert [path.name for path in tmp_path.iterdir()] == ["a.db"]


def test_a_row_is_replaced_not_doubled() -> None:
    with Store(None) as store:
        store.add(rows(1, 2, verdict="undecided"))
        store.add(rows(2, limit=99))
        assert store.verdicts(task()) == {1: ("undecided", 10), 2: ("winnable", 99)}


def foreign(path: Path) -> None:
    base = sqlite3.connect(path)
    base.execute("CREATE TABLE bookmarks (name)")
    base.commit()
    base.close()


def newer(path: Path) -> None:
    Store(path).close()
    base = sqlite3.connect(path)
    base.execute("PRAGMA user_version = 7")
    base.commit()
    base.close()


def cut(path: Path) -> None:
    with Store(path) as store:
        store.add(rows(*range(500)))
        store.commit()
    content = path.read_bytes()
    path.write_bytes(content[:2000] + b"\xff" * 6000 + content[8000:9000])


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda path: path.write_text("number,verdict\n" * 100), "no store of studies, or it is"),
        (lambda path: path.write_bytes(b"\x00\xff" * 5000), "no store of studies, or it is"),
        (foreign, "is a database, but no store of studies"),
        (newer, "was written in format 7 of the store; this program reads format 1"),
        (cut, "no store of studies, or it is damaged"),
        (lambda path: path.mkdir(), "is a folder; a store is one file"),
    ],
    ids=["text", "junk", "foreign", "newer", "cut", "folder"],
)
def test_what_is_no_store_is_said_and_left_alone(tmp_path: Path, spoil, sentence: str) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "s.db"
    spoil(file)
    before = file.read_bytes() if file.is_file() else b""
    with pytest.raises(StoreError, match=sentence) as caught, Store(file) as store:
        store.add(rows(1))
        list(store.rows())
        store.check()
    assert caught.value.exit_status == 5 and "\n" not in str(caught.value)
    assert not file.is_file() or file.read_bytes() == before


@pytest.mark.parametrize(
    "change",
    ["verdict = 'wox'", "verdict = 7", "\"limit\" = 'x'", "states = x'00ff'", "number = 'seven'"],
)
def test_a_row_that_no_study_writes_is_damage(tmp_path: Path, change: str) -> None:
    file = tmp_path / "s.db"
    with Store(file) as store:
        store.add(rows(1))
        store.commit()
    base = sqlite3.connect(file)
    base.execute(f"UPDATE rows SET {change}")
    base.commit()
    base.close()
    with Store(file) as store, pytest.raises(StoreError, match="no study writes"):
        store.verdicts(task())
        list(store.rows())


def test_a_damaged_game_is_told() -> None:
    with pytest.raises(StoreError, match="the store is damaged"):
        unpack_choices("23?4")


def test_what_is_no_ordinary_file_is_left_alone(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(StoreError, match="is no ordinary file"):
        Store(tmp_path / "pipe")
    assert [path.name for path in tmp_path.iterdir()] == ["pipe"]
    with pytest.raises(StoreError, match="without a name"):
        Store("")


def test_an_empty_file_becomes_a_store(tmp_path: Path) -> None:
    (tmp_path / "s.db").touch()
    with Store(tmp_path / "s.db") as store:
        store.add(rows(1))
        store.commit()
    with Store(tmp_path / "s.db", write=False) as store:
        assert store.verdicts(task()) == {1: ("winnable", 10)}


def test_a_full_disk_loses_nothing_that_was_kept(tmp_path: Path) -> None:
    file = tmp_path / "s.db"
    with Store(file) as store:
        store.add(rows(*range(100)))
        store.commit()
        pages = store._base.execute("PRAGMA page_count").fetchone()[0]
        store._base.execute(f"PRAGMA max_page_count = {pages + 2}")  # a small disk
        with pytest.raises(StoreError, match="the disk is full; what was kept before is safe"):
            store.add(rows(*range(100, 5000)))
    with Store(file) as store:
        store.check()
        assert sorted(store.verdicts(task())) == list(range(100))
        store.add(rows(*range(100, 200)))
        store.commit()
        assert len(store.verdicts(task())) == 200


def test_a_store_that_is_only_read_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="there is no such store"):
        Store(tmp_path / "none.db", write=False)
    Store(tmp_path / "s.db").close()
    with (
        Store(tmp_path / "s.db", write=False) as store,
        pytest.raises(StoreError, match="read-only"),
    ):
        store.add(rows(1))
    with pytest.raises(StoreError, match="is there such a folder"):
        Store(tmp_path / "no" / "s.db")


HOLD = """
import sys
from patience.study.store import Store
store = Store(sys.argv[1])
print("open", flush=True)
sys.stdin.readline()
"""


def test_a_second_writer_is_told_so(tmp_path: Path) -> None:
    file = tmp_path / "s.db"
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None and holder.stdin is not None
        assert holder.stdout.readline() == b"open\n"
        for write in (True, False):
            with pytest.raises(StoreError, match="another study is using this store"):
                Store(file, write=write)
        holder.stdin.write(b"\n")
        holder.stdin.flush()
        holder.wait(20)
    Store(file).close()


def test_every_field_of_a_row_has_its_column() -> None:
    assert len(set(COLUMNS)) == len(COLUMNS) == 19
