"""Which games the contract tests run over: every shipped file, alone and with each option."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import patience
from patience.language.merge import option_slug

DATA = Path(__file__).parent / "data"


@cache
def load(name: str) -> patience.Game:
    """A shipped game, or one of the tests' own rule files, loaded once for all tests."""
    own = DATA / f"{name}.yaml"
    return patience.load(own if own.is_file() else name)


@cache
def shipped() -> tuple[str, ...]:
    """The ids of the shipped games."""
    return tuple(sorted(patience.names()))


@cache
def with_options() -> tuple[str, ...]:
    """Every shipped game, and every game with each of its options."""
    found = []
    for name in shipped():
        found.append(name)
        found += [f"{name}+{option_slug(option.name)}" for option in load(name).rules.options]
    return tuple(found)
