"""Play on a terminal: a real process on a pseudo-terminal, typed to and looked at."""

from __future__ import annotations

import json
import os
import signal
import time
from pathlib import Path

import pytest
from command_line import Terminal, without_codes

SOLUTION = Path(__file__).parent / "data" / "play" / "duchess-pysol-24.txt"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


def saved(home: Path) -> dict[str, object]:
    content = json.loads((home / "state/games/duchess.json").read_text())
    assert isinstance(content, dict)
    return content


def test_a_sitting_from_the_deal_to_the_next_day(home: Path) -> None:
    with Terminal("play", "duchess:946", home=home) as terminal:
        first = without_codes(terminal.until("> "))
        assert first.startswith("Duchess") and "duchess:946 · 0 moves" in first
        assert "Choose the base, the first card to build: R1 F, R2 F, R3 F or R4 F." in first
        assert first.count("\n") < 24
        refused = without_codes(terminal.ask("t1 t9", "t9"))
        assert "Choose the base" not in refused and "still to be chosen" in refused
        assert "Choose the base" in without_codes(terminal.ask("", "to be chosen"))
        assert "(4)" in without_codes(terminal.ask("r2 f", "start with fours"))
        refused = without_codes(terminal.ask("t1 t3", "takes a black 10"))
        assert "1 move\n" in refused.replace("\r", "")  # nothing was counted
        assert "hint: " in terminal.ask("h", "hint: ")
        terminal.ask("turn", "2 moves")
        terminal.ask("u 2", "0 moves")
        terminal.ask("U", "1 move")
        terminal.type("?")
        assert "redeal" in terminal.until("Enter goes back: ")
        terminal.ask("", "1 move")
        terminal.type("rules")
        assert "The layout" in terminal.until("q goes back: ")
        terminal.ask("q", "1 move")
        terminal.type("q")
        assert terminal.ended() == 0
        assert "Kept; 'patience play duchess' goes on with it" in terminal.all
    with Terminal("play", home=home) as terminal:
        again = without_codes(terminal.until("> "))
        assert "duchess:946 · 1 move" in again and "taken up" in again
        terminal.ask("U", "2 moves")  # the history came along
        terminal.ask("restart", "0 moves")
        assert terminal.process.poll() is None


def test_what_is_typed_under_a_page_goes_to_the_game(home: Path) -> None:
    with Terminal("play", "duchess:946", home=home) as terminal:
        terminal.until("> ")
        terminal.type("?")
        terminal.until("Enter goes back: ")
        terminal.ask("r2 f", "1 move")
        terminal.type("rules")
        first = without_codes(terminal.until("q goes back: "))
        terminal.type("")
        terminal.until("- a page back, Enter goes on, q goes back: ")
        terminal.type("-")
        again = without_codes(terminal.until("q goes back: "))
        assert again.partition("\n")[2] == first.partition("\n")[2]
        terminal.ask("turn; turn", "3 moves")


def test_many_actions_in_one_line_leave_room_for_the_board(home: Path) -> None:
    with Terminal("play", "duchess:946", home=home) as terminal:
        terminal.until("> ")
        shown = without_codes(terminal.ask("r2 f; turn 6", "7 moves"))
        assert "7 actions, the last ones:" in shown and shown.count("turn: turned") == 2
        assert shown.count("\n") < 26
        shown = without_codes(terminal.ask("turn 2; t1 t1; turn", "9 moves"))
        assert shown.count("turn: turned") == 2 and "what stands before it is done" in shown
        shown = without_codes(terminal.ask("u 9; finish", "0 moves"))
        assert "nothing to play up yet: the base is still to be chosen" in shown
        terminal.type("u; q")
        assert terminal.ended() == 0


def test_every_way_of_leaving_keeps_the_game(home: Path) -> None:
    for number, (leave, status) in enumerate(
        [
            (lambda t: os.write(t.master, b"\x04"), 0),
            (lambda t: os.write(t.master, b"\x03"), 130),
            (lambda t: t.process.send_signal(signal.SIGTERM), 143),
            (lambda t: t.process.send_signal(signal.SIGHUP), 129),
            (lambda t: t.process.kill(), -9),
            (lambda t: t.close(), None),
        ],
        1,
    ):
        with Terminal("play", *(["duchess:946"] if number == 1 else []), home=home) as terminal:
            terminal.until("> ")
            terminal.ask("r2 f" if number == 1 else "turn", f"{number} move")
            if number == 1:  # a key belongs to the terminal until the line editor has it
                time.sleep(0.3)
            leave(terminal)
            ended = terminal.ended()
            assert status is None or ended == status, terminal.all
            if status in (0, 130):
                assert "Kept; 'patience play duchess' goes on with it" in terminal.all
        actions = saved(home)["actions"]
        assert isinstance(actions, list) and len(actions) == number
        if status is not None and status >= 0:
            assert "Traceback" not in terminal.all


