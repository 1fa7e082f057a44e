"""Patience: a game is a YAML file.

>>> import patience
>>> game = patience.load("duchess")
>>> state = game.deal("pysol:24")
>>> [state.text(action) for action in state.actions()]
['R1 F', 'R2 F', 'R3 F', 'R4 F']

Everything public is named here; each name is imported when it is first used, so that
``import patience`` costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from patience.version import __version__

if TYPE_CHECKING:
    from patience.deals import DealtPack, pack_order
    from patience.engine.position import Action
    from patience.engine.state import State
    from patience.engine.view import View
    from patience.errors import (
        DealError,
        IllegalAction,
        NotationError,
        PatienceError,
        PluginError,
        RuleError,
        SaveError,
        StateError,
        UnknownGame,
    )
    from patience.game import Game, load, parse
    from patience.plugins import Score, hookimpl
    from patience.rulebook import names
    from patience.solver import Limits, Verdict

_HOMES = {
    "Action": "engine.position",
    "DealError": "errors",
    "DealtPack": "deals",
    "Game": "game",
    "IllegalAction": "errors",
    "Limits": "solver",
    "NotationError": "errors",
    "PatienceError": "errors",
    "PluginError": "errors",
    "RuleError": "errors",
    "SaveError": "errors",
    "Score": "plugins",
    "State": "engine.state",
    "StateError": "errors",
    "UnknownGame": "errors",
    "Verdict": "solver",
    "View": "engine.view",
    "hookimpl": "plugins",
    "load": "game",
    "names": "rulebook",
    "pack_order": "deals",
    "parse": "game",
}

__all__ = [
    "Action",
    "DealError",
    "DealtPack",
    "Game",
    "IllegalAction",
    "Limits",
    "NotationError",
    "PatienceError",
    "PluginError",
    "RuleError",
    "SaveError",
    "Score",
    "State",
    "StateError",
    "UnknownGame",
    "Verdict",
    "View",
    "__version__",
    "hookimpl",
    "load",
    "names",
    "pack_order",
    "parse",
]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(f"patience.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'patience' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
