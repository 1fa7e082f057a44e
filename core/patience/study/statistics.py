"""Intervals and tests for shares, in plain Python.

A *share* is a proportion of deals. Everything is two-sided, 95 % unless asked otherwise.

* One share: Wilson's score interval (Wilson 1927), whose mean coverage is close to the nominal one
  for any share and number; Clopper and Pearson's "exact" interval (1934) where at least the nominal
  coverage is wanted.
* Deals that are not decided count as lost for the lower limit and as won for the upper one.
* Two shares on the same deals: McNemar's test, exact (binomial) or with the continuity correction
  (Edwards 1948); the difference with Tango's score interval (Statistics in Medicine 17, 1998),
  which inverts McNemar's uncorrected score test, so that interval and test agree, and which keeps
  its coverage for few discordant deals, where the Wald interval does not.
* Two shares on different deals: Newcombe's hybrid score interval (method 10, Statistics in Medicine
  17, 1998).
* A player's coverage (`luck`): Wilson's interval where it is a share, else the score interval of a
  ratio of multinomial chances, these estimated under the hypothesis as Tango does it.
* A mean: Student's t (1908).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import NormalDist
from typing import NamedTuple

CONFIDENCE = 0.95
HANDFUL = 5
"""A mean of fewer numbers gets no interval."""


class Interval(NamedTuple):
    """Both limits belong to it."""

    low: float
    high: float

    @property
    def width(self) -> float:
        """The distance of the limits."""
        return self.high - self.low


def normal_quantile(confidence: float = CONFIDENCE) -> float:
    """The two-sided quantile: 1.96 for 95 %."""
    return NormalDist().inv_cdf(0.5 + confidence / 2)


def wilson(won: int, deals: int, confidence: float = CONFIDENCE) -> Interval:
    """Wilson's score interval of a share; 0 to 1 where there are no deals.

    >>> low, high = wilson(712, 1000)
    >>> round(low, 4), round(high, 4)
    (0.6832, 0.7392)
    """
    if not deals:
        return Interval(0.0, 1.0)
    z = normal_quantile(confidence)
    share, weight = won / deals, z * z / deals
    middle = (share + weight / 2) / (1 + weight)
    half = z / (1 + weight) * math.sqrt(share * (1 - share) / deals + weight / (4 * deals))
    low = 0.0 if won == 0 else max(middle - half, 0.0)
    return Interval(low, 1.0 if won == deals else min(middle + half, 1.0))


def clopper_pearson(won: int, deals: int, confidence: float = CONFIDENCE) -> Interval:
    """Clopper and Pearson's exact interval of a share."""
    if not deals:
        return Interval(0.0, 1.0)
    tail = (1 - confidence) / 2
    low, high = 0.0, 1.0
    if won:
        low = _solve(lambda p: incomplete_beta(won, deals - won + 1, p) - tail, 0.0, 1.0)
    if won < deals:
        high = _solve(lambda p: incomplete_beta(won + 1, deals - won, p) - (1 - tail), 0.0, 1.0)
    return Interval(low, high)


