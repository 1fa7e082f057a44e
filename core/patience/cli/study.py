"""``patience study``: decide or play many deals, and keep every row."""

from __future__ import annotations

import os
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from patience.cli.leaving import leave_by_signals
from patience.cli.options import (
    NO_KERNEL,
    GameName,
    emit,
    json_option,
    rule_options,
    show,
    tell,
)
from patience.cli.progress import Meter, grouped, percent, percents

if TYPE_CHECKING:
    from patience.study.statistics import Share
    from patience.study.store import Store
    from patience.study.task import Recipe, Task

STATES = 100_000
INTERRUPTED = 130
WIDTH = 80
NO_BREAK = "\u00a0"


def _no_time_limit(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    if value is not None:
        raise click.UsageError(
            "a study takes no time limit: what a second is worth differs from machine to machine, "
            "and the rows would too; use --states",
            ctx,
        )


def study_options(function: click.decorators.FC) -> click.decorators.FC:
    """How many workers, and where."""
    function = click.option(
        "--cluster", metavar="ADDRESS", help="A Dask scheduler, as tcp://10.0.0.1:8786.",
    )(function)  # fmt: skip
    return click.option(
        "--jobs", type=click.IntRange(1, 1024), default=os.cpu_count() or 1, metavar="N",
        help="Worker processes; all cores by default. The rows are the same for any number.",
    )(function)  # fmt: skip


@click.command(short_help="decide or play many deals")
@click.argument("game", type=GameName())
@rule_options
@click.option("--deals", type=click.IntRange(1), required=True, metavar="N", help="How many deals.")
@click.option("--first", type=click.IntRange(0), default=1, show_default=True, metavar="N",
              help="The number of the first one; the others follow it.")  # fmt: skip
@click.option("--source", type=click.Choice(["own", "pysol", "ms", "solvitaire"]), default="own",
              show_default=True, help="Whose deal numbers they are.")  # fmt: skip
@click.option("--states", type=click.IntRange(1), metavar="N",
              help=f"The solver's limit for each deal; {STATES} by default.")  # fmt: skip
@click.option("--player", type=click.Choice(["random", "greedy", "planner"]),
              help="Have the deals played by an honest player, not solved.")  # fmt: skip
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), metavar="N",
              help="Of the player's dice; 1 by default.")  # fmt: skip
@click.option("--store", metavar="FILE", help="Keep the rows there, and go on with what is there.")
@click.option("--until-width", type=float, metavar="POINTS",
              help="Stop when the 95 % interval is that narrow, in percentage points.")  # fmt: skip
@click.option("--export", "target", metavar="FILE",
              help="Write the rows to FILE.csv, FILE.jsonl or FILE.parquet.")  # fmt: skip
@study_options
@click.option("--seconds", hidden=True, callback=_no_time_limit, expose_value=False)
@click.option("--time", "--time-limit", "_time", hidden=True, callback=_no_time_limit,
              expose_value=False)  # fmt: skip
@json_option
def study(
    game: str,
    options: tuple[str, ...],
    settings: tuple[str, ...],
    deals: int,
    first: int,
    source: str,
    states: int | None,
    player: str | None,
    seed: int | None,
    store: str | None,
    until_width: float | None,
    target: str | None,
    jobs: int,
    cluster: str | None,
    as_json: bool,
) -> int:
    """Decide many deals of GAME with all cards known, or have them played by an honest player.

    With --store every deal's row is kept in a file. The study may be interrupted or killed at any
    moment: the same command goes on, and one with more --deals, or more --states for those still
    undecided, extends it.
    """
    from patience.play.sharecode import split_game
    from patience.study.export import check_format, check_place, export
    from patience.study.run import Run
    from patience.study.store import Store
    from patience.study.task import Recipe, Task
    from patience.study.workers import make_crew

    if player and states:
        raise click.UsageError("--states limits the solver; a player has no such limit")
    if seed is not None and not player:
        raise click.UsageError("--seed is of a player's dice; the solver throws none")
    if target is not None:
        check_format(target)
        check_place(target, store)
    recipe = Recipe.of(split_game(game).game, options, settings)
    if player:
        task = Task.play(recipe, player, 1 if seed is None else seed, source)
    else:
        task = Task.solve(recipe, states or STATES, source)
    with Store(store) as kept:
        run = Run(kept, task, deals, first, until_width)
        remark(kept, task, first, deals)
        if cluster is None and player in (None, "planner"):
            tell_if_slow([recipe])
        meter = Meter(sys.stderr)
        before = run.done
        with told_what_is_kept(
            store, meter.close, before, lambda: (Run(kept, task, deals, first).done, deals)
        ):
            with make_crew(jobs, cluster, run.blocks(jobs)) as crew:
                share = run.go(crew, meter.show)
        _print(task, first, share, run.fresh, as_json)
        if until_width is not None and 100 * share.interval.width > until_width:
            tell(too_wide(share, until_width))
        if target:
            last = first + share.deals
            rows = (row for row in kept.rows(task) if first <= row.number < last)
            count = export(rows, target)
            tell(f"{grouped(count)} rows are in {target}")
    return 0


