"""Luck and skill: what the shuffle decides, and how far a player gets with the rest.

Take the deals of a study, and on each of them four facts: whether a random player won, whether a
given honest player won, and whether the deal can be won at all with all cards known. A won game
proves its deal winnable, so every deal belongs to exactly one of three parts:

* *lost in the shuffle*: no play wins it;
* *won by anybody*: it was won even by random play;
* *in the player's hands*: winnable, and lost by random play.

The first two are the luck of the deal, the third is what play can be worth. **Coverage** of a
player is the part of that distance which it covers:

    (share won by the player - share won at random) / (share winnable - share won at random)

0 is random play, 1 is the perfect player, who sees every card. No honest player can be sure to
reach 1, because it may have to guess; the distance from the best honest player known to 1 is a
bound on what hidden cards cost. Coverage is a ratio of two differences on the same deals: its
interval is the delta method's, cut off at 1, and undecided deals are counted both ways.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from patience.study.statistics import Interval, Share, ratio


@dataclass(frozen=True, slots=True)
class Parts:
    """The three parts of the deals, each with its interval."""

    lost: Share
    anybody: Share
    in_hands: Share


def parts(winnable: Sequence[bool | None], at_random: Sequence[bool]) -> Parts:
    """Divide deals; None is an undecided one (unless random play has won it)."""
    known = [True if won else can for can, won in zip(winnable, at_random, strict=True)]
    count = len(known)
    undecided = known.count(None)
    anybody = sum(at_random)
    lost = known.count(False)
    return Parts(
        Share(lost, count - lost - undecided, undecided),
        Share(anybody, count - anybody),
        Share(count - lost - undecided - anybody, lost + anybody, undecided),
    )


def coverage(
    won: Sequence[bool], at_random: Sequence[bool], winnable: Sequence[bool | None]
) -> tuple[Interval, Interval]:
    """A player's coverage on its deals.

    :returns: the coverage with the undecided deals counted as winnable and as lost (equal if there
        are none), and the 95 % interval around both.
    """
    gained = [float(a) - float(b) for a, b in zip(won, at_random, strict=True)]
    found = []
    for undecided in (True, False):
        possible = [
            float(bool(a or b or (undecided if can is None else can))) - float(b)
            for a, b, can in zip(won, at_random, winnable, strict=True)
        ]
        found.append(ratio(gained, possible))
    values = [value for value, _ in found]
    low, high = (interval for _, interval in found)
    return Interval(min(values), max(values)), Interval(
        min(low.low, high.low), min(max(low.high, high.high), 1.0)
    )
