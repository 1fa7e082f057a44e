"""Demon, the strict reading of Canfield, and the two-pack game that is called so elsewhere."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files
from importlib.resources.abc import Traversable

import patience


@patience.hookimpl
def patience_rules() -> Iterable[Traversable]:
    """The rule files; both extend Canfield's."""
    rules = files("patience.rules")
    return [rules / "demon.yaml", rules / "double-demon.yaml"]
