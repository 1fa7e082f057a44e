"""Studies: many deals, decided or played, kept, counted, compared.

Each name is imported when it is first used, so that nothing heavy is loaded before it is wanted.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from patience.study.api import play, solve
    from patience.study.export import frame, read
    from patience.study.store import Store
    from patience.study.task import Row

_HOMES = {
    "Row": "task",
    "Store": "store",
    "frame": "export",
    "play": "api",
    "read": "export",
    "solve": "api",
}

__all__ = ["Row", "Store", "frame", "play", "read", "solve"]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(f"patience.study.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'patience.study' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
