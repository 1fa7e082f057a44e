"""A game in progress: the journal of actions, undo and redo without limit, and the counters."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from patience.engine.position import TURN, Action
from patience.engine.state import State
from patience.errors import NotationError
from patience.game import Game
from patience.play.gameref import GameRef
from patience.play.hints import Hint, find_hint
from patience.play.narrate import narrate
from patience.play.sharecode import make_code
from patience.play.standing import standing, unseen_stock

if TYPE_CHECKING:
    from patience.play.winning import Prospect, WinningLines

Clock = Callable[[], float]


@dataclass(slots=True)
class Counters:
    """What is counted besides the moves of the present line.

    ``seconds``: from the first action on, only while the game is open; pauses between two sittings
    do not count. ``played``: actions ever played, also those taken back; ``booked``: how the game
    was entered in the records, "" as long as it was not.
    """

    seconds: float = 0.0
    played: int = 0
    undone: int = 0
    hints: int = 0
    booked: str = ""


@dataclass(frozen=True, slots=True)
class Done:
    """An action that was played: its notation, and what it did in a sentence."""

    text: str
    sentence: str


class Session:
    """One deal of one game, being played.

    ``states[0]`` is the deal and ``states[n]`` the state after ``actions[:n]``; ``here`` is the
    present one, and what lies beyond it can be redone. An action that is refused changes nothing.
    """

    def __init__(
        self,
        ref: GameRef,
        game: Game,
        deal: str,
        *,
        start: State | None = None,
        clock: Clock = time.monotonic,
    ) -> None:
        """Deal the cards.

        :param ref: how the game was asked for, so that it can be loaded again.
        :param deal: as `Game.deal` reads it; the attribute keeps its canonical spelling.
        :param start: the layout to begin with, if not what the deal gives.
        :raises DealError: if that is no deal of this game.
        """
        self.ref = ref
        self.game = game
        self.deal = game.pack(deal).text
        self.states: list[State] = [game.deal(self.deal) if start is None else start]
        self._best = [standing(game.table, self.states[0].position)]  # of the line to each state
        self.actions: list[Action] = []
        self.texts: list[str] = []
        self.here = 0
        self.counters = Counters()
        self.rules_copy: str | None = None
        self._clock = clock
        self._since: float | None = None
        self._lines: WinningLines | None = None
        self._taught = False  # what a turn of unseen cards is good for; once in a sitting is enough

    # ------------------------------------------------------------------ where we are

    @property
    def state(self) -> State:
        """The present state."""
        return self.states[self.here]

    @property
    def code(self) -> str:
        """The share code, as ``duchess:946``: a friend who types it gets the same deal."""
        return make_code(self.game.id, self.deal, self.ref.hash_for_codes(self.game))

    @property
    def can_redo(self) -> int:
        """How many actions can be redone."""
        return len(self.actions) - self.here

    @property
    def seconds(self) -> float:
        """Playing time so far."""
        running = 0.0 if self._since is None else self._clock() - self._since
        return self.counters.seconds + running

    # ------------------------------------------------------------------ playing

    def act(self, text: str) -> Done:
        """Play what a person typed.

        :raises NotationError: if it is no action.
        :raises IllegalAction: if the rules refuse it; the message is the refusal.
        """
        return self.play(self.state.parse_action(text))

    def play(self, action: Action) -> Done:
        """Play an action. Playing the very action that could be redone is a redo.

        :raises IllegalAction: if the rules refuse it.
        """
        before = self.state
        after = before.play(action)
        text = before.text(action)
        if not (self.can_redo and self.actions[self.here] == action):
            del self.actions[self.here :], self.texts[self.here :]
            del self.states[self.here + 1 :], self._best[self.here + 1 :]
            self.actions.append(action)
            self.texts.append(text)
            self.states.append(after)
            self._best.append(max(self._best[-1], standing(after.table, after.position)))
        self.here += 1
        self.counters.played += 1
        self._start_clock()
        return Done(text, narrate(before, action, after))

    def undo(self, count: int = 1) -> int:
        """Take back the last actions; how many were taken back (none is left at the deal).

        :raises NotationError: for a count below 1.
        """
        _check_count(count)
        back = min(count, self.here)
        self.here -= back
        self.counters.undone += back
        return back

    def redo(self, count: int = 1) -> int:
        """Play again what was taken back; how many actions that were.

        :raises NotationError: for a count below 1.
        """
        _check_count(count)
        forward = min(count, self.can_redo)
        self.here += forward
        return forward

    def restart(self) -> int:
        """Back to the deal; how many actions were taken back. They can be redone."""
        back = self.here
        self.here = 0
        self.counters.undone += back
        return back

    def winnable(self) -> Prospect:
        """Whether the present state can still be won: half a second's look at all cards."""
        return self._winning().prospect(self.state)

    def best_hint(self) -> Hint | None:
        """A hint on a line that wins, if one is found in half a second; else `hint`."""
        hint = self._winning().hint(self.state)
        if hint is None:
            return self.hint()
        self.counters.hints += 1
        return hint

    def _winning(self) -> WinningLines:
        if self._lines is None:
            from patience.play.winning import WinningLines  # the solver, only when it is asked

            self._lines = WinningLines()
        return self._lines

    def hint(self) -> Hint | None:
        """A hint that looks at nothing unseen, or None: see `patience.play.hints`."""
        hint = find_hint(self.state, self._best[self.here], lesson=not self._taught)
        if hint is not None:
            self.counters.hints += 1
            if hint.action.verb == TURN and unseen_stock(self.game.table, self.state.position):
                self._taught = True
        return hint

    # ------------------------------------------------------------------ the clock

    def pause(self) -> None:
        """Stop the clock and count what ran."""
        self.counters.seconds = self.seconds
        self._since = None

    def stop_clock(self) -> None:
        """Stop the clock without counting what ran: the counters say how long it was."""
        self._since = None

    def resume_clock(self) -> None:
        """Let the clock run on, if the game has been begun."""
        if self.counters.played:
            self._start_clock()

    def _start_clock(self) -> None:
        if self._since is None:
            self._since = self._clock()


def _check_count(count: int) -> None:
    if count < 1:
        raise NotationError(f"{count} actions cannot be taken back or redone: from 1 up")
