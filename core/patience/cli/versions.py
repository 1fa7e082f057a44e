"""What ``patience --version`` says besides the version."""

from __future__ import annotations

from importlib.util import find_spec


def kernel() -> str:
    """Which engine serves: "native" where the compiled kernel is installed, else "python"."""
    return "native" if find_spec("patience._kernel") is not None else "python"


def rule_language() -> int:
    """The version of the rule language that is read."""
    from patience.language.rules_hash import LANGUAGE_VERSION

    return LANGUAGE_VERSION
