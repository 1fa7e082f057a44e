"""Studies: the same rows however they are run, interrupted, killed or extended."""

from __future__ import annotations

import json
import os
import pickle
import random
import signal
import subprocess
import time
from pathlib import Path

import pytest
from command_line import COMMAND, environment, invoke, process

from patience import study
from patience.errors import Fault, RuleError, StudyError
from patience.study.export import export
from patience.study.run import BLOCK, Run, block_size
from patience.study.statistics import Share
from patience.study.store import Store
from patience.study.task import Recipe, Row, Task
from patience.study.workers import Crew, Processes, make_crew

SMALL = """
game: Small
deck: {packs: 1, ranks: A-4}
reserve: {deal: 4}
foundations: {base: Ace, build: up in suit}
tableau:
  piles: 1
  deal: 1
  pack: down in alternate colours
  move: top card
  space: from reserve then waste
stock: {turn: 1 to waste, redeals: none}
"""


@pytest.fixture
def small(tmp_path: Path) -> str:
    """A game with sixteen cards, decided in a moment."""
    file = tmp_path / "small.yaml"
    file.write_text(SMALL)
    return str(file)


def kept(path: Path) -> list[Row]:
    with Store(path) as store:
        store.check()
        return list(store.rows())


def solved(small: str, store: Path | None, deals: int, states: int = 60, **more: object) -> Share:
    task = Task.solve(Recipe.of(small), states)
    with Store(store) as opened:
        run = Run(opened, task, deals, **more)  # type: ignore[arg-type]
        return run.go(Crew())


def test_the_rows_do_not_depend_on_the_workers(small: str, tmp_path: Path) -> None:
    for jobs in (1, 3):
        file = tmp_path / f"{jobs}.db"
        command = ["study", small, "--deals", "130", "--states", "300", "--store", str(file)]
        assert invoke(*command, "--jobs", str(jobs)).status == 0
    one, three = kept(tmp_path / "1.db"), kept(tmp_path / "3.db")
    assert one == three and [row.number for row in one] == list(range(1, 131))
    assert {row.verdict for row in one} >= {"winnable", "unwinnable"}
    assert all(row.states is not None and row.states <= 400 for row in one)


def test_a_study_goes_on_and_is_extended(small: str, tmp_path: Path) -> None:
    file = tmp_path / "s.db"
    solved(small, file, 120, 5)
    early = kept(file)
    share = solved(small, file, 200, 5)
    assert kept(file)[:120] == early and share.deals == 200
    open_before = {row.number for row in kept(file) if row.verdict == "undecided"}
    assert open_before
    solved(small, file, 200, 300)
    after = kept(file)
    assert {row.number for row in after if row.limit == 300} == open_before
    assert [row for row in after if row.limit == 5] == [
        row for row in early + after[120:] if row.number not in open_before
    ]
    tried = []

    class Watched(Crew):
        def blocks(self, task, blocks):  # type: ignore[no-untyped-def]
            blocks = list(blocks)
            tried.extend(number for block in blocks for number in block)
            yield from super().blocks(task, blocks)

    with Store(file) as store:
        Run(store, Task.solve(Recipe.of(small), 60), 200).go(Watched())
    assert tried == []  # a lower limit brings nothing new


def test_a_width_that_is_not_reached_is_told(small: str) -> None:
    words = ("study", small, "--deals", "20", "--jobs", "1", "--until-width", "30")
    undecided = invoke(*words, "--states", "5", "--json")
    fields = json.loads(undecided.out)
    alone = 100 * fields["undecided"] / 20
    low, high = fields["interval"]
    assert f"is still {100 * (high - low):.2f} percentage points wide" in undecided.err
    assert f"{fields['undecided']} undecided deals alone make {alone:.2f} of it" in undecided.err
    assert alone > 30 and "more --states" in undecided.err and "--deals" not in undecided.err
    played = invoke(*words, "--player", "greedy")
    assert "more --deals narrow it" in played.err and "--states" not in played.err
    assert invoke(*words[:-1], "90", "--player", "greedy").err == ""


