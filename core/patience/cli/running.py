"""Runs a command and turns whatever comes out of it into an exit status and a sentence.

Nobody ever sees a traceback, unless the environment variable ``PATIENCE_DEBUG`` is 1.
"""

from __future__ import annotations

import errno
import os
import sys
import traceback
from collections.abc import Sequence

import click

from patience.cli.app import cli
from patience.cli.messages import harmless
from patience.errors import PatienceError, RuleError

INTERRUPTED = 130
PIPE_CLOSED = 141
CRASHED = 70
USAGE = 2
DEBUG = "PATIENCE_DEBUG"


def run(arguments: Sequence[str]) -> int:
    """The exit status of ``patience`` with these arguments. Standard output is flushed."""
    _open_what_is_closed()
    _be_safe_with_any_text()
    try:
        status = _invoke(arguments)
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        return _pipe_closed()
    except KeyboardInterrupt:
        _say("")
        return INTERRUPTED
    except OSError as error:
        return _os_error(error)


def _invoke(arguments: Sequence[str]) -> int:
    try:
        result = cli.main(args=list(arguments), prog_name="patience", standalone_mode=False)
    except click.exceptions.Exit as leave:
        return leave.exit_code
    except click.Abort:
        _say("")
        return INTERRUPTED
    except SystemExit as leave:
        # A signal's; or click's, when whoever read our output has gone.
        return leave.code if isinstance(leave.code, int) and leave.code > 128 else _pipe_closed()
    except click.ClickException as error:
        return _usage_error(error)
    except PatienceError as error:
        say_error(error)
        return error.exit_status
    except (KeyboardInterrupt, OSError):
        raise
    except Exception as error:
        return _crash(error)
    return result if isinstance(result, int) else 0


def say_error(error: PatienceError) -> None:
    """A sentence on standard error; of a rule file every fault on a line of its own."""
    if isinstance(error, RuleError):
        for fault in error.faults:
            _say(str(fault))
    else:
        _say(f"patience: {error}")


def _usage_error(error: click.ClickException) -> int:
    _say(f"patience: {error.format_message()}")
    if isinstance(error, click.UsageError) and error.ctx is not None:
        _say(f"patience: try '{error.ctx.command_path} --help'")
    return error.exit_code


def _os_error(error: OSError) -> int:
    """A full disk, a vanished terminal, a file that cannot be written: one sentence."""
    if error.errno in (errno.EPIPE, errno.EIO):
        return _pipe_closed()
    where = f"{error.filename}: " if error.filename else ""
    _forget_output()
    _say(f"patience: {where}{error.strerror or error}")
    return USAGE


def _pipe_closed() -> int:
    """Whoever read our output has gone; there is nobody to tell."""
    _forget_output()
    return PIPE_CLOSED


def _forget_output() -> None:
    """Keep Python from complaining about unwritten output at exit."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
    except (OSError, ValueError):
        pass


def _crash(error: Exception) -> int:
    if os.environ.get(DEBUG) == "1":
        traceback.print_exc()
        return CRASHED
    report = _write_report(error)
    where = f"; a report is in {report}" if report else f"; {DEBUG}=1 shows where"
    name = type(error).__name__
    _say(f"patience: something went wrong inside ({name}: {_one_line(error)}){where}")
    return CRASHED


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())[:200]


def _write_report(error: Exception) -> str:
    from patience import __version__
    from patience.play.folders import crash_file, write_atomically

    file = crash_file()
    lines = [f"patience {__version__}, Python {sys.version}", " ".join(sys.argv)]
    try:
        write_atomically(file, "\n".join(lines + traceback.format_exception(error)))
    except OSError:
        return ""
    return str(file)


def _say(text: str) -> None:
    try:
        print(harmless(text), file=sys.stderr, flush=True)
    except OSError:
        pass  # nobody can be told


def _open_what_is_closed() -> None:
    """Who starts us without a standard stream (``<&-``) gives us an empty one: Python has None."""
    nowhere = {"stdin": os.O_RDONLY, "stdout": os.O_WRONLY, "stderr": os.O_WRONLY}
    for name, flags in nowhere.items():
        if getattr(sys, name) is None:
            mode = "r" if flags == os.O_RDONLY else "w"
            setattr(sys, name, open(os.open(os.devnull, flags), mode, encoding="utf-8"))


def _be_safe_with_any_text() -> None:
    """A name of a file or a symbol that the terminal cannot show must not end a command."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
