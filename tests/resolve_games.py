"""A small game for the tests of resolution, and ways to change it."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from patience.errors import RuleError
from patience.language.loading import load_rules
from patience.language.rules import Rules

GAME: dict[str, Any] = {
    "game": "Test",
    "deck": "1 pack",
    "reserve": {"deal": 13},
    "foundations": {"base": "dealt", "build": "up in suit turning the corner"},
    "tableau": {
        "piles": 4,
        "deal": 1,
        "pack": "down in alternate colours turning the corner",
        "space": "any",
    },
    "stock": {"cards": 34, "turn": "3 to waste", "redeals": 2},
}


def game(**changes: Any) -> Rules:
    """The test game with keys replaced (None takes one away, a mapping is merged into a group)."""
    return load_rules((yaml.safe_dump(with_changes(changes), sort_keys=False), "f.yaml"))


def with_changes(changes: dict[str, Any]) -> dict[str, Any]:
    content: dict[str, Any] = {**GAME}
    for key, value in changes.items():
        old = content.get(key)
        if value is None:
            del content[key]
        elif isinstance(old, dict) and isinstance(value, dict):
            merged = {**old, **value}
            content[key] = {k: v for k, v in merged.items() if v is not None}
        else:
            content[key] = value
    return content


def faults(**changes: Any) -> list[str]:
    with pytest.raises(RuleError) as caught:
        game(**changes)
    return [fault.message for fault in caught.value.faults]
