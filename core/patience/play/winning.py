"""Whether a game can still be won, hints that lead there, and deals that can be won.

All of it looks at every card, also at those that the player has not seen.

**Following these hints always ends in a win.** A line that was found is kept: for each position on
it the next action and how many are left; a line found later ends where it meets one kept before.
Each action kept leads to a position kept with one action fewer left, however often the player
leaves the line, takes back, or comes to it again from elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count

from patience.engine.apply import apply
from patience.engine.position import MOVE, Action, Position
from patience.engine.state import State
from patience.errors import DealError, PatienceError
from patience.game import Game
from patience.play.hints import Hint
from patience.play.reasons import judge
from patience.play.wording import counted
from patience.solver import Limits, Verdict, searcher_for, solve
from patience.solver.search import Poll
from patience.solver.verdict import Kind

LOOK = Limits(states=None, seconds=0.5, memory=1 << 28)
"""What a question during play may cost."""

DEAL = {"native": Limits(states=1_000_000), "python": Limits(states=20_000)}
"""What each deal may cost while a winnable one is sought. States, not seconds, so that the same
deal is found on every machine with the same search."""

MOST_PASSED = 1000
"""Deals that are tried one after the other before the search is given up."""


class NoneWinnable(PatienceError):
    """No deal was found that can be won."""

    exit_status = 4


@dataclass(frozen=True, slots=True)
class Prospect:
    """Whether a position can be won: ``length`` is the number of actions of a line that wins it."""

    kind: Kind
    length: int = 0


class WinningLines:
    """The lines of play that were found to win, each position with its next action."""

    def __init__(self) -> None:
        self._next: dict[Position, tuple[Action, int]] = {}

    def prospect(self, state: State) -> Prospect:
        """Whether a state can be won, as far as `LOOK` reaches; a line that wins is kept.

        :raises KeyboardInterrupt: if the search was interrupted.
        """
        if state.is_won:
            return Prospect("winnable")
        kept = self._next.get(state.position)
        if kept is not None:
            return Prospect("winnable", kept[1])
        verdict = _decided(state, LOOK)
        if verdict.kind == "winnable":
            self._keep(state, verdict.line)
            return Prospect("winnable", self._next[state.position][1])
        return Prospect(verdict.kind)

    def hint(self, state: State) -> Hint | None:
        """The next action on a line that wins, if the kernel serves the game and finds one."""
        if state.is_over or searcher_for(state.table) != "native":
            return None
        prospect = self.prospect(state)
        if prospect.kind != "winnable":
            return None
        action, left = self._next[state.position]
        line = f"on a line that wins in {counted(left, 'action')}, all cards known"
        why = f"{judge(state, action).reason}, {line}" if action.verb == MOVE else line
        return Hint(action, state.text(action), why, left)

    def _keep(self, state: State, line: tuple[Action, ...]) -> None:
        """Keep a line from its end on, so that the last visit of a position is the one that counts.

        A position that another line passes already keeps what it has.
        """
        positions = [state.position]
        for action in line:
            positions.append(apply(state.table, positions[-1], action))
        left = 0
        for position, action in zip(positions[-2::-1], line[::-1], strict=True):
            left = self._next.setdefault(position, (action, left + 1))[1]


def _decided(state: State, limits: Limits, poll: Poll | None = None) -> Verdict:
    verdict = solve(state, limits, poll=poll)
    if verdict.limit == "interrupt":
        raise KeyboardInterrupt
    return verdict


@dataclass(frozen=True, slots=True)
class WinnableDeal:
    """A deal that can be won: its canonical text, the actions that win it, the deals passed over.

    ``unwinnable`` of those cannot be won, ``undecided`` were not decided within the limits.
    """

    deal: str
    length: int
    unwinnable: int
    undecided: int

    @property
    def words(self) -> str:
        """What was found and passed over, in a sentence."""
        words = f"deal {self.deal} can be won in {counted(self.length, 'action')}"
        passed = [
            counted(number, noun)
            for number, noun in (
                (self.unwinnable, "unwinnable deal"),
                (self.undecided, "undecided deal"),
            )
            if number
        ]
        return f"{words}; passed over {' and '.join(passed)}" if passed else words


def find_winnable(game: Game, deal: str, poll: Poll | None = None) -> WinnableDeal:
    """The first deal from a numbered one on that is found winnable within `DEAL`.

    :param poll: asked now and then with the states visited for the present deal; True interrupts.
    :raises DealError: if the deal is none or has no number.
    :raises NoneWinnable: after `MOST_PASSED` deals, or the last one of that source.
    :raises KeyboardInterrupt: if the search was interrupted.
    """
    first = game.pack(deal)
    if first.number is None:
        raise DealError("a list of cards is one deal; winnable deals are sought from a number on")
    limits = DEAL[searcher_for(game.table)]
    unwinnable = undecided = 0
    for number in count(first.number):
        text = str(number) if first.source == "own" else f"{first.source}:{number}"
        try:
            state = game.deal(text)
        except DealError:  # the numbers of this source end here
            break
        verdict = _decided(state, limits, poll)
        if verdict.kind == "winnable":
            return WinnableDeal(game.pack(text).text, len(verdict.line), unwinnable, undecided)
        unwinnable += verdict.kind == "unwinnable"
        undecided += verdict.kind == "undecided"
        if unwinnable + undecided == MOST_PASSED:
            break
    raise NoneWinnable(f"{game.id}: {_none_words(first.text, unwinnable, undecided)}")


def _none_words(first: str, unwinnable: int, undecided: int) -> str:
    """What became of the deals from ``first`` on, none of which was found winnable."""
    tried = unwinnable + undecided
    if tried == 1:
        why = "cannot be won" if unwinnable else "was not decided"
        return f"deal {first} {why}, and no deal comes after it"
    parts = [f"{unwinnable} cannot be won"] if unwinnable else []
    if undecided:
        parts.append(f"{undecided} {'was' if undecided == 1 else 'were'} not decided")
    return f"none of {tried} deals from {first} on was found winnable: {', '.join(parts)}"
