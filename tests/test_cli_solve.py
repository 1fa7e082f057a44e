"""``patience solve``: answers, exit statuses, the files that it reads and writes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import invoke
from kernel_help import needs_kernel

from patience.solver import Verdict

SOLUTION = Path(__file__).parent / "data" / "play" / "duchess-pysol-24.txt"
WON = ("solve", "duchess", "--deal", "20", "--states", "20000")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PATIENCE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.mark.parametrize("how", [("--python",), pytest.param((), marks=needs_kernel)])
def test_a_winnable_deal(how: tuple[str, ...], tmp_path: Path) -> None:
    file = tmp_path / "line.txt"
    ended = invoke(*WON, *how, "--save", str(file))
    lines = ended.out.splitlines()
    assert ended.status == 0
    assert lines[0] == "Duchess, duchess:20"
    assert lines[1].startswith(f"winnable in {len(lines) - 2} actions (")
    assert ("search in Python" in lines[1]) == bool(how)
    assert f"patience: the winning line was written to {file}" in ended.err
    replayed = invoke("replay", str(file))
    assert (replayed.status, "Won in" in replayed.out) == (0, True)


@needs_kernel
@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (("canfield+as-solvitaire:solvitaire:5",), 1),
        (("duchess:20", "--states", "5"), 4),
    ],
)
def test_no_line_to_save_is_told(arguments: tuple[str, ...], status: int, tmp_path: Path) -> None:
    file = tmp_path / "line.txt"
    ended = invoke("solve", *arguments, "--save", str(file))
    assert ended.status == status and not file.exists()
    assert ended.err == f"patience: nothing was written to {file}: no winning line was found\n"


@pytest.mark.parametrize(("states", "words"), [(1, "1 state,"), (0, "0 states,")])
def test_one_state_is_no_states(states: int, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    verdict = Verdict("winnable", states=states, seconds=0.0, searcher="native")
    monkeypatch.setattr("patience.solver.solve", lambda *args, **kinds: verdict)
    assert f"winnable in 0 actions ({words} 0.00 s" in invoke("solve", "duchess:20").out


def test_an_interrupt_is_told_as_what_was_pressed(monkeypatch: pytest.MonkeyPatch) -> None:
    verdict = Verdict("undecided", limit="interrupt", states=7, seconds=1.0, searcher="native")
    monkeypatch.setattr("patience.solver.solve", lambda *args, **kinds: verdict)
    ended = invoke("solve", "duchess:20")
    assert ended.status == 130
    assert "undecided: stopped by Ctrl-C (7 states, 1.00 s, native kernel)" in ended.out


@needs_kernel
def test_an_unwinnable_deal() -> None:
    ended = invoke("solve", "canfield+as-solvitaire", "--deal", "solvitaire:5")
    assert ended.status == 1
    assert "unwinnable: every line was tried" in ended.out
    full = invoke("solve", "canfield+as-solvitaire", "--deal", "solvitaire:13", "--no-pruning")
    assert (full.status, "unwinnable" in full.out) == (1, True)


@pytest.mark.parametrize(
    ("option", "limit"),
    [(("--states", "40"), "states"), (("--seconds", "0.000001"), "seconds"),
     (("--memory", "100k"), "memory")],
)  # fmt: skip
def test_an_undecided_deal_names_its_limit(option: tuple[str, ...], limit: str) -> None:
    ended = invoke("solve", "klondike", "--deal", "solvitaire:22", "--python", *option)
    assert ended.status == 4
    words = {"seconds": "time"}.get(limit, limit)
    assert f"undecided: stopped at the limit of {words}, which --{limit} sets (" in ended.out


def test_json() -> None:
    row = json.loads(invoke(*WON, "--json").out)
    assert (row["kind"], row["game"], row["deal"], row["verdict"]) == (
        "solve", "duchess", "20", "winnable",
    )  # fmt: skip
    assert row["actions"] and row["limit"] is None and row["states"] > 0
    open_row = json.loads(invoke("solve", "duchess:20", "--states", "5", "--json").out)
    assert (open_row["verdict"], open_row["limit"], open_row["actions"]) == (
        "undecided", "states", None,
    )  # fmt: skip


def test_on_from_a_transcript(tmp_path: Path) -> None:
    part = tmp_path / "part.txt"
    part.write_text("".join(SOLUTION.read_text().splitlines(keepends=True)[:110]))
    saved = tmp_path / "whole.txt"
    ended = invoke("solve", "--from", str(part), "--save", str(saved))
    assert ended.status == 0
    assert "duchess:pysol:24, after 106 actions" in ended.out
    assert invoke("replay", str(saved)).status == 0


def test_on_from_a_kept_game(home: Path) -> None:
    invoke("play", "duchess:20", "--save", stdin="R1 F\n")
    kept = next(path for path in home.rglob("*duchess*") if path.is_file())
    ended = invoke("solve", "--from", str(kept), "--states", "30")
    assert ended.status in (0, 4)
    assert "duchess:20, after 1 action\n" in ended.out


@pytest.mark.parametrize("form", ["--state", "--json"])
def test_on_from_a_position(form: str, tmp_path: Path) -> None:
    file = tmp_path / "position"
    text = invoke("deal", "duchess:20", "--state").out
    if form == "--json":
        import patience

        text = patience.parse(text).to_json()
    file.write_text(text)
    ended = invoke("solve", "--from", str(file), "--states", "20000")
    assert (ended.status, ended.out.splitlines()[0]) == (0, "A position of duchess")
    assert invoke("solve", "--from", str(file), "--save", str(tmp_path / "x")).status == 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "GAME"),
        (("duchess", "--from", "x"), "--from FILE says which game"),
        (("--from", "no such file"), "no such file"),
        (("duchess", "--memory", "lots"), "'lots' is no size"),
        (("duchess", "--states", "0"), "0"),
        (("duchess", "--states", str(2**64)), "--states"),
        (("duchess", "--seconds", "nan"), "'nan' is no number of seconds"),
        (("nonsuch",), "nonsuch"),
    ],
)
def test_what_makes_no_sense_is_refused(arguments: tuple[str, ...], said: str) -> None:
    ended = invoke("solve", *arguments)
    assert ended.status == 2
    assert said in ended.err


@pytest.mark.parametrize(
    ("game", "old", "new", "said"),
    [
        ("duchess", "W:", "W:\nredeals: 2", "redeals: 2 were made, but duchess has 1"),
        ("canfield", "T3: JC", "T3:", "T3 is empty, but canfield fills it at once from R"),
    ],
)
def test_a_position_that_no_play_leads_to(
    game: str, old: str, new: str, said: str, tmp_path: Path
) -> None:
    text = invoke("deal", f"{game}:1", "--state").out
    if game == "canfield":
        card = next(line for line in text.splitlines() if line.startswith("T3: ")).split()[1]
        old, text = f"T3: {card}", text.replace("T1: ", f"T1: {card} ")
    file = tmp_path / "position"
    file.write_text(text.replace(old, new))
    ended = invoke("solve", "--from", str(file))
    assert ended.status == 2
    assert said in ended.err


def test_a_file_that_is_nothing_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "nothing"
    file.write_text("what is this\n")
    ended = invoke("solve", "--from", str(file))
    assert ended.status == 2
    assert str(file) in ended.err


SHORT_OF_MEMORY = """
import resource
from patience.solver import Limits, solve
import patience
state = patience.load("forty-thieves").deal(5)
with open("/proc/self/statm") as file:
    pages = int(file.read().split()[0])
most = pages * resource.getpagesize() + (60 << 20)
resource.setrlimit(resource.RLIMIT_AS, (most, most))
verdict = solve(state, Limits(states=3_000_000, memory=1 << 31))
print(verdict.kind, verdict.limit, verdict.states > 10_000)
"""


@needs_kernel
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="reads Linux's word on memory")
def test_a_machine_with_less_memory_than_the_limit_allows() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", SHORT_OF_MEMORY], capture_output=True, text=True, check=False
    )
    assert (ended.stdout, ended.stderr) == ("undecided memory True\n", "")
