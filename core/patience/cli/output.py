"""Files that commands write for the user: never over another one, never half."""

from __future__ import annotations

from pathlib import Path

from patience.errors import NotationError
from patience.play.folders import write_atomically
from patience.play.session import Session
from patience.play.transcript import write_transcript


def write_new(name: str, text: str) -> Path:
    """Write a file that is not there yet.

    :raises NotationError: if there is one of that name, or it cannot be written.
    """
    path = Path(name).expanduser()
    try:
        write_atomically(path, text, replace=False, shared=True)
    except FileExistsError:
        raise NotationError(f"there is a file {name} already; nothing was written") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise NotationError(f"{name} cannot be written: {reason}") from None
    return path


def save_moves(session: Session, name: str) -> Path:
    """Write the present line of play to a new file.

    :raises NotationError: as `write_new`.
    """
    return write_new(name, write_transcript(session))
