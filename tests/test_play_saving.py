"""Keeping a game: whole or not at all, in one window, whatever was done to the file."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from command_line import environment

from patience.cards import card_text
from patience.errors import SaveError
from patience.play import folders
from patience.play.folders import write_atomically
from patience.play.gameref import GameRef
from patience.play.keeping import Keeper, restore, snapshot
from patience.play.records import read_records
from patience.play.savedgame import MAX_ACTIONS, SavedGame, read_saved
from patience.play.saving import Store, read_save_file
from patience.play.session import Session
from patience.play.sitting import InTheWay, Seated, sit_down
from patience.rulebook import rulebook


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PATIENCE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def played(ref: GameRef | None = None, actions: int = 30, deal: str = "pysol:24") -> Session:
    ref = ref or GameRef("duchess")
    session = Session(ref, ref.load(), deal)
    while session.here < actions and (hint := session.hint()):
        session.play(hint.action)
    return session


def keeper_and_words() -> tuple[Keeper, list[str]]:
    words: list[str] = []
    return Keeper(words.append), words


def seated(keeper: Keeper, ref: GameRef | None, deal: str = "", fresh: bool = False) -> Seated:
    found = sit_down(keeper, ref, deal, fresh=fresh)
    assert isinstance(found, Seated)
    return found


# ---------------------------------------------------------------------- there and back


def test_a_kept_game_comes_back_with_its_history() -> None:
    session = played()
    session.undo(7)
    session.pause()
    saved = read_saved(snapshot(session).to_json().encode(), "x")
    assert saved == snapshot(session)
    restored = restore(saved, "duchess")
    again = restored.session
    assert not restored.notes and not restored.dropped
    assert again.states == session.states and again.texts == session.texts
    assert (again.here, again.can_redo) == (23, 7)
    assert again.counters.played == session.counters.played
    assert again.counters.undone == 7 and again.counters.hints == session.counters.hints
    assert again.hint() == session.hint()


@pytest.mark.parametrize("deal", ["5", "ms:24", "solvitaire:3", "pysol:123456"])
def test_every_way_of_naming_a_deal_can_be_kept(deal: str) -> None:
    session = played(actions=5, deal=deal)
    assert restore(snapshot(session), "duchess").session.states == session.states


def test_a_deal_by_its_cards_can_be_kept() -> None:
    game = GameRef("duchess").load()
    cards = " ".join(map(card_text, reversed(game.pack(9).cards)))
    session = played(actions=5, deal=cards)
    assert restore(snapshot(session), "duchess").session.states == session.states


def test_settings_and_options_are_kept_apart_from_the_plain_game() -> None:
    refs = [
        GameRef("duchess"),
        GameRef("duchess", ("whole columns",)),
        GameRef("duchess", (), ("stock.redeals=none",)),
        GameRef("duchess", (), ("stock.redeals=2",)),
    ]
    slots = {ref.slot(ref.load()) for ref in refs}
    assert len(slots) == 4
    for ref in refs:
        session = played(ref, 5)
        again = restore(snapshot(session), "x").session
        assert again.ref == ref and again.states == session.states


# ---------------------------------------------------------------------- rules that change


def write_game(path: Path, redeals: int = 1) -> GameRef:
    rules = rulebook().read("duchess")[0].decode()
    assert "  redeals: 1 " in rules
    path.write_text(rules.replace("  redeals: 1 ", f"  redeals: {redeals or 'none'} "))
    return GameRef(str(path))


def test_a_rule_file_that_is_gone_is_replaced_by_the_kept_rules(tmp_path: Path) -> None:
    ref = write_game(tmp_path / "mine.yaml")
    session = played(ref)
    saved = read_saved(snapshot(session).to_json().encode(), "x")
    (tmp_path / "mine.yaml").unlink()
    restored = restore(saved, "mine~1")
    assert "the rules kept with the game serve" in restored.notes[0]
    assert [str(s).split("\n")[1:] for s in restored.session.states] == [
        str(s).split("\n")[1:] for s in session.states
    ]


def test_changed_rules_are_told_and_what_fits_is_kept(tmp_path: Path) -> None:
    ref = write_game(tmp_path / "mine.yaml")
    session = played(ref, 90)
    texts = list(session.texts)
    assert "redeal" in texts
    write_game(tmp_path / "mine.yaml", redeals=0)
    restored = restore(snapshot(session), "mine")
    assert "have changed" in restored.notes[0] and "were dropped" in restored.notes[1]
    assert restored.session.texts == texts[: texts.index("redeal")]
    assert restored.dropped == len(texts) - texts.index("redeal")


def test_a_game_that_fits_only_in_part_is_put_aside_first(tmp_path: Path) -> None:
    ref = write_game(tmp_path / "mine.yaml")
    keeper, _ = keeper_and_words()
    table = seated(keeper, ref, "pysol:24")
    while table.session.here < 90 and (hint := table.session.hint()):
        table.session.play(hint.action)
    assert keeper.save(table.session)
    keeper.close()
    write_game(tmp_path / "mine.yaml", redeals=0)
    again = seated(keeper, ref)
    assert again.resumed and "the game as it was is in" in again.notes[-1]
    aside = Path(again.notes[-1].rpartition(" ")[2])
    kept = read_save_file(aside)
    assert kept is not None and len(kept.actions) == 90


def test_another_layout_under_the_same_deal_is_noticed() -> None:
    session = played(actions=3)
    saved = snapshot(session)
    other = SavedGame(**{n: getattr(saved, n) for n in SavedGame.__slots__} | {"deal": "25"})
    restored = restore(other, "duchess")
    assert "deal 25 gives another layout today" in restored.notes[0]
    assert restored.session.states == session.states


# ---------------------------------------------------------------------- files from anywhere


def good() -> dict[str, object]:
    fields = json.loads(snapshot(played(actions=4)).to_json())
    assert isinstance(fields, dict)
    return fields


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "it is empty"),
        (b"\x80\x04\x95", "no text in UTF-8"),
        (b"{", "no JSON"),
        (b"[]", "no save of this program"),
        (b'{"format": "chess"}', "no save of this program"),
        (b"[" * 200_000, "nested too deeply"),
        (b'{"format": "patience game", "version": 2}', "a newer version of patience wrote it"),
        (b'{"format": "patience game", "version": "1"}', "its version is '1'"),
        (b'{"format": "patience game", "version": 1}', "its field"),
        (b"1" * 10_000, "no JSON"),
    ],
)
def test_what_is_no_save_is_told(content: bytes, words: str) -> None:
    with pytest.raises(SaveError, match=r"^the kept game name\.json cannot be read: ") as error:
        read_saved(content, "name.json")
    assert words in str(error.value) and error.value.exit_status == 5
    assert len(str(error.value)) < 300


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("here", 5),
        ("here", -1),
        ("here", 1.5),
        ("here", "2"),
        ("here", True),
        ("actions", "R1 F"),
        ("actions", [1]),
        ("actions", ["x" * 300]),
        ("actions", ["turn"] * (MAX_ACTIONS + 1)),
        ("deal", 24),
        ("deal", "x" * 30_000),
        ("counters", None),
        ("counters", {"seconds": -1, "played": 0, "undone": 0, "hints": 0, "booked": ""}),
        ("counters", {"seconds": float("nan"), "played": 0, "undone": 0, "hints": 0, "booked": ""}),
        ("options", {}),
        ("source", None),
        ("rules", 5),
    ],
)
def test_every_field_is_checked(key: str, value: object) -> None:
    content = json.dumps(good() | {key: value}).encode()
    with pytest.raises(SaveError, match="its field"):
        read_saved(content, "name.json")


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"source": "/etc/passwd"}, "cannot be taken up"),
        ({"source": "no such game"}, "there is no game"),
        ({"deal": "file:/etc/passwd"}, "cannot be taken up"),
        ({"deal": "pysol:0"}, "cannot be taken up"),
        ({"options": ["nothing of the kind"]}, "cannot be taken up"),
        ({"settings": ["tableau.move=fly"]}, "cannot be taken up"),
    ],
)
def test_a_save_with_strange_contents_is_refused(
    home: Path, changes: dict[str, object], words: str
) -> None:
    file = home / "state/games/duchess.json"
    content = json.dumps(good() | changes)
    write_atomically(file, content)
    keeper, _ = keeper_and_words()
    with pytest.raises(SaveError, match=words):
        sit_down(keeper, GameRef("duchess"))
    assert file.read_text() == content
    keeper.close()


def test_places_that_are_no_files_do_not_make_one_wait(home: Path) -> None:
    store = Store(home / "state/games")
    store.folder.mkdir(parents=True)
    os.mkfifo(store.file("duchess"))
    with pytest.raises(SaveError, match="no ordinary file"):
        store.read("duchess")
    store.file("duchess").unlink()
    store.file("duchess").mkdir()
    with pytest.raises(SaveError):
        store.read("duchess")
    store.file("duchess").rmdir()
    os.truncate(os.open(store.file("duchess"), os.O_CREAT | os.O_RDWR), 1 << 30)
    with pytest.raises(SaveError, match="larger than"):
        store.read("duchess")


def test_the_name_of_the_last_game_may_be_anything(home: Path) -> None:
    store = Store(home / "state/games")
    assert store.last() is None
    store.set_last("duchess")
    assert store.last() == "duchess"
    for name in ("../../etc/passwd", "", "a\0b", "x" * 2000):
        (store.folder / "last").write_text(name)
        with pytest.raises(SaveError):
            store.last()
        assert store.last_or_none() is None
        with pytest.raises(SaveError):
            store.file(name)
    keeper, _ = keeper_and_words()
    with pytest.raises(SaveError, match="--new"):
        sit_down(keeper, None)
    assert seated(keeper, None, fresh=True).session.game.id == "duchess"
    keeper.close()


# ---------------------------------------------------------------------- sitting down


def test_sitting_down_takes_up_what_was_kept() -> None:
    keeper, words = keeper_and_words()
    first = seated(keeper, GameRef("duchess"), "pysol:24")
    assert not first.resumed
    first.session.act("R1 F")
    assert keeper.save(first.session)
    keeper.close()
    for ref, deal in ((None, ""), (GameRef("duchess"), ""), (GameRef("duchess"), "pysol:24")):
        again = seated(keeper, ref, deal)
        assert again.resumed and again.session.texts == ["R1 F"]
        keeper.close()
    other = sit_down(keeper, GameRef("duchess"), "7")
    assert isinstance(other, InTheWay) and other.saved.deal == "pysol:24"
    keeper.close()
    fresh = seated(keeper, GameRef("duchess"), "7", fresh=True)
    assert fresh.session.deal == "7" and not fresh.resumed
    assert not words
    keeper.close()
    assert folders.records_file().read_text().count('"lost"') == 1


def test_a_deal_that_was_only_looked_at_is_not_counted() -> None:
    keeper, _ = keeper_and_words()
    first = seated(keeper, GameRef("duchess"), "1")
    keeper.save(first.session)
    keeper.close()
    second = seated(keeper, GameRef("duchess"), "2")
    assert second.session.deal == "2"
    keeper.close()
    assert not folders.records_file().exists()


def test_a_won_game_gives_way_and_is_booked_once() -> None:
    keeper, _ = keeper_and_words()
    table = seated(keeper, GameRef("duchess"), "pysol:24")
    while hint := table.session.hint():
        table.session.play(hint.action)
    assert table.session.state.is_won
    keeper.save(table.session)  # but yesterday the record could not be written
    keeper.close()
    for number in range(3):
        again = seated(keeper, None if number else GameRef("duchess"))
        assert not again.resumed and again.session.here == 0
        keeper.close()
    seated(keeper, None, "5", fresh=True)
    keeper.close()
    assert [one.result for one in read_records(folders.records_file())] == ["won"]


def test_a_win_is_booked_once_whatever_is_undone() -> None:
    keeper, _ = keeper_and_words()
    table = seated(keeper, GameRef("duchess"), "pysol:24")
    while hint := table.session.hint():
        table.session.play(hint.action)
    for _ in range(3):
        keeper.book(table.session, "won")
        table.session.undo(2)
        table.session.redo(2)
    keeper.save(table.session)
    keeper.close()
    seated(keeper, None, "5", fresh=True)
    keeper.close()
    assert [one.result for one in read_records(folders.records_file())] == ["won"]


def test_one_window_at_a_time(home: Path) -> None:
    one, _ = keeper_and_words()
    two, words = keeper_and_words()
    first = seated(one, GameRef("duchess"), "1")
    first.session.act("R1 F")
    one.save(first.session)
    second = seated(two, GameRef("duchess"))
    assert two.elsewhere and not two.keeps
    assert f"process {os.getpid()}" in words[0]
    second.session.act("R2 F")
    assert not two.save(second.session)
    kept = one.store.read("duchess")
    assert kept is not None and kept.actions == ("R1 F",)
    other = seated(two, GameRef("duke"), "1")  # another game is free
    assert two.keeps and other.session.game.id == "duke"
    two.close()
    one.close()
    assert seated(two, GameRef("duchess")).resumed
    two.close()


# ---------------------------------------------------------------------- when writing fails

WRITER = """
import itertools, sys
from pathlib import Path
from patience.play.folders import write_atomically
for n in itertools.count():
    write_atomically(Path(sys.argv[1]), f"{n} begins\\n" + "x" * 300_000 + f"\\n{n} ends")
