"""The house: who may import whom, how long a file may be, what a start may load, what may be said.

The order of the rooms is the one in docs: each imports only itself and rooms that stand before it,
so there are no circles, and the engine knows no plugin, no face and no file system.
"""

from __future__ import annotations

import ast
import doctest
import pkgutil
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import patience

REPO = Path(__file__).resolve().parent.parent
CORE = REPO / "core" / "patience"

ROOMS = [
    "version", "errors", "cards", "language", "engine", "deals", "plugins", "rulebook", "native",
    "solver", "game", "players", "study", "", "play", "cli", "tui", "web",
]  # fmt: skip
"""From the ground up; "" is the package itself, ``patience/__init__.py``."""

FACES = {"cli", "tui", "web"}
"""They stand side by side: none imports another."""

LONGEST = 450
"""Lines of a source file."""

HEAVY = ("pydantic", "rich", "textual", "numpy")


def tracked() -> list[Path]:
    """The project's own files: those that git tracks, or all that are no build's in a copy."""
    listing = subprocess.run(
        ["git", "ls-files", "-z"], cwd=REPO, capture_output=True, text=True, check=False
    )
    if listing.returncode == 0 and listing.stdout:
        return [REPO / name for name in listing.stdout.split("\0") if (REPO / name).is_file()]
    return [
        path
        for path in REPO.rglob("*")
        if path.is_file() and not _is_built(path.relative_to(REPO).parts)
    ]


def _is_built(parts: tuple[str, ...]) -> bool:
    """Below a hidden folder, or in one that a build or an interpreter makes."""
    return any(part in {"build", "dist", "__pycache__"} or part[0] == "." for part in parts)


def sources(folder: Path) -> list[Path]:
    return sorted(path for path in tracked() if path.suffix == ".py" and folder in path.parents)


def imported(path: Path, package: str) -> Iterator[tuple[int, str]]:
    """Every module that a file imports, anywhere in it, by its full name, with the line.

    ``from patience import cards`` counts as ``patience.cards``, which is a room.
    """
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = package.split(".")[: -node.level + 1 or None]
                base = ".".join([*above, base]).rstrip(".")
            for alias in node.names:
                is_room = base == "patience" and alias.name in (*ROOMS, "_kernel")
                yield node.lineno, f"{base}.{alias.name}" if is_room else base


def room_of(module: str) -> str:
    """The room of a module of ``patience``: the name after it. The kernel belongs to ``native``."""
    name = module.partition(".")[2].partition(".")[0]
    return {"_kernel": "native", "__main__": "cli"}.get(name, name)


def place_of(path: Path) -> tuple[str, str]:
    """A file's package, for its relative imports, and its room."""
    inside = path.relative_to(CORE.parent)
    module = ".".join(inside.with_suffix("").parts)
    package = ".".join(inside.parent.parts)
    return package, room_of(module.removesuffix("__init__").rstrip("."))


def test_every_room_imports_only_what_stands_before_it() -> None:
    files = sources(CORE)
    assert len(files) > 10
    faults = []
    for path in files:
        package, room = place_of(path)
        where = path.relative_to(REPO)
        if room not in ROOMS:
            faults.append(f"{where}: '{room}' is no room of the house")
            continue
        for line, module in imported(path, package):
            top = module.partition(".")[0]
            if top in {"core", "variants", "rules", "tests"}:
                faults.append(f"{where}:{line}: imports the folder {module}")
            if top != "patience":
                continue
            other = room_of(module)
            if other not in ROOMS:
                faults.append(f"{where}:{line}: {module} is in no room")
            elif ROOMS.index(other) > ROOMS.index(room):
                faults.append(f"{where}:{line}: {room or 'patience'} imports {other}")
            elif other != room and other in FACES and room in FACES:
                faults.append(f"{where}:{line}: the face {room} imports the face {other}")
    assert not faults, "\n".join(faults)


def test_shipped_games_use_only_the_public_api() -> None:
    files = sources(REPO / "variants")
    assert files
    faults = [
        f"{path.relative_to(REPO)}:{line}: imports {module}; a game imports only patience itself"
        for path in files
        for line, module in imported(path, "patience.variants")
        if module.partition(".")[0] in {"patience", "core"} and module != "patience"
    ]
    assert not faults, "\n".join(faults)


