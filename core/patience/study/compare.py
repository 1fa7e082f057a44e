"""Games on the same shuffles: what is measured, rules side by side, paired differences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from patience.errors import StudyError
from patience.game import Game
from patience.language.words import NOT_THERE, by_topic
from patience.players import PLAYERS
from patience.study.measures import Measured, Played, Solved, measure_name
from patience.study.run import Progress, Run
from patience.study.statistics import Interval, Pairs, mcnemar_corrected, newcombe
from patience.study.store import Store
from patience.study.task import HIGHEST, SOLVER, Recipe, Task
from patience.study.workers import Crew

STATES = 50_000
PLANNED = 30
"""Deals that the planner plays, unless asked otherwise: it thinks for seconds."""

EVERY_PAIR = 4
"""Up to so many games each is compared with each; of more the pairs are too many to read."""

APART = 10**9
"""Between the first deals of one seed and the next."""

HIGHEST_SEED = HIGHEST // APART - 1
Report = Callable[[str, Progress], None]


@dataclass(frozen=True, slots=True)
class Plan:
    """What a comparison measures.

    The deals are our own numbers ``first`` to ``first + deals - 1``, where ``first`` is 1 for seed
    1, 1 000 000 001 for seed 2 and so on; the same seed starts the players' dice.

    :ivar states: the solver's limit for each deal.
    :ivar players: how many of the deals each player plays; 0 = none.
    """

    deals: int
    seed: int = 1
    states: int = STATES
    players: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not 1 <= self.seed <= HIGHEST_SEED:
            raise StudyError(f"the seed {self.seed} is not from 1 to {HIGHEST_SEED}")
        if not 1 <= self.deals <= APART:
            raise StudyError(f"{self.deals} deals; 1 to {APART} were expected")

    @property
    def first(self) -> int:
        """The number of the first deal."""
        return (self.seed - 1) * APART + 1

    def tasks(self, recipe: Recipe) -> list[tuple[Task, int]]:
        """What is asked of one game's deals, and of how many."""
        found = [(Task.solve(recipe, self.states), self.deals)] if self.states else []
        return found + [
            (Task.play(recipe, name, self.seed), count)
            for name, count in self.players.items()
            if count
        ]

    def blocks(self, recipes: Iterable[Recipe], store: Store, most: int) -> int:
        """In how many blocks of one task there is something to do, counted up to so many."""
        runs = (
            Run(store, task, count, self.first)
            for recipe in recipes
            for task, count in self.tasks(recipe)
        )
        return max((run.blocks(most) for run in runs), default=0)

    def done(self, recipes: Iterable[Recipe], store: Store) -> tuple[int, int]:
        """How many rows there are of those that all these games make, and how many they are."""
        runs = [
            Run(store, task, count, self.first)
            for recipe in recipes
            for task, count in self.tasks(recipe)
        ]
        return sum(run.done for run in runs), sum(run.deals for run in runs)

    @classmethod
    def usual(cls, deals: int, seed: int = 1, states: int = STATES, planned: int = PLANNED) -> Plan:
        """All players; the planner on ``planned`` deals at most."""
        players: dict[str, int] = {name: deals for name in PLAYERS}
        players["planner"] = min(planned, deals)
        return cls(deals, seed, states, players)


@dataclass(frozen=True, slots=True)
class Entrant:
    """A game of a comparison, measured. ``name``: as it was asked for."""

    name: str
    recipe: Recipe
    game: Game
    measured: Measured


@dataclass(frozen=True, slots=True)
class Difference:
    """One game less another in one respect, on the same shuffles where their packs are equal.

    :ivar pairs: the deals, counted by both answers; None if not paired.
    :ivar value: the difference of the shares, at its extremes where deals are undecided.
    :ivar p: McNemar's exact p-value. ``corrected``: chi-squared with the continuity correction and
        its p-value, where no deal is undecided. None if not paired.
    """

    one: str
    other: str
    what: str
    pairs: Pairs | None
    value: Interval
    interval: Interval
    p: float | None
    corrected: tuple[float, float] | None = None

    @property
    def paired(self) -> bool:
        """Whether the games were dealt the same shuffles."""
        return self.pairs is not None


def measure(
    recipe: Recipe, plan: Plan, store: Store, crew: Crew, report: Report | None = None
) -> Measured:
    """Run what is missing of a plan for one game, and read all of it."""
    solved, played = Solved(()), {}
    for task, count in plan.tasks(recipe):
        label = f"{recipe.load().id}, {task.by}"
        said = None if report is None else _labelled(report, label)
        Run(store, task, count, plan.first).go(crew, said)
        last = plan.first + count
        rows = (row for row in store.rows(task) if plan.first <= row.number < last)
        if task.by == SOLVER:
            solved = Solved(rows)
        else:
            played[task.by] = Played(rows)
    return Measured(solved, played, score_unit(recipe.load()))


