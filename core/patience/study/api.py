"""Studies from Python, as polars frames.

>>> from patience import study
>>> frame = study.play("duchess", deals=20, player="greedy")
>>> frame.shape, frame["verdict"].n_unique() > 1
((20, 19), True)

Worker processes begin afresh, so a script that uses ``jobs`` keeps its own work behind
``if __name__ == "__main__":``, as everywhere in Python.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from patience.study.export import frame
from patience.study.run import Run
from patience.study.store import Store
from patience.study.task import Recipe, Task
from patience.study.workers import make_crew

if TYPE_CHECKING:
    import polars


def solve(
    game: str,
    *,
    deals: int,
    states: int,
    first: int = 1,
    source: str = "own",
    store: str | Path | None = None,
    jobs: int = 1,
    until_width: float | None = None,
    cluster: str | None = None,
) -> polars.DataFrame:
    """Decide deals with all cards known; the rows as a frame.

    :param states: the limit of the search, deal by deal.
    :param store: a file that keeps the rows; what it has already is not done again.
    :raises PatienceError: where the game, the numbers or the store will not do.
    """
    task = Task.solve(Recipe.of(game), states, source)
    return _rows(task, deals, first, store, jobs, until_width, cluster)


def play(
    game: str,
    *,
    deals: int,
    player: str = "greedy",
    seed: int = 1,
    first: int = 1,
    source: str = "own",
    store: str | Path | None = None,
    jobs: int = 1,
    until_width: float | None = None,
    cluster: str | None = None,
) -> polars.DataFrame:
    """Have deals played by an honest player; the rows as a frame.

    :param player: "random", "greedy" or "planner"; ``seed`` starts its dice.
    :raises PatienceError: as `solve`.
    """
    task = Task.play(Recipe.of(game), player, seed, source)
    return _rows(task, deals, first, store, jobs, until_width, cluster)


def _rows(
    task: Task,
    deals: int,
    first: int,
    store: str | Path | None,
    jobs: int,
    until_width: float | None,
    cluster: str | None,
) -> polars.DataFrame:
    with Store(store) as kept:
        run = Run(kept, task, deals, first, until_width)
        with make_crew(jobs, cluster, run.blocks(jobs)) as crew:
            run.go(crew)
        last = first + deals
        return frame(row for row in kept.rows(task) if first <= row.number < last)
