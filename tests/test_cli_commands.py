"""Every command but play: what it prints, in words and as JSON, and its exit status."""

from __future__ import annotations

import json
import re
from importlib import import_module
from pathlib import Path

import click
import pytest
from command_line import invoke
from games import shipped

import patience
from patience.cli.app import COMMANDS, cli, help_page

DATA = Path(__file__).parent / "data"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PATIENCE_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "home"


def rows(text: str) -> list[dict[str, object]]:
    found = [json.loads(line) for line in text.splitlines()]
    assert all(row["version"] == 1 and row["kind"] for row in found)
    return found


# ---------------------------------------------------------------------- the program itself


def test_help_fits_one_screen_and_says_what_it_must() -> None:
    page = invoke("--help")
    assert page.status == 0 and page.err == ""
    lines = page.out.splitlines()
    assert len(lines) <= 23 and max(map(len, lines)) <= 80
    for name, entry in COMMANDS.items():
        assert re.search(rf"\b{name} +{re.escape(entry.short)}", page.out), name
    for status in ("0 done", "1 the answer is no", "2 usage", "3 rule file invalid",
                   "4 undecided", "5 saved file unreadable", "130 interrupted"):  # fmt: skip
        assert status in page.out
    assert sum(line.startswith("  patience ") for line in lines) == 3


def test_every_command_is_there_with_the_help_that_is_announced() -> None:
    for name, entry in COMMANDS.items():
        module, attribute = entry.place.split(":")
        command = getattr(import_module(f"patience.cli.{module}"), attribute)
        assert isinstance(command, click.Command)
        assert command.name == name and command.short_help == entry.short
        page = invoke(name, "--help")
        assert page.status == 0 and page.out.startswith(f"Usage: patience {name}")
        facts = name not in ("new", "schema")
        assert ("--json" in page.out) is facts
    assert cli.list_commands(click.Context(cli)) == list(COMMANDS)


def test_without_a_command_a_pipe_gets_the_help_and_status_2() -> None:
    ended = invoke()
    assert ended.status == 2 and ended.out.splitlines() == help_page()


def test_help_is_a_command_as_well() -> None:
    page = invoke("help")
    assert page.status == 0 and page.out.splitlines() == help_page()
    for name in ("play", "list", "help"):
        assert invoke("help", name) == invoke(name, "--help")


def test_version_names_everything() -> None:
    version = r"\d+\.\d+\.\d+"
    about = rf"rule language \d+, Python {version}, kernel: (native|none, searches in Python)"
    assert re.fullmatch(rf"patience {version} \({about}\)\n", invoke("--version").out)


def test_a_code_with_an_option_is_taken_with_the_option() -> None:
    option = ("canfield", "--option", "as solvitaire", "--deal")
    dealt = invoke("deal", *option, "canfield+as-solvitaire:1")
    assert dealt.status == 0 and dealt.out == invoke("deal", "canfield+as-solvitaire:1").out
    assert invoke("deal", "canfield", "--deal", "canfield+as-solvitaire:1").status == 2


def test_version_without_a_kernel_says_what_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("patience.cli.versions.find_spec", lambda name: None)
    assert invoke("--version").out.endswith(", kernel: none, searches in Python)\n")


