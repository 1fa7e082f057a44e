"""``patience compare``: related games side by side, their rules and what was measured."""

from __future__ import annotations

import csv
import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import click

from patience.cli.options import GameName, emit, json_option, show, tell
from patience.cli.progress import Meter, percent
from patience.cli.study import (
    in_lines,
    remark,
    study_options,
    tell_if_slow,
    told_what_is_kept,
)

if TYPE_CHECKING:
    from rich.table import Table

    from patience.study.compare import Difference, Entrant, Plan
    from patience.study.measures import Figure
    from patience.study.run import Progress
    from patience.study.store import Store
    from patience.study.task import Recipe
    from patience.study.workers import Crew

UNDECIDED = 0.2
"""From this share of undecided deals on, the figures say little: a higher limit is advised."""


class Meters:
    """The progress of one run after the other, each with its name."""

    def __init__(self) -> None:
        self._meters: dict[str, Meter] = {}

    def __call__(self, label: str, progress: Progress) -> None:
        if label not in self._meters:
            self.close()
            self._meters[label] = Meter(sys.stderr, label)
        self._meters[label].show(progress)

    def close(self) -> None:
        """Leave the line as it was."""
        for meter in self._meters.values():
            meter.close()


def measuring_options(function: click.decorators.FC) -> click.decorators.FC:
    """Deals, seed, limits, output: what ``compare`` and ``vary`` share."""
    for option in (
        click.option("--report", "page", metavar="FILE.html",
                     help="Write a page with tables and plots."),
        click.option("--csv", "as_csv", is_flag=True, help="Print CSV."),
        click.option("--store", metavar="FILE",
                     help="Keep the rows there, and go on with what is there."),
        click.option("--states", type=click.IntRange(1), metavar="N",
                     help="The solver's limit for each deal; 50000 by default."),
        click.option("--seed", type=click.IntRange(1), default=1, show_default=True, metavar="N",
                     help="Which deals, and the players' dice."),
        click.option("--deals", type=click.IntRange(1), default=1000, show_default=True,
                     metavar="N", help="How many deals of each game."),
    ):  # fmt: skip
        function = option(function)
    return study_options(json_option(function))


@click.command(short_help="games side by side")
@click.argument("games", nargs=-1, required=True, type=GameName())
@measuring_options
@click.option("--planned", type=click.IntRange(0), metavar="N",
              help="How many of the deals the planner plays; 30 by default.")  # fmt: skip
@click.option("--against", type=GameName(), metavar="GAME",
              help="Only differences to this one of the games; else of each two of up to four, or "
                   "of more to the first.")  # fmt: skip
@click.option("--all", "every", is_flag=True, help="All rules, also those that are the same.")
def compare(
    games: tuple[str, ...],
    deals: int,
    seed: int,
    states: int | None,
    planned: int | None,
    store: str | None,
    jobs: int,
    cluster: str | None,
    page: str | None,
    every: bool,
    against: str | None,
    as_json: bool,
    as_csv: bool,
) -> int:
    """Compare GAMES (names, files, game+option) on the same shuffles.

    Their rules side by side; how many deals can be won, and how many honest players win; decisions,
    forced actions, length, cards home, luck and skill; 95 % intervals, and paired differences.
    """
    from patience.play.sharecode import split_game
    from patience.study import compare as study
    from patience.study.store import Store
    from patience.study.task import Recipe

    if as_json and as_csv:
        raise click.UsageError("--json and --csv are two ways to print the same; take one")
    if against is not None and against not in games:
        raise click.UsageError(f"--against {against}: one of the games was expected, as written")
    plan = study.Plan.usual(
        deals,
        seed,
        study.STATES if states is None else states,
        study.PLANNED if planned is None else planned,
    )
    recipes = [(name, Recipe.of(split_game(name).game)) for name in games]
    if page is not None:
        from patience.study.report import check_page

        check_page(page, store)
    recipes_alone = [recipe for _, recipe in recipes]
    with Store(store) as kept, measuring(kept, plan, recipes_alone, jobs, cluster) as at_work:
        entrants = study.compare(recipes, plan, kept, at_work.crew, at_work.meters)
    differences = study.differences(entrants, against)
    rules = study.rules_table([entrant.game for entrant in entrants], every)
    if as_json:
        _print_json(entrants, differences, rules, plan)
    elif as_csv:
        _print_csv(entrants, differences)
    else:
        _print_tables(entrants, differences, rules, plan)
    if page:
        from patience.study.report import comparison_page, write_page

        words = reproducing("compare", games, plan) + (" --all" if every else "")
        if against is not None:
            words += f" --against {shlex.quote(against)}"
        write_page(
            page, comparison_page(entrants, differences, rules, plan, words, at_work.remarks)
        )
        tell(f"the page is {page}")
    return 0


