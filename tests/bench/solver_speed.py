"""Cost of the kernel, game by game: states a second and a deal, nanoseconds and bytes a state.

    python tests/bench/solver_speed.py                       # the table
    python tests/bench/solver_speed.py --against SOLVITAIRE  # the same deals by that program

Times are processor time of this process, so a busy machine changes them less than a clock would.
With ``--against`` the program at that path decides Canfield's deals 1 to 100 as well, each with a
limit of 20 seconds; its own processor time counts, start included, and only deals that it decides.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import time
from dataclasses import dataclass

import patience
from patience.solver.kernel import Kernel
from patience.solver.verdict import Limits

GAMES = (
    ("canfield+as-solvitaire", "solvitaire:", 100),
    ("canfield+as-solvitaire-strict", "solvitaire:", 50),
    ("canfield", "", 30),
    ("demon", "", 30),
    ("duchess", "", 30),
    ("klondike", "", 20),
    ("freecell", "ms:", 30),
    ("double-demon", "", 5),
)
LIMITS = Limits(states=1_000_000, memory=1 << 31)
AMPLE = Limits(states=20_000_000, memory=1 << 31)
"""Where another program has decided the deal."""


@dataclass
class Row:
    """One deal: what was found, and what it cost."""

    kind: str
    states: int
    seconds: float
    bytes: int


def decide(kernel: Kernel, game: patience.Game, deal: str, limits: Limits = LIMITS) -> Row:
    position = game.deal(deal).position
    piles = [list(pile) for pile in position.piles]
    from patience.solver.kernel import SCOUT_STATES

    start = time.process_time()
    kind, _, states, _, used, _ = kernel.native.solve(
        piles, position.base, position.redeals, position.turned,
        limits.states or 0, 0.0, limits.memory, 7, SCOUT_STATES, None,
    )  # fmt: skip
    spent = time.process_time() - start
    return Row(("winnable", "unwinnable", "undecided")[kind], states, spent, used)


def table(games: tuple[tuple[str, str, int], ...]) -> None:
    print(f"{'game':32} {'deals':>5} {'won':>4} {'lost':>4} {'open':>4} {'states/deal':>12} "
          f"{'states/s':>10} {'ns/state':>8} {'bytes/state':>11}")  # fmt: skip
    for name, source, count in games:
        game = patience.load(name)
        kernel = Kernel(game.table)
        rows = [decide(kernel, game, f"{source}{number}") for number in range(1, count + 1)]
        kinds = [row.kind for row in rows]
        states, seconds = sum(row.states for row in rows), sum(row.seconds for row in rows)
        largest = max(rows, key=lambda row: row.states)
        print(
            f"{name:32} {count:5} {kinds.count('winnable'):4} {kinds.count('unwinnable'):4} "
            f"{kinds.count('undecided'):4} {states // count:12,} {states / seconds:10,.0f} "
            f"{1e9 * seconds / states:8.0f} {largest.bytes / largest.states:11.0f}",
            flush=True,
        )


def other(program: str, number: int) -> tuple[str, float]:
    """What Solvitaire says of a deal, and its processor time in seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [program, "--type", "canfield", "--random", str(number), "--timeout", "20000",
         "--classify"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    words = done.stdout.replace(",", " ").split()
    verdict = "winnable" if "solved" in words else "undecided"
    return ("unwinnable" if "unsolvable" in words else verdict), spent


def against(program: str) -> None:
    game = patience.load("canfield+as-solvitaire")
    kernel = Kernel(game.table)
    theirs = {number: other(program, number) for number in range(1, 101)}
    decided = {number: found for number, found in theirs.items() if found[0] != "undecided"}
    ours = 0.0
    slower = 0
    for number, (verdict, spent) in decided.items():
        row = decide(kernel, game, f"solvitaire:{number}", AMPLE)
        if row.kind != verdict:
            sys.exit(f"deal {number}: {row.kind} here, {verdict} there")
        ours += row.seconds
        slower += spent > 0.05 and row.seconds > spent
    total = sum(spent for _, spent in decided.values())
    print(f"{len(decided)} deals decided by both: {ours:.2f} s here, {total:.2f} s there")
    print(f"{total / ours:.1f} times; of those over 50 ms there, {slower} are slower here")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--against", metavar="PROGRAM")
    parser.add_argument("--game", help="only this one")
    options = parser.parse_args()
    if options.against:
        against(options.against)
    else:
        table(tuple(row for row in GAMES if options.game in (None, row[0])))


if __name__ == "__main__":
    main()
