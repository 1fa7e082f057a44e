"""When things go wrong around the program: full disks, closed pipes, crashes; and how it starts."""

from __future__ import annotations

import os
import resource
import signal
import statistics
import subprocess
import sys
import time
from pathlib import Path

import pytest
from command_line import COMMAND, environment, invoke, process

from patience.cli import rules as rules_command
from patience.errors import PatienceError


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
@pytest.mark.parametrize("command", [["list"], ["play", "duchess:1"], ["--help"], ["schema"]])
def test_output_to_a_full_disk(home: Path, command: list[str]) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [*COMMAND, *command],
            stdin=subprocess.DEVNULL,
            stdout=full,
            stderr=subprocess.PIPE,
            env=environment(home),
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == b"patience: No space left on device\n"


def test_a_file_that_does_not_fit_on_the_disk_is_told(home: Path, tmp_path: Path) -> None:
    """The system refuses files of more than a few bytes; nothing half is left behind."""

    def small_files() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

    env = environment(home, PYTHONDONTWRITEBYTECODE="1")
    made = subprocess.run(
        [*COMMAND, "new", "mygame", "--from", "duchess"],
        capture_output=True,
        cwd=tmp_path,
        env=env,
        preexec_fn=small_files,
        check=False,
    )
    assert made.returncode == 2
    assert b"mygame.yaml cannot be written: File too large" in made.stderr
    assert [file.name for file in tmp_path.iterdir()] == []
    kept = subprocess.run(
        [*COMMAND, "play", "duchess:1", "--save"],
        input=b"R1 F\nturn\n",
        capture_output=True,
        env=env,
        preexec_fn=small_files,
        check=False,
    )
    assert kept.returncode == 1
    assert kept.stderr == b"patience: the game could not be kept: File too large\n"
    assert b"turned" in kept.stdout


