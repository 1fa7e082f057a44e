"""``patience solve``: whether a deal, a kept game or a position can be won."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from patience.cli.options import (
    NO_KERNEL,
    GameName,
    asked_game,
    deal_option,
    emit,
    json_option,
    load_for,
    rule_options,
    show,
    tell,
)
from patience.cli.progress import Ticker, grouped
from patience.cli.replay import read_played
from patience.deals import random_deal_number
from patience.engine.apply import apply
from patience.engine.notation import action_text
from patience.engine.state import State
from patience.errors import NotationError, SaveError, StateError
from patience.game import parse
from patience.language.english import plural
from patience.play.session import Session
from patience.play.transcript import write_transcript
from patience.play.wording import counted

if TYPE_CHECKING:
    from patience.solver.verdict import Verdict

STATUS = {"winnable": 0, "unwinnable": 1, "undecided": 4}
INTERRUPTED = 130

_SIZES = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30}


class _Size(click.ParamType[int]):
    """Bytes, as 500M or 2G."""

    name = "size"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        found = re.fullmatch(r"(\d{1,12})([kmg]?)b?", str(value).strip().lower())
        if found is None:
            self.fail(f"'{value}' is no size: bytes, or as 500M or 2G", param, ctx)
        return int(found[1]) * _SIZES[found[2]]


MOST_STATES = 2**63 - 1
MOST_SECONDS = 1e9

PILE_LINE = re.compile(rb"^[A-Z]+[0-9]*:", re.MULTILINE)
"""A line that only a position has."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """What to decide: a state, and the session that it stands at the end of, if there is one."""

    state: State
    game_id: str
    rules_hash: str
    title: str
    session: Session | None = None


@click.command(short_help="can this deal be won?")
@click.argument("game", type=GameName(), required=False)
@deal_option
@click.option("--from", "start", type=click.Path(allow_dash=True), metavar="FILE",
              help="Go on from a kept game, a transcript or a position.")  # fmt: skip
@rule_options
@click.option("--states", type=click.IntRange(1, MOST_STATES), default=5_000_000,
              show_default=True, metavar="N",
              help="Different states to visit at most, or a few more.")  # fmt: skip
@click.option("--seconds", type=click.FloatRange(0, MOST_SECONDS, min_open=True), metavar="S",
              help="Time to spend at most.")  # fmt: skip
@click.option("--memory", type=_Size(), default="1G", show_default=True, metavar="SIZE",
              help="Memory for the states that it remembers.")  # fmt: skip
@click.option("--no-pruning", "exhaustive", is_flag=True, help="Try everything: slow, for checks.")
@click.option("--python", "in_python", is_flag=True, help="Search in Python, not in the kernel.")
@click.option("--save", type=click.Path(dir_okay=False), metavar="FILE",
              help="Write the winning line of a deal for 'patience replay'.")  # fmt: skip
@json_option
def solve(
    game: str | None,
    deal: str | None,
    start: str | None,
    options: tuple[str, ...],
    settings: tuple[str, ...],
    states: int,
    seconds: float | None,
    memory: int,
    exhaustive: bool,
    in_python: bool,
    save: str | None,
    as_json: bool,
) -> int:
    """Decide whether a deal of GAME can be won, all cards known; print the line that wins it.

    The line was replayed before it is printed. The exit status is 0 if the deal is winnable, 1 if
    it is not, 4 if a limit was hit first, 130 after Ctrl-C.
    """
    from patience.solver import Limits, searcher_for
    from patience.solver import solve as decide

    if seconds is not None and math.isnan(seconds):
        raise click.UsageError("--seconds: 'nan' is no number of seconds")
    asked = _asked(game, deal, start, options, settings)
    if save and asked.session is None:
        raise click.UsageError("--save needs a deal; a mere position has none to be replayed from")
    if not in_python and searcher_for(asked.state.table) == "python":
        tell(NO_KERNEL)
    meter = Ticker(0.5, lambda states: f"{grouped(states)} states ")
    verdict = decide(
        asked.state,
        Limits(states, seconds, memory),
        pruning=not exhaustive,
        native=not in_python,
        poll=meter.poll,
    )
    meter.close()
    if save:
        _save(asked.session, verdict, save)  # first: a reader of the output may leave early
    texts = _texts(asked.state, verdict)
    if as_json:
        emit("solve", _fields(asked, verdict, texts))
    else:
        show(f"{asked.title}\n{_sentence(verdict)}")
        for text in texts:
            show(text)
    return INTERRUPTED if verdict.limit == "interrupt" else STATUS[verdict.kind]


def _asked(
    game: str | None,
    deal: str | None,
    start: str | None,
    options: tuple[str, ...],
    settings: tuple[str, ...],
) -> _Asked:
    if start is not None:
        if game or deal or options or settings:
            raise click.UsageError("--from FILE says which game and deal; nothing else may")
        return _from_file(start)
    if game is None:
        raise click.UsageError("a GAME, or --from FILE, is missing")
    ref, code = asked_game(game, deal, options, settings)
    assert ref is not None
    loaded = load_for(code, ref)
    return _of_session(Session(ref, loaded, code.deal or str(random_deal_number())))


def _of_session(session: Session) -> _Asked:
    loaded = session.game
    moves = session.state.move_count
    after = f", after {counted(moves, 'action')}" if moves else ""
    title = f"{loaded.title}, {session.code}{after}"
    return _Asked(session.state, loaded.id, loaded.rules_hash, title, session)


def _from_file(file: str) -> _Asked:
    """A game that was kept, its transcript, or a position alone."""
    content, played = read_played(file)
    try:
        done = played()
    except (NotationError, SaveError) as error:
        # Neither a kept game nor a transcript: a position, or nothing that can be read.
        try:
            state = parse(content.decode("utf-8-sig", "replace"))
        except StateError as fault:
            if PILE_LINE.search(content):
                raise StateError(f"{file}: {fault}") from None
            raise error from None
        table = state.table
        return _Asked(state, table.id, table.hash, f"A position of {table.id}")
    if done.line:
        raise NotationError(f"{file}: line {done.line}: {done.fault}")
    return _of_session(done.session)


def _texts(state: State, verdict: Verdict) -> list[str]:
    """The line of play in notation."""
    position, texts = state.position, []
    for action in verdict.line:
        texts.append(action_text(state.table, position, action))
        position = apply(state.table, position, action)
    return texts


def _sentence(verdict: Verdict) -> str:
    searcher = "native kernel" if verdict.searcher == "native" else "search in Python"
    visited = f"{grouped(verdict.states)} {plural('state', verdict.states)}"
    cost = f"{visited}, {verdict.seconds:.2f} s, {searcher}"
    if verdict.kind == "winnable":
        return f"winnable in {counted(len(verdict.line), 'action')} ({cost})"
    if verdict.kind == "unwinnable":
        return f"unwinnable: every line was tried ({cost})"
    reasons = {
        "states": "stopped at the limit of states, which --states sets",
        "seconds": "stopped at the limit of time, which --seconds sets",
        "memory": "stopped at the limit of memory, which --memory sets",
        "interrupt": "stopped by Ctrl-C",
    }
    return f"undecided: {reasons[verdict.limit or 'states']} ({cost})"


def _fields(asked: _Asked, verdict: Verdict, texts: list[str]) -> dict[str, Any]:
    return {
        "game": asked.game_id,
        "hash": asked.rules_hash,
        "deal": asked.session.deal if asked.session is not None else None,
        "moves": asked.state.move_count,
        "verdict": verdict.kind,
        "limit": verdict.limit,
        "states": verdict.states,
        "seconds": round(verdict.seconds, 3),
        "searcher": verdict.searcher,
        "actions": texts if verdict.kind == "winnable" else None,
    }


def _save(session: Session | None, verdict: Verdict, file: str) -> None:
    """Write the line, if there is one; say whether it was written."""
    assert session is not None
    if verdict.kind != "winnable":
        tell(f"nothing was written to {file}: no winning line was found")
        return
    for action in verdict.line:
        session.play(action)
    try:
        Path(file).write_text(write_transcript(session), encoding="utf-8")
    except OSError as error:
        raise NotationError(f"{file}: cannot be written: {error.strerror}") from None
    tell(f"the winning line was written to {file}; 'patience replay' checks it")
