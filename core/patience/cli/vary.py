"""``patience vary``: what the rules of a game are worth."""

from __future__ import annotations

import csv
import shlex
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from patience.cli.compare import (
    difference_table,
    fit,
    measured_fields,
    measuring,
    measuring_options,
    plan_lines,
    table_notes,
)
from patience.cli.options import OptionName, emit, game_argument, show, tell
from patience.cli.study import in_lines

if TYPE_CHECKING:
    from patience.study.compare import Difference, Entrant, Plan


@click.command(short_help="what each rule is worth")
@game_argument()
@click.option("--set", "changes", metavar="KEY=V1,V2", multiple=True,
              help="A key of the rules and values for it, as --set stock.redeals=0,2.")  # fmt: skip
@click.option("--option", "options", metavar="NAME", multiple=True, type=OptionName(),
              help="A named option of the game, as one more variant.")  # fmt: skip
@click.option("--all-options", is_flag=True, help="Every named option of the game.")
@click.option("--combine", is_flag=True, help="Every combination, not one change at a time.")
@measuring_options
@click.option("--planned", type=click.IntRange(0), default=0, metavar="N",
              help="Let the planner play so many of the deals, too.")  # fmt: skip
def vary(
    game: str,
    changes: tuple[str, ...],
    options: tuple[str, ...],
    all_options: bool,
    combine: bool,
    deals: int,
    seed: int,
    states: int | None,
    planned: int,
    store: str | None,
    jobs: int,
    cluster: str | None,
    page: str | None,
    as_json: bool,
    as_csv: bool,
) -> int:
    """Measure what single rules of GAME are worth, on the same shuffles."""
    from patience.play.sharecode import split_game
    from patience.study import compare as study
    from patience.study.store import Store
    from patience.study.task import Recipe
    from patience.study.vary import variants
    from patience.study.vary import vary as measured

    if not (changes or options or all_options):
        raise click.UsageError("say what to vary: --set KEY=V1,V2, --option NAME or --all-options")
    if as_json and as_csv:
        raise click.UsageError("--json and --csv are two ways to print the same; take one")
    limit = study.STATES if states is None else states
    plan = study.Plan(deals, seed, limit, {"greedy": deals, "planner": min(planned, deals)})
    base = Recipe.of(split_game(game).game)
    if all_options:
        options = (*options, *(option.name for option in base.load().rules.options))
    changed = variants(base, changes, options, combine)
    if page is not None:
        from patience.study.report import check_page

        check_page(page, store)
    recipes = [base, *(recipe for _, recipe in changed)]
    with Store(store) as kept, measuring(kept, plan, recipes, jobs, cluster) as at_work:
        stands, others, differences = measured(
            base, changed, plan, kept, at_work.crew, at_work.meters
        )
    named = [("as it stands", stands), *others]
    if as_json:
        _print_json(named, differences, plan)
    elif as_csv:
        _print_csv(named, differences)
    else:
        _print_tables(named, differences, plan)
    if page:
        from patience.study.report import worth_page, write_page

        words = [game, *(f"--set={one}" for one in changes), *(f"--option={o}" for o in options)]
        command = f"patience vary {shlex.join(words)}{' --combine' * combine}"
        command += f" --deals {plan.deals} --seed {plan.seed} --states {plan.states}"
        command += f" --planned {planned} --report page.html"
        write_page(page, worth_page(stands, others, differences, plan, command, at_work.remarks))
        tell(f"the page is {page}")
    return 0


def _print_json(
    named: Sequence[tuple[str, Entrant]], differences: Sequence[Difference], plan: Plan
) -> None:
    from patience.study.numbers import difference_fields

    for label, entrant in named:
        emit("variant", {"variant": label, **measured_fields(entrant, plan)})
    for difference in differences:
        emit("difference", difference_fields(difference))


def _print_csv(named: Sequence[tuple[str, Entrant]], differences: Sequence[Difference]) -> None:
    """A line for each game and measure: its own shares, and how they differ from the first's.

    The columns are described in docs/compare.md.
    """
    from patience.study.numbers import against_fields, share_fields

    found = {(one.one, one.what): one for one in differences}
    rows = []
    for label, entrant in named:
        for what, share in entrant.measured.shares().items():
            fields = {"variant": label, "what": what, **share_fields(share)}
            difference = found.get((label, what))
            rows.append(fields | (against_fields(difference) if difference else {}))
    columns = dict.fromkeys(name for row in rows for name in row)
    writer = csv.DictWriter(sys.stdout, list(columns), restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)


def _print_tables(
    named: Sequence[tuple[str, Entrant]], differences: Sequence[Difference], plan: Plan
) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from patience.study.numbers import interval_text, value_text

    console = Console(highlight=False)
    show(plan_lines(plan, console.width))
    table = Table()
    table.add_column("")
    for word in ("winnable", *(f"won by {name}" for name in named[0][1].measured.played)):
        table.add_column(word, justify="right")
    for label, entrant in named:
        figures = {figure.key: figure for figure in entrant.measured.figures()}
        keys = ["winnable", *(f"won_{name}" for name in entrant.measured.played)]
        cells = []
        for key in keys:
            text = Text(value_text(figures[key]))
            text.append(f"\n{interval_text(figures[key])}", style="dim")
            cells.append(text)
        table.add_row(Text(label), *cells)
    fit(table, console.width)
    console.print(table, crop=False)
    console.print(difference_table(differences, console.width, "the game as it stands"), crop=False)
    for note in table_notes(named, differences):
        show(in_lines(note, console.width))
