"""Any game as a Gymnasium environment, for programs that learn to play.

It needs the extra ``rl``. The observation is what a person sees, and nothing else: hidden cards are
a number of their own. Which actions are legal stands in ``info["action_mask"]``, and `action_masks`
gives it too, as maskable learners ask for it.

>>> import gymnasium
>>> env = gymnasium.make("patience.study.environment:Patience-v0", game="duchess").unwrapped
>>> seen, info = env.reset(seed=1, options={"deal": "pysol:24"})
>>> [env.state.text(env.decode(number)) for number in info["action_mask"].nonzero()[0]]
['R1 F', 'R2 F', 'R3 F', 'R4 F']
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, get_args

from patience.engine.position import MOVE, REDEAL, TURN, Action
from patience.engine.state import State
from patience.engine.table import STOCK, UNTURNED, Available, Group, Table, Unit
from patience.engine.view import HIDDEN
from patience.errors import StudyError
from patience.game import Game, load
from patience.players.game import CAP, cards_home, turns_to_a_move
from patience.study.extras import needs_extra

try:
    import gymnasium
    import numpy
    from gymnasium import spaces
    from numpy.typing import NDArray
except ImportError:
    raise needs_extra("the environment needs", "rl") from None

Reward = Literal["home", "won"]
Observation = dict[str, Any]
Code = tuple[str, int, int, int]
"""An action up to what tells it from the others: verb, source, target, and how many cards."""

EMPTY, UNSEEN, FIRST_CARD = 0, 1, 2
"""Numbers of an observation: no card, a card that the player has not seen, ``card + 2``."""

HIGHEST_DEAL = 10**10
MOST_REDEALS = 255
_WHOLE = 0
_ONE_SIZE = (Unit.PILE, Unit.RUN)
_MANY = (Unit.SEQUENCE, Unit.GROUP)


class PatienceEnv(gymnasium.Env[Observation, int]):
    """One game of patience an episode.

    **Observation**: ``piles``, a matrix with a row for each pile in the order of `State.labels`,
    bottom card first; ``base``, 0 while it is open, else the base rank from 1 (Ace); ``redeals``,
    at most 255.

    **Action**: a number; `encode` and `decode` translate. A number that is not legal changes
    nothing, and costs ``illegal``.

    **Reward**: "home", 1 for each card that reaches a foundation (and -1 for one taken back), or
    "won", 1 for a won game.

    An episode ends (``terminated``) when the game is won or stuck, and is cut off (``truncated``)
    after ``cap`` actions. ``reset`` deals a random number of our own, or ``options["deal"]``.

    :param game: a `Game`, or the name or path of one.
    :raises StudyError: for a reward, cap or render mode that there is not.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(
        self,
        game: Game | str = "duchess",
        *,
        reward: Reward = "home",
        cap: int = CAP,
        illegal: float = 1.0,
        render_mode: str | None = None,
    ) -> None:
        if reward not in get_args(Reward):
            raise StudyError(f"there is no reward '{reward}'; there are 'home' and 'won'")
        if cap < 1:
            raise StudyError(f"an episode of {cap} actions; at least 1 was expected")
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise StudyError(f"there is no render mode '{render_mode}'; there is 'ansi'")
        self.game = load(game) if isinstance(game, str) else game
        table = self.game.table
        self.render_mode = render_mode
        self._reward = reward
        self._cap = cap
        self._illegal = illegal
        self._codes = list(dict.fromkeys(_codes(table)))
        self._numbers = {code: number for number, code in enumerate(self._codes)}
        self._state = self.game.deal(1)
        self._legal: dict[int, Action] = {}
        self._steps = 0
        self._shape = (len(table.labels), len(table.pack))
        highest = FIRST_CARD + max(table.pack)
        self.action_space: Any = spaces.Discrete(len(self._codes))
        self.observation_space = spaces.Dict(
            {
                "piles": spaces.Box(0, highest, self._shape, numpy.uint8),
                "base": spaces.Discrete(14),
                "redeals": spaces.Box(0, MOST_REDEALS, (1,), numpy.uint8),
            }
        )

    @property
    def state(self) -> State:
        """The whole state, hidden cards included: for judges, not for players."""
        return self._state

    # ------------------------------------------------------------------ Gymnasium

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal anew.

        :raises DealError: if ``options["deal"]`` is no deal of the game.
        """
        super().reset(seed=seed)
        deal = (options or {}).get("deal")
        if deal is None:
            deal = int(self.np_random.integers(1, HIGHEST_DEAL))
        self._take(self.game.deal(deal))
        self._steps = 0
        return self._observation(), self._info()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play an action by its number."""
        chosen = self._legal.get(int(action))
        before = cards_home(self.game.table, self._state)
        self._steps += 1
        reward = -self._illegal
        if chosen is not None:
            self._take(self._state.after(chosen))
            gained = cards_home(self.game.table, self._state) - before
            reward = float(self._state.is_won if self._reward == "won" else gained)
        over = self._state.is_won or turns_to_a_move(self._state) is None
        cut = not over and self._steps >= self._cap
        return self._observation(), reward, over, cut, self._info()

    def render(self) -> str | None:
        """The table as a person sees it, a line a pile."""
        if self.render_mode != "ansi":
            return None
        from patience.cards import card_text

        view = self._state.seen_by_player()
        return "\n".join(
            f"{label}: " + " ".join("--" if card == HIDDEN else card_text(card) for card in pile)
            for label, pile in zip(self._state.labels, view.piles, strict=True)
        )

    def action_masks(self) -> NDArray[numpy.bool_]:
        """Which numbers are legal now."""
        return self._mask().astype(numpy.bool_)

    # ------------------------------------------------------------------ translation

    def encode(self, action: Action) -> int:
        """The number of an action that is legal now."""
        return self._numbers[_code(self._state, action)]

    def decode(self, number: int) -> Action:
        """The legal action of a number.

        :raises KeyError: if it is not legal now.
        """
        return self._legal[int(number)]

    def _take(self, state: State) -> None:
        self._state = state
        self._legal = {self._numbers[_code(state, action)]: action for action in state.actions()}

    def _mask(self) -> NDArray[numpy.int8]:
        mask = numpy.zeros(len(self._codes), numpy.int8)
        mask[list(self._legal)] = 1
        return mask

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask(), "won": self._state.is_won}

    def _observation(self) -> Observation:
        view = self._state.seen_by_player()
        piles = numpy.zeros(self._shape, numpy.uint8)
        for row, pile in enumerate(view.piles):
            for place, card in enumerate(pile):
                piles[row, place] = UNSEEN if card == HIDDEN else card + FIRST_CARD
        redeals = numpy.array([min(view.redeals, MOST_REDEALS)], numpy.uint8)
        return {"piles": piles, "base": numpy.int64(view.base + 1), "redeals": redeals}


