"""A session: undo, redo, restart, refusals, the clock; and the words that a player types."""

from __future__ import annotations

from pathlib import Path

import pytest
from games import load

from patience.errors import IllegalAction, NotationError
from patience.play.commands import WORDS, Command, parse_command, split_line
from patience.play.dialogue import Reply, answers, help_lines, prompt_words
from patience.play.gameref import GameRef
from patience.play.narrate import narrate
from patience.play.session import Session

SOLUTION = Path(__file__).parent / "data" / "play" / "duchess-pysol-24.txt"


def answer(session: Session, line: str) -> Reply:
    """The last answer to a line."""
    return list(answers(session, line))[-1]


class Clock:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def begin(deal: str = "pysol:24", name: str = "duchess", clock: Clock | None = None) -> Session:
    return Session(GameRef(name), load(name), deal, clock=clock or Clock())


def test_undo_restores_and_redo_is_identical() -> None:
    session = begin()
    while len(session.actions) < 120 and (hint := session.hint()):
        session.play(hint.action)
    states, texts = list(session.states), list(session.texts)
    assert len(states) == 121 and any(state.redeals for state in states)
    assert session.undo(500) == 120 and session.state == states[0]
    assert session.undo() == 0
    for expected in states[1:]:
        assert session.redo() == 1
        assert session.state == expected and str(session.state) == str(expected)
    assert session.redo() == 0 and session.texts == texts


def test_playing_the_next_action_again_keeps_the_rest() -> None:
    session = begin()
    for text in ("R1 F", "turn", "turn"):
        session.act(text)
    session.restart()
    session.act("r1 f")
    assert session.can_redo == 2
    session.undo()
    session.act("R2 F")
    assert session.can_redo == 0 and session.texts == ["R2 F"]


@pytest.mark.parametrize(
    "text", ["T1 T2", "turn", "R1 T1", "F1 T1", "nonsense", "", "R9 F", "T1 T1"]
)
def test_a_refused_action_changes_nothing(text: str) -> None:
    session = begin()
    session.act("R1 F")
    session.undo()
    before = (session.state, session.here, list(session.texts), session.counters.played)
    with pytest.raises((IllegalAction, NotationError)) as refused:
        session.act(text)
    assert str(refused.value)
    assert before == (session.state, session.here, session.texts, session.counters.played)
    assert session.can_redo == 1


def test_the_clock_runs_from_the_first_action_while_the_game_is_open() -> None:
    clock = Clock()
    session = begin(clock=clock)
    clock.now += 50
    session.resume_clock()
    assert session.seconds == 0
    session.act("R1 F")
    clock.now += 7
    assert session.seconds == 7
    session.pause()
    clock.now += 1000
    session.resume_clock()
    clock.now += 3
    assert session.seconds == 10


def test_the_share_code_carries_a_hash_only_where_rules_may_differ() -> None:
    assert begin().code == "duchess:pysol:24"
    ref = GameRef("duchess", (), ("stock.redeals=none",))
    game = ref.load()
    assert Session(ref, game, "5").code == f"{game.id}:5#{game.rules_hash[:8]}"


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("u", Command("undo")),
        ("U", Command("redo")),
        (" undo 5 ", Command("undo", 5)),
        ("REDO all", Command("redo", 10**9)),
        ("u 12", Command("undo", 12)),
        ("h", Command("hint")),
        ("h blind", Command("hint", argument="blind")),
        ("Hint BLIND", Command("hint", argument="blind")),
        ("w", Command("winnable")),
        ("?", Command("help")),
        ("save my game.txt", Command("save", argument="my game.txt")),
        ("exit", Command("quit")),
        ("r t1", None),
        ("R", None),
        ("U T1", None),
        ("turn", None),
        ("", None),
    ],
)
def test_commands_and_actions_are_told_apart(line: str, command: Command | None) -> None:
    assert parse_command(line) == command


@pytest.mark.parametrize(
    "line", ["undo 0", "undo x", "undo -1", "undo 1.5", "u 9999999999", "hint 3"]
)
def test_wrong_commands_are_refused(line: str) -> None:
    with pytest.raises(NotationError):
        parse_command(line)


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("R1 F; turn ,w t1", ["R1 F", "turn", "w t1"]),
        ("turn 3", ["turn"] * 3),
        (" ; u 2;;TURN 2; ", ["u 2", "turn", "turn"]),
        ("turn; save my, file; 1.txt", ["turn", "save my, file; 1.txt"]),
        ("turn; quit", ["turn", "quit"]),
        ("turn x", ["turn x"]),
        ("", []),
    ],
)
def test_several_things_in_one_line(line: str, parts: list[str]) -> None:
    assert split_line(line) == parts