def _labelled(report: Report, label: str) -> Callable[[Progress], None]:
    return lambda progress: report(label, progress)


def score_unit(game: Game) -> str:
    """What a game's score is counted in, or "" if it has none."""
    from patience.plugins import installed

    found = installed().scores.get(game.id.split("+")[0])
    return "" if found is None else found.unit


def compare(
    recipes: Sequence[tuple[str, Recipe]],
    plan: Plan,
    store: Store,
    crew: Crew,
    report: Report | None = None,
) -> list[Entrant]:
    """Measure each of several games by the same plan.

    :raises StudyError: if two of them are the same.
    """
    seen: dict[str, str] = {}
    for name, recipe in recipes:
        rules_hash = recipe.load().rules_hash
        if rules_hash in seen:
            raise StudyError(f"'{seen[rules_hash]}' and '{name}' have the same rules")
        seen[rules_hash] = name
    return [
        Entrant(name, recipe, recipe.load(), measure(recipe, plan, store, crew, report))
        for name, recipe in recipes
    ]


# ---------------------------------------------------------------------------- rules


def rules_table(games: Sequence[Game], every: bool = False) -> list[tuple[str, list[str]]]:
    """Topic by topic what each game's rules say; only where they differ, unless ``every``."""
    texts = [by_topic(game.rules) for game in games]
    topics = dict.fromkeys(topic for one in texts for topic in one)
    rows = [(topic, [one.get(topic, NOT_THERE) for one in texts]) for topic in topics]
    return [row for row in rows if every or len(set(row[1])) > 1]


# ---------------------------------------------------------------------------- differences


def differences(entrants: Sequence[Entrant], against: str | None = None) -> list[Difference]:
    """Two games at a time: winnable deals, and games won by each player.

    :param against: the name of the game that all others are compared with. None: every two games
        where there are at most `EVERY_PAIR`, the later less the earlier; else all with the first.
    """
    if against is None and len(entrants) > EVERY_PAIR:
        against = entrants[0].name
    if against is None:
        pairs = [(later, earlier) for earlier, later in combinations(entrants, 2)]
    else:
        fixed = next(entrant for entrant in entrants if entrant.name == against)
        pairs = [(entrant, fixed) for entrant in entrants if entrant is not fixed]
    found = [
        difference(one, other, by)
        for one, other in pairs
        for by in (SOLVER, *one.measured.played)
        if by == SOLVER or by in other.measured.played
    ]
    return [one for one in found if one is not None]


def difference(one: Entrant, other: Entrant, by: str) -> Difference | None:
    """The share of the one less that of the other; None where there is nothing to compare."""
    ours, theirs = _answers(one, by), _answers(other, by)
    numbers = [number for number in ours if number in theirs]
    if not numbers:
        return None
    what = measure_name(by)
    if sorted(one.game.table.pack) != sorted(other.game.table.pack):
        return _unpaired(one.name, other.name, what, ours, theirs)
    pairs = Pairs.of([(ours[number], theirs[number]) for number in numbers])
    corrected = None if pairs.unknown else mcnemar_corrected(pairs.first, pairs.second)
    return Difference(
        one.name, other.name, what, pairs, pairs.difference(), pairs.interval(), pairs.p_value(),
        corrected,
    )  # fmt: skip


def _answers(entrant: Entrant, by: str) -> dict[int, bool | None]:
    if by == SOLVER:
        return entrant.measured.solved.answers
    return dict(entrant.measured.played[by].won)


def _unpaired(
    one: str,
    other: str,
    what: str,
    ours: dict[int, bool | None],
    theirs: dict[int, bool | None],
) -> Difference:
    """For games of different packs: a number stands for other shuffles in each."""

    def yes(answers: dict[int, bool | None], unknown: bool) -> tuple[int, int]:
        count = sum(unknown if answer is None else answer for answer in answers.values())
        return count, len(answers)

    worst = yes(ours, False), yes(theirs, True)
    best = yes(ours, True), yes(theirs, False)
    values = [a[0] / a[1] - b[0] / b[1] for a, b in (worst, best)]
    interval = Interval(newcombe(*worst).low, newcombe(*best).high)
    return Difference(one, other, what, None, Interval(values[0], values[1]), interval, None)
