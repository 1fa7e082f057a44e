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
_left = threading.Event()


def leave_by_signals() -> None:
    """Turn the signals into an orderly end of the process, status 128 and the signal's number."""
    try:
        for number in _NUMBERS:
            signal.signal(number, _leave)
    except ValueError:  # not in the main thread, which alone has handlers
        return
    _see_that_none_is_missed()


def _leave(number: int, frame: FrameType | None) -> None:
    _left.set()
    raise SystemExit(128 + number)


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
        number = data[0]
        time.sleep(_PAUSE)
        if number in _NUMBERS and not _left.is_set():
            signal.pthread_kill(main, number)
