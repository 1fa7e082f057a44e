"""The rulebook: names, other names, paths, the player's folder, and games that clash."""

from __future__ import annotations

import io
import os
import sys
import time
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

import patience
from patience import plugins, rulebook
from patience.language.reader import read
from patience.language.tree import plain
from patience.plugins import Plugins
from patience.rulebook import Rulebook


@pytest.fixture(scope="module")
def shipped() -> Rulebook:
    return Rulebook(plugins.load(only_shipped=True))


def bringing(*paths: Path) -> Plugins:
    """The shipped plugins and a stranger that brings these rule files."""
    found = plugins.load(only_shipped=True)
    stranger = ModuleType("stranger")
    stranger.patience_rules = patience.hookimpl(lambda: paths)  # type: ignore[attr-defined]
    found.add("stranger", stranger)
    return found


def game(folder: Path, name: str, text: str = "game: Mine\n") -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / f"{name}.yaml"
    path.write_text(text, encoding="utf-8")
    return path


# ---------------------------------------------------------------------- names


@pytest.mark.parametrize(
    ("name", "game"),
    [
        ("duchess", "duchess"),
        ("Duchess", "duchess"),
        ("Glenwood", "duchess"),
        ("dutchess", "duchess"),
        ("Demon (in Britain)", "canfield"),
        ("demon-in-britain", "canfield"),
        ("demon", "demon"),  # an id comes before another game's other name
        ("Demon (two packs)", "double-demon"),
        ("Devil's Own", "demon"),
        ("DOUBLE_DEMON", "double-demon"),
        ("Napoleon at St. Helena", "forty-thieves"),
        ("Free Cell", "freecell"),
    ],
)
def test_a_game_is_found_by_its_names(shipped: Rulebook, name: str, game: str) -> None:
    assert shipped.find(name).id == game


@pytest.mark.parametrize("name", ["", "   ", "+", "xyzzy", "…", "a" * 10_000, "\x00"])
def test_an_unknown_game_is_said_to_be_unknown(shipped: Rulebook, name: str) -> None:
    with pytest.raises(patience.UnknownGame, match="there is no game"):
        shipped.find(name)


def test_an_unknown_game_brings_a_suggestion(shipped: Rulebook) -> None:
    with pytest.raises(patience.UnknownGame, match="'dutches'; did you mean 'dutchess'"):
        shipped.find("dutches")


def test_no_shipped_name_means_two_games(shipped: Rulebook) -> None:
    for entry in shipped.entries():
        for name in (entry.id, entry.title, *entry.also):
            shipped.find(name)
    assert shipped.problems == ()


def test_a_name_of_several_games_is_refused(tmp_path: Path) -> None:
    game(tmp_path, "one", "game: One\nalso: [Twin]\n")
    game(tmp_path, "two", "game: Two\nalso: Twin\n")
    book = Rulebook(plugins.load(only_shipped=True), tmp_path)
    with pytest.raises(patience.UnknownGame, match="several games are called 'Twin'; take one or"):
        book.find("Twin")


def test_the_scan_reads_titles_as_the_strict_reader_does(shipped: Rulebook) -> None:
    for entry in shipped.entries():
        node, faults = read(entry.read(), entry.file)
        assert not faults
        fields = plain(node)
        assert (entry.title, list(entry.also)) == (fields["game"], fields.get("also") or [])


@pytest.mark.parametrize(
    ("text", "title", "also"),
    [
        ("game: Mine # ours", "Mine", []),
        ("game: 'Mine: a game'\nalso: \"Yours\"", "Mine: a game", ["Yours"]),
        ("also:\n  - One\n  - Two # too\ndeck: 1 pack\ngame:   Mine  ", "Mine", ["One", "Two"]),
        ("also:\n- One\n\n- Two\ngame: M", "M", ["One", "Two"]),
        ("also: [One,\n  Two]\ngame: M", "M", ["One", "Two"]),
        ("also: ~\ngame: M#1", "M#1", []),
        ("also:\ngame: M", "M", []),
        ("tableau:\n  game: inner\n", "", []),
        ("", "", []),
    ],
)
def test_the_scan_knows_both_styles(text: str, title: str, also: list[str]) -> None:
    assert rulebook.scan(text) == (title, tuple(also))


def test_listing_all_games_is_quick() -> None:
    book = Rulebook(plugins.load(only_shipped=True))
    start = time.perf_counter()
    assert len(book.entries()) >= 29
    assert time.perf_counter() - start < 0.5  # some 10 ms on a quiet machine


# ---------------------------------------------------------------------- names with options, paths


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("duchess", ("duchess", ())),
        ("canfield+as-solvitaire", ("canfield", ("as-solvitaire",))),
        (
            "canfield + as Solvitaire + one at a time",
            ("canfield", ("as Solvitaire", "one at a time")),
        ),
        ("./my.yaml", ("./my.yaml", ())),
        ("my.yml+whole-columns", ("my.yml", ("whole-columns",))),
        ("a+b/my.yaml+x+y", ("a+b/my.yaml", ("x", "y"))),
        ("a+b/my", ("a+b/my", ())),
        ("-", ("-", ())),
        ("-+relaxed", ("-", ("relaxed",))),
        ("duchess+", ("duchess", ("",))),
    ],
)
def test_options_are_split_from_the_name(name: str, expected: tuple[str, tuple[str, ...]]) -> None:
    assert rulebook.split(name) == expected


