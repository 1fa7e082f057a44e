"""Opens rule files without being led astray by what a path may turn out to be."""

from __future__ import annotations

import os
import stat
import sys


def read_bytes(path: str, limit: int) -> bytes | str:
    """The bytes of a regular file, or of standard input for ``-``; else a sentence why not.

    A pipe or a device named as a file is refused without waiting for it, and no more than
    ``limit`` + 1 bytes are ever read.
    """
    if path == "-":
        return _within(sys.stdin.buffer.read(limit + 1), limit)
    try:
        # Without O_NONBLOCK, opening a pipe that nobody writes to would wait for ever.
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    except FileNotFoundError:
        return "there is no such file"
    except IsADirectoryError:
        return "this is a directory; expected a rule file"
    except PermissionError:
        return "this file may not be read (permission denied)"
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a file name"
        return f"this file cannot be opened ({reason})"
    try:
        with os.fdopen(handle, "rb") as file:
            return _regular_bytes(file.fileno(), limit)
    except OSError as error:
        return _os_sentence(error)


def _regular_bytes(handle: int, limit: int) -> bytes | str:
    """What an open file holds, if it is a regular one and not too large."""
    status = os.fstat(handle)
    if stat.S_ISDIR(status.st_mode):
        return "this is a directory; expected a rule file"
    if not stat.S_ISREG(status.st_mode):
        return "this is no ordinary file (a pipe or a device); expected a rule file"
    if status.st_size > limit:
        return f"too large ({status.st_size:,} bytes): a rule file has at most {limit:,}"
    parts = []
    left = limit + 1
    while left and (part := os.read(handle, left)):
        parts.append(part)
        left -= len(part)
    return _within(b"".join(parts), limit)


def _within(data: bytes, limit: int) -> bytes | str:
    if len(data) > limit:
        return f"too large: a rule file has at most {limit:,} bytes"
    return data


def _os_sentence(error: OSError) -> str:
    if isinstance(error, IsADirectoryError):
        return "this is a directory; expected a rule file"
    return f"this file cannot be read ({error.strerror or error})"
