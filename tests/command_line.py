"""Runs ``patience`` for the tests: in this process, as a process of its own, or on a terminal."""

from __future__ import annotations

import contextlib
import fcntl
import io
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from patience.cli.running import run

COMMAND = [sys.executable, "-m", "patience"]


class Ended(NamedTuple):
    """How a run of the program ended."""

    status: int
    out: str
    err: str


def invoke(*arguments: str, stdin: str | bytes = "") -> Ended:
    """Run the program in this process, neither input nor output being a terminal."""
    content = stdin if isinstance(stdin, bytes) else stdin.encode("utf-8")
    outs = [io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in "12"]
    before = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(content), encoding="utf-8")
    try:
        with contextlib.redirect_stdout(outs[0]), contextlib.redirect_stderr(outs[1]):
            status = run(arguments)
    finally:
        sys.stdin = before
    texts = []
    for out in outs:
        buffer = out.buffer
        assert isinstance(buffer, io.BytesIO)
        texts.append(buffer.getvalue().decode("utf-8"))
    return Ended(status, *texts)


def environment(home: Path, **changes: str) -> dict[str, str]:
    """The environment of a process: its own folders, a plain terminal, UTF-8."""
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "COVERAGE_FILE")}
    return kept | {"PATIENCE_HOME": str(home), "LANG": "C.UTF-8", "TERM": "xterm"} | changes


def process(
    *arguments: str, home: Path, stdin: str = "", env: Mapping[str, str] | None = None
) -> Ended:
    """Run the program as a process of its own, through pipes."""
    done = subprocess.run(
        [*COMMAND, *arguments],
        input=stdin.encode("utf-8"),
        capture_output=True,
        env=environment(home, **(env or {})),
        timeout=60,
        check=False,
    )
    return Ended(done.returncode, done.stdout.decode(), done.stderr.decode())


class Terminal:
    """A process on a pseudo-terminal: type lines, read what it shows."""

    def __init__(
        self, *arguments: str, home: Path, rows: int = 24, columns: int = 80, **changes: str
    ) -> None:
        env = environment(home, LINES=str(rows), COLUMNS=str(columns), **changes)
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [*COMMAND, *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=env,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # so that Ctrl-C arrives
        )
        os.close(slave)
        self.all = ""

    def until(self, text: str, seconds: float = 20) -> str:
        """What appears up to and with ``text``, which must come."""
        shown = ""
        ends = time.monotonic() + seconds
        while text not in shown:
            piece = self._read(max(ends - time.monotonic(), 0))
            assert piece is not None, f"{text!r} did not appear; there was:\n{shown}"
            shown += piece
        self.all += shown
        return shown

    def _read(self, seconds: float) -> str | None:
        ready, _, _ = select.select([self.master], [], [], seconds)
        if not ready:
            return None
        try:
            return os.read(self.master, 65536).decode("utf-8", "replace") or None
        except OSError:  # the other end is closed
            return None

    def type(self, line: str) -> None:
        """Type a line."""
        os.write(self.master, line.encode() + b"\n")

    def ask(self, line: str, expected: str) -> str:
        """Type a line and wait for a text, then for the next prompt."""
        self.type(line)
        shown = self.until(expected)
        return shown + self.until("> ") if not shown.endswith("> ") else shown

    def close(self) -> None:
        """Close the terminal under the process."""
        os.close(self.master)
        self.master = -1

    def ended(self, seconds: float = 20) -> int:
        """The exit status (negative: killed by that signal)."""
        ends = time.monotonic() + seconds
        while self.process.poll() is None and time.monotonic() < ends:
            if self.master >= 0:
                self.all += self._read(0.05) or ""
            else:
                time.sleep(0.02)
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            raise AssertionError(f"it did not end; it showed:\n{self.all}")
        while self.master >= 0 and (piece := self._read(0.05)):
            self.all += piece
        return self.process.returncode

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *error: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        if self.master >= 0:
            os.close(self.master)


def without_codes(text: str) -> str:
    """A terminal's output without escape sequences."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[>=]", "", text).replace("\r", "")