def incomplete_beta(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function, by its continued fraction (Lentz's method)."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - incomplete_beta(b, a, 1 - x)
    front = math.exp(
        math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    )
    tiny = 1e-300
    ratio, above = 1.0, 0.0
    value = 1.0
    for step in range(5000):
        half = step // 2
        if step == 0:
            term = 1.0
        elif step % 2 == 0:
            term = half * (b - half) * x / ((a + 2 * half - 1) * (a + 2 * half))
        else:
            term = -(a + half) * (a + b + half) * x / ((a + 2 * half) * (a + 2 * half + 1))
        above = 1 / ((1 + term * above) or tiny)
        ratio = (1 + term / ratio) or tiny
        value *= above * ratio
        if abs(1 - above * ratio) < 1e-15:
            break
    return front / a * (value - 1)


def _solve(function: Callable[[float], float], low: float, high: float) -> float:
    """Where a monotone function crosses 0, by bisection down to the last bits."""
    rising = function(high) > function(low)
    for _ in range(80):
        middle = (low + high) / 2
        if (function(middle) > 0) == rising:
            high = middle
        else:
            low = middle
    return (low + high) / 2


@dataclass(frozen=True, slots=True)
class Share:
    """How often something was so, with deals of which nobody knows.

    ``least`` and ``most`` are the shares that count these as no and as yes; the interval reaches
    from the lower limit of the one to the upper limit of the other, so it covers whatever they are.
    """

    yes: int
    no: int
    unknown: int = 0
    confidence: float = CONFIDENCE

    @property
    def deals(self) -> int:
        """All of them."""
        return self.yes + self.no + self.unknown

    @property
    def least(self) -> float:
        """The share if nothing unknown is so."""
        return self.yes / self.deals if self.deals else 0.0

    @property
    def most(self) -> float:
        """The share if everything unknown is so."""
        return (self.yes + self.unknown) / self.deals if self.deals else 1.0

    @property
    def interval(self) -> Interval:
        """Wilson's limits, from below and from above."""
        low = wilson(self.yes, self.deals, self.confidence).low
        return Interval(low, wilson(self.yes + self.unknown, self.deals, self.confidence).high)


# ---------------------------------------------------------------------------- two shares


def mcnemar_exact(first: int, second: int) -> float:
    """The p-value of McNemar's exact test.

    :param first: deals won by the first only. ``second``: by the second only.
    """
    count, least = first + second, min(first, second)
    if first == second:
        return 1.0
    # twice the lower tail of a fair binomial, through the beta function: exact for any number
    return min(1.0, 2 * incomplete_beta(count - least, least + 1, 0.5))


def mcnemar_corrected(first: int, second: int) -> tuple[float, float]:
    """McNemar's chi-squared with the continuity correction, and its p-value (1 degree)."""
    if first + second == 0:
        return 0.0, 1.0
    square = max(abs(first - second) - 1, 0) ** 2 / (first + second)
    return square, math.erfc(math.sqrt(square / 2))


def tango(first: int, second: int, deals: int, confidence: float = CONFIDENCE) -> Interval:
    """Tango's score interval for the share of the first less that of the second.

    :param first: deals won by the first only. ``second``: by the second only.
    :param deals: all of them, also those on which the two agree.
    """
    if not deals:
        return Interval(-1.0, 1.0)
    z = normal_quantile(confidence)
    observed = (first - second) / deals

    def score(difference: float) -> float:
        a = 2 * deals
        b = -first - second + (2 * deals - first + second) * difference
        c = -second * difference * (1 - difference)
        root = math.sqrt(max(b * b - 4 * a * c, 0.0))
        rare = -2 * c / (b + root) if b > 0 else (root - b) / (2 * a)  # the same, without loss
        rare = max(rare, -difference, 0.0)
        variance = deals * (2 * rare + difference * (1 - difference))
        distance = first - second - deals * difference
        return distance / math.sqrt(variance) if variance > 1e-300 else distance * 1e300

    edge = 1 - 1e-12
    low = -1.0 if score(-edge) <= z else _solve(lambda d: score(d) - z, -edge, observed)
    high = 1.0 if score(edge) >= -z else _solve(lambda d: score(d) + z, observed, edge)
    return Interval(low, high)


@dataclass(frozen=True, slots=True)
class Pairs:
    """Two answers on the same deals. Each field counts deals: the first answer, then the second.

    ``unknown_*`` are the combinations with an undecided side.
    """

    both: int
    first: int
    second: int
    neither: int
    yes_unknown: int = 0
    no_unknown: int = 0
    unknown_yes: int = 0
    unknown_no: int = 0
    unknown_both: int = 0

    @classmethod
    def of(cls, pairs: Sequence[tuple[bool | None, bool | None]]) -> Pairs:
        """Count pairs; None is undecided."""
        return cls(
            *(
                sum(1 for pair in pairs if pair == wanted)
                for wanted in (
                    (True, True), (True, False), (False, True), (False, False), (True, None),
                    (False, None), (None, True), (None, False), (None, None),
                )
            )
        )  # fmt: skip

    @property
    def deals(self) -> int:
        """All of them."""
        return self.decided + self.unknown

    @property
    def decided(self) -> int:
        """Deals of which both answers are known."""
        return self.both + self.first + self.second + self.neither

    @property
    def unknown(self) -> int:
        """Deals with at least one unknown answer."""
        return (
            self.yes_unknown + self.no_unknown + self.unknown_yes + self.unknown_no
            + self.unknown_both
        )  # fmt: skip

    def extremes(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """(first only, second only) as bad for the first as can be, and as good as can be."""
        worst = (
            self.first,
            self.second + self.no_unknown + self.unknown_yes + self.unknown_both,
        )
        best = (
            self.first + self.yes_unknown + self.unknown_no + self.unknown_both,
            self.second,
        )
        return worst, best

    def difference(self) -> Interval:
        """The share of the first less that of the second: least and most, equal if all is known."""
        worst, best = self.extremes()
        if not self.deals:
            return Interval(0.0, 0.0)
        return Interval((worst[0] - worst[1]) / self.deals, (best[0] - best[1]) / self.deals)

    def interval(self, confidence: float = CONFIDENCE) -> Interval:
        """Tango's limits at the extremes."""
        worst, best = self.extremes()
        low = tango(*worst, self.deals, confidence).low
        return Interval(low, tango(*best, self.deals, confidence).high)

    def p_value(self) -> float:
        """McNemar's exact p-value: the largest that the undecided deals allow."""
        worst, best = self.extremes()
        if worst[0] <= worst[1] and best[0] >= best[1] and self.unknown:
            return 1.0
        return max(mcnemar_exact(*worst), mcnemar_exact(*best))


def newcombe(first: tuple[int, int], second: tuple[int, int]) -> Interval:
    """Newcombe's interval for the difference of two shares of different deals: (yes, deals)."""
    (a, m), (b, n) = first, second
    if not m or not n:
        return Interval(-1.0, 1.0)
    p, q = a / m, b / n
    low_p, high_p = wilson(a, m)
    low_q, high_q = wilson(b, n)
    return Interval(
        p - q - math.hypot(p - low_p, high_q - q), p - q + math.hypot(high_p - p, q - low_q)
    )


# ---------------------------------------------------------------------------- coverage


def coverage_interval(
    gained: int, forgone: int, missed: int, confidence: float = CONFIDENCE
) -> Interval:
    """The interval of (gained - forgone) / (gained + missed), all three counted on the same deals.

    Without ``forgone`` deals the ratio is the share of the gained ones: Wilson's interval. Else the
    score interval: each ratio is tried with the chances that it makes likeliest.

    :param gained: deals won by the player and lost at random. ``forgone``: the other way round.
    :param missed: deals that could be won and that both lost.
    """
    if not forgone:
        return wilson(gained, gained + missed, confidence)
    if not gained + missed:
        return Interval(-math.inf, 1.0)
    z = normal_quantile(confidence)
    counts = (gained, forgone, missed)
    value = (gained - forgone) / (gained + missed)
    least = value - 1
    while _ratio_score(counts, least) < z:
        least = value + 2 * (least - value)
    low = _solve(lambda r: _ratio_score(counts, r) - z, least, value)
    return Interval(low, _solve(lambda r: _ratio_score(counts, r) + z, value, 1 - 1e-12))


def _ratio_score(counts: tuple[int, int, int], ratio: float) -> float:
    """How far the counts are from a ratio below 1, in standard deviations as it has them.

    With the weights ``w`` = 1 - ratio, -1, -ratio the sum of ``w * count`` is to be 0 on average.
    The likeliest expected counts for that are ``count / (1 + mu * w)`` (Lagrange), with one ``mu``
    for all; where nothing was gained the expected gain may be left over at the end of its range.
    """
    weights = (1 - ratio, -1.0, -ratio)

    def balance(mu: float) -> float:
        return sum(n * w / (1 + mu * w) for n, w in zip(counts, weights, strict=True) if n)

    edge = -1 / weights[0]
    if counts[0]:
        left = 0.0
        mu = _solve(balance, edge * (1 - 1e-12), 1 - 1e-12)
    else:
        left = max(-balance(edge) / weights[0], 0.0)
        mu = edge if left else _solve(balance, edge, 1 - 1e-12)
    variance = left * weights[0] ** 2 + sum(
        n * w * w / (1 + mu * w) for n, w in zip(counts, weights, strict=True) if n
    )
    return sum(n * w for n, w in zip(counts, weights, strict=True)) / math.sqrt(variance)


# ---------------------------------------------------------------------------- means


@lru_cache(maxsize=256)
def student_quantile(freedom: int, confidence: float = CONFIDENCE) -> float:
    """The two-sided quantile of Student's t: 2.78 for 95 % and 4 degrees of freedom."""
    # the larger part of the beta function's argument may be so near to 1 that the rest is lost
    rest = _solve(lambda y: incomplete_beta(0.5, freedom / 2, y) - confidence, 0.0, 1.0)
    return math.sqrt(freedom * rest / (1 - rest))


def mean(values: Sequence[float]) -> float:
    """The mean, 0 of nothing."""
    return math.fsum(values) / len(values) if values else 0.0


def mean_interval(values: Sequence[float], confidence: float = CONFIDENCE) -> Interval:
    """Student's interval of a mean; endless of less than a `HANDFUL` of numbers."""
    count = len(values)
    if count < HANDFUL:
        return Interval(-math.inf, math.inf)
    middle = mean(values)
    variance = math.fsum((value - middle) ** 2 for value in values) / (count - 1)
    half = student_quantile(count - 1, confidence) * math.sqrt(variance / count)
    return Interval(middle - half, middle + half)


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which that share of them lies, interpolated (type 7 of Hyndman and Fan)."""
    if not values:
        return 0.0
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    low = math.floor(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)