def test_it_stops_when_the_interval_is_narrow_enough(small: str, tmp_path: Path) -> None:
    shares = []
    for jobs in (1, 2):
        file = tmp_path / f"{jobs}.db"
        ended = invoke(
            "study", small, "--deals", "5000", "--player", "greedy", "--until-width", "15",
            "--store", str(file), "--jobs", str(jobs), "--json",
        )  # fmt: skip
        fields = json.loads(ended.out)
        assert fields["deals"] % BLOCK == 0 and fields["deals"] < 1500
        low, high = fields["interval"]
        assert 100 * (high - low) <= 15
        shares.append(kept(file))
    assert shares[0] == shares[1]


def test_no_more_processes_than_blocks(small: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def watched(jobs: int, cluster: str | None, blocks: int) -> Crew:
        made.append((jobs, blocks))
        crew = make_crew(jobs, cluster, blocks)
        assert isinstance(crew, Processes) == (blocks > 1)
        return crew

    monkeypatch.setattr("patience.study.workers.make_crew", watched)
    words = ("--jobs", "9", "--states", "20")
    assert invoke("study", small, "--deals", str(BLOCK + 1), *words).status == 0
    assert invoke("study", small, "--deals", str(BLOCK), *words).status == 0
    assert invoke("compare", small, "--deals", "5", "--planned", "4", *words).status == 0
    assert made == [(9, 2), (9, 1), (9, 2)]  # the planner's blocks are of two deals
    with Processes(2) as crew:
        assert make_crew(9, blocks=0).__class__ is Crew and crew.__class__ is Processes
    with Store(None) as store:  # not all are counted
        assert Run(store, Task.solve(Recipe.of(small), 20), 10**12).blocks(7) == 7


def test_blocks_are_small_where_deals_are_dear() -> None:
    recipe = Recipe.of("duchess")
    sizes = [block_size(Task.solve(recipe, states)) for states in (10, 20_000, 100_000, 10**9)]
    assert sizes == [BLOCK, 5, 1, 1]
    assert [block_size(Task.play(recipe, name)) for name in ("greedy", "planner")] == [BLOCK, 2]


def test_progress_counts_what_was_there_before(small: str, tmp_path: Path) -> None:
    file, seen = tmp_path / "s.db", []
    solved(small, file, 100)
    with Store(file) as store:
        Run(store, Task.solve(Recipe.of(small), 60), 180).go(Crew(), seen.append)
    assert [one.done for one in seen] == [50, 100, 150, 180]
    assert [one.fresh for one in seen] == [0, 0, 50, 80]
    assert seen[-1].share.deals == 180 and seen[-1].left == 0 and seen[-1].rate > 0


def start(small: str, file: Path, home: Path, deals: int = 1500) -> subprocess.Popen[bytes]:
    command = ["study", small, "--deals", str(deals), "--states", "20", "--store", str(file)]
    return subprocess.Popen(
        [*COMMAND, *command, "--jobs", "2"],
        env=environment(home), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        start_new_session=True,
    )  # fmt: skip


def until_something_is_kept(file: Path) -> None:
    """Wait for a running study to write to its store; reading it would disturb."""
    before = file.stat().st_size if file.exists() else 0
    ends = time.monotonic() + 40
    while not file.exists() or file.stat().st_size <= max(before, 12_288):
        assert time.monotonic() < ends, "nothing is kept"
        time.sleep(0.01)


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(entry.read_text().rsplit(")", 1)[1].split()[1])
        except (OSError, IndexError):  # it has ended meanwhile
            continue
        if parent == pid:
            found.append(int(entry.parent.name))
    return found


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_killed_at_any_moment_it_ends_with_the_same_rows(small: str, tmp_path: Path) -> None:
    dice, file = random.Random(4), tmp_path / "killed.db"
    counts = []
    for attempt in range(5):
        with start(small, file, tmp_path) as running:
            if attempt:
                until_something_is_kept(file)
            time.sleep(dice.uniform(0, 0.5))
            workers = children(running.pid)
            running.send_signal(signal.SIGKILL)
        counts.append(len(kept(file)) if file.exists() else 0)
        ends = time.monotonic() + 10
        while any(map(is_alive, workers)):
            assert time.monotonic() < ends, "a worker outlived the study"
            time.sleep(0.05)
    assert counts == sorted(counts) and 0 < counts[-1] < 1500
    with start(small, file, tmp_path) as running:
        assert running.wait(120) == 0
    solved(small, tmp_path / "quiet.db", 1500, 20)
    assert kept(file) == kept(tmp_path / "quiet.db")


@pytest.mark.parametrize(
    ("number", "status"),
    [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)],
    ids=["interrupt", "polite kill", "closed terminal"],
)
def test_ended_politely_it_keeps_what_is_done(
    number: signal.Signals, status: int, small: str, tmp_path: Path
) -> None:
    file = tmp_path / "s.db"
    with start(small, file, tmp_path, deals=200_000) as running:
        until_something_is_kept(file)
        if number == signal.SIGHUP:  # as a terminal sends it: to the workers, too
            os.killpg(running.pid, number)
        else:
            running.send_signal(number)
        began = time.monotonic()
        assert running.wait(20) == status
        assert time.monotonic() - began < 5
        assert running.stderr is not None
        said = running.stderr.read().decode()
    assert "Traceback" not in said
    numbers = [row.number for row in kept(file)]
    assert numbers == list(range(1, len(numbers) + 1)) and numbers
    count = f"{len(numbers):,}".replace(",", " ")
    assert f"{count} of 200 000 deals are done and kept in {file} ({count} new)" in said
    assert said.endswith("the same command goes on\n") and said.count("\n") == 1


