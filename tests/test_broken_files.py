"""Broken rule files: each is refused with exactly the sentences that stand beside it.

``broken/NAME.yaml`` is loaded as a player's file is, and ``broken/NAME.expected`` holds the whole
report: every fault in order, with file, line and column. A first line ``$ FILE +option --set a=b``
says how a file is loaded that is broken only then. Files too large to keep are made here. No file
may take a second, nor all of them together 200 MB.
"""

from __future__ import annotations

import json
import os
import random
import re
import shlex
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import patience
from patience.errors import PatienceError, RuleError
from patience.language.loading import load_rules

FOLDER = Path(__file__).parent / "broken"
NAMES = sorted(path.stem for path in FOLDER.glob("*.expected"))
SECONDS = 1.0
MEGABYTES = 200

GENERATED = {
    "ten-megabytes": b"game: Broken\n# " + b"x" * 10_000_000,
    "many-brackets": b"also: " + b"[" * 200_000,
    "many-braces": b"a: " + b"{a: " * 60_000,
    "many-dashes": b"- " * 100_000,
    "many-groups": b"".join(b"k%d: {piles: 1}\n" % n for n in range(190)),
    "many-options": b"options:\n" + b"".join(b" o%d: {tableau: {a: 1}}\n" % n for n in range(190)),
    "many-keys": b"".join(b"k%d: 1\n" % n for n in range(20_000)),
    "many-unknown-keys": b"".join(
        b"g%d: {kind: tableau, %s}\n" % (n, b", ".join(b"k%d: 1" % k for k in range(190)))
        for n in range(12)
    ),
    "many-wrong-values": b"".join(
        b"g%d: {kind: tableau, piles: x, pack: down, move: [1], space: {cards: [x, y], from: 1}}\n"
        % n
        for n in range(190)
    ),
    "long-name": b"game: " + b"x" * 250_000,
    "long-key": b"x" * 250_000 + b": 1",
    "long-phrase": b"tableau: {pack: " + b"down in suit " * 15_000 + b"}",
    "long-word": b"tableau: {move: " + b"sequence" * 30_000 + b"}",
    "long-list": b"tableau: {piles: 3, deal: [" + b"1, " * 4_900 + b"1]}",
    "long-chain": b"tableau: {space: from " + b"reserve then " * 15_000 + b"any}",
    "junk": random.Random(40).randbytes(100_000),
    "zeros": bytes(100_000),
}
"""Files that cost a careless reader time or memory, by name."""


@dataclass(frozen=True, slots=True)
class Case:
    """How a file is loaded, and what is said of it."""

    file: str
    report: str = ""
    options: list[str] = field(default_factory=list)
    settings: list[str] = field(default_factory=list)


def read_case(name: str) -> Case:
    """The case that ``NAME.expected`` describes."""
    text = (FOLDER / f"{name}.expected").read_text(encoding="utf-8").removesuffix("\n")
    if not text.startswith("$ "):
        return Case(f"{name}.yaml", text)
    command, _, report = text.partition("\n")
    file, *words = shlex.split(command[2:])
    options = [word[1:] for word in words if word.startswith("+")]
    settings = [word.removeprefix("--set=") for word in words if word.startswith("--set=")]
    return Case(file, report, options, settings)


def load_and_fail(case: Case) -> PatienceError:
    """The error of loading a file, timed."""
    start = time.process_time()
    with pytest.raises(PatienceError) as caught:
        load_rules(case.file, options=case.options, settings=case.settings)
    assert time.process_time() - start < SECONDS
    return caught.value


