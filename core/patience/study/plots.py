"""The plots of a report, drawn by Matplotlib, as SVG to put into a page.

Every plot is made narrow, so that its text can be read on a phone, where it fills the width.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from textwrap import fill
from typing import TYPE_CHECKING, Any

from patience.study.compare import Difference, Entrant
from patience.study.extras import needs_extra
from patience.study.measures import Figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLOURS = ("#1b6e53", "#c2541f", "#3b5b92", "#8a5a9b", "#9a7d0a", "#5b5b5b", "#b03a5b", "#2a8c9c")
LINES = ("-", "--", "-.", ":")
INK, PALE = "#222222", "#d9d5cc"
WIDTH = 4.9
_STYLE: dict[Any, Any] = {
    "svg.fonttype": "path",
    "svg.hashsalt": "patience",
    "font.family": "DejaVu Sans",
    "font.size": 9.5,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": INK,
    "ytick.color": INK,
    "axes.grid": True,
    "grid.color": "#e8e5de",
    "grid.linewidth": 0.8,
    "axes.axisbelow": True,
    "legend.frameon": False,
    "text.parse_math": False,  # a name may have a dollar in it
}
LONGEST = 30
"""Letters of a name or a line beside a plot."""

LEAST_GAMES = 20
"""Means along a game are drawn as far as one game in so many goes."""


@dataclass(frozen=True, slots=True)
class Plot:
    """``alt``: what it shows, for those who cannot see it. ``note``: how to read it."""

    title: str
    svg: str
    alt: str
    note: str


def check_library() -> None:
    """
    :raises StudyError: if Matplotlib is not installed.
    """
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise needs_extra("a page with plots needs", "study") from None


def _cut(name: str) -> str:
    """A game's name, of a long path its end: more would leave no room for the axes."""
    if len(name) > LONGEST:
        return f"…{name[1 - LONGEST :]}"
    return f" {name}" if name.startswith("_") else name  # a legend leaves out what begins with _


@contextmanager
def _axes(height: float) -> Iterator[tuple[Axes, Callable[[], str]]]:
    """Axes to draw on, and a function that gives the SVG when all is drawn."""
    import matplotlib
    from matplotlib.figure import Figure as Canvas

    with matplotlib.rc_context(_STYLE):
        figure = Canvas(figsize=(WIDTH, height), layout="constrained")
        axes = figure.add_subplot()

        def svg() -> str:
            with io.StringIO() as out:
                figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
                text = out.getvalue()
            text = text[text.index("<svg") :]
            return re.sub(r'(<svg[^>]*?) width="[^"]*"', r"\1", text, count=1).replace(
                ' height="', ' data-height="', 1
            )

        yield axes, svg


def colour(place: int) -> str:
    """The colour of the game at a place."""
    return COLOURS[place % len(COLOURS)]


def wins(entrants: Sequence[Entrant]) -> Plot:
    """Shares won by each player and winnable, with intervals."""
    rows: list[tuple[str, Figure, int]] = []
    for place, entrant in enumerate(entrants):
        figures = {figure.key: figure for figure in entrant.measured.figures()}
        players = [f"won_{name}" for name in reversed(entrant.measured.played)]
        for key in ("winnable", *players):
            if key in figures and figures[key].deals:
                rows.append((figures[key].label, figures[key], place))
    heights: list[float] = []
    height = 0.0
    for row, (_, _, place) in enumerate(rows):
        if row and rows[row - 1][2] != place:
            height -= 1.0
        heights.append(height)
        height -= 1.0
    with _axes(0.9 + 0.23 * -height) as (axes, svg):
        for y, (_, figure, place) in zip(heights, rows, strict=True):
            _whisker(axes, y, figure, colour(place))
        for place, entrant in enumerate(entrants):
            top = max(y for y, row in zip(heights, rows, strict=True) if row[2] == place)
            axes.text(0.0, top + 0.62, _cut(entrant.name), color=colour(place), weight="bold")
        axes.set_yticks(heights, [label for label, _, _ in rows])
        axes.tick_params(axis="y", length=0)
        axes.grid(axis="y", visible=False)
        axes.set_xlim(-1, 101)
        axes.set_ylim(min(heights) - 0.7, 1.6)
        axes.set_xlabel("percent of deals")
        said = "; ".join(
            f"{entrants[place].name}, {label}: {100 * figure.value.low:.1f} to "
            f"{100 * figure.value.high:.1f} percent"
            for label, figure, place in rows
        )
        return Plot(
            "How many deals are won", svg(), said,
            "Points are shares, thin lines 95 % intervals. A thick line spans what undecided deals "
            "leave open. “Winnable” is with all cards known; the players see what a person sees.",
        )  # fmt: skip