@dataclass(slots=True)
class AtWork:
    """Who measures, what shows it, and what is to be said of rows that were there before."""

    crew: Crew
    meters: Meters
    remarks: list[str]


@contextmanager
def measuring(
    store: Store, plan: Plan, recipes: Sequence[Recipe], jobs: int, cluster: str | None
) -> Iterator[AtWork]:
    """Workers for the plan's deals of all these games. Interrupted, it says what is kept."""
    from patience.study.task import Task
    from patience.study.workers import make_crew

    meters = Meters()
    path = None if store.path == ":memory:" else store.path
    before, _ = plan.done(recipes, store)
    with (
        told_what_is_kept(path, meters.close, before, lambda: plan.done(recipes, store), "rows"),
        make_crew(jobs, cluster, plan.blocks(recipes, store, jobs)) as crew,
    ):
        remarks = [
            sentence
            for recipe in recipes
            for sentence in remark(store, Task.solve(recipe, plan.states), plan.first, plan.deals)
        ]
        if cluster is None:
            tell_if_slow(recipes)
        yield AtWork(crew, meters, remarks)


def reproducing(command: str, words: Sequence[str], plan: Plan) -> str:
    """The command line that measures the same again."""
    planned = plan.players.get("planner", 0)
    return (
        f"patience {command} {shlex.join(words)} --deals {plan.deals} --seed {plan.seed} "
        f"--states {plan.states} --planned {planned} --report page.html"
    )


def _print_json(
    entrants: Sequence[Entrant],
    differences: Sequence[Difference],
    rules: Sequence[tuple[str, list[str]]],
    plan: Plan,
) -> None:
    from patience.study.numbers import difference_fields

    for topic, texts in rules:
        said = {entrant.name: text for entrant, text in zip(entrants, texts, strict=True)}
        emit("rule", {"topic": topic, "games": said})
    for entrant in entrants:
        emit("compare", {"game": entrant.name, **measured_fields(entrant, plan)})
    for difference in differences:
        emit("difference", difference_fields(difference))


def measured_fields(entrant: Entrant, plan: Plan) -> dict[str, object]:
    """What was measured of a game, and how, as JSON has it."""
    from patience.players.deciding import engine_name
    from patience.study.numbers import figure_fields

    game = entrant.game
    return {
        "id": game.id, "hash": game.rules_hash,
        "engine": engine_name(game.table), "first": plan.first, "deals": plan.deals,
        "seed": plan.seed, "states": plan.states, "players": plan.players,
        "figures": [figure_fields(figure) for figure in entrant.measured.figures()],
    }  # fmt: skip


def _print_csv(entrants: Sequence[Entrant], differences: Sequence[Difference]) -> None:
    """One table: figures, then differences with both games' names in the first column."""
    from patience.study.numbers import figure_fields, finite

    writer = csv.writer(sys.stdout, lineterminator="\n")
    columns = ("game", "figure", "by", "unit", "least", "most", "low", "high", "count", "p")
    writer.writerow(columns)
    for entrant in entrants:
        for figure in entrant.measured.figures():
            writer.writerow(_cells(columns, {"game": entrant.name} | figure_fields(figure)))
    for one in differences:
        writer.writerow(_cells(columns, {
            "game": f"{one.one} - {one.other}", "figure": one.what, "unit": "difference",
            "least": one.value.low, "most": one.value.high, "low": finite(one.interval.low),
            "high": finite(one.interval.high), "count": one.pairs.deals if one.pairs else None,
            "p": one.p,
        }))  # fmt: skip


def _cells(columns: Sequence[str], fields: dict[str, object]) -> list[object]:
    return ["" if fields.get(name) is None else fields[name] for name in columns]


def _print_tables(
    entrants: Sequence[Entrant],
    differences: Sequence[Difference],
    rules: Sequence[tuple[str, list[str]]],
    plan: Plan,
) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from patience.study.numbers import interval_text, joined, value_text

    console = Console(highlight=False)
    names = [entrant.name for entrant in entrants]
    if rules and len(entrants) > 1:
        table = Table(title="Rules", title_justify="left", show_lines=True)
        for heading in ("", *names):
            table.add_column(Text(heading))  # a name may have brackets, which are Rich's markup
        for topic, texts in rules:
            table.add_row(Text(topic), *map(Text, texts))
        console.print(table)
    show(plan_lines(plan, console.width))
    table = Table()
    table.add_column("", no_wrap=True)
    for name in names:
        table.add_column(Text(name), justify="right")
    section = ""
    for figure, cells in joined([_shown(entrant) for entrant in entrants]):
        if figure.section != section:
            section = figure.section
            table.add_section()
            table.add_row(Text(section, style="bold"))
        values: list[Text] = []
        for cell in cells:
            around = interval_text(cell) if cell else ""
            text = Text(value_text(cell) if cell else "")
            if around:
                text.append(f"\n{around}", style="dim")
            values.append(text)
        table.add_row(Text(f"  {figure.label}"), *values)
    fit(table, console.width)
    console.print(table, crop=False)
    if differences:
        console.print(
            difference_table(differences, console.width, _against(differences)), crop=False
        )
    notes = table_notes([(entrant.name, entrant) for entrant in entrants], differences)
    if any(len(_shown(one)) < len(one.measured.figures()) for one in entrants):
        notes.append("Not all is shown here: --report, --csv and --json tell every player's games.")
    for note in notes:
        show(in_lines(note, console.width))