def test_the_import_checks_see_what_they_should(tmp_path: Path) -> None:
    """A check that never finds anything would pass as well."""
    file = tmp_path / "probe.py"
    file.write_text(
        "import patience.cli.main\nfrom patience import _kernel, cards, load\nfrom . import table\n"
        "from ..game import Game\n\ndef late():\n    from .. import errors\n"
    )
    found = sorted(imported(file, "patience.engine"))
    assert [module for _, module in found] == [
        "patience.cli.main",
        "patience",
        "patience._kernel",
        "patience.cards",
        "patience.engine",
        "patience.game",
        "patience.errors",
    ]
    assert [room_of(module) for _, module in found] == [
        "cli", "", "native", "cards", "engine", "game", "errors",
    ]  # fmt: skip


def test_no_file_is_longer_than_a_reader_can_hold() -> None:
    kinds = {".py", ".cpp", ".hpp", ".h", ".js", ".css", ".html"}
    lengths = {
        path.relative_to(REPO): len(path.read_text(encoding="utf-8").splitlines())
        for path in tracked()
        if path.suffix in kinds
    }
    assert lengths
    long = [f"{path}: {lines} lines" for path, lines in lengths.items() if lines > LONGEST]
    assert not long, f"at most {LONGEST}: " + ", ".join(long)


STARTS = {
    "import": "import patience",
    "help": "from patience.cli import main; sys.argv = ['patience', '--help']; ended(main)",
    "version": "from patience.cli import main; sys.argv = ['patience', '--version']; ended(main)",
}

PROBE = """
import contextlib, io, sys

def ended(run):
    with contextlib.redirect_stdout(io.StringIO()) as said:
        try:
            run()
        except SystemExit as end:
            assert not end.code, end.code
    assert said.getvalue().strip()

{start}
loaded = [name for name in {heavy!r} if name in sys.modules]
print("loaded:", *loaded)
"""


@pytest.mark.parametrize("start", STARTS.values(), ids=STARTS)
def test_a_start_loads_nothing_heavy(start: str) -> None:
    """What every start pays for: pydantic alone is worth a quarter of a second."""
    done = subprocess.run(
        [sys.executable, "-c", PROBE.format(start=start, heavy=HEAVY)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1].strip() == "loaded:"


def test_the_examples_in_the_code_are_right() -> None:
    """Every ``>>>`` in a docstring of the package, run."""
    inner = [module.name for module in pkgutil.walk_packages(patience.__path__, "patience.")]
    tried = 0
    for name in ["patience", *inner]:
        if not name.endswith("__main__"):
            result = doctest.testmod(import_module(name))
            assert not result.failed, name
            tried += result.attempted
    assert tried > 5


# Written in pieces, so that this file does not hold what it looks for.
UNWANTED = {
    "a path of somebody's machine": r"(?<![\w.~])/(?:(?:work|root)/|(?:home|Users)/\w|opt/py)",
    "a package registry's host": "|".join(
        re.escape(name + "." + domain)
        for name, domain in [
            ("pypi", "org"),
            ("pythonhosted", "org"),
            ("npmjs", "org"),
            ("npmjs", "com"),
            ("golang", "org"),
            ("crates", "io"),
        ]
    ),
}


@pytest.mark.parametrize("pattern", UNWANTED.values(), ids=UNWANTED)
def test_no_file_names_a_machine_or_a_registry(pattern: str) -> None:
    faults = []
    for path in tracked():
        text = path.read_bytes().decode("utf-8", "replace")
        for number, line in enumerate(text.splitlines(), 1):
            if found := re.search(pattern, line):
                faults.append(f"{path.relative_to(REPO)}:{number}: {found[0]}")
    assert not faults, "\n".join(faults)


def test_the_unwanted_patterns_find_what_they_should() -> None:
    machine, registry = (re.compile(pattern) for pattern in UNWANTED.values())
    for bad in ("/ro" + "ot/.cache", "cd /ho" + "me/ann/patience", "'/op" + "t/pyenv/bin'"):
        assert machine.search(bad)
    for good in ("/tmp/x", "a/root.txt", "https://example.org/home", "/usr/bin/env"):
        assert not machine.search(good)
    assert registry.search("https://py" + "pi.org/simple")
    assert not registry.search("python.org and github.com")