def test_the_heading_fits_and_counts(small: str) -> None:
    words = ("--jobs", "1", "--states", "100000")
    heading = invoke("study", small, "--deals", "1", *words).out.split("\n  winnable")[0]
    assert ", deal 1, at most" in " ".join(heading.split())
    named = invoke("study", "duchess", "--deals", "2", "--jobs", "1", "--states", "20").out
    assert "deals 1 to 2," in named and max(map(len, named.splitlines())) <= 80


def test_a_killed_worker_is_told(small: str, tmp_path: Path) -> None:
    with start(small, tmp_path / "s.db", tmp_path, deals=200_000) as running:
        ends = time.monotonic() + 20
        while len(workers := [p for p in children(running.pid) if is_alive(p)]) < 3:
            assert time.monotonic() < ends  # two workers and Python's resource tracker
            time.sleep(0.05)
        time.sleep(0.5)
        os.kill(max(workers), signal.SIGKILL)
        assert running.wait(20) == 2
        assert running.stderr is not None
        assert b"the same command goes on" in running.stderr.read()


def test_exports_agree(small: str, tmp_path: Path) -> None:
    polars = pytest.importorskip("polars")
    file = tmp_path / "s.db"
    for ending in ("csv", "jsonl", "parquet"):
        ended = invoke(
            "study", small, "--deals", "60", "--player", "greedy", "--jobs", "1",
            "--store", str(file), "--export", str(tmp_path / f"rows.{ending}"),
        )  # fmt: skip
        assert ended.status == 0 and "60 rows are in" in ended.err
    frame = study.read(file)
    assert frame.equals(polars.read_parquet(tmp_path / "rows.parquet"))
    lines = [json.loads(line) for line in (tmp_path / "rows.jsonl").read_text().splitlines()]
    assert polars.DataFrame(lines, schema=frame.schema).equals(frame)
    csv = polars.read_csv(tmp_path / "rows.csv", schema=frame.schema)
    assert csv.drop("seconds").equals(frame.drop("seconds"))
    assert sorted(path.name for path in tmp_path.glob(".*")) == []
    with pytest.raises(StudyError, match=r"should end in .csv, .jsonl or .parquet"):
        export([], tmp_path / "rows.xlsx")
    with pytest.raises(StudyError, match="cannot be written: No such file"):
        export([], tmp_path / "no" / "rows.csv")


