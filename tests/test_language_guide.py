"""Every example of the rule guide is a game, or a part of one that makes a game of the first."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest

from patience.errors import RuleError
from patience.language.loading import load_rules, option_names

GUIDE = Path(__file__).parents[1] / "docs" / "rule-language.md"
BLOCKS = re.findall(r"^```yaml\n(.*?)^```$", GUIDE.read_text(encoding="utf-8"), re.DOTALL | re.M)
WHOLE = BLOCKS[0]


def find(name: str, from_file: str) -> tuple[str, str]:
    """The guide's first example, or a shipped game."""
    if name == "the first":
        return WHOLE, "the first"
    return files("patience.rules").joinpath(f"{name}.yaml").read_text(encoding="utf-8"), name


@pytest.mark.parametrize("block", BLOCKS, ids=range(len(BLOCKS)))
def test_every_example_loads(block: str) -> None:
    if not re.search(r"^(game|extends):", block, re.M):
        block = f"extends: the first\ngame: Example\n{block}"
    rules = load_rules((block, "example"), find=find)
    for option in option_names((block, "example"), find=find):
        assert load_rules((block, "example"), find=find, options=[option]).hash != rules.hash
    if block is not WHOLE:
        assert rules.title != "Small Duchess"


def test_examples_change_the_game_unless_they_are_another_spelling() -> None:
    whole = load_rules((WHOLE, "whole"))
    same = []
    for block in BLOCKS[1:]:
        if "extends:" not in block and "options:" not in block:
            text = f"extends: the first\ngame: Example\n{block}"
            if load_rules((text, "example"), find=find).hash == whole.hash:
                same.append(block)
    assert len(same) == 1 and "direction: down" in same[0]


def test_the_message_of_the_guide_is_what_is_said() -> None:
    with pytest.raises(RuleError) as caught:
        load_rules((WHOLE.replace("cards: 36", "cards: 37"), "mygame.yaml"))
    assert str(caught.value) in GUIDE.read_text(encoding="utf-8")
