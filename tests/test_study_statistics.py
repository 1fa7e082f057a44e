"""The intervals and tests: against SciPy, by their coverage in simulated studies, at the edges."""

from __future__ import annotations

import math

import pytest
from scipy import stats
from scipy.optimize import minimize_scalar
from scipy.special import betainc

from patience.players.dice import Dice
from patience.study.luck import coverage, parts
from patience.study.statistics import (
    Interval,
    Pairs,
    Share,
    clopper_pearson,
    coverage_interval,
    incomplete_beta,
    mcnemar_corrected,
    mcnemar_exact,
    mean_interval,
    newcombe,
    normal_quantile,
    quantile,
    student_quantile,
    tango,
    wilson,
)

COUNTS = [(0, 1), (1, 1), (0, 50), (50, 50), (3, 10), (712, 1000), (1, 100_000), (99_990, 100_000)]


@pytest.mark.parametrize(("won", "deals"), COUNTS)
@pytest.mark.parametrize("confidence", [0.9, 0.95, 0.99])
def test_intervals_of_a_share_equal_scipys(won: int, deals: int, confidence: float) -> None:
    test = stats.binomtest(won, deals)
    for ours, method in ((wilson, "wilson"), (clopper_pearson, "exact")):
        theirs = test.proportion_ci(confidence, method=method)
        assert ours(won, deals, confidence) == pytest.approx((theirs.low, theirs.high), abs=1e-11)


def test_the_beta_function_equals_scipys() -> None:
    for a, b in ((1, 1), (0.5, 3), (40, 2), (5000, 7000), (200_000, 3)):
        for x in (0.0, 1e-6, 0.01, 0.3, 0.5, 0.99, 1.0):
            assert incomplete_beta(a, b, x) == pytest.approx(float(betainc(a, b, x)), abs=1e-9)


@pytest.mark.parametrize(("first", "second"), [(0, 0), (0, 1), (5, 5), (10, 3), (40, 80), (0, 200)])
def test_mcnemar_equals_scipys_binomial_and_chi_squared(first: int, second: int) -> None:
    count = first + second
    exact = stats.binomtest(first, count, 0.5).pvalue if count else 1.0
    assert mcnemar_exact(first, second) == pytest.approx(exact, rel=1e-9)
    square, p = mcnemar_corrected(first, second)
    assert p == pytest.approx(float(stats.chi2.sf(square, 1)), rel=1e-9)
    if count:
        assert square == max(abs(first - second) - 1, 0) ** 2 / count


def test_tango_inverts_the_score_test() -> None:
    """The limits exclude 0 exactly where McNemar's uncorrected test rejects it."""
    z = normal_quantile()
    for first in range(0, 25):
        for second in range(0, 25):
            low, high = tango(first, second, 60)
            assert -1 <= low <= (first - second) / 60 <= high <= 1
            rejects = first + second > 0 and abs(first - second) / math.sqrt(first + second) > z
            assert rejects == (low > 0 or high < 0)
            assert tango(second, first, 60) == pytest.approx((-high, -low), abs=1e-9)


@pytest.mark.parametrize(("first", "second", "deals"), [(0, 1, 44), (12, 4, 80), (30, 55, 400)])
def test_tangos_limits_are_where_the_score_is_the_quantile(
    first: int, second: int, deals: int
) -> None:
    """The nuisance share by maximising the likelihood numerically, not by Tango's formula."""
    z = normal_quantile()
    for limit, sign in zip(tango(first, second, deals), (1, -1), strict=True):

        def unlikely(rare: float, limit: float = limit) -> float:
            others = deals - first - second
            chances = ((first, rare + limit), (second, rare), (others, 1 - 2 * rare - limit))
            return -sum(n * math.log(max(p, 1e-300)) for n, p in chances if n)

        least, most = max(0.0, -limit), (1 - limit) / 2
        found = minimize_scalar(unlikely, bounds=(least, most), options={"xatol": 1e-12}).x
        variance = deals * (2 * found + limit - limit * limit)
        assert sign * (first - second - deals * limit) / math.sqrt(variance) == pytest.approx(
            z, rel=1e-3
        )