def test_a_path_is_taken_as_a_file(shipped: Rulebook, tmp_path: Path) -> None:
    path = game(tmp_path, "my-game", "game: My game\n")
    entry = shipped.find(str(path))
    assert (entry.id, entry.origin, entry.file) == ("my-game", "file", str(path))
    assert shipped.read(str(path)) == (b"game: My game\n", str(path))


def test_a_file_in_reach_of_a_name_is_hinted_at(
    shipped: Rulebook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game(tmp_path, "mine")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(patience.UnknownGame, match=r"'mine'.*meant by './mine.yaml'"):
        shipped.find("mine")
    assert shipped.find("./mine.yaml").read() == b"game: Mine\n"


@pytest.mark.parametrize("name", ["./nothing.yaml", "nowhere/nothing", "bad\0name.yaml"])
def test_a_missing_file_is_said_to_be_missing(shipped: Rulebook, name: str) -> None:
    with pytest.raises(patience.UnknownGame, match=r"no such file|not a file name"):
        shipped.find(name).read()


def test_a_folder_is_no_rule_file(shipped: Rulebook, tmp_path: Path) -> None:
    with pytest.raises(patience.RuleError, match="this is a directory"):
        shipped.find(f"{tmp_path}/").read()


def test_standard_input_is_a_file_too(shipped: Rulebook, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"game: Piped\n")))
    assert shipped.read("-") == (b"game: Piped\n", "-")


# ---------------------------------------------------------------------- what a file extends


def test_a_parent_is_a_game_or_a_file_beside_its_child(shipped: Rulebook, tmp_path: Path) -> None:
    path = game(tmp_path, "base")
    child = str(tmp_path / "child.yaml")
    assert shipped.parent("canfield", child) == shipped.read("canfield")
    assert shipped.parent("./base.yaml", child) == (b"game: Mine\n", str(path))
    assert shipped.parent("base.yaml", child)[1] == str(path)
    assert shipped.parent(f"../{tmp_path.name}/base.yaml", child)[1] == str(path)
    with pytest.raises(patience.UnknownGame):
        shipped.parent("-", child)


def test_a_relative_child_finds_its_parent(
    shipped: Rulebook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game(tmp_path / "games", "base")
    monkeypatch.chdir(tmp_path)
    assert shipped.parent("base.yaml", "games/child.yaml") == (b"game: Mine\n", "games/base.yaml")
    monkeypatch.chdir(tmp_path / "games")
    assert shipped.parent("base.yaml", "child.yaml")[0] == b"game: Mine\n"
    assert shipped.parent("base.yaml", "-")[0] == b"game: Mine\n"


# ---------------------------------------------------------------------- the player's folder


def test_the_players_folder_is_part_of_the_book(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game(tmp_path / "games", "My own")
    monkeypatch.setenv(rulebook.HOME, str(tmp_path))
    book = rulebook.rulebook()
    assert book.folder == tmp_path / "games"
    entry = book.find("my own")
    assert (entry.id, entry.title, entry.origin) == ("my-own", "Mine", "yours")
    assert "my-own" in rulebook.names() and "duchess" in rulebook.names()


def test_a_missing_folder_is_no_problem(tmp_path: Path) -> None:
    book = Rulebook(plugins.load(only_shipped=True), tmp_path / "nothing")
    assert "duchess" in book.names() and book.problems == ()


def test_only_ordinary_files_are_games(tmp_path: Path) -> None:
    (tmp_path / "folder.yaml").mkdir()
    os.mkfifo(tmp_path / "pipe.yaml")  # reading it would wait for ever
    (tmp_path / "large.yaml").write_bytes(b"game: Large\n" + b"#" * (2 << 20))
    book = Rulebook(plugins.load(only_shipped=True), tmp_path)
    assert not {"folder", "pipe"} & set(book.names())
    assert book.find("large").title == "large"
    with pytest.raises(patience.RuleError, match="too large"):
        book.read("large")


def test_nothing_hides_a_shipped_game(tmp_path: Path) -> None:
    path = game(tmp_path, "duchess")
    book = Rulebook(plugins.load(only_shipped=True), tmp_path)
    assert book.find("duchess").origin == "shipped"
    (problem,) = book.problems
    assert problem.startswith(f"{path}: the name 'duchess' is taken by ")
    assert book.find(str(path)).read() == b"game: Mine\n"


def test_the_players_file_comes_before_a_strangers(tmp_path: Path) -> None:
    own = game(tmp_path / "own", "mine")
    other = game(tmp_path / "other", "mine", "game: Theirs\n")
    book = Rulebook(bringing(other), own.parent)
    assert book.find("mine").title == "Mine"
    assert str(other) in book.problems[0]


def test_a_plugin_brings_a_folder_of_games(tmp_path: Path) -> None:
    game(tmp_path, "left", "game: Left\n")
    game(tmp_path, "right", "game: Right\n")
    (tmp_path / "readme.txt").write_text("no game")
    book = Rulebook(bringing(tmp_path))
    assert {book.find("left").origin, book.find("right").origin} == {"plugin stranger"}
    assert "readme" not in book.names()


def test_a_plugin_whose_files_are_gone_is_named(tmp_path: Path) -> None:
    book = Rulebook(bringing(tmp_path / "gone"))
    assert "duchess" in book.names()
    (problem,) = book.problems
    assert problem.startswith("the rule files of plugin stranger cannot be read: ")


def test_problems_of_plugins_are_told_with_the_books(tmp_path: Path) -> None:
    found = plugins.load(only_shipped=True)
    found.add("empty", object())
    assert Rulebook(found).problems[0].startswith("plugin 'empty' is left out")
