"""What a search may spend and what it answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from patience.engine.position import Action

Kind = Literal["winnable", "unwinnable", "undecided"]
LimitName = Literal["states", "seconds", "memory", "interrupt"]
Searcher = Literal["native", "python"]

DEFAULT_STATES = 5_000_000
DEFAULT_MEMORY = 1 << 30


@dataclass(frozen=True, slots=True)
class Limits:
    """What one deal may cost. None means no such limit.

    :ivar states: different states visited.
    :ivar seconds: time by the clock.
    :ivar memory: bytes for the states that the search remembers.
    """

    states: int | None = DEFAULT_STATES
    seconds: float | None = None
    memory: int = DEFAULT_MEMORY


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a position can be won, all cards known.

    :ivar kind: "winnable" (`line` wins it), "unwinnable" (every line was tried) or "undecided"
        (`limit` was hit first). The three are never mixed up.
    :ivar line: the winning actions; each was replayed by the engine.
    :ivar states: different states that the search visited.
    :ivar limit: what ended an undecided search.
    :ivar seconds: time by the clock.
    :ivar searcher: which search was at work.
    """

    kind: Kind
    states: int
    line: tuple[Action, ...] = ()
    limit: LimitName | None = None
    seconds: float = 0.0
    searcher: Searcher = "python"

    @property
    def is_decided(self) -> bool:
        """Whether the answer is yes or no."""
        return self.kind != "undecided"