# ---------------------------------------------------------------------------- codes


def _code(state: State, action: Action) -> Code:
    """The code of a legal action."""
    if action.verb != MOVE:
        return action.verb, -1, -1, 0
    if action.skip:
        return MOVE, action.source, action.target, -action.skip
    source = state.table.groups[state.table.group_of[action.source]]
    target = state.table.groups[state.table.group_of[action.target]]
    size = action.count
    if target.units and source.unit in _ONE_SIZE:
        size = _WHOLE
    elif target.units and source.unit == Unit.TOP_OR_PILE and action.count > 1:
        size = _WHOLE
    return MOVE, action.source, action.target, size


def _codes(table: Table) -> Iterator[Code]:
    """The codes of all actions that the game can ever have."""
    for target in table.groups:
        for source in table.groups:
            if target.sources >> source.index & 1:
                for size in _sizes(table, source, target):
                    yield from _between(source, target, size)
        if any(link.group in (STOCK, UNTURNED) for link in target.space):
            yield from ((MOVE, table.stock, pile, 1) for pile in _piles(target))
    if table.turn_counts:
        yield TURN, -1, -1, 0
    if table.redeals:
        yield REDEAL, -1, -1, 0


def _between(source: Group, target: Group, size: int) -> Iterator[Code]:
    for leaves in _piles(source):
        for enters in _piles(target):
            if leaves != enters:
                yield MOVE, leaves, enters, size


def _piles(group: Group) -> range:
    return range(group.first, group.first + group.size)


def _sizes(table: Table, source: Group, target: Group) -> list[int]:
    """Numbers of cards in a unit; `_WHOLE` where the rules leave no choice; -n: below n cards."""
    sizes = [1]
    if target.units:
        if source.unit in _ONE_SIZE:
            sizes = [_WHOLE]
        elif source.unit == Unit.TOP_OR_PILE:
            sizes = [1, _WHOLE]
        elif source.unit in _MANY:
            sizes = list(range(1, len(table.pack) + 1))
    if source.available in (Available.ALL, Available.BOTH_ENDS):
        sizes += [-skip for skip in range(1, len(table.pack))]
    return sizes


gymnasium.register("Patience-v0", entry_point="patience.study.environment:PatienceEnv")
