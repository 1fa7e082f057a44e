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
bound on what hidden cards cost. Where the player won all that random play won, coverage is a share,
of the deals in the player's hands, and has Wilson's interval; else it is a ratio of two differences
on the same deals, with its score interval. Undecided deals are counted both ways.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from patience.study.statistics import Interval, Share, coverage_interval


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
    pairs = list(zip(won, at_random, winnable, strict=True))
    gained = sum(a and not b for a, b, _ in pairs)
    forgone = sum(b and not a for a, b, _ in pairs)
    missed = sum(bool(can) and not (a or b) for a, b, can in pairs)
    undecided = sum(can is None and not (a or b) for a, b, can in pairs)
    if not gained + missed:  # if the undecided are lost too, nothing says what would be covered
        values = Interval(0.0, 1.0)
    else:
        ratios = [(gained - forgone) / (gained + n) for n in (missed, missed + undecided)]
        values = Interval(min(ratios), max(ratios))
    low, high = (coverage_interval(gained, forgone, n) for n in (missed, missed + undecided))
    return values, Interval(min(low.low, high.low), max(low.high, high.high))
