"""Duchess: a rule file is all it takes."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files
from importlib.resources.abc import Traversable

import patience


@patience.hookimpl
def patience_rules() -> Iterable[Traversable]:
    """The rule file; its `sources` say whose Duchess it is."""
    return [files("patience.rules") / "duchess.yaml"]