def test_the_code_of_a_rule_file_is_taken_with_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    invoke("new", "mygame", "--from", "duchess")
    code = invoke("deal", "mygame.yaml", "--deal", "1").out.splitlines()[0].split(", ")[1]
    assert re.fullmatch(r"mygame:1#[0-9a-f]{8}", code)
    again = invoke("deal", "mygame.yaml", "--deal", code)
    assert again.status == 0 and again.out == invoke("deal", "mygame.yaml:1").out
    assert invoke("deal", "mygame.yaml", "--deal", "mygame:1").out == again.out
    other = invoke("deal", "mygame.yaml", "--deal", "mygame:1#01234567")
    assert other.status == 2 and "other rules of mygame" in other.err
    piped = invoke("deal", "-", "--deal", code.replace("mygame", "standard-input"),
                   stdin=Path("mygame.yaml").read_bytes())  # fmt: skip
    assert piped.status == 0 and piped.out.splitlines()[1:] == again.out.splitlines()[1:]
    wrong = invoke("deal", "duchess", "--deal", code)
    assert wrong.status == 2 and "is a deal of mygame, not of duchess" in wrong.err


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["pley"], 2, "did you mean 'play'?"),
        (["duchess"], 2, "a game is played by 'patience play duchess'"),
        (["duchess:946"], 2, "a game is played by 'patience play duchess:946'"),
        (["version"], 2, "'patience --version' prints it"),
        (["nonsense"], 2, "there is no command 'nonsense'; 'patience help' lists them"),
        (["help", "pley"], 2, "did you mean 'play'?"),
        (["play", "duches"], 2, "did you mean 'duchess'?"),
        (["play"], 2, "name the game"),
        (["play", "duchess", "--deal", "pysol:0"], 2, "PySolFC's go from 1"),
        (["play", "duchess:1", "--deal", "2"], 2, "names a deal already"),
        (["play", "duke", "--deal", "duchess:2"], 2, "is a deal of duchess, not of duke"),
        (["solve", "duchess", "--deal", "foo:1"], 2, "'foo' is neither a game nor a source of"),
        (["deal", "duchess", "--deal", "foo:1"], 2, "expected a number as 7, pysol:24, ms:24"),
        (["play", "duchess", "--option", "fast"], 2, "fast"),
        (["play", "duchess", "--set", "tableau.move"], 2, "tableau.move"),
        (["play", "--set", "a=b"], 2, "need a game"),
        (["play", "duchess:1#0123"], 2, "other rules of duchess"),
        (["play", "duchess", "--nonsense"], 2, "--nonsense"),
        (["play", "-"], 2, "standard input carries the moves"),
        (["play", "none.yaml"], 2, "no such file"),
        (["rules"], 2, "GAME"),
        (["rules", "duchess", "--yaml", "--json"], 2, "--yaml"),
        (["perft", "duchess", "--depth", "0"], 2, "--depth"),
        (["new", "x"], 2, "--from"),
        (["new", "...", "--from", "duchess"], 2, "gives no name"),
        (["new", "", "--from", "duchess"], 2, "'' gives no name for a game: a good one is of"),
        (["new", ".yaml", "--from", "duchess"], 2, "gives no name"),
        (["new", "games/", "--from", "duchess"], 2, "gives no name"),
        (["new", "x+y", "--from", "duchess"], 2, "'+', ':', '#' mean options"),
        (["new", "x:7.yaml", "--from", "duchess"], 2, "gives no name"),
        (["new", "x#7", "--from", "duchess"], 2, "gives no name"),
        (["replay", "none.txt"], 2, "no such file"),
        (["diff", "duchess", "dutchess "], 0, ""),
        (["diff", "duchess", "nothing"], 2, "there is no game"),
    ],
)
def test_wrong_use_is_told_in_a_sentence(arguments: list[str], status: int, words: str) -> None:
    ended = invoke(*arguments)
    assert ended.status == status
    assert words in ended.err
    assert "Traceback" not in ended.err
    if words:
        assert ended.err.startswith("patience: ") and ended.out == ""


# ---------------------------------------------------------------------- list, paths, stats


def test_list_names_every_game() -> None:
    listed = invoke("list")
    assert listed.status == 0 and listed.err == ""
    assert [line.split()[0] for line in listed.out.splitlines()] == list(shipped())
    assert "Duchess (also Dutchess, Glenwood)" in listed.out
    games = rows(invoke("list", "--json").out)
    assert [game["id"] for game in games] == list(shipped())
    assert all(game["origin"] == "shipped" for game in games)


def test_list_tells_families_and_packs_where_asked() -> None:
    heading, *lines = invoke("list", "--long").out.splitlines()
    assert heading.split() == ["game", "packs", "family", "title"]
    assert re.search(r"^duchess +1 +reserved packer +Duchess \(also", "\n".join(lines), re.M)
    assert all(line[22:29].split() in (["1"], ["2"]) for line in lines)
    games = rows(invoke("list", "--long", "--json").out)
    assert {game["packs"] for game in games} == {1, 2}
    assert all(game["family"] is None or len(str(game["family"])) < 18 for game in games)


def test_list_like_says_what_its_numbers_are() -> None:
    heading, *lines, foot = invoke("list", "--like", "duke").out.splitlines()
    assert heading.split() == ["differs", "game", "title"] and lines[0].split()[0].isdigit()
    assert "'patience diff duke GAME'" in foot


def test_list_like_puts_the_nearest_games_first() -> None:
    near = rows(invoke("list", "--like", "canfield", "--json").out)
    distances = [game["differs"] for game in near]
    assert distances == sorted(distances, key=int) and distances[0] != 0
    first = [game["id"] for game in near[:8]]
    assert "rainfall" in first and "freecell" not in first
    assert "canfield" not in [game["id"] for game in near]