@pytest.mark.parametrize("command", [["rules", "duchess"], ["solve", "freecell", "--deal", "ms:1"]])
def test_a_reader_that_leaves_early(home: Path, command: list[str]) -> None:
    reader = subprocess.Popen(
        [*COMMAND, *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(home),
    )
    assert reader.stdout is not None and reader.stderr is not None
    reader.stdout.close()
    errors = reader.stderr.read()
    reader.stderr.close()
    assert reader.wait() == 141 and errors == b""


def test_an_interrupt_in_a_pipe(home: Path) -> None:
    with subprocess.Popen(
        [*COMMAND, "play", "duchess:1", "--save"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(home),
    ) as game:
        assert game.stdin is not None and game.stdout is not None
        game.stdin.write(b"R1 F\n")
        game.stdin.flush()
        while b"R1 F: " not in game.stdout.readline():
            pass
        game.send_signal(signal.SIGINT)
        _, errors = game.communicate()
    assert game.returncode == 130
    assert b"Traceback" not in errors
    assert (home / "state/games/duchess.json").is_file()


def test_a_fault_of_our_own_is_told_without_a_traceback(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(name: str) -> None:
        raise ZeroDivisionError("by accident\nin two lines")

    monkeypatch.setenv("PATIENCE_HOME", str(home))
    monkeypatch.setattr(rules_command, "split_game", broken)
    ended = invoke("rules", "duchess")
    report = home / "state/crash.txt"
    assert ended.status == 70
    assert ended.err == (
        "patience: something went wrong inside (ZeroDivisionError: by accident in two lines); "
        f"a report is in {report}\n"
    )
    assert "Traceback" in report.read_text() and "ZeroDivisionError" in report.read_text()
    monkeypatch.setenv("PATIENCE_DEBUG", "1")
    assert "Traceback" in invoke("rules", "duchess").err
    monkeypatch.delenv("PATIENCE_DEBUG")
    home.rename(home.with_name("away"))
    home.write_text("no folder")
    assert "PATIENCE_DEBUG=1 shows where" in invoke("rules", "duchess").err


@pytest.mark.parametrize(
    "arguments", [["replay", "-"], ["play", "duchess:3"], ["play", "duchess:3", "--plain"]]
)
def test_a_message_commands_no_terminal(arguments: list[str]) -> None:
    ended = invoke(*arguments, stdin="game: duchess\x1b[2J\ndeal: \x9b7m\n\x1b[31mR2 F\n")
    assert ended.err and not {"\x1b", "\x9b"} & set(ended.err + ended.out)


def test_every_error_has_its_exit_status(monkeypatch: pytest.MonkeyPatch) -> None:
    class Odd(PatienceError):
        exit_status = 4

    def undecided(name: str) -> None:
        raise Odd("undecided at a limit")

    monkeypatch.setattr(rules_command, "split_game", undecided)
    ended = invoke("rules", "duchess")
    assert (ended.status, ended.err) == (4, "patience: undecided at a limit\n")


# ---------------------------------------------------------------------- starting


def imported_by(home: Path, *arguments: str) -> set[str]:
    """The modules that a run of the program imports."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "patience", *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env=environment(home),
        check=False,
    )
    lines = done.stderr.decode().splitlines()
    return {line.rpartition("|")[2].strip() for line in lines if line.startswith("import time:")}


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], []])
def test_a_light_start(home: Path, arguments: list[str]) -> None:
    modules = imported_by(home, *arguments)
    assert "patience.cli.app" in modules
    assert not modules & {"pydantic", "rich", "numpy", "yaml", "textual", "patience.game"}


def test_play_loads_nothing_for_show(home: Path) -> None:
    modules = imported_by(home, "play", "duchess")
    assert "patience.engine.state" in modules
    assert not modules & {"rich", "numpy", "textual", "patience.cli.table", "readline"}


def test_the_first_board_comes_at_once(home: Path) -> None:
    """Half a second on a machine that does nothing else: processor time, as others may be busy."""
    seconds = []
    for _ in range(5):
        before = os.times()
        process("play", "duchess", home=home)
        after = os.times()
        used = after.children_user - before.children_user
        seconds.append(used + after.children_system - before.children_system)
    assert statistics.median(seconds) < 0.6


def test_the_same_program_by_either_name(home: Path) -> None:
    script = Path(sys.executable).with_name("patience")
    if not script.exists():
        pytest.skip("the script is not installed here")
    done = subprocess.run(
        [str(script), "list"], capture_output=True, env=environment(home), check=False
    )
    assert done.stdout.decode() == process("list", home=home).out


def test_completion_offers_commands_and_games(home: Path) -> None:
    env = {
        "_PATIENCE_COMPLETE": "bash_complete",
        "COMP_WORDS": "patience play du",
        "COMP_CWORD": "2",
    }
    done = process(home=home, env=env)
    assert [line.split(",")[1] for line in done.out.split()] == ["duchess", "duke"]
    env |= {"COMP_WORDS": "patience pl", "COMP_CWORD": "1"}
    assert process(home=home, env=env).out.split() == ["plain,play"]


def test_an_endless_input_line_costs_nothing(home: Path) -> None:
    with subprocess.Popen(
        [*COMMAND, "play", "duchess:1"],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=environment(home),
    ) as game:
        assert game.stdin is not None and game.stderr is not None
        began = time.monotonic()
        try:
            for _ in range(300):
                game.stdin.write(b"x" * 100_000)
        except BrokenPipeError:
            pass
        assert b"line 1" in game.stderr.readline()
        assert time.monotonic() - began < 20
        game.kill()


@pytest.mark.parametrize(
    ("closed", "command", "status"),
    [
        ("<&-", "play duchess:1", 1),
        ("<&-", "replay -", 2),
        (">&-", "list", 0),
        (">&-", "--version", 0),
        (">&-", "deal duchess:1 --json", 0),
        ("2>&-", "deal nosuch", 2),
        ("<&- >&- 2>&-", "play duchess:1", 1),
    ],
)
def test_a_closed_standard_stream_is_an_empty_one(
    home: Path, closed: str, command: str, status: int
) -> None:
    line = " ".join(f"'{word}'" for word in COMMAND) + f" {command} {closed}"
    done = subprocess.run(
        line, shell=True, capture_output=True, env=environment(home), timeout=60, check=False
    )
    assert done.returncode == status
    assert b"Traceback" not in done.stderr and b"inside" not in done.stderr
