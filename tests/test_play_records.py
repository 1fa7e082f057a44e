"""Records and their figures; share codes; transcripts."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest
from games import load

from patience.errors import DealError, NotationError
from patience.play.folders import write_atomically
from patience.play.gameref import GameRef
from patience.play.records import Ending, Record, enter, figures, read_records, win_words
from patience.play.session import Session
from patience.play.sharecode import Code, check_hash, split_deal, split_game
from patience.play.transcript import read_transcript, replay, write_transcript


def record(
    game: str = "duchess", result: Ending = "won", seconds: float = 60, moves: int = 100
) -> Record:
    return Record(game, "0" * 16, "1", result, moves, seconds, 2, 3, "2026-01-01T00:00:00+00:00")


def test_records_are_read_back_and_strange_lines_passed_over(tmp_path: Path) -> None:
    file = tmp_path / "new" / "records.jsonl"
    assert read_records(file) == []
    enter(record(), file)
    with file.open("ab") as stream:
        stream.write(b'\xff\xfe\n{"game": 1}\n[]\n' + b"[" * 100_000 + b"\n{}\n")
        stream.write(b'{"game": "duchess", "half a li')
    enter(record(result="lost"), file)
    assert [one.result for one in read_records(file)] == ["won", "lost"]


def test_a_pipe_in_the_records_place_is_not_waited_for(tmp_path: Path) -> None:
    file = tmp_path / "records.jsonl"
    os.mkfifo(file)
    for use in (lambda: read_records(file), lambda: enter(record(), file)):
        with pytest.raises(OSError, match="no ordinary file"):
            use()


def test_figures_say_what_they_count() -> None:
    games = [
        record(seconds=90, moves=120),
        record(seconds=50, moves=130),
        record(result="lost", seconds=5, moves=3),
        record(seconds=70, moves=140),
        record("canfield", "lost", 20, 20),
    ]
    canfield, duchess = figures(games)
    assert (duchess.played, duchess.won, duchess.streak, duchess.best_streak) == (4, 3, 1, 2)
    assert (duchess.fastest, duchess.fewest) == (50, 120)  # of games won
    assert (canfield.played, canfield.won, canfield.fastest, canfield.fewest) == (1, 0, None, None)
    assert (duchess.alone, duchess.hints, duchess.undone) == (0, 12, 8)
    alone = replace(record(), hints=0)
    (row,) = figures([alone, record(), replace(alone, result="lost")])
    assert (row.alone, row.hints, row.undone) == (1, 3, 6)


def test_a_win_is_set_beside_the_others() -> None:
    games = [record(seconds=50, moves=130), record("canfield"), record(seconds=90, moves=120)]
    assert win_words(games, "duchess") == (
        "2 of 2 won, 2 in a row (best 2); fastest 0:50, fewest moves 120 (now)"
    )
    assert win_words([*games, record(result="lost")], "duchess") == ""
    assert win_words(games, "duke") == ""


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("duchess", Code("duchess")),
        ("duchess:946", Code("duchess", "946")),
        ("canfield+as-solvitaire:pysol:24", Code("canfield+as-solvitaire", "pysol:24")),
        ("mine.yaml", Code("mine.yaml")),
        (
            "./a b/mine.yaml+relaxed:ms:7#1a2b3c4d",
            Code("./a b/mine.yaml+relaxed", "ms:7", "1a2b3c4d"),
        ),
        ("dir/game", Code("dir/game")),
        ("-", Code("-")),
    ],
)
def test_share_codes_in_place_of_a_game(text: str, code: Code) -> None:
    assert split_game(text) == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("946", Code("", "946")),
        ("pysol:24", Code("", "pysol:24")),
        ("MS:7", Code("", "MS:7")),
        ("own:7", Code("", "own:7")),
        ("file:a:b.txt", Code("", "file:a:b.txt")),
        ("@c:cards.txt", Code("", "@c:cards.txt")),
        ("duchess:946", Code("duchess", "946")),
        ("duchess:solvitaire:1#abcd", Code("duchess", "solvitaire:1", "abcd")),
        ("4C 5H", Code("", "4C 5H")),
    ],
)
def test_share_codes_in_place_of_a_deal(text: str, code: Code) -> None:
    assert split_deal(text) == code


def test_a_code_of_other_rules_is_refused() -> None:
    check_hash("", "00ff", "mine")
    check_hash("00FF", "00ff11223344", "mine")
    with pytest.raises(DealError, match="other rules of mine"):
        check_hash("00fe", "00ff11223344", "mine")


def test_a_transcript_there_and_back() -> None:
    ref = GameRef("duchess", ("whole columns",), ("stock.redeals=2",))
    session = Session(ref, ref.load(), "pysol:24")
    while session.here < 40 and (hint := session.hint()):
        session.play(hint.action)
    session.undo(3)
    text = write_transcript(session)
    done = replay(read_transcript(text, "x"))
    assert not done.line
    assert done.session.states == session.states[:38]
    assert done.session.ref.options == ref.options
    assert write_transcript(done.session) == text


def test_comments_blank_lines_and_case_do_not_matter() -> None:
    text = "# by hand\n\nGame: duchess\nDEAL: pysol:24\n  # the base\nr1 f # lifted\n\n TURN \n"
    done = replay(read_transcript(text, "x"))
    assert done.session.texts == ["R1 F", "turn"] and not done.line


def test_a_refused_line_is_named_by_its_number() -> None:
    done = replay(read_transcript("game: duchess\ndeal: 1\n\nR1 F\n\nW F\nturn\n", "x"))
    assert done.line == 6 and done.fault == "W is empty"
    assert done.session.texts == ["R1 F"]


def test_a_long_list_of_cards_is_a_deal_but_no_action() -> None:
    load("duchess")
    with pytest.raises(NotationError, match="no action"):
        read_transcript("game: duchess\ndeal: 1\n" + "T1 " * 500, "x")
    with pytest.raises(NotationError, match="too long"):
        read_transcript("game: duchess\n" * 400_000, "x")


@pytest.mark.skipif(os.name == "nt", reason="permissions of this kind are POSIX")
def test_what_is_written_for_others_can_be_read_by_them(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_atomically(tmp_path / "mine", "kept")
        write_atomically(tmp_path / "game.yaml", "to share", shared=True)
        assert os.umask(0o027) == 0o027  # asking for it left it as it was
    finally:
        os.umask(before)
    assert (tmp_path / "mine").stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "game.yaml").stat().st_mode & 0o777 == 0o640
