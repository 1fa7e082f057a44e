"""Everything that a user may type, and every field of the JSON, stands in the documentation."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from command_line import invoke

from patience.cli.app import COMMANDS
from patience.play.commands import WORDS
from patience.play.savedgame import SavedGame

DOCS = Path(__file__).parent.parent / "docs"
SOLUTION = Path(__file__).parent / "data" / "play" / "duchess-pysol-24.txt"

PLAYING = (DOCS / "playing.md").read_text(encoding="utf-8")
JSON = (DOCS / "json.md").read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PATIENCE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def test_every_command_and_every_word_is_documented() -> None:
    for name in COMMANDS:
        assert f"`patience {name}" in PLAYING or f"patience {name} " in PLAYING, name
    for word in WORDS:
        keys = " ".join(f"`{key}`" for key in word.keys)
        assert re.search(rf"^\| `{word.name}`.* \| {re.escape(keys)} ?\| ", PLAYING, re.M), word


def test_every_option_of_play_is_documented() -> None:
    page = invoke("play", "--help").out
    options = set(re.findall(r"--[a-z-]+", page)) - {"--help", "--four-color", "--colour"}
    missing = [option for option in sorted(options) if option not in PLAYING]
    assert not missing


def test_every_field_of_a_save_is_documented() -> None:
    for name in SavedGame.__slots__:
        assert f"`{name}`" in PLAYING, name


def test_the_examples_of_the_documentation_work(tmp_path: Path) -> None:
    example = invoke("play", "duchess", "--deal", "pysol:24", stdin="R1 F\nturn\n")
    assert example.status == 1 and not example.err
    head = SOLUTION.read_text().splitlines()[:5]
    for line in head:
        assert line in PLAYING


def chapters() -> dict[str, set[str]]:
    """The fields that each kind's chapter names; the first chapter's belong to every kind."""
    parts = re.split(r"^## (\w+)$", JSON, flags=re.MULTILINE)
    fields = {"": set(re.findall(r"`(\w+)`", parts[0]))}
    for kind, text in zip(parts[1::2], parts[2::2], strict=True):
        fields[kind] = set(re.findall(r"`(\w+)`", text)) | fields[""]
    fields["replay"] |= fields["play"]
    return fields


def keys_of(row: dict[str, Any]) -> set[str]:
    """The names of all fields, but for those that stand for piles or parts of rules."""
    found = set(row)
    for name in ("differences", "faults", "remarks", "figures"):
        for item in row.get(name, []):
            found |= set(item)
    return found


def test_every_field_of_every_kind_is_documented(tmp_path: Path) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text("game: Bad\nnonsense: 1\n")
    stdin = "\n".join(
        ["R1 F", "u", "U", "h", "w", "moves", "look", "board", "rules", "?", "finish", "restart"]
    )
    invoke("play", "duchess:1", "--save", stdin="R1 F\n")
    invoke("play", "duchess:2", "--save", "--new")
    few = ("--deals", "2", "--states", "5", "--jobs", "1")
    runs = [
        (("list", "--like", "duke", "--long"), ""),
        (("rules", "duchess"), ""),
        (("diff", "duchess", "duke"), ""),
        (("deal", "duchess:1"), ""),
        (("deal", "duchess:1", "--winnable"), ""),
        (("perft", "duchess:1", "--depth", "2"), ""),
        (("solve", "duchess:1", "--states", "9"), ""),
        (("play", "duchess:pysol:24"), stdin),
        (("play", "duchess:pysol:24"), "nonsense"),
        (("replay", str(SOLUTION), "--steps"), ""),
        (("stats",), ""),
        (("check", "duchess", str(bad)), ""),
        (("paths",), ""),
        (("study", "duchess", *few), ""),
        (("study", "duchess", *few[:2], *few[4:], "--player", "greedy"), ""),
        (("compare", "duchess", "canfield", "--planned", "0", *few), ""),
        (("vary", "duchess", "--set", "stock.redeals=0", *few), ""),
    ]
    known, seen, events = chapters(), set[str](), set[str]()
    for arguments, text in runs:
        for line in invoke(*arguments, "--json", stdin=text).out.splitlines():
            row = json.loads(line)
            assert row["version"] == 1
            seen.add(row["kind"])
            events.add(row.get("event", "deal"))
            missing = keys_of(row) - known[row["kind"]]
            assert not missing, f"{row['kind']}: {missing}"
    assert seen == set(known) - {""}
    assert events <= known["play"]
