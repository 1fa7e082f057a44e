"""What ``patience --version`` says besides the version."""

from __future__ import annotations

from importlib.util import find_spec


def kernel() -> str:
    """Which kernel there is: "native" where the compiled one is installed."""
    there = find_spec("patience._kernel") is not None
    return "native" if there else "none, searches in Python"


def rule_language() -> int:
    """The version of the rule language that is read."""
    from patience.language.rules_hash import LANGUAGE_VERSION

    return LANGUAGE_VERSION