@pytest.mark.parametrize("line", ["q; turn", "turn, new, turn", "turn 0", "u x; turn"])
def test_lines_that_make_no_sense_are_refused_as_a_whole(line: str) -> None:
    session = begin()
    session.act("R1 F")
    with pytest.raises(NotationError):
        answer(session, line)
    assert session.here == 1


def test_a_line_goes_on_until_something_is_refused() -> None:
    session = begin()
    said = list(answers(session, "r1 f; turn 3; u, moves"))
    assert [reply.event for reply in said] == ["action"] * 4 + ["undo", "moves"]
    assert session.texts[: session.here] == ["R1 F", "turn", "turn"]
    with pytest.raises(IllegalAction, match=r"^T1 T2: .*; what stands before it is done$"):
        answer(session, "turn; T1 T2; turn")
    assert session.here == 4
    with pytest.raises(NotationError, match=r"^foo: .*lists the commands$"):
        answer(session, "foo; turn")
    assert session.here == 4
    with pytest.raises(IllegalAction, match=r"^turn: the stock is empty"):
        answer(session, "turn 99")
    assert not session.state.pile("S")
    assert answer(session, "undo 3, turn 3").done is not None


def test_the_choice_of_the_base_is_asked_for_in_one_line() -> None:
    for name in ("duchess", "gate", "selective-canfield"):
        words = prompt_words(begin("1", name))
        assert len(words) < 80
        assert not words or (words.startswith("Choose the base") and " or " in words), words
    assert prompt_words(begin()).endswith("R1 F, R2 F, R3 F or R4 F.")


def test_no_key_of_a_command_is_a_whole_action() -> None:
    """A label alone is no action, so a key may look like one; a word may not be both."""
    actions = {"turn", "redeal"}
    names = [word.name for word in WORDS] + [key for word in WORDS for key in word.keys]
    assert len(names) == len(set(names)) and not actions & set(names)


def test_answers() -> None:
    session = begin()
    assert answer(session, "u").lines == ("nothing to take back: this is the deal",)
    assert answer(session, "U").lines == ("nothing to redo",)
    reply = answer(session, "R1 F")
    assert reply.done is not None and reply.lines[0].startswith("R1 F: 2♣ from R1 to F1")
    assert answer(session, "restart").lines == ("back to the deal; 1 action can be redone",)
    assert answer(session, "moves").lines == ("R1 F  R2 F  R3 F  R4 F",)
    assert answer(session, "save x").argument == "x"
    with pytest.raises(NotationError, match="did you mean 'redeal'"):
        answer(session, "redeel")
    with pytest.raises(NotationError, match="4000 characters"):
        answer(session, "x" * 4000)


def test_words_of_help_for_who_is_lost() -> None:
    session = begin()
    with pytest.raises(NotationError, match="'\\?' lists the commands"):
        answer(session, "foo")
    with pytest.raises(NotationError, match="t9") as fault:
        answer(session, "t1 t9")
    assert "lists" not in str(fault.value)
    with pytest.raises(IllegalAction, match="the top card of one of R1 to R4"):
        answer(session, "turn")
    assert max(map(len, help_lines())) < 80
    for move in SOLUTION.read_text().splitlines():
        if ":" not in move:
            answer(session, move)
    assert answer(session, "h").lines == ("the game is won; 'new' deals another",)
    assert "'new' deals another" in prompt_words(session)


def test_what_an_action_did_is_told_with_its_housekeeping() -> None:
    session = begin("1", "canfield")
    told = []
    while len(told) < 60 and (hint := session.hint()):
        told.append(session.play(hint.action).sentence)
    together = "\n".join(told)
    for words in ("fills T", " from R", "is turned up in R", "turned ", "redeal 1: the waste ("):
        assert words in together, together
    choose = begin("3", "selective-canfield")
    done = choose.play(choose.state.actions()[0])
    assert "the foundations start with" in done.sentence and "the deal goes on" in done.sentence
    before = choose.states[0]
    assert narrate(before, choose.actions[0], choose.state) == done.sentence
