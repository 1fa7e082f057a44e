"""The player that thinks: it imagines the hidden cards, and asks the solver what would win.

At every decision it deals the unseen cards at random over the hidden places, `SAMPLES` times, and
asks of each action in each of these imagined games whether it can still be won, within `STATES`
states of search. It plays the action that wins most of them; of equal ones, and where nothing was
won at all, the one that the greedy player prefers. Once every card has been seen there is nothing
to imagine, and one sample is asked with a limit as high as all the others together.

An action that leads back to a table that it has seen in this game is never played, unless it
shows an unseen card; so it cannot go round in circles. If nothing else is left it gives up.
"""

from __future__ import annotations

from collections.abc import Hashable

from patience.engine.apply import apply
from patience.engine.position import Action
from patience.engine.state import State
from patience.engine.view import View
from patience.players.deciding import wins
from patience.players.dice import Dice
from patience.players.greedy import Judge
from patience.players.sight import Sight

SAMPLES = 8
STATES = 500
_LEFT_ALONE = (99, 0)


class Planner:
    """See the module. ``samples`` and ``states`` say how hard it thinks."""

    def __init__(self, dice: Dice, samples: int = SAMPLES, states: int = STATES) -> None:
        self._dice = dice
        self._samples = samples
        self._states = states
        self._seen: set[Hashable] = set()

    def choose(self, sight: Sight) -> Action | None:
        """The action that wins most of the imagined games."""
        self._seen.add(_table_seen(sight, sight.view))
        actions = [action for action in sight.actions if self._is_new(sight, action)]
        if len(actions) < 2:
            return actions[0] if actions else None
        judge = Judge(sight)
        found = self._wins(sight, actions)
        order = range(len(actions))
        best = min(order, key=lambda i: (-found[i], judge.worth(actions[i]) or _LEFT_ALONE, i))
        return actions[best]

    def _is_new(self, sight: Sight, action: Action) -> bool:
        """Whether an action leads to a table that was not there before in this game."""
        imagined = sight.imagined(sight.view.unseen)
        view = State(sight.table, apply(sight.table, imagined.position, action)).seen_by_player()
        return (
            len(view.unseen) < len(sight.view.unseen) or _table_seen(sight, view) not in self._seen
        )

    def _wins(self, sight: Sight, actions: list[Action]) -> list[int]:
        """In how many imagined games each action was found to win."""
        unseen = list(sight.view.unseen)
        samples = self._samples if unseen else 1
        limit = self._states if unseen else self._states * self._samples
        found = [0] * len(actions)
        for _ in range(samples):
            self._dice.shuffle(unseen)
            state = sight.imagined(unseen)
            for index, action in enumerate(actions):
                if wins(state.after(action), limit):
                    found[index] += 1
        return found


def _table_seen(sight: Sight, view: View) -> Hashable:
    """What tells tables apart for one who only sees them; redeals count as far as they matter."""
    return view.piles, view.base, min(view.redeals, sight.table.redeal_cap)
