"""The player that does anything: the zero of every scale."""

from __future__ import annotations

from patience.engine.position import Action
from patience.players.dice import Dice
from patience.players.sight import Sight


class RandomPlayer:
    """Each legal action is as likely as any other; a forced one costs no throw. Never gives up."""

    def __init__(self, dice: Dice) -> None:
        self._dice = dice

    def choose(self, sight: Sight) -> Action | None:
        """Any action."""
        return self._dice.pick(sight.actions)
