"""The kernel with all its prunings against the kernel with none, on deals of full packs.

    python tests/bench/solver_agreement.py                             # the three defaults
    python tests/bench/solver_agreement.py --games demon --deals 500 --states 20000000 --jobs 2
    python tests/bench/solver_agreement.py --games canfield --deals 5000 --lost 50

Each deal is decided twice, and wherever both searches decide it they must agree. ``--lost 50`` goes
on after ``--deals`` until so many lost deals were decided by both, or ``--stop-at`` deals are
through. Deals that disagree are named, and then the exit status is 1. Every winning line is
replayed by the engine before it counts (`patience.solver.kernel.replayed`).
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import islice

import patience
from patience.solver import Limits, Verdict, kernel_support, solve

GAMES = ("duchess", "canfield", "demon")
HEAD = (
    f"{'game':32} {'deals':>6} {'won':>6} {'lost':>6} {'pruned only':>12} {'plain only':>11} "
    f"{'open':>6} {'disagree':>9} {'states pruned':>14} {'plain':>12} {'cpu s':>8}"
)


@dataclass
class Row:
    """What was found in one game.

    ``count``: deals by outcome; ``disagree``: those that the two searches answer otherwise.
    """

    game: str
    count: Counter[str] = field(default_factory=Counter)
    disagree: list[str] = field(default_factory=list)
    pruned_states: int = 0
    plain_states: int = 0
    seconds: float = 0.0

    def add(self, deal: str, pruned: Verdict, plain: Verdict) -> None:
        """One deal and what both say of it."""
        self.pruned_states += pruned.states
        self.plain_states += plain.states
        self.count["deals"] += 1
        if pruned.is_decided and plain.is_decided:
            if pruned.kind == plain.kind:
                self.count["won" if pruned.kind == "winnable" else "lost"] += 1
            else:
                self.disagree.append(deal)
                print(f"{self.game} {deal}: {pruned.kind} pruned, {plain.kind} plain", flush=True)
        elif pruned.is_decided or plain.is_decided:
            self.count["pruned only" if pruned.is_decided else "plain only"] += 1
        else:
            self.count["open"] += 1

    def __str__(self) -> str:
        c = self.count
        return (
            f"{self.game:32} {c['deals']:6} {c['won']:6} {c['lost']:6} {c['pruned only']:12} "
            f"{c['plain only']:11} {c['open']:6} {len(self.disagree):9} {self.pruned_states:14,} "
            f"{self.plain_states:12,} {self.seconds:8.1f}"
        )


def decide(game: patience.Game, deal: str, limits: Limits) -> tuple[str, Verdict, Verdict]:
    """One deal, decided with and without prunings."""
    state = game.deal(deal)
    return deal, solve(state, limits), solve(state, limits, pruning=False)


def wanted(row: Row, asked: argparse.Namespace) -> Iterator[str]:
    """Deals, until there are enough and enough of them are lost."""
    last = max(asked.deals, asked.stop_at if asked.lost else 0)
    for number in range(asked.first, asked.first + last):
        done = number - asked.first
        if done >= asked.deals and row.count["lost"] >= asked.lost:
            return
        yield f"{asked.source}{number}"


def compare(name: str, asked: argparse.Namespace) -> Row:
    """Decide a game's deals both ways; the row grows on a terminal while it goes on."""
    game = patience.load(name)
    if reason := kernel_support(game.table):
        sys.exit(f"{name}: {reason}")
    row = Row(game.id)
    limits = Limits(states=asked.states, memory=asked.memory << 20)
    start = time.process_time()
    ahead = wanted(row, asked)
    with ThreadPoolExecutor(asked.jobs) as pool:  # the kernel lets other threads run
        while deals := list(islice(ahead, asked.jobs)):
            for found in pool.map(lambda deal: decide(game, deal, limits), deals):
                row.add(*found)
            row.seconds = time.process_time() - start
            if sys.stdout.isatty():
                print(f"{row}\r", end="", flush=True)
    return row


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", nargs="+", default=GAMES, help="names or rule files")
    parser.add_argument("--deals", type=int, default=100, help="of each game")
    parser.add_argument("--first", type=int, default=1, help="the first deal's number")
    parser.add_argument("--source", default="", help="of the deals, as 'solvitaire:'")
    parser.add_argument("--states", type=int, default=5_000_000, help="for each search of a deal")
    parser.add_argument("--memory", type=int, default=2048, help="MiB for each search")
    parser.add_argument("--jobs", type=int, default=1, help="deals at a time")
    parser.add_argument("--lost", type=int, default=0, help="go on until so many are lost by both")
    parser.add_argument("--stop-at", type=int, default=20_000, help="deals at most, with --lost")
    asked = parser.parse_args()
    print(HEAD, flush=True)
    bad = 0
    for name in asked.games:
        row = compare(name, asked)
        bad += len(row.disagree)
        print(row, flush=True)
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