def table_notes(
    named: Sequence[tuple[str, Entrant]], differences: Sequence[Difference]
) -> list[str]:
    """What is to be said under the tables of the terminal."""
    notes = ["Second lines are 95 % intervals; undecided deals are counted both ways."]
    if any(one.pairs for one in differences):
        notes.append(
            "only / only: deals with a yes in the line's (first) game and a no in the one that it "
            "is compared with, and the other way round."
        )
    solved = [(name, entrant.measured.solved.winnable) for name, entrant in named]
    high = [
        f"{name} {percent(share.unknown / share.deals)}"
        for name, share in solved
        if share.unknown > UNDECIDED * share.deals
    ]
    if high:
        notes.append(f"Many deals are undecided ({', '.join(high)}): raise --states.")
    return notes


def _against(differences: Sequence[Difference]) -> str:
    """The one game that several others are compared with, or nothing."""
    others = {one.other for one in differences}
    return others.pop() if len(others) == 1 and len({one.one for one in differences}) > 1 else ""


def _shown(entrant: Entrant) -> list[Figure]:
    """The figures of a terminal's table: of the games, those of one player, and which were cut."""
    players = [name for name in entrant.measured.played if name != "random"]
    shown = f"A game as {players[0]} plays it" if players else ""
    return [
        figure
        for figure in entrant.measured.figures()
        if not figure.section.startswith("A game as ")
        or figure.section == shown
        or figure.key.startswith("capped_")
    ]


def plan_lines(plan: Plan, width: int) -> str:
    """The plan in lines of that width, none of which ends within a number."""
    from patience.study.numbers import plan_words

    return in_lines(plan_words(plan), width)


NAME_WIDTH = 12
"""Columns that a game's or a variant's name has at least."""


def fit(table: Table, width: int) -> None:
    """Give a table's columns widths that keep to the terminal's; rich alone would break numbers.

    The widest ones are broken between words first, then the names in the first one within words.
    """
    columns = table.columns
    cells = [[str(cell) for cell in (one.header, *one.cells)] for one in columns]
    widths = [max(len(line) for cell in one for line in [*cell.splitlines(), ""]) for one in cells]
    words = [max(len(word) for cell in one for word in [*cell.split(), ""]) for one in cells]
    words = [
        wide if one.no_wrap else word
        for one, wide, word in zip(columns, widths, words, strict=True)
    ]
    room = width - 3 * len(columns) - 1
    name = words[0] if columns[0].no_wrap else min(words[0], NAME_WIDTH)
    for least in (words, [name, *words[1:]]):
        while sum(widths) > room:
            over = [(now, place) for place, now in enumerate(widths) if now > least[place]]
            if not over:
                break
            widths[max(over)[1]] -= 1
    for column, wide in zip(columns, widths, strict=True):
        column.width = wide
    columns[0].overflow = "fold"


def difference_table(differences: Sequence[Difference], width: int, against: str = "") -> Table:
    """Paired differences as a table for the terminal; each name once where its rows are together.

    :param width: columns of the terminal.
    :param against: the game that all are compared with; then it is not repeated.
    """
    from rich.table import Table
    from rich.text import Text

    from patience.study.numbers import p_text, points

    tail = f" to {against}" if against else ""
    title = f"Differences{tail}, in percentage points"
    table = Table(title=title, title_justify="left")
    table.add_column("")
    table.add_column("")
    for name in ("points", "95 % interval", "only / only", "p"):
        table.add_column(name, justify="right")
    names = [one.one if against else f"{one.one} − {one.other}" for one in differences]
    together = any(one == other for one, other in pairwise(names))
    before = ""
    for one, name in zip(differences, names, strict=True):
        only = f"{one.pairs.first} / {one.pairs.second}" if one.pairs else "other shuffles"
        part = name if together else one.what
        if part != before:
            table.add_section()
        table.add_row(
            Text("" if together and part == before else name),
            one.what,
            points(one.value),
            points(one.interval),
            only,
            p_text(one.p),
        )
        before = part
    fit(table, width)
    return table