"""


def test_a_kill_at_any_moment_leaves_a_whole_file(tmp_path: Path) -> None:
    file = tmp_path / "save"
    for delay in (0.02, 0.05, 0.09, 0.14, 0.2):
        file.unlink(missing_ok=True)
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(file)], env=environment(tmp_path)
        )
        while not file.exists():
            time.sleep(0.005)
        time.sleep(delay)
        writer.send_signal(signal.SIGKILL)
        writer.wait()
        lines = file.read_text().split("\n")
        assert len(lines) == 3 and lines[0].split()[0] == lines[2].split()[0]


def test_a_full_disk_is_told_once_and_the_old_save_stays(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeper, words = keeper_and_words()
    table = seated(keeper, GameRef("duchess"), "pysol:24")
    table.session.act("R1 F")
    assert keeper.save(table.session)
    before = keeper.store.file("duchess").read_bytes()

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr("patience.play.folders.os.fsync", full)
        for _ in range(3):
            table.session.act("turn")
            assert not keeper.save(table.session)
    assert words == ["the game could not be kept: No space left on device"]
    assert keeper.store.file("duchess").read_bytes() == before
    assert sorted(path.name for path in keeper.store.folder.iterdir()) == [
        "duchess.json", "duchess.lock", "last",
    ]  # fmt: skip
    assert keeper.save(table.session)  # as soon as there is room again
    keeper.close()


def test_files_are_written_new_or_not_at_all(tmp_path: Path) -> None:
    file = tmp_path / "a" / "b.txt"
    write_atomically(file, "one", replace=False)
    with pytest.raises(FileExistsError):
        write_atomically(file, "two", replace=False)
    assert file.read_text() == "one"
    write_atomically(file, "two ♣")
    assert file.read_text(encoding="utf-8") == "two ♣"
    assert list(file.parent.iterdir()) == [file]


def test_the_folders_follow_the_system_or_one_variable(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert folders.saves_folder() == home / "state/games"
    assert folders.records_file() == home / "data/records.jsonl"
    monkeypatch.delenv("PATIENCE_HOME")
    monkeypatch.setenv("XDG_STATE_HOME", str(home / "s"))
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "d"))
    if sys.platform == "linux":
        assert folders.saves_folder() == home / "s/patience/games"
        assert folders.records_file() == home / "d/patience/records.jsonl"
