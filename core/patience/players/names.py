"""The players by name, with the number that each adds to the seed of its dice."""

from __future__ import annotations

from typing import Literal, get_args

from patience.errors import NotationError
from patience.players.base import Player
from patience.players.dice import Dice
from patience.players.greedy import Greedy
from patience.players.planner import Planner
from patience.players.random_player import RandomPlayer

Name = Literal["random", "greedy", "planner"]

PLAYERS: tuple[Name, ...] = get_args(Name)
"""From the worst to the best."""


def make_player(name: str, seed: int, deal: int) -> Player:
    """A player for one game. ``deal``: the deal's number, or any other number that names it.

    :raises NotationError: if there is no player of that name.
    """
    if name == "random":
        return RandomPlayer(Dice(seed, deal, 1))
    if name == "greedy":
        return Greedy()
    if name == "planner":
        return Planner(Dice(seed, deal, 3))
    raise NotationError(f"there is no player '{name}'; there are {', '.join(PLAYERS)}")
