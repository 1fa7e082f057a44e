"""The public face of a position: `State`."""

from __future__ import annotations

import json
from typing import Literal

from patience.engine import refusals
from patience.engine.apply import apply
from patience.engine.moves import legal_actions
from patience.engine.notation import action_text, parse_action
from patience.engine.outcome import is_stuck
from patience.engine.perft import perft
from patience.engine.position import Action, Key, Pile, Position, choosing, is_won, position_key
from patience.engine.table import Table
from patience.engine.textform import from_fields, split_text, to_fields, to_text
from patience.engine.view import View, seen_by_player
from patience.errors import IllegalAction, NotationError, StateError

Result = Literal["won", "stuck", "playing"]


class State:
    """A position of a game, with everything one may ask of it. It never changes.

    Two states are equal when the same cards lie in the same piles and the registers agree; `key`
    tells positions apart only as far as the rules do.
    """

    __slots__ = ("_actions", "_result", "move_count", "position", "table")

    def __init__(self, table: Table, position: Position, move_count: int = 0) -> None:
        self.table = table
        self.position = position
        self.move_count = move_count
        """Actions played since the deal."""
        self._actions: tuple[Action, ...] | None = None
        self._result: Result | None = None

    # ------------------------------------------------------------------ what is there

    @property
    def piles(self) -> tuple[Pile, ...]:
        """The cards of every pile in the order of `labels`, bottom card first."""
        return self.position.piles

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the piles, as ``R1`` or ``T4``."""
        return self.table.labels

    def pile(self, label: str) -> Pile:
        """The cards of one pile.

        :raises NotationError: if no pile is called so.
        """
        if label.upper() not in self.table.labels:
            raise NotationError(f"there is no pile '{label}'")
        return self.position.piles[self.table.labels.index(label.upper())]

    @property
    def base(self) -> int:
        """The base rank, 0 (Ace) to 12 (King), or -1 while it is open or not used."""
        return self.position.base

    @property
    def redeals(self) -> int:
        """Redeals made so far."""
        return self.position.redeals

    @property
    def is_choosing(self) -> bool:
        """Whether the player still has to choose the base."""
        return choosing(self.table, self.position)

    # ------------------------------------------------------------------ playing

    def actions(self) -> tuple[Action, ...]:
        """The legal actions in a stable order, one for each distinct result; none once won."""
        if self._actions is None:
            won = is_won(self.table, self.position)
            self._actions = () if won else tuple(legal_actions(self.table, self.position))
        return self._actions

    def play(self, action: Action | str) -> State:
        """The state after an action; this one stays as it is.

        Actions on equal piles that `actions` lists only once are legal on each of them.

        :param action: an action, or its text as `parse_action` reads it.
        :raises NotationError: for a text that is no action.
        :raises IllegalAction: with the reason, if the rules refuse it.
        """
        if isinstance(action, str):
            action = self.parse_action(action)
        if action in self.actions():
            return self.after(action)
        if self.is_won or action not in legal_actions(self.table, self.position, every=True):
            raise IllegalAction(self._refusal(action))
        after = self.after(action)
        if after.key() == self.key():
            raise IllegalAction("that would only swap two equal piles")
        return after

    def after(self, action: Action) -> State:
        """`play` without the check, for actions that came from `actions` of this very state."""
        return State(self.table, apply(self.table, self.position, action), self.move_count + 1)

    def _refusal(self, action: Action) -> str:
        if self.is_won:
            return "the game is won"
        if action.verb == "turn":
            return refusals.why_no_turn(self.table, self.position) or "that is no turn"
        if action.verb == "redeal":
            return refusals.why_no_redeal(self.table, self.position) or "that is no redeal"
        piles = range(len(self.table.labels))
        if action.verb != "move" or action.source not in piles or action.target not in piles:
            return "that is no action of this game"
        if action.count < 1 or action.skip < 0:
            return "that is no unit of cards"
        return refusals.why_not(
            self.table, self.position, action.source, action.target, action.count, action.skip
        ) or "that is not possible now"  # fmt: skip

    def text(self, action: Action) -> str:
        """An action in the project's notation, as `parse_action` reads it back here."""
        return action_text(self.table, self.position, action)

    def parse_action(self, text: str) -> Action:
        """Read an action.

        :raises NotationError: if it is none.
        :raises IllegalAction: if the rules refuse it; the message says why.
        """
        action = parse_action(self.table, self.position, text)
        if self.is_won:
            raise IllegalAction("the game is won")
        return action

    def why_not(self, source: str, target: str, count: int | None = None) -> str | None:
        """The sentence that refuses a move, as ``why_not("C2", "F1")``, or None if it is legal.

        :raises NotationError: if a pile is not called so.
        """
        for label in (source, target):
            self.pile(label)
        places = self.table.labels
        return refusals.why_not(
            self.table,
            self.position,
            places.index(source.upper()),
            places.index(target.upper()),
            count,
        )

    # ------------------------------------------------------------------ the outcome

    @property
    def is_won(self) -> bool:
        """Whether the goal is reached."""
        return is_won(self.table, self.position)

    @property
    def result(self) -> Result:
        """ "won", "stuck" (turns and redeals alone lead to no other action) or "playing"."""
        if self._result is None:
            if self.is_won:
                self._result = "won"
            else:
                self._result = "stuck" if is_stuck(self.table, self.position) else "playing"
        return self._result

    @property
    def is_over(self) -> bool:
        """Whether the game is won or stuck."""
        return self.result != "playing"

    @property
    def is_decision(self) -> bool:
        """Whether two or more actions lead to different states."""
        return len(self.actions()) > 1

    def perft(self, depth: int) -> int:
        """The number of action sequences of that length: see `patience.engine.perft`."""
        return perft(self.table, self.position, depth)

    def seen_by_player(self) -> View:
        """What an honest player may know: hidden cards removed, cards once shown remembered."""
        return seen_by_player(self.table, self.position)

    # ------------------------------------------------------------------ identity and text

    def key(self) -> Key:
        """What tells positions apart by the rules: interchangeable piles in any order are equal."""
        return position_key(self.table, self.position)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return (self.table.id, self.table.hash, self.position) == (
            other.table.id, other.table.hash, other.position,
        )  # fmt: skip

    def __hash__(self) -> int:
        return hash(self.position)

    def __str__(self) -> str:
        """The text form; `patience.parse` and `Game.parse` read it back."""
        return to_text(self.table, self.position, self.move_count)

    def __repr__(self) -> str:
        return f"<State of {self.table.id} after {self.move_count} actions>"

    def __reduce__(self) -> tuple[object, ...]:
        return (State, (self.table, self.position, self.move_count))

    def to_json(self) -> str:
        """The fields of the text form as one JSON object."""
        return json.dumps(to_fields(self.table, self.position, self.move_count))


def parse_state(table: Table, text: str) -> State:
    """Read a state's text or JSON.

    :raises StateError: where it is no position of this game.
    """
    position, moves = from_fields(table, read_fields(text))
    return State(table, position, moves)


def read_fields(text: str) -> dict[str, str]:
    """The fields of a state's text or JSON form.

    :raises StateError: where it is neither.
    """
    if not text.lstrip().startswith("{"):
        return split_text(text)
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise StateError(f"this is no JSON: {error}") from None
    if not all(isinstance(value, str) for value in fields.values()):
        raise StateError("every field of a state's JSON is a text")
    return dict(fields)
