"""A study on a Dask cluster of processes gives the rows of the local one, also over a death."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from command_line import invoke

from patience.errors import StudyError
from patience.study.run import Progress, Run
from patience.study.store import Store
from patience.study.task import Recipe, Row, Task
from patience.study.workers import Crew, make_crew

distributed: Any = pytest.importorskip("distributed")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two worker processes."""
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as started:
        yield started


def local(task: Task, deals: int) -> list[Row]:
    with Store(None) as store:
        Run(store, task, deals).go(Crew())
        return list(store.rows(task))


def test_a_killed_worker_costs_nothing_but_its_block(cluster: Any, tmp_path: Path) -> None:
    task, deals = Task.solve(Recipe.of("duchess"), 10), 500
    with distributed.Client(cluster, set_as_default=False) as client:
        pids = sorted(client.run(os.getpid).values())
    killed: list[int] = []

    def kill_one(progress: Progress) -> None:
        if not killed and progress.done >= 150:
            os.kill(pids[0], signal.SIGKILL)
            killed.append(progress.done)

    with Store(tmp_path / "s.db") as store, make_crew(cluster=cluster.scheduler_address) as crew:
        share = Run(store, task, deals).go(crew, kill_one)
        rows = list(store.rows(task))
    assert killed and killed[0] < deals and share.deals == deals
    assert rows == local(task, deals)
    ends = time.monotonic() + 10
    while Path(f"/proc/{pids[0]}").exists():
        assert time.monotonic() < ends
        time.sleep(0.1)


def test_the_command_uses_a_cluster(cluster: Any, tmp_path: Path) -> None:
    store = tmp_path / "s.db"
    command = ["study", "duchess", "--deals", "60", "--states", "20", "--store", str(store)]
    ended = invoke(*command, "--cluster", cluster.scheduler_address)
    assert ended.status == 0, ended.err
    with Store(store) as kept:
        assert list(kept.rows()) == local(Task.solve(Recipe.of("duchess"), 20), 60)


def test_no_scheduler_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("patience.study.cluster.WAIT", "1s")
    with pytest.raises(StudyError, match=r"no Dask scheduler answers at tcp://127.0.0.1:9"):
        make_crew(cluster="tcp://127.0.0.1:9")
    with monkeypatch.context() as patched:
        patched.setattr("distributed.Client", None)  # which would leave a traceback
        for address in ("", "foo", "tcp://foo:x", "what://is:1"):
            with pytest.raises(StudyError, match="tcp://HOST:PORT was expected"):
                make_crew(cluster=address)
