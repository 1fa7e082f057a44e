"""What every player is: asked for one action at a time, shown a `Sight` and nothing else."""

from __future__ import annotations

from typing import Protocol

from patience.engine.position import Action
from patience.players.sight import Sight


class Player(Protocol):
    """A player of one game; a new one is made for each. It may remember what it saw.

    The same sights in the same order and the same dice give the same actions.
    """

    def choose(self, sight: Sight) -> Action | None:
        """One of ``sight.actions``, of which there is at least one; None to give the game up."""
