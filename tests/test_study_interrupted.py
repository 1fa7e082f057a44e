"""Studies that are interrupted: what they say, what they keep, with the kernel and without."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from command_line import environment, invoke
from test_study_run import SMALL, kept

from patience.cli.options import NO_KERNEL
from patience.engine.state import State
from patience.players import deciding
from patience.solver import Limits, Verdict, solve
from patience.study.run import BLOCK


@pytest.fixture
def small(tmp_path: Path) -> str:
    """A game with sixteen cards, decided in a moment."""
    file = tmp_path / "small.yaml"
    file.write_text(SMALL)
    return str(file)


@pytest.fixture
def interrupted_at(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Has the solver asked for so many deals, and interrupted at the next one."""

    def prepare(last: int) -> None:
        left = iter(range(last))

        def decide(state: State, limits: Limits) -> Verdict:
            if next(left, None) is None:
                return Verdict("undecided", 1, limit="interrupt")
            return solve(state, limits)

        monkeypatch.setattr(deciding, "solve", decide)

    return prepare


def test_interrupted_it_counts_what_was_there_before(
    small: str, tmp_path: Path, interrupted_at: Callable[[int], None]
) -> None:
    file = tmp_path / "s.db"
    words = ("--states", "20", "--jobs", "1", "--store", str(file))
    assert invoke("study", small, "--deals", "100", *words).status == 0
    for last, told in ((0, "100 of 300 deals"), (BLOCK + 1, "150 of 300 deals")):
        interrupted_at(last)
        ended = invoke("study", small, "--deals", "300", *words)
        new = 50 if last else 0
        assert ended.status == 130
        assert ended.err.splitlines()[-1] == (
            f"patience: {told} are done and kept in {file} ({new} new); the same command goes on"
        )
    assert len(kept(file)) == 150  # the deal at hand has no row that calls it undecided
    interrupted_at(0)
    ended = invoke("compare", small, "--deals", "300", "--planned", "0", *words)
    assert f"150 of 900 rows are done and kept in {file} (0 new)" in ended.err


@pytest.mark.parametrize("command", ["study", "compare"])
def test_interrupted_without_a_store_it_says_what_would_keep(
    command: str, small: str, interrupted_at: Callable[[int], None]
) -> None:
    interrupted_at(0)
    ended = invoke(command, small, "--deals", "3", "--jobs", "1")
    assert (ended.status, ended.out) == (130, "") and not ended.err.endswith("\n\n")
    assert ended.err.splitlines()[-1] == (
        "patience: stopped; nothing was kept (give --store FILE to keep what is done)"
    )


def test_a_search_in_python_is_told(small: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("patience.solver.kernel.native", None)
    varied = ("vary", "--set", "stock.redeals=2")
    for command, *more in (("study",), ("compare", "--planned", "0"), varied):
        ended = invoke(command, small, *more, "--deals", "3", "--jobs", "1")
        assert ended.status == 0
        assert ended.err == f"patience: {NO_KERNEL}\n", command
    played = invoke("study", small, "--deals", "3", "--jobs", "1", "--player", "greedy")
    assert played.err == ""


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_ends_searches_in_python_too(jobs: str, tmp_path: Path) -> None:
    script = tmp_path / "without_kernel.py"
    script.write_text(
        "import sys\n"
        "sys.modules['patience._kernel'] = None\n"
        "from patience.cli.running import run\n"
        "if __name__ == '__main__':\n"
        "    sys.exit(run(sys.argv[1:]))\n"
    )
    command = ["compare", "duchess", "--deals", "500", "--states", "9000000", "--jobs", jobs]
    with subprocess.Popen(
        [sys.executable, str(script), *command], env=environment(tmp_path),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as running:  # fmt: skip
        assert running.stderr is not None
        assert running.stderr.readline() == f"patience: {NO_KERNEL}\n"
        time.sleep(1)  # now it, or its workers, are in a search
        running.send_signal(signal.SIGINT)
        began = time.monotonic()
        assert running.wait(20) == 130 and time.monotonic() - began < 5
        assert running.stderr.read().startswith("patience: stopped; nothing was kept")
