"""What is provably wrong with rules that are well-formed: the linter's errors."""

from __future__ import annotations

from patience.language.resolve import Report
from patience.language.rules import Rules
from patience.language.written import Written


def check(rules: Rules, written: Written) -> Report:
    """Every provable mistake, by the path of the key that it is about."""
    return []