def _whisker(axes: Axes, y: float, figure: Figure, shade: str) -> None:
    low, high = (100 * value for value in figure.value)
    if figure.interval is not None:
        axes.plot([100 * limit for limit in figure.interval], [y, y], color=shade, lw=1.3)
    if high - low > 0.05:
        axes.plot([low, high], [y, y], color=shade, lw=5, solid_capstyle="butt")
    else:
        axes.plot([low], [y], "o", color=shade, ms=5.5)


def luck(entrants: Sequence[Entrant]) -> Plot | None:
    """What the shuffle decides and what is in the player's hands."""
    parts = ("won_by_anybody", "in_hands", "lost_in_shuffle")
    found = []
    for entrant in entrants:
        figures = {figure.key: figure for figure in entrant.measured.figures()}
        if all(key in figures for key in parts):
            found.append((_cut(entrant.name), figures))
    if not found:
        return None
    shades = {"won_by_anybody": "#7fb59f", "in_hands": "#e0a32e", "lost_in_shuffle": "#8c8c8c"}
    with _axes(1.15 + 0.42 * len(found)) as (axes, svg):
        for row, (_, figures) in enumerate(found):
            left = 0.0
            for key in parts:
                share = 100 * figures[key].value.low
                axes.barh(-row, share, left=left, color=shades[key], height=0.62)
                if share >= 6:
                    axes.text(left + share / 2, -row, f"{share:.0f}", ha="center", va="center")
                left += share
            axes.barh(-row, 100 - left, left=left, color="white", edgecolor=PALE, height=0.62,
                      hatch="////", lw=0)  # fmt: skip
        axes.set_yticks([-row for row in range(len(found))], [name for name, _ in found])
        axes.tick_params(axis="y", length=0)
        axes.grid(visible=False)
        axes.set_xlim(0, 100)
        axes.set_xlabel("percent of deals")
        handles: list[Any] = [_patch(shades[key]) for key in parts]
        labels = ["won by anybody", "in the player's hands", "lost in the shuffle"]
        if any(figures["in_hands"].value.width > 0.0005 for _, figures in found):
            handles.append(_patch("white", PALE, "////"))
            labels.append("undecided")
        axes.legend(handles, labels, ncols=2, loc="lower left", bbox_to_anchor=(0, 1), fontsize=8.5)
        said = "; ".join(
            f"{name}: won by anybody {100 * figures['won_by_anybody'].value.low:.1f}, in the "
            f"player's hands at least {100 * figures['in_hands'].value.low:.1f}, lost in the "
            f"shuffle at least {100 * figures['lost_in_shuffle'].value.low:.1f} percent"
            for name, figures in found
        )
        return Plot(
            "Luck and skill", svg(), said,
            "Won by anybody: random play won. In the player's hands: winnable, and lost by random "
            "play. Lost in the shuffle: no play wins.",
        )  # fmt: skip


def _patch(face: str, edge: str = "none", hatch: str = "") -> Any:
    from matplotlib.patches import Patch

    return Patch(facecolor=face, edgecolor=edge, hatch=hatch)


def _lines(
    entrants: Sequence[Entrant],
    player: str,
    points: Callable[[Entrant], tuple[Sequence[float], Sequence[float]]],
    x_label: str,
    y_label: str,
    step: bool = False,
) -> tuple[str, str] | None:
    """One line a game. Gives the SVG and a description; None if no game has points."""
    shown = [
        (place, one, *points(one))
        for place, one in enumerate(entrants)
        if player in one.measured.played
    ]
    shown = [line for line in shown if line[2]]
    if not shown:
        return None
    with _axes(2.9) as (axes, svg):
        said = []
        for place, entrant, xs, ys in shown:
            style = LINES[place % len(LINES)]
            axes.plot(
                xs, ys, style, color=colour(place), label=_cut(entrant.name), lw=1.7,
                drawstyle="steps-pre" if step else "default",
            )  # fmt: skip
            said.append(f"{entrant.name}: from {ys[0]:.2f} at {xs[0]} to {ys[-1]:.2f} at {xs[-1]}")
        axes.set_xlabel(x_label)
        axes.set_ylabel(y_label)
        axes.set_ylim(bottom=0)
        axes.set_xlim(left=0)
        axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=3, fontsize=8.5)
        return svg(), "; ".join(said)