def test_your_own_folder_is_listed_and_its_faults_told(home: Path) -> None:
    folder = home / "games"
    folder.mkdir(parents=True)
    (folder / "mine.yaml").write_text("game: Mine\n")
    (folder / "duchess.yaml").write_text("game: Another\n")
    listed = invoke("list")
    assert "Mine [yours]" in listed.out and "'duchess' is taken" in listed.err


def test_paths_are_where_things_are(home: Path) -> None:
    (row,) = rows(invoke("paths", "--json").out)
    assert row["games"] == str(home / "state/games")
    assert row["records"] == str(home / "data/records.jsonl")
    assert row["rules"] == str(home / "games")
    assert str(home / "state/crash.txt") in invoke("paths").out


def test_stats_of_nothing_and_of_something() -> None:
    assert invoke("stats").out == "No game has been ended yet.\n"
    assert invoke("stats", "--json").out == ""
    invoke("play", "duchess:1", "--save", stdin="R1 F\nh\nh\nturn\nu\n")
    invoke("play", "duchess:2", "--save", "--new")
    (row,) = rows(invoke("stats", "--json").out)
    assert (row["game"], row["played"], row["won"], row["fastest"]) == ("duchess", 1, 0, None)
    assert (row["alone"], row["hints"], row["undone"]) == (0, 2, 1)
    told = invoke("stats").out.splitlines()
    assert max(map(len, told)) < 80 and told[0].split()[-3:] == ["alone", "hints", "undone"]
    assert "0 %" in told[1] and told[1].split()[-3:] == ["0", "2", "1"]


# ---------------------------------------------------------------------- rules, diff


def test_rules_in_words_as_shipped_and_resolved(tmp_path: Path) -> None:
    words = invoke("rules", "duchess")
    assert words.status == 0 and words.out.startswith("Duchess\n=======\n")
    assert "Sources" in words.out and "whole columns" in words.out
    shipped_text = invoke("rules", "duchess", "--yaml").out
    (tmp_path / "copy.yaml").write_text(shipped_text)
    resolved = invoke("rules", "canfield+as-solvitaire", "--resolved").out
    (tmp_path / "resolved.yaml").write_text(resolved)
    for name, file in (("duchess", "copy.yaml"), ("canfield+as-solvitaire", "resolved.yaml")):
        (one,) = rows(invoke("rules", name, "--json").out)
        (two,) = rows(invoke("rules", file, "--json").out)
        assert one["hash"] == two["hash"] and one["id"] == name


def test_diff_tells_topics() -> None:
    ended = invoke("diff", "duchess", "duchess+whole-columns")
    assert ended.status == 0 and "duchess+whole-columns: " in ended.out
    (row,) = rows(invoke("diff", "duchess", "duchess+no-redeal", "--json").out)
    differences = row["differences"]
    assert isinstance(differences, list) and 0 < len(differences) < 4
    assert row["same_rules"] is False
    assert invoke("diff", "duchess", "dutchess").out == (
        "duchess and duchess have the same rules.\n"
    )


# ---------------------------------------------------------------------- deal, perft


@pytest.mark.parametrize("name", ["duchess", "canfield", "double-demon", "storehouse"])
def test_layouts_of_pysol_24(name: str) -> None:
    """The layouts that PySolFC deals, as collected in the data of the deals' tests."""
    layouts = json.loads((DATA / "pysol-layouts.json").read_text())
    known = layouts["games"][name]["deals"]["pysol:24"]
    (row,) = rows(invoke("deal", name, "--deal", "pysol:24", "--json").out)
    assert row["code"] == f"{name}:pysol:24" and row["deal"] == "pysol:24"
    piles = row["piles"]
    assert isinstance(piles, dict)
    shown = invoke("deal", f"{name}:pysol:24").out
    for label, cards in piles.items():
        assert f"{label + ':':<4} {' '.join(cards)}".rstrip() in shown.splitlines()
    for letter, group in (("R", "reserve"), ("T", "tableau"), ("F", "foundations")):
        found = [" ".join(cards) for label, cards in piles.items() if label.startswith(letter)]
        if group == "foundations":  # which of its equal foundations a program takes is all one
            assert sorted(found) == sorted(known[group])
        else:
            assert found == known[group]
    assert " ".join(piles["S"]) == known["stock"] and " ".join(piles["W"]) == known["waste"]