@contextmanager
def told_what_is_kept(
    store: str | None,
    close: Callable[[], None],
    before: int,
    counts: Callable[[], tuple[int, int]],
    noun: str = "deals",
) -> Iterator[None]:
    """Say how to go on where a run is interrupted, or ended politely from outside.

    :param close: takes the meter away. ``before``: how many of the ``noun`` were done when it
        began. ``counts``: how many of them the store has now, and how many were asked for.
    :raises Exit: where it was interrupted, after that was said.
    """
    leave_by_signals()
    try:
        yield
    except (KeyboardInterrupt, SystemExit) as ended:
        close()
        if sys.stderr.isatty():
            sys.stderr.write("\r")  # the terminal's own ^C stands there
        if store:
            done, asked = counts()  # from the store: an interrupted block may be there in part
            tell(
                f"{grouped(done)} of {grouped(asked)} {noun} are done and kept in {store} "
                f"({grouped(done - before)} new); the same command goes on"
            )
        else:
            tell("stopped; nothing was kept (give --store FILE to keep what is done)")
        if isinstance(ended, SystemExit):
            raise
        raise click.exceptions.Exit(INTERRUPTED) from None
    finally:
        close()


def tell_if_slow(recipes: Iterable[Recipe]) -> None:
    """Say so where a game is searched in Python."""
    from patience.solver import searcher_for

    if any(searcher_for(recipe.load().table) == "python" for recipe in recipes):
        tell(NO_KERNEL)


def too_wide(share: Share, wanted: float) -> str:
    """That the deals were not enough for the width asked for, and what would be."""
    width = f"the interval is still {100 * share.interval.width:.2f} percentage points wide"
    if not share.unknown:
        return f"{width}, more than {wanted:g}: more --deals narrow it"
    alone = 100 * share.unknown / share.deals
    return (
        f"{width}, more than {wanted:g}; the {grouped(share.unknown)} undecided deals alone make "
        f"{alone:.2f} of it: more --states decide more of them"
        + (", more --deals do the rest" if alone < wanted else "")
    )


def remark(store: Store, task: Task, first: int, deals: int) -> list[str]:
    """Say so if rows are there that this run would not make: of another engine, or higher limit.

    :returns: what was said.
    """
    from patience.players.deciding import engine_name

    game = task.recipe.load()
    ours = engine_name(game.table)
    said = []
    if others := sorted(store.engines(task) - {ours}):
        said.append(f"some rows there were made by {', '.join(others)}; this is {ours}")
    highest = store.highest_limit(task, first, deals)
    if highest > task.states:
        said.append(
            f"some deals of {game.id} there were decided with up to {grouped(highest)} states, "
            f"more than the {grouped(task.states)} of this run; the figures include them"
        )
    for sentence in said:
        tell(sentence)
    return said


def in_lines(words: str, width: int) -> str:
    """Words in lines of that width, none of which ends within a number."""
    from patience.study.numbers import kept_whole

    lines = textwrap.fill(kept_whole(words, NO_BREAK), width, break_long_words=False)
    return lines.replace(NO_BREAK, " ")


def _print(task: Task, first: int, share: Share, fresh: int, as_json: bool) -> None:
    game = task.recipe.load()
    last = first + share.deals - 1
    yes, no = ("won", "not won") if task.by != "solver" else ("winnable", "unwinnable")
    low, high = share.interval
    if as_json:
        emit("study", {
            "game": game.id, "hash": game.rules_hash, "by": task.by, "seed": task.seed,
            "source": task.source, "first": first, "last": last, "states": task.states or None,
            "deals": share.deals, "fresh": fresh, yes.replace(" ", "_"): share.yes,
            no.replace(" ", "_"): share.no, "undecided": share.unknown,
            "share": [share.least, share.most], "interval": [low, high],
        })  # fmt: skip
        return
    what = f"at most {grouped(task.states)} states each" if task.states else f"seed {task.seed}"
    deals = f"deal {task.deal(first)}"
    if last > first:
        deals = f"deals {task.deal(first)} to {task.deal(last)}"
    heading = f"{game.title} ({game.id}, rules {game.rules_hash}), {task.by}, {deals}, {what}"
    show(in_lines(heading, WIDTH))
    for word, count in ((yes, share.yes), (no, share.no), ("undecided", share.unknown)):
        if count or word != "undecided":
            show(f"  {word:<11}{grouped(count):>12}{percent(count / share.deals):>11}")
    show(f"{yes}: {percents(share.least, share.most)}; 95 % interval {percents(low, high)}")
