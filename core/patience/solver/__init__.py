"""Deciding deals: verdicts, the search in Python, the kernel, and the choice between the two."""

from __future__ import annotations

from patience.solver.kernel import kernel_available, kernel_support
from patience.solver.solve import searcher_for, solve, solve_many
from patience.solver.verdict import Limits, Verdict

__all__ = [
    "Limits",
    "Verdict",
    "kernel_available",
    "kernel_support",
    "searcher_for",
    "solve",
    "solve_many",
]