def test_deal_prints_what_parse_reads_and_what_players_see() -> None:
    text = invoke("deal", "canfield:7", "--state").out
    assert patience.parse(text) == patience.load("canfield").deal(7)
    board = invoke("deal", "canfield:7", "--board", "--ascii").out
    assert board.isascii() and "##12 " in board
    one, two = invoke("deal", "duchess").out, invoke("deal", "duchess").out
    assert one != two  # each time another deal, and its number is told
    code = one.splitlines()[0].split(", ")[1]
    assert invoke("deal", code).out == one


def test_deal_of_cards_from_a_file(tmp_path: Path) -> None:
    (row,) = rows(invoke("deal", "duchess:3", "--json").out)
    pack = row["pack"]
    assert isinstance(pack, list)
    (tmp_path / "cards.txt").write_text("# a deck\n" + "\n".join(pack))
    (again,) = rows(invoke("deal", "duchess", "--deal", "@cards.txt", "--json").out)
    assert again["piles"] == row["piles"] and again["pack"] == pack
    (tmp_path / "cards.txt").write_text("KD KD")
    assert "KD" in invoke("deal", "duchess", "--deal", "@cards.txt").err


def test_perft_counts() -> None:
    counted = rows(invoke("perft", "duchess:pysol:24", "--depth", "4", "--json").out)
    assert [row["depth"] for row in counted] == [1, 2, 3, 4]
    assert counted[0]["lines"] == 4
    words = invoke("perft", "duchess:pysol:24", "--depth", "4").out.splitlines()
    assert [int(line.split(maxsplit=1)[1].replace(" ", "")) for line in words[1:]] == [
        row["lines"] for row in counted
    ]


# ---------------------------------------------------------------------- new, check, schema


def test_a_new_game_plays_at_once_and_nothing_is_written_over(tmp_path: Path) -> None:
    made = invoke("new", "mygame", "--from", "duchess")
    assert made.status == 0 and "wrote mygame.yaml" in made.out
    text = (tmp_path / "mygame.yaml").read_text()
    assert text.startswith("# yaml-language-server: $schema=patience.schema.json\n")
    assert 'game: "Mygame" # begun from Duchess' in text and "also:" not in text
    schema = json.loads((tmp_path / "patience.schema.json").read_text())
    assert schema == json.loads(invoke("schema").out)
    played = invoke("play", "mygame.yaml:pysol:24", stdin="R1 F\n")
    assert played.out.startswith("Mygame, mygame:pysol:24#") and "2♣ from R1" in played.out
    again = invoke("new", "mygame.yaml", "--from", "canfield")
    assert again.status == 2 and "already" in again.err
    assert (tmp_path / "mygame.yaml").read_text() == text
    checked = invoke("check", "mygame.yaml")
    assert checked.status == 0
    assert "52 cards dealt: reserve 4×3, tableau 4×1, stock 36. OK" in checked.out
    assert invoke("new", "strict", "--from", "canfield+as-solvitaire-strict").status == 0
    (one,) = rows(invoke("rules", "strict.yaml", "--json").out)
    (two,) = rows(invoke("rules", "canfield+as-solvitaire-strict", "--json").out)
    assert one["hash"] == two["hash"] and one["title"] == "Strict"


def test_the_first_change_of_a_new_game_meets_the_checksum_alone(tmp_path: Path) -> None:
    assert invoke("new", "mygame", "--from", "duchess").status == 0
    path = tmp_path / "mygame.yaml"
    path.write_text(path.read_text().replace("piles: 4\n  deal: 3", "piles: 5\n  deal: 3"))
    checked = invoke("check", "mygame.yaml")
    assert checked.status == 3
    first, count = checked.out.splitlines()
    assert "52 cards: 5×3 reserve + 4×1 tableau + 36 stock = 55; the stock should" in first
    assert count == "mygame.yaml: 1 fault"


@pytest.mark.parametrize("game", ["duchess", "rainbow", "selective-canfield", "klondike"])
def test_a_new_game_claims_nothing_of_the_one_that_it_was_begun_from(
    tmp_path: Path, game: str
) -> None:
    assert invoke("new", "mine", "--from", game).status == 0
    (one,) = rows(invoke("rules", "mine.yaml", "--json").out)
    (two,) = rows(invoke("rules", game, "--json").out)
    assert one["hash"] == two["hash"]
    words = invoke("rules", "mine.yaml").out
    assert "Sources" not in words and "Options" not in words
    text = (tmp_path / "mine.yaml").read_text()
    assert "pack: down" in text or "extends: canfield" in text  # it is the file, with its phrases
    for line in text.splitlines():
        assert not re.match("#? *(sources|pysol: [^~])", line), line
    if game == "klondike":
        asked = text.replace("# options:", "options:").replace("#   ", "  ")
        (tmp_path / "mine.yaml").write_text(asked)
        assert "“two redeals”" in invoke("rules", "mine.yaml").out


