"""What the rows of a game say: figures with their intervals, and the deals behind them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from patience.players import CAP
from patience.study.coding import unpack_choices
from patience.study.luck import coverage, parts
from patience.study.statistics import Interval, Share, mean, mean_interval, quantile
from patience.study.task import SOLVER, Row

Unit = Literal["share", "number"]
ANSWERS: dict[str, bool | None] = {"winnable": True, "unwinnable": False, "undecided": None}
SEEN_ALONG = 400
"""Actions and decisions of a game that are followed one by one, for the plots."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured number.

    :ivar key: names it in JSON and CSV. ``label``: in tables. ``section``: their heading.
    :ivar by: who played, or "solver".
    :ivar value: its two extremes where deals are undecided, else the same number twice.
    :ivar interval: 95 %, around both extremes; None where it has none.
    """

    key: str
    label: str
    section: str
    by: str
    unit: Unit
    value: Interval
    interval: Interval | None
    deals: int


class Solved:
    """The verdicts of a game's deals."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self.answers: dict[int, bool | None] = {}
        self.states: list[int] = []
        for row in rows:
            self.answers[row.number] = ANSWERS[row.verdict]
            self.states.append(row.states or 0)

    @property
    def winnable(self) -> Share:
        """Deals that can be won with all cards known."""
        words = Counter(self.answers.values())
        return Share(words[True], words[False], words[None])

    @property
    def unwinnable(self) -> Share:
        """Deals that no play wins."""
        words = Counter(self.answers.values())
        return Share(words[False], words[True], words[None])


