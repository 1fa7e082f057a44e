"""A whole game played by an honest player, and what there is to say of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from patience.engine.position import MOVE
from patience.engine.state import State
from patience.engine.table import Kind, Table
from patience.game import Game
from patience.players.base import Player
from patience.players.dice import mixed
from patience.players.names import NATIVE, dice_of, make_player
from patience.players.sight import Sight
from patience.solver.kernel import holds_position
from patience.solver.solve import kernel_for

CAP = 1000
"""Actions after which a game is ended, unwon."""

Ending = Literal["won", "stuck", "given up", "capped"]
ENDINGS: tuple[Ending, ...] = get_args(Ending)


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A played game.

    :ivar deal: the deal's canonical text.
    :ivar result: "won"; "stuck" (see `State.result`); "given up" by the
        player; "capped" at the limit of actions.
    :ivar actions: actions played: decisions and forced ones.
    :ivar choices: for each decision in order, how many actions there were to choose from.
    :ivar forced: actions that were the only one.
    :ivar home: cards on the foundations at the end.
    :ivar along: cards on the foundations after the deal and after each action.
    :ivar score: what the game's plugin counts at the end, or None if it has no score.
    """

    deal: str
    player: str
    seed: int
    result: Ending
    actions: int
    choices: tuple[int, ...]
    forced: int
    home: int
    along: tuple[int, ...]
    score: int | None = None

    @property
    def won(self) -> bool:
        """Whether the goal was reached."""
        return self.result == "won"

    @property
    def decisions(self) -> int:
        """States with two or more actions that were met."""
        return len(self.choices)


def cards_home(table: Table, state: State) -> int:
    """Cards that lie on foundations, those that the deal put there included."""
    return sum(
        len(pile)
        for pile, group in zip(state.piles, table.group_of, strict=True)
        if table.groups[group].kind == Kind.FOUNDATION
    )


def turns_to_a_move(state: State) -> int | None:
    """How many turns and redeals, and nothing else, bring one that has a move or is won.

    None if none do: then the game is over, the engine's "stuck".
    """
    turns = 0
    seen = set()
    while True:
        actions = state.actions()
        if state.is_won or any(action.verb == MOVE for action in actions):
            return turns
        key = state.key()
        if key in seen or not actions:
            return None
        seen.add(key)
        state = state.after(actions[0])
        turns += 1


def play_out(
    state: State, player: Player, cap: int = CAP
) -> tuple[State, Ending, list[int], list[int]]:
    """Play a state to its end.

    :returns: the last state; how it ended; the number of actions at each state that was played on;
        cards home at the beginning and after each action.
    """
    choices: list[int] = []
    along = [cards_home(state.table, state)]
    known: int | None = 0  # so many turns and redeals from here something else is possible
    while True:
        if state.is_won:
            return state, "won", choices, along
        if not known:
            known = turns_to_a_move(state)
        if known is None:
            return state, "stuck", choices, along
        if len(choices) >= cap:
            return state, "capped", choices, along
        action = player.choose(Sight.of(state))
        if action is None:
            return state, "given up", choices, along
        choices.append(len(state.actions()))
        state = state.play(action)
        along.append(cards_home(state.table, state))
        known = 0 if action.verb == MOVE else max(known - 1, 0)


def deal_number(text: str) -> int:
    """The number by which a deal seeds a player's dice.

    The number itself, where our own generator has it; else the letters of the canonical text, mixed
    one after the other.
    """
    if text.isdigit():
        return int(text)
    number = 0
    for letter in text:
        number = mixed(number + ord(letter) & 2**64 - 1)
    return number


def simulate(
    game: Game,
    deal: object,
    player: str = "greedy",
    seed: int = 1,
    cap: int = CAP,
    *,
    native: bool = True,
) -> GameRecord:
    """A deal, played by a player. The same arguments give the same record on any machine.

    :param player: "random", "greedy" or "planner".
    :param seed: starts the player's dice, together with the deal.
    :param cap: actions after which the game is ended.
    :param native: False plays in Python also where the kernel could, with the same result.
    :raises DealError: as `Game.deal`.
    :raises NotationError: if there is no such player.
    """
    text = game.pack(deal).text
    state, number = game.deal(text), deal_number(text)
    kernel = kernel_for(game.table) if native and player in NATIVE else None
    if kernel is not None and holds_position(state.position):
        dice = dice_of(player, seed, number).state
        played = kernel.simulate(state.position, NATIVE[player], dice, cap)
        ending, choices, along = ENDINGS[played[0]], played[1], played[2]
        state = State(game.table, played[3], len(choices))
    else:
        state, ending, choices, along = play_out(state, make_player(player, seed, number), cap)
    return GameRecord(
        text,
        player,
        seed,
        ending,
        len(choices),
        tuple(count for count in choices if count > 1),
        choices.count(1),
        along[-1],
        tuple(along),
        score(game, state),
    )


def score(game: Game, state: State) -> int | None:
    """The points that a plugin counts for this game, or None."""
    from patience.plugins import installed

    found = installed().scores.get(game.id.split("+")[0])
    return None if found is None else found.value(state)