def test_a_game_begun_from_a_file_that_extends_another_stands_alone(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games/base.yaml").write_text(invoke("rules", "duchess", "--yaml").out)
    child = "game: Child\nextends: base.yaml\nstock: {redeals: 2}\n"
    (tmp_path / "games/child.yaml").write_text(child)
    assert invoke("new", "mine", "--from", "games/child.yaml").status == 0
    (one,) = rows(invoke("rules", "mine.yaml", "--json").out)
    (two,) = rows(invoke("rules", "games/child.yaml", "--json").out)
    assert one["hash"] == two["hash"]
    assert "extends" not in (tmp_path / "mine.yaml").read_text()


def test_check_finds_all_faults_at_once(tmp_path: Path) -> None:
    good = invoke("rules", "duchess", "--yaml").out
    bad = good.replace("foundations:", "foundatoins:").replace("  piles: 4\n", "  piles: four\n")
    (tmp_path / "bad.yaml").write_text(bad)
    ended = invoke("check", "bad.yaml", "duchess")
    assert ended.status == 3 and ended.err == ""
    faults = [line for line in ended.out.splitlines() if line.startswith("bad.yaml:")]
    assert re.match(r"bad\.yaml:\d+:\d+: 'four'", faults[0])
    assert "foundatoins" in faults[1] and "did you mean 'foundations'" in faults[1]
    assert sum("piles" in line for line in faults) >= 2
    assert "duchess: 52 cards dealt" in ended.out
    one, two = rows(invoke("check", "bad.yaml", "duchess", "--json").out)
    assert one["ok"] is False and two["ok"] is True and two["hash"]
    listed = one["faults"]
    assert isinstance(listed, list) and {"file", "line", "column", "message"} == set(listed[0])
    played = invoke("play", "bad.yaml")
    assert played.status == 3 and played.err.splitlines() == faults[:-1] and not played.out


def test_check_goes_on_after_a_file_that_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text("game: Bad\nnonsense: 1\n")
    ended = invoke("check", "nosuch", "duchess", "none.yaml")
    assert ended.status == 2 and ended.out.startswith("duchess: 52 cards dealt")
    first, second = ended.err.splitlines()
    assert first == "patience: there is no game 'nosuch'"
    assert second.startswith("patience: none.yaml") and "no such file" in second
    assert invoke("check", "bad.yaml", "nosuch", "duchess").status == 3
    assert invoke("check", "nosuch", "bad.yaml").status == 3
    found = rows(invoke("check", "nosuch", "duchess", "--json").out)
    assert [(row["file"], row["ok"]) for row in found] == [("nosuch", False), ("duchess", True)]
    assert found[0]["faults"] == [
        {"file": "nosuch", "line": 0, "column": 0, "message": "there is no game 'nosuch'"}
    ]


def test_check_shows_notes_when_asked() -> None:
    few = invoke("check", "duchess").out.splitlines()
    assert len(few) == 1 and re.search(r"OK \(\d+ notes: --notes\)$", few[0])
    many = invoke("check", "duchess", "--notes").out.splitlines()
    assert many[-1].endswith("OK") and all(": note: " in line for line in many[:-1])
    assert f"({len(many) - 1} notes:" in few[0]
    assert sum("cannot be combined" in line for line in many) == 1
    (row,) = rows(invoke("check", "duchess", "--json").out)
    remarks = row["remarks"]
    assert isinstance(remarks, list) and len(remarks) == len(many) - 1


def test_strict_check_counts_warnings(tmp_path: Path) -> None:
    good = invoke("rules", "duchess", "--yaml").out
    text = good.replace("options:\n", "options:\n  idle:\n    stock: {redeals: 1}\n")
    (tmp_path / "warned.yaml").write_text(text)
    assert "warned.yaml: warning: options.idle" in invoke("check", "warned.yaml").out
    assert invoke("check", "warned.yaml").status == 0
    assert invoke("check", "--strict", "warned.yaml").status == 1
    assert invoke("check", "--strict", "duchess").status == 0
    assert invoke("check", "-", stdin=text).status == 0


def test_every_shipped_game_passes_the_check() -> None:
    ended = invoke("check", "--strict", *shipped())
    assert ended.status == 0, ended.out
