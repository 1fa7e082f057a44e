"""The players by name, and the dice of each."""

from __future__ import annotations

from typing import Literal, get_args

from patience.errors import NotationError
from patience.players.base import Player
from patience.players.dice import Dice
from patience.players.greedy import Greedy
from patience.players.planner import Planner
from patience.players.random_player import RandomPlayer

Name = Literal["random", "greedy", "planner"]

PLAYERS: tuple[str, ...] = get_args(Name)
"""From the worst to the best."""


NATIVE = {"random": 0, "greedy": 1, "planner": 2}
"""The players that the kernel has, too, by its numbers."""


def dice_of(name: str, seed: int, deal: int) -> Dice:
    """The dice of a player for one game."""
    return Dice(seed, deal, PLAYERS.index(name) + 1)


def make_player(name: str, seed: int, deal: int) -> Player:
    """A player for one game. ``deal``: the deal's number, or any other number that names it.

    :raises NotationError: if there is no player of that name.
    """
    if name not in PLAYERS:
        raise NotationError(f"there is no player '{name}'; there are {', '.join(PLAYERS)}")
    if name == "greedy":
        return Greedy()
    dice = dice_of(name, seed, deal)
    return RandomPlayer(dice) if name == "random" else Planner(dice)
