"""The documents are true: every example in them is run.

``>>>`` examples are doctests, which pytest runs by itself (see pyproject.toml). In a ``console``
block each line that starts with ``$`` is a command, and the lines after it, if there are any, are
all that it prints. The commands of one document share a folder. A line of dots stands for any
lines.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DOCUMENTS = sorted([ROOT / "README.md", *ROOT.glob("docs/*.md")])
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def examples(text: str) -> list[tuple[str, str]]:
    """The commands of a document and what they should print."""
    found: list[tuple[str, str]] = []
    for block in CONSOLE.findall(text):
        for line in block.splitlines(keepends=True):
            if line.startswith("$ "):
                found.append((line[2:].strip(), ""))
            else:
                command, output = found[-1]
                found[-1] = (command, output + line)
    return found


def run(command: str, folder: Path) -> str:
    """What a command prints, on either stream."""
    environment = dict(os.environ, PATIENCE_HOME=str(folder / "home"), PYTHONUTF8="1", COLUMNS="80")
    command = re.sub(
        r"\bpatience\b", f"{shlex.quote(sys.executable)} -m patience", command, count=1
    )
    done = subprocess.run(
        ["bash", "-c", command], cwd=folder, env=environment, text=True, encoding="utf-8",
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60,
        check=False,
    )  # fmt: skip
    assert "Traceback" not in done.stdout
    return done.stdout


def matches(printed: str, expected: str) -> bool:
    """Equal line by line; a line of dots stands for any lines."""
    pattern = "".join(
        "(?:.*\n)*?" if line.strip() in ("...", "…") else re.escape(line.rstrip()) + r"\s*\n"
        for line in expected.splitlines()
    )
    lines = "".join(f"{line.rstrip()}\n" for line in printed.splitlines())
    return re.fullmatch(pattern, lines) is not None


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_commands_print_what_the_document_says(document: Path, tmp_path: Path) -> None:
    for command, expected in examples(document.read_text(encoding="utf-8")):
        printed = run(command, tmp_path)
        if expected:
            assert matches(printed, expected), f"$ {command}\nprinted:\n{printed}"


def test_docstring_examples() -> None:
    """Every ``>>>`` in the package and the shipped plugins."""
    import importlib
    import pkgutil

    import patience

    tried = 0
    for module in pkgutil.walk_packages(patience.__path__, "patience."):
        if module.name.endswith(("__main__", "_kernel")):
            continue
        result = doctest.testmod(importlib.import_module(module.name))
        assert not result.failed, module.name
        tried += result.attempted
    assert tried > 20
    assert not doctest.testmod(patience).failed


def test_a_wrong_example_would_be_noticed() -> None:
    assert matches("a\nb\n", "a\n...\n") and matches("a\n", "a\n")
    assert not matches("a\nb\n", "a\n") and not matches("a\n", "a\nb\n")
    assert examples("```console\n$ one\nx\n$ two\n```\n") == [("one", "x\n"), ("two", "")]


def test_the_picture_is_current() -> None:
    picture = subprocess.run(
        [sys.executable, "-c", "import picture; print(picture.draw(), end='')"],
        cwd=ROOT / "docs", text=True, encoding="utf-8", capture_output=True, check=True,
        env=dict(os.environ, PYTHONUTF8="1"),
    )  # fmt: skip
    assert picture.stdout == (ROOT / "docs" / "duchess.svg").read_text(encoding="utf-8")
