"""``patience replay``."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import click

from patience.cli.options import emit, json_option, show, tell
from patience.cli.pipe import position_fields
from patience.cli.terminal import Display, make_display
from patience.errors import NotationError
from patience.play.board import board_lines
from patience.play.dialogue import ending_words
from patience.play.narrate import narrate
from patience.play.savedgame import MAX_BYTES, SavedGame, read_saved
from patience.play.session import Session
from patience.play.transcript import Replay, Transcript, read_transcript
from patience.play.transcript import replay as play_all
from patience.play.wording import counted


@click.command(short_help="check a played game")
@click.argument("file", type=click.Path(allow_dash=True))
@click.option("--steps", is_flag=True, help="Say what each action does.")
@click.option("--ascii", "ascii_only", is_flag=True, help="Suits as letters.")
@json_option
def replay(file: str, steps: bool, ascii_only: bool, as_json: bool) -> int:
    """Play the game that FILE tells, action by action, and show where it ends.

    FILE is a transcript (lines 'game:' and 'deal:', then an action a line), or a kept game; '-' is
    standard input. The exit status is 0 if the game is won, 1 if it is not or a line is refused.
    """
    content, name = _content(file)
    done = play_all(_transcript(content, name))
    session = done.session
    if as_json:
        if steps:
            for row in _steps(session):
                emit("step", row)
        fields: dict[str, Any] = {"line": done.line or None, "fault": done.fault or None}
        emit("replay", position_fields(session) | fields)
    else:
        display = make_display(sys.stdout, ascii_only=ascii_only, colour="auto", four_colours=False)
        _print(session, display, steps=steps)
    return _verdict(done, name)


def read_played(file: str) -> tuple[bytes, Callable[[], Replay]]:
    """What a file holds, and how to play it as a transcript or a kept game.

    :raises NotationError: if it cannot be read; the call raises too if it is no game.
    """
    content, name = _content(file)
    return content, lambda: play_all(_transcript(content, name))


def _verdict(done: Replay, name: str) -> int:
    if done.line:
        sys.stdout.flush()
        tell(f"{name}: line {done.line}: {done.fault}")
        return 1
    return 0 if done.session.state.is_won else 1


def _print(session: Session, display: Display, *, steps: bool) -> None:
    say = display.glyphs.text
    show(say(f"{session.game.title}, {session.code}"))
    if steps:
        for row in _steps(session):
            show(say(f"{row['number']:>4} {row['action']}: {row['text']}"))
    width, _ = display.size()
    lines = board_lines(
        session.game.table,
        session.state.position,
        width=width,
        height=200,
        glyphs=display.glyphs,
    )
    show(display.text(lines))
    moves = counted(session.state.move_count, "move")
    if session.state.is_won:
        show(f"Won in {moves}.")
    else:
        show(say(f"Not won after {moves}. {ending_words(session)}".rstrip()))


def _steps(session: Session) -> list[dict[str, Any]]:
    """Every action with what it did."""
    return [
        {
            "number": number,
            "action": session.texts[number - 1],
            "text": narrate(
                session.states[number - 1], session.actions[number - 1], session.states[number]
            ),
        }
        for number in range(1, session.here + 1)
    ]


def _content(file: str) -> tuple[bytes, str]:
    """What the file holds, and its name for messages.

    :raises NotationError: if it cannot be read.
    """
    from patience.language.files import read_bytes

    name = "standard input" if file == "-" else file
    content = read_bytes(file, MAX_BYTES)
    if isinstance(content, str):
        raise NotationError(f"{name}: {content.replace('a rule file', 'the text of a game')}")
    return content, name


def _transcript(content: bytes, name: str) -> Transcript:
    if content.lstrip().startswith(b"{"):
        return _of_saved(read_saved(content, name), name)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotationError(f"{name}: no text in UTF-8: byte {error.start}") from None
    return read_transcript(text, name)


def _of_saved(saved: SavedGame, name: str) -> Transcript:
    """A kept game as a transcript: its line of play, numbered by action."""
    return Transcript(
        name,
        "+".join((saved.source, *saved.options)),
        saved.deal,
        saved.hash,
        saved.settings,
        tuple(enumerate(saved.actions[: saved.here], 1)),
    )