def shares(dice: Dice, chances: list[float], deals: int) -> list[int]:
    """How many of the deals fall into each class."""
    found = [0] * len(chances)
    for _ in range(deals):
        thrown, place = dice.throw() / 2**64, 0
        while place < len(chances) - 1 and thrown >= chances[place]:
            thrown -= chances[place]
            place += 1
        found[place] += 1
    return found


@pytest.mark.parametrize(("chance", "deals"), [(0.05, 60), (0.3, 40), (0.71, 100)])
def test_one_shares_coverage_in_simulated_studies(chance: float, deals: int) -> None:
    dice, studies = Dice(20, deals), 1500
    held = exact = 0
    for _ in range(studies):
        won, _ = shares(dice, [chance, 1 - chance], deals)
        low, high = wilson(won, deals)
        held += low <= chance <= high
        low, high = clopper_pearson(won, deals) if not _ % 5 else (0, 1)
        exact += low <= chance <= high
    assert 0.92 < held / studies < 0.985
    assert exact / studies > 0.94


@pytest.mark.parametrize("chances", [[0.3, 0.1, 0.05, 0.55], [0.6, 0.02, 0.02, 0.36]])
def test_a_paired_differences_coverage_in_simulated_studies(chances: list[float]) -> None:
    dice, studies, deals = Dice(21), 500, 120
    truth = chances[1] - chances[2]
    held = rejected = 0
    for _ in range(studies):
        _, first, second, _ = shares(dice, chances, deals)
        low, high = tango(first, second, deals)
        held += low <= truth <= high
        rejected += mcnemar_exact(first, second) < 0.05
    assert 0.92 < held / studies < 0.985
    if truth == 0:
        assert rejected / studies < 0.06


def test_undecided_deals_widen_the_interval_on_both_sides() -> None:
    """Whatever they are, the interval holds what would have been found had they been decided."""
    share = Share(60, 30, 10)
    assert (share.deals, share.least, share.most) == (100, 0.6, 0.7)
    assert share.interval == Interval(wilson(60, 100).low, wilson(70, 100).high)
    for won in range(11):
        found = wilson(60 + won, 100)
        assert share.interval.low <= found.low and found.high <= share.interval.high
    assert Share(0, 0).interval == Interval(0.0, 1.0)


def test_undecided_pairs_are_counted_both_ways() -> None:
    answers = [(True, False)] * 6 + [(False, True)] * 2 + [(True, True)] * 10
    unknown: list[tuple[bool | None, bool | None]] = [(None, True), (True, None), (None, None)]
    pairs = Pairs.of([*answers, *unknown, (None, False), (False, None)])
    assert (pairs.deals, pairs.decided, pairs.unknown) == (23, 18, 5)
    assert pairs.extremes() == ((6, 5), (9, 2))
    possible = []
    for bits in range(64):
        flags = [bool(bits >> place & 1) for place in range(6)]
        decided = [
            (flags[0], True), (True, flags[1]), (flags[2], flags[3]), (flags[4], False),
            (False, flags[5]),
        ]  # fmt: skip
        one = Pairs.of([*answers, *decided])
        possible.append(one.difference().low)
        assert pairs.interval().low <= one.interval().low + 1e-9
        assert one.interval().high <= pairs.interval().high + 1e-9
        assert one.p_value() <= pairs.p_value() + 1e-9
    assert pairs.difference() == (min(possible), max(possible))
    assert Pairs.of([(None, True), (True, False)]).p_value() == 1.0


def test_differences_of_other_deals_means_and_quantiles() -> None:
    low, high = newcombe((56, 70), (48, 80))
    assert (low, high) == pytest.approx((0.0524, 0.3339), abs=1e-4)  # Newcombe 1998, example (a)
    values = [1.0, 4.0, 2.0, 10.0, 3.0]
    assert quantile(values, 0.5) == 3.0 and quantile(values, 0.9) == pytest.approx(7.6)
    middle = sum(values) / 5
    theirs = stats.t.interval(0.95, 4, middle, stats.sem(values))
    assert mean_interval(values) == pytest.approx(theirs)
    assert quantile([], 0.5) == 0.0 and mean_interval(values[:4]).width == math.inf