class Played:
    """The games of one player, taken together while their rows go by."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self.won: dict[int, bool] = {}
        self.lengths: list[float] = []
        self.decisions: list[float] = []
        self.forced: list[float] = []
        self.choices: Counter[int] = Counter()
        self.home_lost: list[float] = []
        self.scores: list[float] = []
        self.without_choice = 0
        self.capped = 0
        self.choices_along = _Along()
        for row in rows:
            self._take(row)

    def _take(self, row: Row) -> None:
        won, actions, home = row.verdict == "won", row.actions or 0, row.home or 0
        self.won[row.number] = won
        self.capped += row.verdict == "capped"
        self.lengths.append(actions)
        self.decisions.append(row.decisions or 0)
        self.forced.append((row.forced or 0) / actions if actions else 0.0)
        choices = unpack_choices(row.choices or "")
        self.choices.update(choices)
        self.choices_along.add(choices)
        if not won:
            self.home_lost.append(home)
            self.without_choice += not choices
        if row.score is not None:
            self.scores.append(row.score)

    @property
    def share(self) -> Share:
        """Games won."""
        won = sum(self.won.values())
        return Share(won, len(self.won) - won)


class _Along:
    """Means by place in a game: of the first, of the second ..."""

    def __init__(self) -> None:
        self._sums = [0] * SEEN_ALONG
        self._counts = [0] * SEEN_ALONG

    def add(self, numbers: list[int]) -> None:
        """Another game."""
        for place, number in enumerate(numbers[:SEEN_ALONG]):
            self._sums[place] += number
            self._counts[place] += 1

    def means(self, least: int = 1) -> list[float]:
        """As far as at least that many games go."""
        return [
            total / count
            for total, count in zip(self._sums, self._counts, strict=True)
            if count >= max(least, 1)
        ]


class Measured:
    """One game's rows, read: verdicts, and games by player (a dict in the order of `PLAYERS`).

    A deal that the solver left undecided and a player won is winnable.
    """

    def __init__(self, solved: Solved, played: dict[str, Played], unit: str = "") -> None:
        for games in played.values():
            for number, won in games.won.items():
                if won and number in solved.answers:
                    solved.answers[number] = True
        self.solved = solved
        self.played = played
        self.score_unit = unit

    def shares(self) -> dict[str, Share]:
        """Deals that can be won, and games won by each player, by the words for it."""
        players = {measure_name(name): games.share for name, games in self.played.items()}
        return {measure_name(SOLVER): self.solved.winnable} | players

    def figures(self) -> list[Figure]:
        """Everything that is printed, in order."""
        return [*self._verdicts(), *self._wins(), *self._luck(), *self._course()]

    def _verdicts(self) -> list[Figure]:
        solved = self.solved
        section = "With all cards known"
        unknown = solved.winnable.unknown
        undecided = Share(unknown, solved.winnable.deals - unknown)
        return [
            _share("winnable", "winnable", section, "solver", solved.winnable),
            _share("unwinnable", "unwinnable", section, "solver", solved.unwinnable),
            _share("undecided", "undecided at the limit", section, "solver", undecided),
        ]

    def _wins(self) -> list[Figure]:
        section = "Won by honest players"
        found = [
            _share(f"won_{name}", name, section, name, games.share)
            for name, games in self.played.items()
        ]
        if "random" in self.played:
            games = self.played["random"]
            none = Share(games.without_choice, len(games.won) - games.without_choice)
            label = "lost without a single choice"
            found.append(_share("no_choice", label, section, "random", none))
        return found

    def _luck(self) -> list[Figure]:
        if "random" not in self.played:
            return []
        section = "Luck and skill"
        random = self.played["random"].won
        numbers = [n for n in random if n in self.solved.answers]
        three = parts([self.solved.answers[n] for n in numbers], [random[n] for n in numbers])
        found = [
            _share("lost_in_shuffle", "lost in the shuffle", section, "solver", three.lost),
            _share("won_by_anybody", "won by anybody", section, "random", three.anybody),
            _share("in_hands", "in the player's hands", section, "solver", three.in_hands),
        ]
        for name, games in self.played.items():
            both = [n for n in numbers if n in games.won]
            open_to_play = any(self.solved.answers[n] is not False and not random[n] for n in both)
            if name == "random" or len(both) < 2 or not open_to_play:
                continue  # where nothing can be covered there is no ratio
            value, interval = coverage(
                [games.won[n] for n in both],
                [random[n] for n in both],
                [self.solved.answers[n] for n in both],
            )
            label = f"of that, {name} covers"
            found.append(
                Figure(
                    f"coverage_{name}", label, section, name, "share", value, interval, len(both)
                )
            )
        return found

    def _course(self) -> list[Figure]:
        return [figure for name in self.played for figure in self.course_of(name)]

    def course_of(self, name: str) -> list[Figure]:
        """How one player's games go."""
        games = self.played[name]
        section = f"A game as {name} plays it"
        deals = len(games.won)

        def number(key: str, label: str, values: list[float], unit: Unit = "number") -> Figure:
            value = mean(values)
            return Figure(
                f"{key}_{name}", label, section, name, unit, Interval(value, value),
                mean_interval(values), len(values),
            )  # fmt: skip

        def place(key: str, label: str, values: list[float], share: float) -> Figure:
            value = quantile(values, share)
            return Figure(
                f"{key}_{name}", label, section, name, "number", Interval(value, value), None, deals
            )

        def choice(key: str, label: str, value: float) -> Figure:
            # decisions of one game are not independent: no interval
            return Figure(
                f"{key}_{name}", label, section, name, "number", Interval(value, value), None,
                games.choices.total(),
            )  # fmt: skip

        cut = Share(games.capped, deals - games.capped)
        found = [
            _share(f"capped_{name}", f"cut off at {CAP} actions", section, name, cut),
            number("actions", "actions a game", games.lengths),
            number("decisions", "decisions a game", games.decisions),
            place("decisions_median", "  median", games.decisions, 0.5),
            place("decisions_p90", "  90 % have at most", games.decisions, 0.9),
            choice("choices", "actions to choose from", counted_mean(games.choices)),
            choice("choices_median", "  median", counted_quantile(games.choices, 0.5)),
            choice("choices_p90", "  90 % have at most", counted_quantile(games.choices, 0.9)),
            number("forced", "forced actions", games.forced, "share"),
        ]
        if games.home_lost:
            label = "cards home in lost games"
            found.append(number("home_lost", label, games.home_lost))
        if games.scores:
            label = f"score, {self.score_unit}" if self.score_unit else "score"
            found.append(number("score", label, games.scores))
        return found


def measure_name(by: str) -> str:
    """What a share that games are compared by is called: of the solver or a player."""
    return "winnable" if by == SOLVER else f"won by {by}"


def _share(key: str, label: str, section: str, by: str, share: Share) -> Figure:
    value = Interval(share.least, share.most)
    return Figure(key, label, section, by, "share", value, share.interval, share.deals)


def counted_mean(counts: Counter[int]) -> float:
    """The mean of numbers that are given by how often each occurs."""
    total = counts.total()
    return sum(number * count for number, count in counts.items()) / total if total else 0.0


def counted_quantile(counts: Counter[int], share: float) -> int:
    """The smallest number that at least that share of all of them does not exceed."""
    wanted, passed = share * counts.total(), 0
    for number in sorted(counts):
        passed += counts[number]
        if passed >= wanted:
            return number
    return 0
