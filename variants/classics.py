"""All other shipped games: rule files and nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files
from importlib.resources.abc import Traversable

import patience

GAMES = (
    "acme", "american-toad", "calculation", "chameleon", "double-canfield", "duke", "eagle-wing",
    "forty-thieves", "freecell", "gate", "kansas", "klondike", "little-gate", "minerva",
    "miss-milligan", "munger", "mystique", "storehouse", "variegated-canfield", "yukon",
)  # fmt: skip


@patience.hookimpl
def patience_rules() -> Iterable[Traversable]:
    """One file a game."""
    rules = files("patience.rules")
    return [rules / f"{game}.yaml" for game in GAMES]
