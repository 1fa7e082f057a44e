"""Canfield and its one-pack relatives, with the stake that was played for in the casino.

The pack cost 52 dollars, and each card that the player got home brought 5 back: eleven cards to
come out ahead. That is the account in Wikipedia's article on Canfield, which also knows a price of
50; PySolFC counts with 52. The base card, which the deal puts out, counts like the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable

import patience

STAKE = 52
PAID_A_CARD = 5
GAMES = (
    "canfield", "canfield-rush", "casino-canfield", "rainbow", "rainfall", "selective-canfield",
    "superior-canfield",
)  # fmt: skip


def casino(state: patience.State) -> int:
    """Dollars won, or lost if negative, with the cards that lie on foundations now."""
    home = sum(
        len(pile)
        for label, pile in zip(state.labels, state.piles, strict=True)
        if label.startswith("F")
    )
    return PAID_A_CARD * home - STAKE


CASINO = patience.Score(
    "casino",
    casino,
    unit="dollars",
    about="52 are paid for the pack and 5 come back for each card on a foundation (Wikipedia).",
)


@patience.hookimpl
def patience_rules() -> Iterable[Traversable]:
    """Canfield and the games that differ from it in a rule or two."""
    rules = files("patience.rules")
    return [rules / f"{game}.yaml" for game in GAMES]


@patience.hookimpl
def patience_scores() -> Mapping[str, patience.Score]:
    """The casino's stake, in the game that was played there and in the one named after it."""
    return {"canfield": CASINO, "casino-canfield": CASINO}
