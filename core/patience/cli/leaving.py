"""Leaving by a signal: a closed terminal or a polite kill ends the game in good order."""

from __future__ import annotations

import os
import signal
import threading
import time
from contextlib import suppress
from types import FrameType

_NUMBERS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
_PAUSE = 0.1
_heard_at: dict[int, float] = {}


def leave_by_signals() -> None:
    """Turn the signals into an orderly end of the process, status 128 and the signal's number.

    An interrupt stays what it is, a `KeyboardInterrupt`.
    """
    if signal.getsignal(_NUMBERS[0]) is _leave:
        return
    try:
        for number in _NUMBERS:
            signal.signal(number, _leave)
        signal.signal(signal.SIGINT, _interrupt)
    except ValueError:  # not in the main thread, which alone has handlers
        return
    _see_that_none_is_missed()


def _leave(number: int, frame: FrameType | None) -> None:
    for every in (*_NUMBERS, signal.SIGINT):
        _heard_at[every] = float("inf")  # the end has begun; nothing need be sent again
    raise SystemExit(128 + number)


def _interrupt(number: int, frame: FrameType | None) -> None:
    _heard_at[number] = time.monotonic()
    raise KeyboardInterrupt


def _see_that_none_is_missed() -> None:
    """Send a signal again until it has been acted on.

    Python's line editor looks for signals and then waits for a key; one that comes between the two
    would wait with it, until somebody types.
    """
    with suppress(OSError, ValueError):
        reader, writer = os.pipe()
        os.set_blocking(writer, False)
        signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
        main = threading.main_thread().ident
        if main is not None:
            threading.Thread(target=_repeat, args=(reader, main), daemon=True).start()


def _repeat(reader: int, main: int) -> None:
    while data := os.read(reader, 1):
        number, sent_at = data[0], time.monotonic()
        time.sleep(_PAUSE)
        watched = number in _NUMBERS or number == signal.SIGINT
        if watched and _heard_at.get(number, 0.0) < sent_at - _PAUSE:
            signal.pthread_kill(main, number)
