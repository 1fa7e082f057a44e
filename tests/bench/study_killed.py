"""A long study, killed again and again, against an undisturbed one: run by hand.

    python tests/bench/study_killed.py --deals 100000 --states 2000 --kills 6

Prints how many rows there were at each kill, and whether the two stores are equal but for seconds.
"""

from __future__ import annotations

import argparse
import random
import signal
import subprocess
import sys
import tempfile
import time
from itertools import zip_longest
from pathlib import Path

from patience.study.store import Store

COMMAND = [sys.executable, "-m", "patience", "study"]


def rows_kept(file: Path) -> int:
    """Rows in a store that nobody is writing to."""
    if not file.exists():
        return 0
    with Store(file) as store:
        store.check()
        return sum(1 for _ in store.rows())


def main() -> int:
    """Run both studies and compare them."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", default="duchess")
    parser.add_argument("--deals", type=int, default=100_000)
    parser.add_argument("--states", type=int, default=2000)
    parser.add_argument("--kills", type=int, default=6)
    parser.add_argument("--longest", type=float, default=60, help="seconds before a kill, at most")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    dice = random.Random(asked.seed)
    study = [*COMMAND, asked.game, "--deals", str(asked.deals), "--states", str(asked.states)]
    with tempfile.TemporaryDirectory() as folder:
        killed, quiet = Path(folder) / "killed.db", Path(folder) / "quiet.db"
        for _ in range(asked.kills):
            with subprocess.Popen(
                [*study, "--store", str(killed)], stderr=subprocess.DEVNULL
            ) as running:
                time.sleep(dice.uniform(1, asked.longest))
                running.send_signal(signal.SIGKILL)
            print("killed at", rows_kept(killed), "rows", flush=True)
        for file in (killed, quiet):
            began = time.monotonic()
            subprocess.run([*study, "--store", str(file)], check=True)
            print(file.stem, rows_kept(file), "rows", round(time.monotonic() - began), "s")
        with Store(killed) as one, Store(quiet) as other:
            differing = sum(a != b for a, b in zip_longest(one.rows(), other.rows()))
    print("rows that differ:", differing)
    return int(differing > 0)


if __name__ == "__main__":
    sys.exit(main())