def choices(entrants: Sequence[Entrant], player: str) -> Plot | None:
    """The mean number of actions at each decision."""

    def points(entrant: Entrant) -> tuple[Sequence[float], Sequence[float]]:
        games = entrant.measured.played[player]
        means = games.choices_along.means(len(games.won) // LEAST_GAMES)
        return range(1, len(means) + 1), means

    drawn = _lines(entrants, player, points, "decision", "actions to choose from")
    return drawn and Plot(
        "Decisions along the game", drawn[0], drawn[1],
        f"Mean number of actions at each decision of {player}'s games, while at least one game "
        f"in {LEAST_GAMES} goes on.",
    )  # fmt: skip


def survival(entrants: Sequence[Entrant], player: str) -> Plot | None:
    """The share of games that are still going after so many actions."""

    def points(entrant: Entrant) -> tuple[Sequence[float], Sequence[float]]:
        lengths = entrant.measured.played[player].lengths
        ended = Counter(int(length) for length in lengths)
        xs, ys, left = [0], [100.0], len(lengths)
        for length in sorted(ended):
            left -= ended[length]
            xs.append(length)
            ys.append(100 * left / len(lengths))
        return xs, ys

    drawn = _lines(entrants, player, points, "actions", "percent of games going on")
    return drawn and Plot(
        "How long games last", drawn[0], drawn[1],
        f"Games of {player} that are neither won nor over after so many actions.",
    )  # fmt: skip


def home(entrants: Sequence[Entrant], player: str) -> Plot | None:
    """How many cards are home when a game is lost."""

    def points(entrant: Entrant) -> tuple[Sequence[float], Sequence[float]]:
        counts = Counter(int(count) for count in entrant.measured.played[player].home_lost)
        if not counts:
            return (), ()
        xs = range(max(counts) + 2)
        return xs, [
            100 * sum(n for home, n in counts.items() if home >= x) / counts.total() for x in xs
        ]

    drawn = _lines(
        entrants, player, points, "cards on the foundations", "percent of lost games", step=True
    )
    return drawn and Plot(
        "Cards home in lost games", drawn[0], drawn[1],
        f"How many of {player}'s lost games bring at least so many cards home; cards that the deal "
        "puts out count.",
    )  # fmt: skip


def worth(differences: Sequence[Difference], labels: Sequence[str]) -> Plot | None:
    """What each change of a rule is worth, in percentage points."""
    if not differences:
        return None
    with _axes(1.0 + 0.42 * len(differences)) as (axes, svg):
        for row, one in enumerate(differences):
            low, high = (100 * value for value in one.value)
            shade = COLOURS[0] if low + high >= 0 else COLOURS[1]
            axes.plot([100 * limit for limit in one.interval], [-row, -row], color=shade, lw=1.3)
            if high - low > 0.05:
                axes.plot([low, high], [-row, -row], color=shade, lw=5, solid_capstyle="butt")
            else:
                axes.plot([low], [-row], "o", color=shade, ms=6)
        axes.axvline(0, color=INK, lw=0.8)
        lines = [fill(label, LONGEST, max_lines=2, placeholder=" …") for label in labels]
        axes.set_yticks([-row for row in range(len(differences))], lines)
        axes.tick_params(axis="y", length=0)
        axes.set_ylim(-len(differences) + 0.4, 0.6)
        axes.grid(axis="y", visible=False)
        axes.set_xlabel(f"percentage points {differences[0].what}")
        said = "; ".join(
            f"{label}: {100 * one.value.low:+.1f} to {100 * one.value.high:+.1f}"
            for label, one in zip(labels, differences, strict=True)
        )
        return Plot(
            f"What each rule is worth: {differences[0].what}", svg(), said,
            "Paired differences to the game as it stands, on the same shuffles, with 95 % "
            "intervals. A thick line spans what undecided deals leave open.",
        )  # fmt: skip
