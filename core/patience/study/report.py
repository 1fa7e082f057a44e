"""A comparison, or what rules are worth, as one page of HTML that needs nothing else."""

from __future__ import annotations

import os
from collections.abc import Sequence
from html import escape
from importlib.resources import files
from pathlib import Path

from patience.errors import StudyError
from patience.language.english import listed
from patience.players import CAP
from patience.players.deciding import engine_name
from patience.study import plots
from patience.study.compare import Difference, Entrant, Plan
from patience.study.export import check_place
from patience.study.measures import Figure
from patience.study.numbers import (
    interval_text,
    joined,
    kept_whole,
    p_text,
    plan_words,
    points,
    value_text,
)
from patience.version import __version__

NARROW = "\u202f"
"""The space between thousands."""

_TERMS = (
    ("winnable", "Some line of play wins, all cards known. “Undecided” deals hit the limit of the "
     "search; they count as lost for the lower number and as winnable for the upper one. A deal "
     "that a player won is winnable."),
    ("random, greedy, planner", "Players who see what a person sees: any legal action; fixed "
     "preferences without plans; imagining the hidden cards and asking the solver."),
    ("decision", "A position with two or more actions that lead to different positions. A lone "
     "action is forced."),
    ("lost without a single choice", "Games that the random player lost without ever having more "
     "than one action."),
    ("lost in the shuffle", "Deals that no line of play wins."),
    ("won by anybody", "Deals that random play won."),
    ("in the player's hands", "Deals that can be won and that random play lost. How much of them a "
     "player covers: its wins less those of random play, over winnable deals less those of random "
     "play, on the same deals."),
    ("cut off", f"A game is not played on after {CAP} actions and counts as lost. Where many games "
     "are cut off, their lengths and decisions are those of cut games."),
    ("forced actions", "The share of a game's actions that were forced, averaged over the games."),
    ("cards home", "Cards on the foundations."),
    ("score", "What a game's own rules of scoring give, such as the casino's for Canfield."),
    ("95 % interval", "Of a share Wilson's, of a paired difference Tango's, of a mean Student's "
     "(none of fewer than five), of what a player covers Wilson's or a score interval; with "
     "undecided deals counted both ways. p is McNemar's exact test, the largest that undecided "
     "deals allow; each stands for itself, so of many some are small by chance."),
)  # fmt: skip


def check_page(path: str | Path, store: str | Path | None = None) -> None:
    """
    :param store: a file that must not be overwritten.
    :raises StudyError: if a page cannot be made, or could not be written there.
    """
    check_place(path, store)
    plots.check_library()