def test_frames_from_python(small: str) -> None:
    frame = study.solve(small, deals=30, states=50, first=11)
    assert frame["number"].to_list() == list(range(11, 41))
    played = study.play("canfield", deals=4, player="random", seed=2)
    assert (played["score"] == 5 * played["home"] - 52).all()
    assert (played["actions"] == played["decisions"] + played["forced"]).all()


def test_what_cannot_be_asked(small: str, tmp_path: Path) -> None:
    folder, pipe, store = (tmp_path / name for name in ("folder.csv", "pipe.csv", "rows.csv"))
    folder.mkdir()
    os.mkfifo(pipe)
    for words, sentence in (
        (["--seconds", "5"], "takes no time limit"),
        (["--time", "5"], "takes no time limit"),
        (["--player", "greedy", "--states", "5"], "a player has no such limit"),
        (["--seed", "5"], "the solver throws none"),
        (["--until-width", "0"], "a width is in percentage points"),
        (["--export", "rows.txt"], "should end in"),
        (["--first", str(2**63 - 2)], "out of range"),
        (["--states", str(2**63)], "at most 9223372036854775807 were expected"),
        (["--source", "pysol"], "for whole packs of 52 cards"),
        (["--source", "solvitaire", "--first", str(2**31 - 3)], "is no deal number"),
        (["--export", ""], "does not say what to write"),
        (["--export", str(tmp_path / "no" / "rows.csv")], "there is no folder"),
        (["--export", str(folder)], "it is a folder"),
        (["--export", str(pipe)], "it is no ordinary file"),
        (["--store", str(store), "--export", str(tmp_path / "." / "rows.csv")], "it is the store"),
    ):
        ended = invoke("study", small, "--deals", "5", "--jobs", "1", *words)
        assert ended.status == 2 and sentence in ended.err, words
    ended = invoke("study", "-", "--deals", "5", stdin=SMALL)
    assert ended.status == 2 and "give them as a file" in ended.err
    with pytest.raises(StudyError, match="there is no source"):
        Task.solve(Recipe.of(small), 5, "spider")
    with pytest.raises(StudyError, match="at least 1"):
        make_crew(0)


def test_rows_of_a_higher_limit_are_told(small: str, tmp_path: Path) -> None:
    words = ("--deals", "5", "--jobs", "1", "--store", str(tmp_path / "s.db"))
    assert "up to" not in invoke("study", small, *words, "--states", "70").err
    for command in ("study", "compare"):
        ended = invoke(command, small, *words, "--states", "30")
        assert "with up to 70 states, more than the 30 of this run" in ended.err, command
    assert "up to" not in invoke("study", small, *words, "--states", "70").err


def test_a_fault_of_a_rule_file_comes_out_of_a_worker_as_it_was() -> None:
    fault = Fault("a.yaml", 3, 2, "expected a number")
    again = pickle.loads(pickle.dumps(RuleError([fault])))
    assert again.faults == (fault,) and str(again) == "a.yaml:3:2: expected a number"


def test_a_changed_rule_file_is_noticed(small: str, tmp_path: Path) -> None:
    task = Task.solve(Recipe.of(small), 60)
    Path(small).write_text(SMALL.replace("redeals: none", "redeals: 2"))
    from patience.study import task as module

    module._loaded.cache_clear()
    with Store(None) as store, pytest.raises(StudyError, match="have changed since this study"):
        Run(store, task, 5).go(Crew())
    broken = process("study", small, "--deals", "5", "--store", str(tmp_path), home=tmp_path)
    assert broken.status == 5 and "is a folder" in broken.err
