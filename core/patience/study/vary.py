"""What each rule is worth: a game with single keys changed, on the same shuffles."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import product

from patience.errors import StudyError
from patience.study.compare import (
    Difference,
    Entrant,
    Plan,
    Report,
    difference,
    measure,
)
from patience.study.store import Store
from patience.study.task import SOLVER, Recipe
from patience.study.workers import Crew

_OPEN, _CLOSE = "[{(", "]})"
MOST = 1000
"""Combinations that are measured in one go."""

Variant = tuple[str, Recipe]
"""What is changed, in words, and the game with the change."""


def split_values(text: str) -> list[str]:
    """Values separated by commas; commas in brackets belong to a value.

    >>> split_values("1, 2,[Ace, King]")
    ['1', '2', '[Ace, King]']
    """
    values, depth = [""], 0
    for letter in text:
        depth += (letter in _OPEN) - (letter in _CLOSE)
        if letter == "," and depth == 0:
            values.append("")
        else:
            values[-1] += letter
    return [value.strip() for value in values]


def read_change(text: str) -> tuple[str, list[str]]:
    """``KEY=V1,V2`` as a key and its values.

    :raises StudyError: where it is not of that form.
    """
    key, sign, values = text.partition("=")
    found = split_values(values)
    if not sign or not key.strip() or "" in found:
        raise StudyError(f"'{text}' is no rule to vary; KEY=VALUE or KEY=V1,V2 was expected")
    return key.strip(), found


def variants(
    base: Recipe, changes: Sequence[str], options: Sequence[str] = (), combined: bool = False
) -> list[Variant]:
    """The games to measure besides the one as it stands.

    :param changes: as ``stock.redeals=0,2``. ``options``: named options of the game, one variant
        each. ``combined``: every combination instead of one change at a time.
    :raises StudyError: where nothing is left to vary, or the combinations are more than `MOST`.
    :raises PatienceError: if a change makes no game.
    """
    keys = [read_change(text) for text in changes]
    axes = [[f"{key}={value}" for value in values] for key, values in keys]
    count = math.prod(len(axis) + 1 for axis in axes) - 1
    if combined and count > MOST:
        raise StudyError(f"every combination makes {count} games; at most {MOST} were expected")
    chosen = list(_combined(axes)) if combined else [(one,) for axis in axes for one in axis]
    found = [(", ".join(settings), base.with_settings(*settings)) for settings in chosen]
    found += [(name, Recipe(base.source, (*base.options, name), base.settings)) for name in options]
    seen = {base.load().rules_hash}
    kept = []
    for label, recipe in found:
        rules_hash = recipe.load().rules_hash
        if rules_hash not in seen:  # else it is the rule already, or the same change twice
            seen.add(rules_hash)
            kept.append((label, recipe))
    if not kept:
        if not found:
            raise StudyError("nothing is varied: the game has no options; say --set KEY=V1,V2")
        raise StudyError("nothing is varied: every value given is the game's rule already")
    return kept


def _combined(axes: Sequence[Sequence[str]]) -> Iterator[tuple[str, ...]]:
    """Every choice of at most one value of each key, but none at all."""
    for choice in product(*(["", *axis] for axis in axes)):
        settings = tuple(one for one in choice if one)
        if settings:
            yield settings


def vary(
    base: Recipe,
    changed: Sequence[Variant],
    plan: Plan,
    store: Store,
    crew: Crew,
    report: Report | None = None,
) -> tuple[Entrant, list[tuple[str, Entrant]], list[Difference]]:
    """Measure a game and its variants.

    :returns: the game as it stands; each variant by its label; the differences of each variant to
        the game, first in winnable deals, then in games won by each player.
    """

    def entrant(name: str, recipe: Recipe) -> Entrant:
        measured = measure(recipe, plan, store, crew, report)
        return Entrant(name, recipe, recipe.load(), measured)

    stands = entrant("as it stands", base)
    others = [(label, entrant(label, recipe)) for label, recipe in changed]
    found = [
        difference(other, stands, by)
        for by in (SOLVER, *stands.measured.played)
        for _, other in others
    ]
    return stands, others, [one for one in found if one is not None]