def test_a_win_is_told_booked_and_not_greeted_with_again(home: Path) -> None:
    moves = [line for line in SOLUTION.read_text().splitlines() if ":" not in line]
    with Terminal("play", "duchess:pysol:24", home=home) as terminal:
        terminal.until("> ")
        for number, move in enumerate(moves, 1):
            won = terminal.ask(move, f"{number} move")
        assert "Won in 143 moves" in won and "duchess:pysol:24" in won
        assert "1 of 1 won, 1 in a row (best 1)" in won and "fewest moves 143 (now)" in won
        terminal.ask("u", "142 moves")  # even now one may look back
        terminal.ask("U", "143 moves")
        terminal.type("q")
        assert terminal.ended() == 0
    records = (home / "data/records.jsonl").read_text().splitlines()
    assert [json.loads(line)["result"] for line in records] == ["won"]
    with Terminal("play", home=home) as terminal:
        assert "0 moves" in terminal.until("> ")
        terminal.ask("new", "a new deal")
        terminal.type("q")
        terminal.ended()
    assert (home / "data/records.jsonl").read_text().splitlines() == records


def test_giving_up_a_deal_is_asked_for_and_counts_as_lost(home: Path) -> None:
    with Terminal("play", "duchess:946", home=home) as terminal:
        terminal.until("> ")
        terminal.ask("r2 f", "1 move")
        terminal.type("new")
        terminal.until("counts as lost. [y/N] ")
        terminal.ask("", "goes on")
        terminal.type("q")
        terminal.ended()
    with Terminal("play", "duchess:947", home=home) as terminal:
        assert "deal 946, 1 move." in terminal.until("[y/N] ")
        terminal.type("n")
        assert terminal.ended() == 0
    assert saved(home)["deal"] == "946"
    assert not (home / "data/records.jsonl").exists()
    with Terminal("play", "duchess:947", home=home) as terminal:
        terminal.until("[y/N] ")
        terminal.ask("y", "duchess:947 · 0 moves")
        terminal.type("q")
        terminal.ended()
    row = json.loads((home / "data/records.jsonl").read_text())
    assert (row["result"], row["deal"], row["moves"]) == ("lost", "946", 1)


def test_a_page_of_long_lines_shows_all_of_them(home: Path) -> None:
    with Terminal("play", "miss-milligan:5", home=home, rows=16, columns=40) as terminal:
        terminal.until("> ")
        terminal.ask("turn", "1 move")
        terminal.type("look")
        screens = [without_codes(terminal.until("q goes back: "))]
        while not screens[-1].endswith("Enter goes back: "):
            terminal.type("")
            screens.append(without_codes(terminal.until("goes back: ")))
        for screen in screens:
            rows = [row for row in screen.replace("\r", "").split("\n") if row]
            assert len(rows) <= 16 and max(map(len, rows)) <= 40
        assert "T1: 2 cards" in screens[0] + screens[1] and "C: empty" in screens[-1]


def test_two_windows_do_not_overwrite_each_other(home: Path) -> None:
    with Terminal("play", "duchess:946", home=home) as first:
        first.until("> ")
        first.ask("r2 f", "1 move")
        with Terminal("play", "duchess", home=home) as second:
            words = " ".join(without_codes(second.until("> ")).split())
            assert f"in another window (process {first.process.pid}), so the game in this" in words
            second.ask("r1 f", "1 move")
            second.type("q")
            second.ended()
            assert "not kept" in second.all
        first.ask("turn", "2 moves")
        first.type("q")
        first.ended()
    assert saved(home)["deal"] == "946" and saved(home)["here"] == 2


def test_an_unreadable_save_is_never_lost(home: Path) -> None:
    file = home / "state/games/duchess.json"
    file.parent.mkdir(parents=True)
    file.write_text("{ broken")
    with Terminal("play", "duchess", home=home) as terminal:
        assert terminal.ended() == 5
        assert "--new puts that file aside" in terminal.all
    assert file.read_text() == "{ broken"
    with Terminal("play", "duchess:5", "--new", home=home) as terminal:
        terminal.until("> ")
        terminal.type("q")
        terminal.ended()
    assert (file.parent / "duchess.aside-1.json").read_text() == "{ broken"
    assert saved(home)["deal"] == "5"


@pytest.mark.parametrize(
    ("columns", "changes"),
    [
        (80, {"TERM": "dumb"}),
        (20, {}),
        (10, {"LANG": "C"}),
        (80, {"NO_COLOR": "1", "LANG": "C"}),
    ],
)
def test_odd_terminals(home: Path, columns: int, changes: dict[str, str]) -> None:
    with Terminal("play", "forty-thieves:3", home=home, columns=columns, **changes) as terminal:
        shown = terminal.until("> ")
        if "TERM" in changes:
            assert "\x1b" not in shown
        if "NO_COLOR" in changes:
            assert "\x1b[3" not in shown
        if "LANG" in changes:
            assert shown.isascii()
        widths = [len(line) for line in without_codes(shown).splitlines()]
        assert max(widths) <= columns
        terminal.type("q")
        assert terminal.ended() == 0


def test_the_menu(home: Path) -> None:
    with Terminal(home=home) as terminal:
        terminal.until("> ")
        terminal.type("1")
        assert "Duchess" in terminal.until("0 moves")
        terminal.type("q")
        assert terminal.ended() == 0
    with Terminal(home=home) as terminal:
        terminal.until("> ")
        terminal.type("q")
        assert terminal.ended() == 0


def test_a_home_that_cannot_be_written_is_warned_of(home: Path) -> None:
    home.parent.mkdir(exist_ok=True)
    home.write_text("a file where a folder should be")
    with Terminal("play", "duchess:946", home=home) as terminal:
        assert "this game is not kept" in terminal.until("> ")
        terminal.ask("r2 f", "1 move")
        terminal.type("q")
        assert terminal.ended() == 0
        assert "its deal is duchess:946" in terminal.all
