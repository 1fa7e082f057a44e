"""Progress of long work on a terminal, and how numbers are written."""

from __future__ import annotations

import math
import shutil
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from patience.game import Game
    from patience.play.winning import WinnableDeal
    from patience.study.run import Progress

_EVERY = 0.2

SEEKING = 1.0
"""Seconds after which the search for a winnable deal says what it does."""


class Meter:
    """One line on a terminal, written over and over; on anything else nothing."""

    def __init__(self, stream: TextIO, label: str = "") -> None:
        self._stream = stream
        self._label = f"{label}: " if label else ""
        self._on = stream.isatty()
        self._next = 0.0
        self._shown = False

    def show(self, progress: Progress) -> None:
        """Show how far a study is."""
        now = time.monotonic()
        if not self._on or (now < self._next and progress.done < progress.wanted):
            return
        self._next = now + _EVERY
        width = shutil.get_terminal_size((80, 24)).columns - 1
        self._stream.write(f"\r{self._label + words(progress):<{width}.{width}}")
        self._stream.flush()
        self._shown = True

    def close(self) -> None:
        """Leave the line as it was."""
        if self._shown:
            width = shutil.get_terminal_size((80, 24)).columns - 1
            self._stream.write(f"\r{'':<{width}}\r")
            self._stream.flush()
            self._shown = False


class Ticker:
    """A line on a terminal's standard error while a search goes on; on anything else nothing.

    :param after: seconds before it first appears. ``words``: for a number of states visited.
    """

    def __init__(self, after: float, words: Callable[[int], str]) -> None:
        self._on = sys.stderr.isatty()
        self._words = words
        self._next = time.monotonic() + after
        self._width = 0

    def poll(self, states: int) -> bool:
        """Show how far it is; never ends the search."""
        now = time.monotonic()
        if self._on and now >= self._next:
            self._next = now + _EVERY
            text = self._words(states)
            self._width = max(self._width, len(text))
            sys.stderr.write(f"\r{text:<{self._width}}")
            sys.stderr.flush()
        return False

    def close(self) -> None:
        """Leave the line empty."""
        if self._width:
            sys.stderr.write(f"\r{'':<{self._width}}\r")
            sys.stderr.flush()


def seek_winnable(game: Game, deal: str) -> WinnableDeal:
    """`find_winnable`, which may take long; a terminal is told so."""
    from patience.play.winning import find_winnable

    ticker = Ticker(SEEKING, lambda _: "looking for a deal that can be won ... ")
    try:
        return find_winnable(game, deal, ticker.poll)
    finally:
        ticker.close()


def words(progress: Progress) -> str:
    """How far, how fast, how long yet, and the interval so far."""
    low, high = progress.share.interval
    rate = progress.rate
    speed = f"{rate:.1f}" if rate < 10 else grouped(round(rate))
    left = f", {duration(progress.left)} to go" if math.isfinite(progress.left) else ""
    return (
        f"{grouped(progress.done)} of {grouped(progress.wanted)} deals, {speed} a second{left}; "
        f"95 %: {percents(low, high)}"
    )


def duration(seconds: float) -> str:
    """A length of time in the two units that say most."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02} s"
    return f"{whole // 3600} h {whole % 3600 // 60:02} min"


def grouped(number: int) -> str:
    """A whole number with its thousands apart."""
    return f"{number:,}".replace(",", " ")


def percent(share: float) -> str:
    """A share in percent."""
    return f"{100 * share:.2f} %"


def percents(low: float, high: float) -> str:
    """A share that lies between two, which may be equal."""
    if f"{100 * low:.2f}" == f"{100 * high:.2f}":
        return percent(low)
    return f"{100 * low:.2f} to {percent(high)}"
