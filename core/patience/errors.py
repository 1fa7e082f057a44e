"""Every error that Patience raises on purpose, under one root.

Each carries the exit status that the command line ends with, so that no face has to know
which kind of fault means what.
"""

from __future__ import annotations

from dataclasses import dataclass


class PatienceError(Exception):
    """The root: catch this to catch whatever Patience says of bad input."""

    exit_status = 2


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong in a rule file: where, and in one sentence what was expected.

    ``line`` and ``column`` count from 1; both are 0 where the fault has no place in a text.
    """

    file: str
    line: int
    column: int
    message: str

    def __str__(self) -> str:
        if self.line:
            return f"{self.file}:{self.line}:{self.column}: {self.message}"
        return f"{self.file}: {self.message}"


class RuleError(PatienceError):
    """A rule file that cannot be played: all its faults at once, in file order."""

    exit_status = 3

    def __init__(self, faults: list[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(str(fault) for fault in faults))

    def __reduce__(self) -> tuple[type[RuleError], tuple[list[Fault]]]:
        return RuleError, (list(self.faults),)  # a worker process sends it to its parent


class UnknownGame(PatienceError):
    """No game goes by this name; the message suggests the nearest ones."""


class DealError(PatienceError):
    """A deal that cannot be read, or does not fit the game's pack."""


class NotationError(PatienceError):
    """A line that is no action in the project's notation."""


class IllegalAction(PatienceError):
    """A well-formed action that the rules refuse here; the message is the refusal."""


class StateError(PatienceError):
    """A position's text or JSON that cannot be read back."""


class SaveError(PatienceError):
    """A saved game that cannot be read."""

    exit_status = 5


class StoreError(PatienceError):
    """A study's store that cannot be read or written."""

    exit_status = 5


class StudyError(PatienceError):
    """A study that cannot be run as it was asked for."""


class PluginError(PatienceError):
    """A plugin that is missing or broken; the message names it."""
