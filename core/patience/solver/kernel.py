"""The native kernel as Python sees it: whether it is there, what it can hold, its answers checked.

The kernel is an optional part of the package: where it could not be built everything works without
it, more slowly. Nothing else imports `patience._kernel`.
"""

from __future__ import annotations

import time
from typing import Any

from patience.engine.apply import apply
from patience.engine.moves import legal_actions
from patience.engine.position import COMPLETE, MOVE, REDEAL, TURN, Action, Position, is_won
from patience.engine.table import Table
from patience.errors import PatienceError
from patience.solver.flatten import flatten
from patience.solver.search import Poll
from patience.solver.verdict import Kind, LimitName, Limits, Verdict

native: Any
try:
    from patience import _kernel

    native = _kernel
except ImportError:  # built without a compiler
    native = None

MOST_CARDS = 208
"""Cards that the kernel holds at most: four packs."""

MOST_REDEALS = 1 << 14
"""Redeals that the kernel counts to. Where they are endless, more make no difference."""

SCOUT_STATES = 4_000_000
"""States that the goal-directed pass may meet before the exhaustive search begins."""

_KINDS: tuple[Kind, ...] = ("winnable", "unwinnable", "undecided")
_LIMITS: tuple[LimitName | None, ...] = (None, "states", "seconds", "memory", "interrupt")
_VERBS = (MOVE, TURN, REDEAL)

Handed = tuple[list[list[int]], int, int, bool]


class KernelFault(PatienceError):
    """The kernel's line of play did not stand the engine's replay: a bug, never bad input."""

    exit_status = 70


def kernel_available() -> bool:
    """Whether the native kernel is installed."""
    return native is not None


def kernel_support(table: Table) -> str | None:
    """Why the kernel cannot serve this table, or None if it can."""
    if native is None:
        return "the native kernel is not installed"
    if len(table.pack) > MOST_CARDS:
        return f"the kernel holds {MOST_CARDS} cards, the game has {len(table.pack)}"
    try:
        Kernel(table)
    except ValueError as error:
        return str(error)
    return None


def holds_position(position: Position) -> bool:
    """Whether the kernel takes the position: one that no longer waits for the deal to go on."""
    return position.step == COMPLETE


def _handed(position: Position) -> Handed:
    piles = [list(pile) for pile in position.piles]
    return piles, position.base, min(position.redeals, MOST_REDEALS), position.turned


class Kernel:
    """The kernel loaded with one table.

    :raises ValueError: if the table is none that the kernel can hold.
    """

    def __init__(self, table: Table) -> None:
        if native is None:
            raise ValueError("the native kernel is not installed")
        self.table = table
        self.native: Any = native.Kernel(flatten(table))

    def perft(self, position: Position, depth: int) -> int:
        """The number of action sequences of that length, from a position whose deal is complete."""
        return int(self.native.perft(*_handed(position), depth))

    def solve(
        self,
        position: Position,
        limits: Limits,
        *,
        prunings: int | None = None,
        scout: int = SCOUT_STATES,
        poll: Poll | None = None,
    ) -> Verdict:
        """Decide a position whose deal is complete.

        :param prunings: bits of the prunings allowed (`native/prune.hpp`), None = all.
        :param scout: states that the goal-directed pass may meet; 0 = no such pass.
        :raises KernelFault: if the engine cannot replay the winning line.
        """
        start = time.monotonic()
        kind, limit, states, _, _, line = self.native.solve(
            *_handed(position),
            limits.states or 0,
            limits.seconds or 0.0,
            limits.memory,
            native.ALL_PRUNINGS if prunings is None else prunings,
            scout,
            poll,
        )
        actions = replayed(self.table, position, line) if kind == 0 else ()
        spent = time.monotonic() - start
        return Verdict(_KINDS[kind], states, actions, _LIMITS[limit], spent, "native")

    def wins(self, position: Position, states: int) -> bool:
        """Whether a win is found within a number of states, without its line of play.

        For the many small questions of a player that plans; a line that is shown is replayed.
        """
        handed = _handed(position)
        answer = self.native.solve(
            *handed, states, 0.0, Limits().memory, native.ALL_PRUNINGS, states, None
        )
        return bool(answer[0] == 0)

    def simulate(
        self, position: Position, player: int, dice: int, cap: int
    ) -> tuple[int, list[int], list[int], Position]:
        """Play a position whose deal is complete to its end: see native/players.hpp.

        :param player: 0 random, 1 greedy, 2 planner. ``dice``: where its stream of throws starts.
        :returns: the ending's number, the actions to choose from at each state, the cards on
            foundations at the start and after each action, the last position.
        """
        ending, choices, along, piles, base, redeals, turned = self.native.simulate(
            *_handed(position), player, dice, cap
        )
        last = position._replace(
            piles=tuple(map(tuple, piles)), base=base, redeals=redeals, turned=turned
        )
        return ending, choices, along, last


def replayed(
    table: Table, position: Position, line: list[tuple[int, int, int, int, int]]
) -> tuple[Action, ...]:
    """A line of the kernel's as actions, each found legal by the engine, the last one winning.

    :raises KernelFault: where one is not.
    """
    actions: list[Action] = []
    for verb, source, target, count, skip in line:
        legal = legal_actions(table, position, every=True)
        if _VERBS[verb] == MOVE:
            action = Action(MOVE, source, target, count, skip)
            found = action if action in legal else None
        else:
            found = next((one for one in legal if one.verb == _VERBS[verb]), None)
        if found is None:
            raise KernelFault(f"step {len(actions) + 1} of the kernel's line is not legal; a bug")
        actions.append(found)
        position = apply(table, position, found)
    if not is_won(table, position):
        raise KernelFault("the kernel's line does not win; a bug")
    return tuple(actions)