@pytest.mark.parametrize("name", NAMES)
def test_a_broken_file_says_everything_that_is_wrong(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(FOLDER)
    case = read_case(name)
    error = load_and_fail(case)
    assert str(error) == case.report
    assert error.exit_status == (3 if isinstance(error, RuleError) else 2)
    assert all(line.isprintable() for line in str(error).split("\n"))


def test_there_are_many_and_each_has_its_report() -> None:
    files = {path.name for path in FOLDER.glob("*.yaml")}
    assert len(files) >= 40
    assert files == {read_case(name).file for name in NAMES}


@pytest.mark.parametrize("name", GENERATED)
def test_a_monstrous_file_is_refused_at_once_and_in_few_words(name: str, tmp_path: Path) -> None:
    path = tmp_path / "monster.yaml"
    path.write_bytes(GENERATED[name])
    lines = str(load_and_fail(Case(str(path)))).split("\n")
    assert all(line.startswith(str(path)) and line.isprintable() for line in lines)
    assert max(len(line) - len(str(path)) for line in lines) < 500


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.yaml"
    os.mkfifo(pipe)
    for path, said in [
        (tmp_path, "this is a directory; expected a rule file"),
        (pipe, "this is no ordinary file (a pipe or a device); expected a rule file"),
        (tmp_path / "none.yaml", "there is no such file"),
    ]:
        assert str(load_and_fail(Case(str(path)))) == f"{path}: {said}"
    child = tmp_path / "child.yaml"
    child.write_text("extends: pipe\ngame: X\n")
    assert "cannot extend 'pipe'" in str(load_and_fail(Case(str(child))))


MEASURE = """
import json, re, resource, sys
from pathlib import Path
from patience.errors import PatienceError
from patience.language.loading import load_rules
for file in json.load(sys.stdin):
    try:
        load_rules(file)
    except PatienceError:
        pass
status = Path("/proc/self/status")  # where it is: the other figure begins with the parent's peak
found = re.search(r"VmHWM:\\s+(\\d+)", status.read_text()) if status.exists() else None
print(found[1] if found else resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""
"""Loads files and prints the most memory that the process ever had, in KiB (Linux)."""


def test_no_broken_file_takes_much_memory(tmp_path: Path) -> None:
    files = [str(path) for path in sorted(FOLDER.glob("*.yaml"))]
    for name, content in GENERATED.items():
        path = tmp_path / f"{name}.yaml"
        path.write_bytes(content)
        files.append(str(path))
    done = subprocess.run(
        [sys.executable, "-c", MEASURE],
        input=json.dumps(files),
        capture_output=True,
        text=True,
        check=True,
    )
    unit = 1 if sys.platform == "darwin" else 1024
    assert int(done.stdout) * unit < MEGABYTES * 1_000_000


def test_what_an_option_breaks_shows_when_the_file_is_checked(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(
        "game: X\nfoundations: {build: up in suit}\n"
        "tableau: {piles: 4, deal: 1, pack: down in suit, space: any}\n"
        "stock: {cards: 48, turn: 1 to waste}\noptions:\n"
        "  short: {stock: {cards: 40}}\n  lost: {tableau: {space: from tabelau}}\n"
        "  fine: {stock: {redeals: 1}}\n"
    )
    assert [str(found) for found in patience.load(path).option_faults()] == [
        f"{path}:6:26: 52 cards: 4×1 tableau + 40 stock = 44; the stock should have 48"
        " (with the option 'short')",
        f"{path}:7:27: there is no group 'tabelau'; did you mean 'tableau'?"
        " (with the option 'lost')",
    ]


def test_a_parent_beside_the_file_is_named_with_its_suffix(tmp_path: Path) -> None:
    (tmp_path / "mother.yaml").write_text("game: Mother\n")
    child = tmp_path / "child.yaml"
    child.write_text("extends: mother\ngame: Child\n")
    with pytest.raises(RuleError, match="there is no game 'mother'; did you mean the file 'mother"):
        patience.load(child)


RULES = FOLDER.parent.parent / "rules"


def damaged(chance: random.Random, files: dict[str, str], words: list[str]) -> tuple[str, str]:
    """A shipped file with a few of its words or signs replaced by others, and its name."""
    name = chance.choice(sorted(files))
    parts = re.split(r"(\W+)", files[name])
    for _ in range(chance.randint(1, 4)):
        place = chance.randrange(len(parts))
        if place % 2 == 0:
            parts[place] = chance.choice(words)
        elif chance.random() < 0.2:
            parts[place] = chance.choice((" ", ": ", "\n", ", ", " [", "] ", "\n  ", ": ~\n"))
    return "".join(parts), name


def test_damaged_rule_files_are_refused_or_played() -> None:
    files = {path.name: path.read_text(encoding="utf-8") for path in RULES.glob("*.yaml")}
    words = sorted(set(re.findall(r"\w+", " ".join(files.values()))))
    chance = random.Random(3)
    refused = 0
    for _ in range(200):
        text, name = damaged(chance, files, words)
        try:
            load_rules((text, str(RULES / name)))
        except PatienceError as error:
            refused += 1
            assert all(line.isprintable() and len(line) < 700 for line in str(error).split("\n"))
    assert 20 < refused < 200
