"""How figures are written: for terminals, pages and files."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from typing import Any

from patience.study.compare import Difference, Plan
from patience.study.measures import Figure
from patience.study.statistics import Interval, Share

NOTHING = "–"


def number(value: float) -> str:
    """A number with as many digits as it is worth.

    >>> number(0), number(3.14159), number(41.22), number(123456.7)
    ('0', '3.14', '41.2', '123 457')
    """
    if not math.isfinite(value):
        return NOTHING
    size = abs(value)
    digits = 2 if size < 10 else 1 if size < 100 else 0
    text = f"{value:,.{digits}f}".replace(",", " ")
    if value == int(value) and "." in text:
        text = text.split(".")[0]
    return text.replace("-", "−")


def percent(value: float, digits: int = 1) -> str:
    """A share in percent, without the sign.

    >>> percent(0.7125)
    '71.2'
    """
    return f"{100 * value:.{digits}f}".replace("-", "−") if math.isfinite(value) else NOTHING


def _writer(figure: Figure) -> Callable[[float], str]:
    """Shares get a second decimal where the interval is narrow enough for it."""
    if figure.unit != "share":
        return number
    fine = figure.interval is not None and figure.interval.width < 0.02
    return lambda value: percent(value, 2 if fine else 1)


def value_text(figure: Figure) -> str:
    """The value of a figure: one number, or two where deals are undecided."""
    write = _writer(figure)
    low, high = write(figure.value.low), write(figure.value.high)
    sign = " %" if figure.unit == "share" and high != NOTHING else ""
    return f"{low}{sign}" if low == high else f"{spanned(low, high)}{sign}"


def spanned(low: str, high: str) -> str:
    """From one number to another; in words where a dash would stand beside a minus sign.

    >>> spanned("1.5", "2"), spanned("−1.5", "2")
    ('1.5–2', '−1.5 to 2')
    """
    return f"{low} to {high}" if "−" in low + high else f"{low}–{high}"


def interval_text(figure: Figure) -> str:
    """Its interval, or nothing."""
    interval = figure.interval
    if interval is None or not math.isfinite(interval.width):
        return ""
    write = _writer(figure)
    return spanned(write(interval.low), write(interval.high))


def points(interval: Interval, digits: int = 1) -> str:
    """A difference of shares in percentage points, with its sign."""
    low, high = (f"{100 * one:+.{digits}f}".replace("-", "−") for one in interval)
    return low if low == high else f"{low} to {high}"


def p_text(p: float | None) -> str:
    """A p-value.

    >>> p_text(0.04), p_text(1e-9), p_text(None)
    ('0.040', '< 0.0001', '–')
    """
    if p is None:
        return NOTHING
    return "< 0.0001" if p < 0.0001 else f"{p:.4f}" if p < 0.01 else f"{p:.3f}"


def finite(value: float) -> float | None:
    """A number as JSON can hold it."""
    return value if math.isfinite(value) else None


def figure_fields(figure: Figure) -> dict[str, Any]:
    """A figure for JSON and CSV: two values, and the limits of the interval."""
    around = figure.interval
    return {
        "figure": figure.key,
        "by": figure.by,
        "unit": figure.unit,
        "least": finite(figure.value.low),
        "most": finite(figure.value.high),
        "low": None if around is None else finite(around.low),
        "high": None if around is None else finite(around.high),
        "count": figure.deals,
    }


def difference_fields(difference: Difference) -> dict[str, Any]:
    """A difference for JSON and CSV."""
    pairs = difference.pairs
    corrected = difference.corrected
    return {
        "one": difference.one,
        "other": difference.other,
        "what": difference.what,
        "paired": difference.paired,
        "least": difference.value.low,
        "most": difference.value.high,
        "low": difference.interval.low,
        "high": difference.interval.high,
        "only_one": pairs.first if pairs else None,
        "only_other": pairs.second if pairs else None,
        "both": pairs.both if pairs else None,
        "neither": pairs.neither if pairs else None,
        "unknown": pairs.unknown if pairs else None,
        "p": difference.p,
        "chi_squared": corrected[0] if corrected else None,
        "p_corrected": corrected[1] if corrected else None,
    }


def share_fields(share: Share) -> dict[str, Any]:
    """A share for CSV: the deals behind it, how many were what, its extremes and limits."""
    return {
        "deals": share.deals,
        "yes": share.yes,
        "no": share.no,
        "undecided": share.unknown,
        "least": share.least,
        "most": share.most,
        "low": share.interval.low,
        "high": share.interval.high,
    }


def against_fields(difference: Difference) -> dict[str, Any]:
    """A difference for CSV beside the share that it belongs to."""
    fields = difference_fields(difference)
    own = ("least", "most", "low", "high")
    named = {f"difference_{name}": fields[name] for name in own}
    counted = ("only_one", "only_other", "both", "neither", "unknown", "p")
    return named | {name: fields[name] for name in (*counted, "chi_squared", "p_corrected")}


def plan_words(plan: Plan) -> str:
    """What a comparison measures, in one line."""
    fewer = [
        f"{name} {number(count)}"
        for name, count in plan.players.items()
        if count and count != plan.deals
    ]
    less = f" (by {', '.join(fewer)} only)" if fewer else ""
    last = plan.first + plan.deals - 1
    which = f"{number(plan.deals)} deals, numbers {number(plan.first)} to {number(last)}"
    if plan.deals == 1:
        which = f"1 deal, number {number(last)}"
    return f"{which}{less}; seed {plan.seed}; at most {number(plan.states)} states of search a deal"


def kept_whole(words: str, space: str) -> str:
    """Words with another space between the thousands of their numbers.

    >>> kept_whole("1 234 567 deals", "_")
    '1_234_567 deals'
    """
    return re.sub(r"(?<=\d) (?=\d)", space, words)


def joined(lists: Sequence[Sequence[Figure]]) -> list[tuple[Figure, list[Figure | None]]]:
    """The figures of several games in rows: for each key, which games have it."""
    keys: dict[str, Figure] = {}
    for figures in lists:
        for figure in figures:
            keys.setdefault(figure.key, figure)
    tables = [{figure.key: figure for figure in figures} for figures in lists]
    sections = list(dict.fromkeys(figure.section for figure in keys.values()))
    ordered = sorted(keys.values(), key=lambda figure: sections.index(figure.section))
    return [(figure, [table.get(figure.key) for table in tables]) for figure in ordered]
