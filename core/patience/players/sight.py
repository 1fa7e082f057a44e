"""What a player sees. There is no way from here to a hidden card."""

from __future__ import annotations

from dataclasses import dataclass

from patience.cards import DOWN
from patience.engine.position import Action, Position
from patience.engine.state import State
from patience.engine.table import Table
from patience.engine.view import HIDDEN, View


@dataclass(frozen=True, slots=True)
class Sight:
    """The table as a person sees it, with what they may do.

    ``actions`` are the legal ones in the engine's order. ``turned``, ``script`` and ``step`` are
    registers that whoever played on from the deal knows: see `Position`.
    """

    table: Table
    view: View
    actions: tuple[Action, ...]
    turned: bool
    script: str
    step: int

    @classmethod
    def of(cls, state: State) -> Sight:
        """What a person sees of a state."""
        at = state.position
        return cls(
            state.table, state.seen_by_player(), state.actions(), at.turned, at.script, at.step
        )

    def position(self) -> Position:
        """The cards that show as a position, every hidden one as a nameless card face down."""
        piles = tuple(
            tuple(DOWN if card == HIDDEN else card for card in pile) for pile in self.view.piles
        )
        return self._with(piles)

    def imagined(self, order: tuple[int, ...] | list[int]) -> State:
        """A state that looks exactly so: hidden places are given these cards, pile by pile."""
        cards = iter(order)
        stock = self.table.stock
        piles = tuple(
            tuple(
                card if card != HIDDEN else next(cards) | (0 if index == stock else DOWN)
                for card in pile
            )
            for index, pile in enumerate(self.view.piles)
        )
        return State(self.table, self._with(piles))

    def _with(self, piles: tuple[tuple[int, ...], ...]) -> Position:
        view = self.view
        return Position(piles, view.base, view.redeals, self.turned, self.script, self.step)