@pytest.mark.parametrize("freedom", [1, 4, 29, 999, 100_000])
def test_students_quantile_equals_scipys(freedom: int) -> None:
    for confidence in (0.9, 0.95, 0.99):
        theirs = float(stats.t.ppf(0.5 + confidence / 2, freedom))
        assert student_quantile(freedom, confidence) == pytest.approx(theirs, rel=1e-7)


@pytest.mark.parametrize(
    ("chances", "deals"),
    [
        ([0.3, 0.0, 0.4, 0.3], 100), ([0.01, 0.0, 0.6, 0.39], 60), ([0.5, 0.0, 0.01, 0.49], 30),
        ([0.3, 0.05, 0.4, 0.25], 60), ([0.5, 0.03, 0.02, 0.45], 60),
    ],
)  # fmt: skip
def test_a_coverages_coverage_in_simulated_studies(chances: list[float], deals: int) -> None:
    """Gained, forgone, missed, lost: also where nearly nothing, or nearly all, is covered."""
    dice, held, studies = Dice(5, deals), 0, 300 if chances[1] == 0 else 100
    truth = (chances[0] - chances[1]) / (chances[0] + chances[2])
    for _ in range(studies):
        gained, forgone, missed, _ = shares(dice, chances, deals)
        low, high = coverage_interval(gained, forgone, missed)
        held += low <= truth <= high
    assert 0.91 < held / studies <= 1


def test_a_coverages_interval_is_never_without_width() -> None:
    for gained in (0, 1, 7):
        for forgone in (0, 1, 7):
            for missed in (0, 1, 7):
                low, high = coverage_interval(gained, forgone, missed)
                assert low < high <= 1
                if gained + missed:
                    value = (gained - forgone) / (gained + missed)
                    assert low <= value <= high and math.isfinite(low)
    assert coverage_interval(3, 0, 4) == wilson(3, 7)
    assert coverage([True] * 30, [False] * 30, [True] * 30) == ((1, 1), wilson(30, 30))
    assert coverage([False] * 9, [False] * 9, [True] * 4 + [None] * 5)[1].high == wilson(0, 4).high
    assert coverage([False], [False], [None]) == ((0, 1), (0, 1))


@pytest.mark.parametrize(("gained", "forgone", "missed"), [(20, 4, 30), (0, 2, 25), (6, 1, 0)])
def test_a_coverages_limits_are_where_the_score_is_the_quantile(
    gained: int, forgone: int, missed: int
) -> None:
    """The chances by maximising the likelihood numerically, not by Lagrange's way."""
    count = gained + forgone + missed
    for limit, sign in zip(coverage_interval(gained, forgone, missed), (1, -1), strict=True):

        def chances(miss: float, limit: float = limit) -> tuple[float, float, float]:
            gain = (1 - miss + limit * miss) / (2 - limit)  # solves gain - forgo = limit * both
            return gain, 1 - miss - gain, miss

        def unlikely(miss: float) -> float:
            found = zip((gained, forgone, missed), chances(miss), strict=True)
            return -sum(n * math.log(max(p, 1e-300)) for n, p in found if n)

        most = min(1.0, 1 / (1 - limit))
        found = minimize_scalar(unlikely, bounds=(0, most), options={"xatol": 1e-12}).x
        gain, forgo, miss = chances(found)
        variance = count * (gain * (1 - limit) ** 2 + forgo + miss * limit**2)
        distance = gained - forgone - limit * (gained + missed)
        assert sign * distance / math.sqrt(variance) == pytest.approx(normal_quantile(), rel=1e-3)


def test_luck_and_skill_divide_the_deals() -> None:
    can: list[bool | None] = [True, True, True, False, None, None]
    anyone = [True, False, False, False, False, True]
    player = [True, True, False, False, False, True]
    three = parts(can, anyone)
    assert (three.lost.yes, three.anybody.yes, three.in_hands.yes) == (1, 2, 2)
    assert three.lost.unknown == three.in_hands.unknown == 1
    between, around = coverage(player, anyone, can)
    assert between == pytest.approx((1 / 3, 1 / 2)) and around.low < 1 / 3 < 1 / 2 < around.high
    assert coverage(anyone, anyone, can)[0] == (0, 0)