def write_page(path: str | Path, page: str) -> None:
    """
    :raises StudyError: if the file cannot be written.
    """
    path = Path(path).expanduser()
    part = path.with_name(f".{path.name}.part")
    try:
        part.write_text(page, encoding="utf-8")
        os.replace(part, path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise StudyError(f"{path} cannot be written: {error.strerror or error}") from None


def comparison_page(
    entrants: Sequence[Entrant],
    differences: Sequence[Difference],
    rules: Sequence[tuple[str, list[str]]],
    plan: Plan,
    command: str = "",
    remarks: Sequence[str] = (),
) -> str:
    """The page of a comparison.

    :param remarks: on rows that were there before.
    """
    titles = [_title(entrant, entrants) for entrant in entrants]
    player = next((n for n in entrants[0].measured.played if n != "random"), "random")
    drawn = [
        plots.wins(entrants),
        plots.luck(entrants),
        plots.choices(entrants, player),
        plots.survival(entrants, player),
        plots.home(entrants, player),
    ]
    heading = f"{listed(titles)} compared" if len(titles) > 1 else f"{titles[0]} measured"
    body = [
        f"<h1>{escape(heading)}</h1>",
        _lead(plan, remarks),
        *(f"<p>{sentence}</p>" for sentence in _summary(entrants, titles)),
        _plots(drawn),
        "<h2>Measured</h2>",
        figures_table([entrant.name for entrant in entrants], entrants),
    ]
    if differences:
        body += ["<h2>Differences on the same shuffles</h2>", differences_table(differences)]
    if rules:
        heading = "The rules that differ" if len(entrants) > 1 else "The rules"
        body += [f"<h2>{heading}</h2>", rules_table([e.name for e in entrants], rules)]
    body += [_terms(), _reproduce(entrants, plan, command)]
    return _page(" and ".join(titles), body)


def worth_page(
    base: Entrant,
    variants: Sequence[tuple[str, Entrant]],
    differences: Sequence[Difference],
    plan: Plan,
    command: str = "",
    remarks: Sequence[str] = (),
) -> str:
    """The page of what the rules of one game are worth; ``remarks`` as in `comparison_page`."""
    named = [("as it stands", base), *variants]
    solver = [one for one in differences if one.what == "winnable"]
    drawn = [plots.worth(solver, [label for label, _ in variants])]
    for player in base.measured.played:
        if player != "random":
            games = [one for one in differences if one.what == f"won by {player}"]
            drawn.append(plots.worth(games, [label for label, _ in variants]))
    entrants = [entrant for _, entrant in named]
    body = [
        f"<h1>What the rules of {escape(base.game.title)} are worth</h1>",
        _lead(plan, remarks),
        _plots(drawn),
        "<h2>Against the game as it stands</h2>",
        differences_table(differences, by_measure=True),
        "<h2>Measured</h2>",
        figures_table([label for label, _ in named], entrants),
        _terms(),
        _reproduce(entrants, plan, command),
    ]
    return _page(base.game.title, body)


def _title(entrant: Entrant, entrants: Sequence[Entrant]) -> str:
    """The title of a game, or its id where options or two equal titles need it."""
    title = entrant.game.title
    alone = sum(1 for other in entrants if other.game.title == title) == 1
    return title if alone and "+" not in entrant.game.id else entrant.name


def _lead(plan: Plan, remarks: Sequence[str]) -> str:
    """The plan, and what is to be said of rows that were there before."""
    words = kept_whole(escape(plan_words(plan)), NARROW)
    said = [f'<p class="remark">{escape(_sentence(remark))}</p>' for remark in remarks]
    return "\n".join([f'<p class="lead">{words}.</p>', *said])


def _sentence(remark: str) -> str:
    return f"{kept_whole(remark[:1].upper() + remark[1:], NARROW)}."


def _summary(entrants: Sequence[Entrant], titles: Sequence[str]) -> list[str]:
    """The main figures in sentences."""
    found = []
    for entrant, title in zip(entrants, titles, strict=True):
        figures = {figure.key: figure for figure in entrant.measured.figures()}
        parts = []
        if "winnable" in figures:
            parts.append(f"{value_text(figures['winnable'])} of the deals can be won")
        for name in entrant.measured.played:
            if name != "random":
                parts.append(f"{name} wins {value_text(figures[f'won_{name}'])}")
        found.append(f"<b>{escape(title)}</b>: {'; '.join(parts)}.")
    return found


def _plots(drawn: Sequence[plots.Plot | None]) -> str:
    shown = []
    for place, plot in enumerate(plot for plot in drawn if plot is not None):
        svg = plot.svg.replace("<svg", f'<svg role="img" aria-labelledby="plot{place}"', 1)
        svg = svg.replace(">", f'><title id="plot{place}">{escape(plot.alt)}</title>', 1)
        shown.append(
            f"<figure><h3>{escape(plot.title)}</h3>{svg}"
            f"<figcaption>{escape(plot.note)}</figcaption></figure>"
        )
    return f'<div class="plots">{"".join(shown)}</div>'


def figures_table(names: Sequence[str], entrants: Sequence[Entrant]) -> str:
    """All figures, a column for each game."""
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    rows = []
    section = ""
    for figure, cells in joined([entrant.measured.figures() for entrant in entrants]):
        if figure.section != section:
            section = figure.section
            rows.append(
                f'<tr class="section"><th colspan="{len(names) + 1}">{escape(section)}</th></tr>'
            )
        label = escape(figure.label.strip())
        indent = " style='padding-left:1.4rem'" if figure.label.startswith(" ") else ""
        rows.append(f"<tr><td{indent}>{label}</td>{''.join(map(_cell, cells))}</tr>")
    return _table(f"<thead><tr><th></th>{head}</tr></thead>", rows)


def _cell(figure: Figure | None) -> str:
    if figure is None:
        return "<td></td>"
    around = interval_text(figure)
    small = f"<small>{around}</small>" if around else ""
    return f'<td><span class="value">{value_text(figure)}</span>{small}</td>'


def differences_table(differences: Sequence[Difference], by_measure: bool = False) -> str:
    """Paired differences under the names of two games, or under what is measured."""
    head = "".join(
        f"<th>{word}</th>" for word in ("", "points", "95 % interval", "deals won by one only", "p")
    )
    rows, before = [], ""
    for one in differences:
        pair = f"{one.one} − {one.other}"
        part, name = (one.what, pair) if by_measure else (pair, one.what)
        if part != before:
            rows.append(f'<tr class="section"><th colspan="5">{escape(part)}</th></tr>')
        before = part
        only = f"{one.pairs.first} / {one.pairs.second}" if one.pairs else "other shuffles"
        cells = (points(one.value), points(one.interval), only, p_text(one.p))
        rows.append(
            f"<tr><td>{escape(name)}</td>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
        )
    return _table(f"<thead><tr>{head}</tr></thead>", rows)


def rules_table(names: Sequence[str], rules: Sequence[tuple[str, list[str]]]) -> str:
    """The rules side by side; on a phone one under the other."""
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    rows = []
    for topic, texts in rules:
        cells = "".join(
            f'<td data-game="{escape(name)}">{escape(text)}</td>'
            for name, text in zip(names, texts, strict=True)
        )
        rows.append(f"<tr><td>{escape(topic)}</td>{cells}</tr>")
    return _table(f"<thead><tr><th></th>{head}</tr></thead>", rows, "rules")


def _table(head: str, rows: Sequence[str], kind: str = "figures") -> str:
    return (
        f'<div class="scroll"><table class="{kind}">{head}<tbody>{"".join(rows)}</tbody>'
        "</table></div>"
    )


def _terms() -> str:
    listed = "".join(f"<dt>{escape(term)}</dt><dd>{escape(text)}</dd>" for term, text in _TERMS)
    return f"<h2>What the words mean</h2><dl>{listed}</dl>"


def _reproduce(entrants: Sequence[Entrant], plan: Plan, command: str) -> str:
    hashes = "\n".join(
        f"{entrant.name}: rules {entrant.game.rules_hash}, decided by {engine}"
        for entrant in entrants
        for engine in [engine_name(entrant.game.table)]
    )
    lines = [command] if command else []
    lines += [f"Patience {__version__}", hashes]
    return (
        "<h2>How to get the same page</h2><p>The same version gives the same numbers on any "
        "machine, with any number of workers.</p>"
        f"<pre>{escape(chr(10).join(lines))}</pre>"
    )


def _page(title: str, body: Sequence[str]) -> str:
    style = (files("patience.study") / "page.css").read_text(encoding="utf-8")
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title>\n<style>\n{style}</style></head>\n<body><main>\n"
        + "\n".join(body)
        + "\n</main></body></html>\n"
    )
