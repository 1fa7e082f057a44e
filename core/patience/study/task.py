"""One deal of a study: what is asked of it, and the row that answers.

Everything here can be pickled and depends on nothing but its arguments, so that a deal gives the
same row in any process on any machine (but for the seconds that it took).
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from patience.errors import StudyError
from patience.game import Game, load
from patience.players import CAP, PLAYERS, simulate
from patience.players.deciding import engine_name, verdict
from patience.players.game import ENDINGS
from patience.rulebook import STDIN, is_path, split
from patience.study.coding import pack_choices, pack_steps

SOLVER = "solver"
SOURCES = {"own": "", "pysol": "pysol:", "ms": "ms:", "solvitaire": "solvitaire:"}
"""How the numbers of each source of deals are written."""

HIGHEST = 2**63 - 1
"""The highest number of a deal, limit or seed in a study: what a database's column holds."""

VERDICTS = frozenset({"winnable", "unwinnable", "undecided", *ENDINGS})
"""What a row can say of its deal."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """How to load a game, in this process or in another one."""

    source: str
    options: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()

    @classmethod
    def of(cls, text: str, options: Sequence[str] = (), settings: Sequence[str] = ()) -> Recipe:
        """From a name as ``canfield+whole-columns``, or a path.

        :raises StudyError: for standard input, which can be read only once.
        """
        source, named = split(text)
        if source == STDIN:
            raise StudyError("a study reads its rules more than once; give them as a file")
        if is_path(source):
            source = str(Path(source).expanduser().absolute())
        return cls(source, (*named, *options), tuple(settings))

    def load(self) -> Game:
        """The game, loaded once a process."""
        return _loaded(self)

    def with_settings(self, *settings: str) -> Recipe:
        """The same with more keys changed."""
        return replace(self, settings=(*self.settings, *settings))


@cache
def _loaded(recipe: Recipe) -> Game:
    return load(recipe.source, options=recipe.options, settings=recipe.settings)


@dataclass(frozen=True, slots=True)
class Task:
    """What is asked of every deal of a study.

    ``by``: "solver", or a player's name. ``states``: the solver's limit, 0 for a player. ``seed``:
    of the player's dice, 0 for the solver. ``source``: whose deal numbers they are.
    """

    recipe: Recipe
    rules_hash: str
    by: str = SOLVER
    states: int = 0
    seed: int = 0
    source: str = "own"
    cap: int = CAP

    @classmethod
    def solve(cls, recipe: Recipe, states: int, source: str = "own") -> Task:
        """Decide deals with all cards known.

        :raises StudyError: unless the limit is from 1 to `HIGHEST` and the source is known.
        """
        if states < 1:
            raise StudyError(f"the limit is {states} states; at least 1 was expected")
        if states > HIGHEST:
            raise StudyError(f"the limit is {states} states; at most {HIGHEST} were expected")
        return cls(recipe, recipe.load().rules_hash, SOLVER, states, 0, _checked(source))

    @classmethod
    def play(
        cls, recipe: Recipe, player: str, seed: int = 1, source: str = "own", cap: int = CAP
    ) -> Task:
        """Have deals played by an honest player.

        :raises StudyError: if there is no such player, seed or source.
        """
        if player not in PLAYERS:
            raise StudyError(f"there is no player '{player}'; there are {', '.join(PLAYERS)}")
        if not 0 <= seed <= HIGHEST:
            raise StudyError(f"the seed {seed} is not from 0 to {HIGHEST}")
        return cls(recipe, recipe.load().rules_hash, player, 0, seed, _checked(source), cap)

    def deal(self, number: int) -> str:
        """The text of a deal."""
        return f"{SOURCES[self.source]}{number}"


def _checked(source: str) -> str:
    if source not in SOURCES:
        raise StudyError(f"there is no source of deals '{source}'; there are {', '.join(SOURCES)}")
    return source


@dataclass(frozen=True, slots=True)
class Row:
    """What a deal gave. Fields that do not apply are None.

    :ivar number: the deal's number in its source. ``deal``: its whole text.
    :ivar limit: states that the solver might visit; 0 for players.
    :ivar verdict: the solver's "winnable", "unwinnable", "undecided"; of a player "won", "stuck",
        "given up", "capped".
    :ivar choices: actions to choose from at each decision: `patience.study.coding.unpack_choices`.
    :ivar along: cards home after the deal and after each action: `unpack_steps` there.
    :ivar seconds: the only field that differs between two runs.
    """

    game: str
    rules_hash: str
    engine: str
    by: str
    seed: int
    source: str
    number: int
    deal: str
    limit: int
    verdict: str
    states: int | None = None
    actions: int | None = None
    decisions: int | None = None
    forced: int | None = None
    choices: str | None = None
    home: int | None = None
    along: str | None = None
    score: int | None = None
    seconds: float = field(default=0.0, compare=False)


def do_block(task: Task, numbers: Sequence[int]) -> list[Row]:
    """The rows of some deals, in their order.

    :raises StudyError: if the game's rules have changed since the study began.
    """
    game = task.recipe.load()
    if game.rules_hash != task.rules_hash:
        raise StudyError(
            f"the rules of {game.id} have changed since this study began: they were "
            f"{task.rules_hash} and are {game.rules_hash}"
        )
    return [do_deal(game, task, number) for number in numbers]


def do_deal(game: Game, task: Task, number: int) -> Row:
    """The row of one deal."""
    began = time.perf_counter()
    text = game.pack(task.deal(number)).text
    row = Row(
        game.id, game.rules_hash, engine_name(game.table), task.by, task.seed, task.source, number,
        text, task.states, "",
    )  # fmt: skip
    if task.by == SOLVER:
        word, states = verdict(game.deal(text), task.states)
        row = replace(row, verdict=word, states=states)
    else:
        record = simulate(game, text, task.by, task.seed, task.cap)
        row = replace(
            row,
            verdict=record.result,
            actions=record.actions,
            decisions=record.decisions,
            forced=record.forced,
            choices=pack_choices(record.choices),
            home=record.home,
            along=pack_steps(record.along),
            score=record.score,
        )
    return replace(row, seconds=time.perf_counter() - began)
