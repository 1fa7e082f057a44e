"""Whether a game can still be won, hints on a winning line, deals that can be won."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from command_line import Terminal, invoke, without_codes
from games import load
from kernel_help import needs_kernel

from patience.cli import progress, table
from patience.cli.terminal import make_display
from patience.engine.state import State
from patience.errors import DealError
from patience.play import winning
from patience.play.dialogue import Reply, answers
from patience.play.gameref import GameRef
from patience.play.keeping import Keeper
from patience.play.session import Session
from patience.play.winning import NoneWinnable, WinnableDeal, WinningLines, find_winnable
from patience.solver import Limits, Verdict, kernel, searcher_for, solve
from patience.solver.verdict import Kind

LOST, WON = "144", "145"
"""Deals of Canfield: one without a useful move, and the next, which is won at once."""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No kept games; and a busy machine may take longer to answer, but answers the same."""
    monkeypatch.setenv("PATIENCE_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(winning, "LOOK", replace(winning.LOOK, states=20_000, seconds=30.0))
    return tmp_path / "home"


def seat(name: str, deal: str) -> Session:
    return Session(GameRef(name), load(name), deal)


def answer(session: Session, line: str) -> Reply:
    """The last answer to a line."""
    return list(answers(session, line))[-1]


def asked(session: Session) -> tuple[str, int, str]:
    reply = answer(session, "w")
    assert reply.event == "winnable" and reply.prospect is not None
    assert "that you have not seen" in reply.lines[0]
    return reply.prospect.kind, reply.prospect.length, reply.lines[0]


def test_the_three_answers_are_not_mixed_up(monkeypatch: pytest.MonkeyPatch) -> None:
    kind, length, words = asked(seat("canfield", WON))
    assert (kind, words.startswith(f"can still be won, in {length} actions (")) == (
        "winnable",
        True,
    )
    kind, length, words = asked(seat("canfield", LOST))
    assert (kind, length) == ("unwinnable", 0) and words.startswith("cannot be won any more: every")
    monkeypatch.setattr(winning, "LOOK", Limits(states=1))
    for deal in (WON, "6"):
        kind, length, words = asked(seat("canfield", deal))
        assert (kind, length) == ("undecided", 0) and words.startswith("not decided in half a sec")


def test_asking_is_no_hint_and_changes_nothing() -> None:
    session = seat("canfield", WON)
    asked(session)
    assert (session.here, session.counters.hints, session.counters.played) == (0, 0, 0)


@needs_kernel
@pytest.mark.parametrize(
    ("name", "deal"), [("duchess", "2"), ("canfield", "3"), ("klondike", "3"), ("freecell", "ms:1")]
)
def test_following_hints_wins_and_each_is_one_nearer(name: str, deal: str) -> None:
    session = seat(name, deal)
    left = asked(session)[1]
    while not session.state.is_won:
        reply = answer(session, "h")
        assert reply.hint is not None and reply.hint.wins_in == left
        action = "action" if left == 1 else "actions"
        assert f"on a line that wins in {left} {action}, all cards known" in reply.lines[0]
        session.play(reply.hint.action)
        left -= 1
    assert left == 0 and session.counters.hints == session.here
    assert answer(session, "w").lines == ("the game is won already",)


@needs_kernel
def test_the_line_is_searched_once_and_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    searched = []

    def counting(*arguments: object, **more: object) -> object:
        searched.append(arguments)
        return solve(*arguments, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(winning, "solve", counting)
    session = seat("duchess", "2")
    for _ in range(20):
        hint = session.best_hint()
        assert hint is not None
        session.play(hint.action)
    session.undo(7)
    hint = session.best_hint()
    assert hint is not None and hint.action == session.actions[session.here]
    asked(session)
    assert len(searched) == 1


@needs_kernel
def test_leaving_the_line_and_coming_back_leads_no_circle() -> None:
    """Every few hints another action is played, as often as wins remain; then hints win."""
    session = seat("canfield", WON)
    strayed = 0
    for step in range(2000):
        hint = session.best_hint()
        if session.state.is_won:
            break
        assert hint is not None
        others = [one for one in session.state.actions() if one != hint.action]
        if step % 5 == 4 and strayed < 12 and others:
            session.play(others[0])
            if asked(session)[0] == "winnable":
                strayed += 1
                continue
            session.undo()
        session.play(hint.action)
    assert session.state.is_won and strayed > 3


def test_a_line_that_passes_a_position_twice_is_kept_without_the_loop() -> None:
    lines, state = WinningLines(), load("freecell").deal(1)
    there, back = next(
        (there, back)
        for there in state.actions()
        for back in state.after(there).actions()
        if state.after(there).after(back).position == state.position
    )
    line = solve(state, Limits(states=50_000)).line
    assert line
    lines._keep(state, (there, back, *line))
    assert lines.prospect(state).length == len(line)


@needs_kernel
def test_a_blind_hint_looks_at_nothing_unseen() -> None:
    session = seat("duchess", "2")
    blind = answer(session, "hint blind").hint
    assert blind is not None and blind.wins_in is None and "wins" not in blind.why


def test_without_the_kernel_the_hint_is_the_blind_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "native", None)
    monkeypatch.setattr(sys.modules[solve.__module__], "_loaded", {})
    session = seat("duchess", "2")
    assert answer(session, "h").hint == session.hint() is not None
    assert asked(session)[0] == "winnable"  # the search in Python answers it


def test_a_lost_game_still_gets_the_blind_hint() -> None:
    session = seat("canfield", "4")
    hint = answer(session, "h").hint
    assert hint is not None and hint.text == "turn" and hint.wins_in is None


@needs_kernel
def test_deals_are_passed_over_until_one_can_be_won() -> None:
    ended = invoke("deal", "canfield", "--winnable", "--deal", LOST)
    assert ended.status == 0 and ended.out.startswith(f"Canfield, canfield:{WON}\n")
    assert ended.err.endswith("; passed over 1 unwinnable deal\n")
    row = json.loads(invoke("deal", f"canfield:{LOST}", "--winnable", "--json").out)
    assert (row["deal"], row["unwinnable"], row["undecided"]) == (WON, 1, 0)
    assert row["wins_in"] == len(solve(load("canfield").deal(WON)).line)
    plain = invoke("deal", f"canfield:{WON}", "--json").out
    assert "wins_in" not in plain and json.loads(plain)["piles"] == row["piles"]


@needs_kernel
def test_undecided_deals_are_counted_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(winning.DEAL, "native", Limits(states=400))
    for first in (1, 4):
        passed: list[str] = []  # which deals these are depends on how good the search is
        for number in range(first, first + 60):
            kind = solve(load("demon").deal(number), Limits(states=400)).kind
            if kind == "winnable":
                break
            passed.append(kind)
        assert kind == "winnable"
        found = find_winnable(load("demon"), str(first))
        assert found.deal == str(number)
        assert found.unwinnable == passed.count("unwinnable")
        assert found.undecided == passed.count("undecided")


def test_the_search_for_a_deal_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    for searcher in ("native", "python"):
        monkeypatch.setitem(winning.DEAL, searcher, Limits(states=1))
    monkeypatch.setattr(winning, "MOST_PASSED", 3)
    with pytest.raises(NoneWinnable, match="none of 3 deals from pysol:7 on"):
        find_winnable(load("duchess"), "pysol:7")
    with pytest.raises(NoneWinnable, match="deal ms:8589934591 was not decided, and no deal comes"):
        find_winnable(load("freecell"), f"ms:{2**33 - 1}")
    assert invoke("deal", "duchess", "--winnable").status == 4


@pytest.mark.parametrize(
    ("unwinnable", "undecided", "words"),
    [
        (0, 0, "deal 7 can be won in 90 actions"),
        (1, 0, "deal 7 can be won in 90 actions; passed over 1 unwinnable deal"),
        (0, 2, "deal 7 can be won in 90 actions; passed over 2 undecided deals"),
        (
            3,
            1,
            "deal 7 can be won in 90 actions; passed over 3 unwinnable deals and 1 undecided deal",
        ),
    ],
)
def test_only_what_was_passed_over_is_told(unwinnable: int, undecided: int, words: str) -> None:
    assert WinnableDeal("7", 90, unwinnable, undecided).words == words


def test_one_undecided_deal_was_not_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    kinds: Iterator[Kind] = iter(("unwinnable", "undecided", "unwinnable"))

    def decided(state: State, limits: Limits, poll: object = None) -> Verdict:
        return Verdict(next(kinds), states=1, seconds=0.0, searcher="native")

    monkeypatch.setattr(winning, "solve", decided)
    monkeypatch.setattr(winning, "MOST_PASSED", 3)
    words = "none of 3 deals from 7 on was found winnable: 2 cannot be won, 1 was not decided"
    with pytest.raises(NoneWinnable, match=words):
        find_winnable(load("duchess"), "7")


def test_a_list_of_cards_has_no_next_deal() -> None:
    game = load("duchess")
    cards = json.loads(invoke("deal", "duchess:1", "--json").out)["pack"]
    with pytest.raises(DealError, match="from a number on"):
        find_winnable(game, " ".join(cards))


@needs_kernel
def test_play_deals_one_that_can_be_won(home: Path) -> None:
    ended = invoke("play", f"canfield:{LOST}", "--winnable", "--json", stdin="w\n")
    rows = [json.loads(line) for line in ended.out.splitlines()]
    assert rows[0]["deal"] == WON and "passed over 1 unwinnable deal" in ended.err
    assert (rows[1]["event"], rows[1]["verdict"]) == ("winnable", "winnable")
    assert rows[1]["wins_in"] > 100
    with Terminal("play", f"canfield:{LOST}", "--winnable", home=home) as terminal:
        first = without_codes(terminal.until("> "))
        assert f"canfield:{WON}" in first and "passed over 1 unwinnable deal" in first
        assert "can still be won, in" in without_codes(terminal.ask("w", "not seen"))
        assert "on a line that wins in" in without_codes(terminal.ask("h", "all cards"))
        again = without_codes(terminal.ask("new", "a new deal"))
        assert "can be won in" in again
        assert "can still be won, in" in without_codes(terminal.ask("w", "not seen"))


@needs_kernel
def test_new_deals_any_deal_elsewhere(home: Path) -> None:
    with Terminal("play", f"canfield:{WON}", home=home) as terminal:
        terminal.until("> ")
        assert "can be won" not in without_codes(terminal.ask("new", "a new deal"))


HARD = "16"
"""A deal of Duchess that takes half a second: many times as long as it is between two looks."""


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_long_search_for_a_deal_says_so_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", screen := Screen())
    game = load("duchess")
    for seconds, shown in ((60.0, False), (0.0, True)):
        monkeypatch.setattr(progress, "SEEKING", seconds)
        monkeypatch.setitem(winning.DEAL, searcher_for(game.table), Limits(states=400_000))
        progress.seek_winnable(game, HARD)
        assert ("looking for a deal that can be won" in screen.getvalue()) == shown
    assert screen.getvalue().endswith(" \r")
    monkeypatch.setattr(sys, "stderr", pipe := io.StringIO())
    progress.seek_winnable(game, HARD)
    assert pipe.getvalue() == ""


def test_an_interrupted_search_for_a_deal_changes_nothing(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(table, "seek_winnable", interrupted)
    session = seat("canfield", WON)
    keeper = Keeper(lambda _: None)
    display = make_display(io.StringIO(), ascii_only=True, colour="never", four_colours=False)
    sitting = table.TableGame(session, display, keeper, [], winnable=True)
    assert sitting._line("new")
    assert sitting.session is session and sitting.notes == [("this deal goes on", "plain")]
    assert session.counters.booked == ""


@pytest.mark.parametrize("arguments", [(), ("duchess", "--resume")])
def test_winnable_deals_anew(arguments: tuple[str, ...]) -> None:
    ended = invoke("play", "--winnable", *arguments)
    assert ended.status == 2 and "--winnable deals anew" in ended.err
