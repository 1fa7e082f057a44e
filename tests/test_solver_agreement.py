"""Full packs with all prunings and with none: a few deals of the bench that decides many."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest
from kernel_help import needs_kernel

from patience.solver import Verdict

BENCH = Path(__file__).parent / "bench" / "solver_agreement.py"


def loaded() -> Any:
    spec = spec_from_file_location("solver_agreement", BENCH)
    assert spec is not None and spec.loader is not None
    module = sys.modules[spec.name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@needs_kernel
@pytest.mark.slow
@pytest.mark.parametrize("game", ["duchess", "canfield", "demon", "canfield+as-solvitaire-strict"])
def test_pruned_and_plain_searches_agree_on_full_packs(game: str) -> None:
    done = subprocess.run(
        [sys.executable, BENCH, "--games", game, "--deals", "16", "--states", "300000"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    numbers = done.stdout.splitlines()[1].removeprefix(game).split()
    deals, won, lost = map(int, numbers[:3])
    assert deals == 16
    assert won + lost >= 5


def test_a_disagreement_is_told_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    row = loaded().Row("duchess")
    row.add("1", Verdict("winnable", 10), Verdict("winnable", 20))
    row.add("2", Verdict("unwinnable", 10), Verdict("winnable", 20))
    row.add("3", Verdict("unwinnable", 10), Verdict("undecided", 20))
    assert row.disagree == ["2"]
    assert row.count == {"deals": 3, "won": 1, "pruned only": 1}
    assert capsys.readouterr().out == "duchess 2: unwinnable pruned, winnable plain\n"
