"""Honest players, who see only what a person sees, and whole games played by them."""

from __future__ import annotations

from patience.players.base import Player
from patience.players.dice import Dice
from patience.players.game import CAP, GameRecord, play_out, simulate
from patience.players.greedy import Greedy
from patience.players.names import PLAYERS, make_player
from patience.players.planner import Planner
from patience.players.random_player import RandomPlayer
from patience.players.sight import Sight

__all__ = [
    "CAP",
    "PLAYERS",
    "Dice",
    "GameRecord",
    "Greedy",
    "Planner",
    "Player",
    "RandomPlayer",
    "Sight",
    "make_player",
    "play_out",
    "simulate",
]
