"""Play through a pipe, and replay: what a script sees, and how it ends."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import Terminal, invoke, process

SOLUTION = Path(__file__).parent / "data" / "play" / "duchess-pysol-24.txt"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PATIENCE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def actions() -> list[str]:
    lines = SOLUTION.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if ":" not in line]


def test_a_whole_game_of_duchess_is_won_through_the_pipe(home: Path) -> None:
    moves = actions()
    won = process("play", "duchess", "--deal", "pysol:24", home=home, stdin="\n".join(moves))
    assert won.status == 0, won.err
    assert won.err == ""
    lines = won.out.splitlines()
    assert lines[0] == "Duchess, duchess:pysol:24"
    played = [line.split(":")[0] for line in lines if " from " in line or ": turned" in line]
    assert len(played) >= len(moves) - 1  # a redeal says neither
    assert lines[-1].startswith(f"Won in {len(moves)} moves, ")
    assert "\x1b" not in won.out


def test_the_same_game_without_its_last_move_is_not_won() -> None:
    ended = invoke("play", "duchess:pysol:24", stdin="\n".join(actions()[:-1]))
    assert ended.status == 1
    assert ended.out.splitlines()[-1] == f"Ended after {len(actions()) - 1} moves, not won"
    assert ended.err == ""


def test_an_illegal_line_ends_the_game_and_is_named() -> None:
    stdin = "# the opening\n\nR1 F\nT1 T2\nturn\n"
    ended = invoke("play", "duchess", "--deal", "pysol:24", stdin=stdin)
    assert ended.status == 1
    assert ended.err.startswith("patience: line 4: ")
    assert "cannot go to T2: it takes" in ended.err
    assert "turned" not in ended.out


def test_what_is_no_action_is_refused_with_the_nearest_word() -> None:
    ended = invoke("play", "duchess:pysol:24", stdin="R1 F\nundoo\n")
    assert ended.status == 1
    assert "line 2" in ended.err and "did you mean 'undo'?" in ended.err


@pytest.mark.parametrize("stdin", [b"\xff\xfe\x00\n", b"R1 F\x00\n", b"A" * 300_000, b"u 0\n"])
def test_junk_is_refused_in_a_sentence(stdin: bytes) -> None:
    ended = invoke("play", "duchess:pysol:24", stdin=stdin)
    assert ended.status == 1
    assert ended.err.startswith("patience: line 1: ") and ended.err.count("\n") == 1
    assert len(ended.err) < 500


def test_commands_work_in_a_pipe_as_well() -> None:
    stdin = "R1 F\nturn\nu 2\nU\nlook\nmoves\nh\nrestart\nquit\nR1 F\n"
    ended = invoke("play", "duchess:pysol:24", stdin=stdin)
    out = ended.out
    assert ended.status == 1 and ended.err == ""
    for text in ("took back 2 actions", "played 1 action again", "back to the deal", "hint: "):
        assert text in out
    assert "T1: 1 card, the King of diamonds." in out
    assert out.endswith("Ended after 0 moves, not won\n")


def test_a_line_of_several_actions_and_finish() -> None:
    moves = actions()
    lines = ["; ".join(moves[:70]), ", ".join(moves[70:-8]), "finish"]
    won = invoke("play", "duchess:pysol:24", "--json", stdin="\n".join(lines))
    rows = [json.loads(line) for line in won.out.splitlines()]
    assert won.status == 0 and rows[-1]["result"] == "won" and rows[-2]["event"] == "finish"
    assert [row["moves"] for row in rows[1:-2]] == list(range(1, len(rows) - 2))
    assert rows[-2]["text"] == f"finished with {rows[-1]['moves'] - len(moves) + 8} actions"
    plain = invoke("play", "duchess:pysol:24", stdin="\n".join(lines))
    assert plain.status == 0 and "Won in" in plain.out.splitlines()[-1]
    refused = invoke("play", "duchess:pysol:24", stdin="R1 F\nturn; T1 T2; turn\nturn\n")
    assert refused.status == 1 and refused.err.startswith("patience: line 2: T1 T2: ")
    assert refused.out.count("turn: turned") == 1


def test_nothing_is_kept_unless_asked(home: Path) -> None:
    invoke("play", "duchess:pysol:24", stdin="R1 F\n")
    assert not home.exists()
    ended = invoke("play", "duchess:pysol:24", "--save", stdin="R1 F\nturn\n")
    assert ended.status == 1 and (home / "state/games/duchess.json").is_file()
    more = invoke("play", "duchess", "--resume", "--save", stdin="u\nU\nboard\nu 9\n")
    assert "took back 2 actions" in more.out
    last = invoke("play", "--resume", stdin="U 9\n")
    assert "played 2 actions again" in last.out and "duchess:pysol:24" in last.out


def test_a_kept_game_of_another_deal_is_not_given_up_silently(home: Path) -> None:
    invoke("play", "duchess:1", "--save", stdin="R1 F\n")
    before = (home / "state/games/duchess.json").read_text()
    for more in ([], ["--resume"]):
        refused = invoke("play", "duchess:2", "--save", *more, stdin="R1 F\n")
        assert refused.status == 2
        assert "a game of another deal (1) is kept; --new gives it up" in refused.err
    same = invoke("play", "duchess:1", "--save", stdin="R1 F\n")
    assert same.status == 2 and "--resume goes on with it" in same.err
    assert (home / "state/games/duchess.json").read_text() == before
    assert invoke("play", "duchess:2", "--save", "--new", stdin="R1 F\n").status == 1
    assert '"deal": "2"' in (home / "state/games/duchess.json").read_text()
    stats = json.loads(invoke("stats", "--json").out)
    assert (stats["played"], stats["won"]) == (1, 0)


def test_json_lines_tell_the_same_game() -> None:
    ended = invoke("play", "duchess:pysol:24", "--json", stdin="\n".join(actions()))
    rows = [json.loads(line) for line in ended.out.splitlines()]
    assert ended.status == 0
    assert {row["kind"] for row in rows} == {"play"} and {row["version"] for row in rows} == {1}
    assert [row["event"] for row in rows] == ["deal", *["action"] * len(actions()), "end"]
    assert rows[0]["piles"]["S"] == [None] * 36  # what lies face down is not told
    assert rows[0]["actions"] == ["R1 F", "R2 F", "R3 F", "R4 F"]
    assert rows[-1]["result"] == "won" and rows[-1]["base"] == "2"
    assert [row["action"] for row in rows[1:-1]] == actions()


def test_json_names_the_refused_line() -> None:
    ended = invoke("play", "duchess:pysol:24", "--json", stdin="R1 F\nW F\n")
    row = json.loads(ended.out.splitlines()[-1])
    assert (row["event"], row["line"], row["action"]) == ("refused", 2, "W F")
    assert row["text"] in ended.err


def test_replay_of_the_solution() -> None:
    won = invoke("replay", str(SOLUTION))
    assert won.status == 0 and won.out.endswith("Won in 143 moves.\n") and not won.err
    steps = invoke("replay", "--steps", "--json", "-", stdin=SOLUTION.read_text())
    rows = [json.loads(line) for line in steps.out.splitlines()]
    assert steps.status == 0 and len(rows) == 144
    assert rows[0]["action"] == "R1 F" and rows[-1]["result"] == "won"


@pytest.mark.parametrize(
    ("text", "status", "words"),
    [
        ("game: duchess\ndeal: 1\nR1 F\nW F\n", 1, "standard input: line 4: W is empty"),
        ("game: duchess\ndeal: 1\n", 1, ""),
        ("deal: 1\nR1 F\n", 2, "begins with a line 'game: ...'"),
        ("game: duchess\ngame: duke\ndeal: 1\n", 2, "2: 'game:' comes twice"),
        ("colour: red\ngame: duchess\ndeal: 1\n", 2, "1: 'colour:' is no header line"),
        ("game: duches\ndeal: 1\n", 2, "did you mean 'duchess'"),
        ("game: duchess\ndeal: 1\nhash: 0123456789abcdef\n", 2, "written with other rules"),
        ("game: duchess\ndeal: 1\nset: tableau.move=whole pile\nR1 F\n", 1, ""),
        ("", 2, "begins with a line 'game: ...'"),
        ("{}", 5, "is no save of this program"),
    ],
)
def test_replay_says_what_is_wrong(text: str, status: int, words: str) -> None:
    ended = invoke("replay", "-", stdin=text)
    assert ended.status == status
    assert words in ended.err and ended.err.count("\n") == bool(words)


def test_replay_reads_kept_games_and_refuses_other_files(home: Path, tmp_path: Path) -> None:
    invoke("play", "duchess:pysol:24", "--save", stdin="\n".join(actions()[:20]))
    kept = invoke("replay", str(home / "state/games/duchess.json"))
    assert kept.status == 1 and "Not won after 20 moves" in kept.out
    (tmp_path / "junk").write_bytes(b"\x80\x81")
    assert "no text in UTF-8" in invoke("replay", str(tmp_path / "junk")).err
    assert invoke("replay", str(tmp_path / "none")).status == 2
    assert invoke("replay", str(tmp_path)).status == 2


def test_a_transcript_is_written_and_never_over_another_file(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    stdin = "\n".join([*actions()[:-1], f"save {file}", actions()[-1]])
    assert invoke("play", "duchess:pysol:24", stdin=stdin).status == 0
    assert invoke("replay", str(file)).status == 1  # the last move is not in it
    written = file.read_text()
    again = invoke("play", "duchess:pysol:24", stdin=f"R1 F\nsave {file}\n")
    assert again.status == 1 and "already" in again.err and file.read_text() == written


def test_plain_locales_get_plain_letters(home: Path) -> None:
    for env in ({"LANG": "C"}, {"LC_ALL": "C"}, {"PYTHONIOENCODING": "ascii"}):
        ended = process("play", "duchess:pysol:24", home=home, stdin="R1 F\n", env=env)
        assert ended.out.isascii() and "2C from R1 to F1" in ended.out, env
    symbols = process("play", "duchess:pysol:24", home=home, stdin="R1 F\n")
    assert "2♣ from R1 to F1" in symbols.out


def test_no_escape_codes_in_a_pipe_unless_asked() -> None:
    assert "\x1b" not in invoke("play", "duchess:1", stdin="R1 F\n").out
    assert "\x1b[31m" in invoke("play", "duchess:1", "--color", "always", stdin="R1 F\n").out


@pytest.mark.parametrize(
    ("line", "words"), [("new", "only on a terminal, without --plain"), ("T1 F1", "line 1: ")]
)
def test_plain_on_a_terminal_is_a_pipe(line: str, words: str, home: Path) -> None:
    with Terminal("play", "duchess:3", "--plain", home=home) as terminal:
        terminal.until("Choose the base")
        terminal.type(line)
        terminal.until(words)
        assert terminal.ended() == 1
