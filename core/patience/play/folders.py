"""Where Patience keeps things, and how a file is written so that it is never half there.

The folders follow the platform (XDG on Linux). The environment variable ``PATIENCE_HOME`` puts
all of them into one folder instead, which is also how a test or a portable copy keeps to itself.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

APP = "patience"
HOME_VARIABLE = "PATIENCE_HOME"


def _home() -> Path | None:
    value = os.environ.get(HOME_VARIABLE, "")
    return Path(value).expanduser() if value else None


def state_folder() -> Path:
    """Games in progress, and reports of crashes."""
    home = _home()
    if home is not None:
        return home / "state"
    from platformdirs import user_state_path

    return user_state_path(APP, appauthor=False)


def data_folder() -> Path:
    """Results: the records of games played."""
    home = _home()
    if home is not None:
        return home / "data"
    from platformdirs import user_data_path

    return user_data_path(APP, appauthor=False)


def saves_folder() -> Path:
    """The kept games, one file each."""
    return state_folder() / "games"


def records_file() -> Path:
    """The record of every game that was ended."""
    return data_folder() / "records.jsonl"


def crash_file() -> Path:
    """The report of the last crash."""
    return state_folder() / "crash.txt"


def write_atomically(path: Path, text: str, *, replace: bool = True, shared: bool = False) -> None:
    """Write a whole text file, or leave what was there.

    The text goes to a new file in the same folder, is forced to the disk, and takes the name in
    one step; whatever interrupts this, the name stands for the old text or for the new one.

    :param replace: whether a file of that name may be replaced.
    :param shared: whether others may read it, as far as the user's ``umask`` lets them; otherwise
        it is the user's alone.
    :raises FileExistsError: if there is one and it may not.
    :raises OSError: if the folder or the file cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if shared:
            os.chmod(name, 0o666 & ~_umask())
        if replace:
            os.replace(name, path)
        else:
            _give_name(name, path)
    except BaseException:
        _forget(name)
        raise
    _sync_folder(path.parent)


def _umask() -> int:
    """The permissions that new files lack; the system tells them only when they are set."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def _give_name(name: str, path: Path) -> None:
    """Give a finished file its name unless that is taken."""
    try:
        os.link(name, path)  # fails if the name is taken, in the same step that takes it
    except FileExistsError:
        raise
    except OSError:  # a file system without links: the window between the two steps is small
        if path.exists():
            raise FileExistsError(17, "File exists", str(path)) from None
        os.replace(name, path)
        return
    _forget(name)


def _forget(name: str) -> None:
    try:
        os.unlink(name)
    except OSError:
        pass  # a leftover temporary file does no harm


def _sync_folder(folder: Path) -> None:
    """Make the new name last through a power cut, where the system can do that."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    except OSError:
        pass
    finally:
        os.close(handle)
