"""A game as text: a few lines that say which game and deal, then one action a line.

    game: duchess
    deal: pysol:24
    hash: 3c4f1e0a9b7d2c58
    R2 F
    turn

Blank lines and what follows ``#`` count for nothing. ``hash`` may be missing; ``set:`` lines, one
each, carry settings. Sessions write this form, solutions have it, and `replay` plays it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from patience.errors import NotationError, PatienceError
from patience.play.commands import MAX_LINE
from patience.play.gameref import GameRef
from patience.play.session import Session
from patience.play.wording import counted

MAX_TEXT = 1 << 22
"""Characters of a transcript: more than anybody has ever played."""

_KEYS = ("game", "deal", "hash", "set")


@dataclass(frozen=True, slots=True)
class Transcript:
    """``actions``: (number of the line, its text). ``name``: of the file, for messages."""

    name: str
    game: str
    deal: str
    hash: str
    settings: tuple[str, ...]
    actions: tuple[tuple[int, str], ...]

    @property
    def ref(self) -> GameRef:
        """The game as it was asked for."""
        return GameRef.of(self.game, (), self.settings)


@dataclass(frozen=True, slots=True)
class Replay:
    """A transcript, played as far as it goes. ``line``: the number of the refused line, or 0."""

    session: Session
    line: int = 0
    fault: str = ""


def action_lines(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The lines that say something, with their numbers (from 1), comments removed."""
    for number, line in enumerate(lines, 1):
        text = line.partition("#")[0].strip()
        if text:
            yield number, text


def read_transcript(text: str, name: str) -> Transcript:
    """Take a transcript apart; whether its actions are legal is not asked here.

    :raises NotationError: for a header that is not one.
    """
    if len(text) > MAX_TEXT:
        raise NotationError(
            f"{name}: too long for the text of a game (at most {MAX_TEXT} characters)"
        )
    header: dict[str, str] = {}
    settings: list[str] = []
    actions: list[tuple[int, str]] = []
    for number, line in _lines(text, name):
        key, colon, value = line.partition(":")
        key = key.strip().lower()
        if actions or not colon:
            actions.append((number, line))
        elif key == "set":
            settings.append(value.strip())
        elif key in _KEYS and key not in header:
            header[key] = value.strip()
        else:
            what = "comes twice" if key in header else "is no header line"
            expected = ", ".join(f"'{one}:'" for one in _KEYS)
            raise NotationError(
                f"{name}:{number}: '{key}:' {what}; expected {expected}, or actions"
            )
    for key in ("game", "deal"):
        if not header.get(key):
            raise NotationError(f"{name}: the text of a game begins with a line '{key}: ...'")
    return Transcript(
        name,
        header["game"],
        header["deal"],
        header.get("hash", ""),
        tuple(settings),
        tuple(actions),
    )


def _lines(text: str, name: str) -> Iterator[tuple[int, str]]:
    """The lines that say something, none of them longer than any action."""
    for number, line in action_lines(text.splitlines()):
        if len(line) > MAX_LINE and ":" not in line:  # a deal may be a list of 200 cards
            raise NotationError(f"{name}:{number}: a line of {len(line)} characters is no action")
        yield number, line


def replay(transcript: Transcript) -> Replay:
    """Play a transcript with the engine, up to its end or to the first line that is refused.

    :raises PatienceError: if the game or the deal cannot be had, or the rules are others than
        those that the transcript was written with.
    """
    ref = transcript.ref
    game = ref.load()
    if transcript.hash and not game.rules_hash.startswith(transcript.hash.lower()):
        raise NotationError(
            f"{transcript.name}: written with other rules of {game.id} "
            f"(hash {transcript.hash}, here {game.rules_hash}); "
            "without its 'hash:' line it is replayed by the rules here"
        )
    session = Session(ref, game, transcript.deal)
    for number, text in transcript.actions:
        try:
            session.act(text)
        except PatienceError as error:
            return Replay(session, number, str(error))
    return Replay(session)


def write_transcript(session: Session) -> str:
    """The present line of play, from the deal on, as a transcript."""
    result = session.state.result
    ending = {"won": "won", "stuck": "nothing left to do"}.get(result, "not ended")
    moves = session.state.move_count
    lines = [
        f"# {session.game.title}, {session.code}: {counted(moves, 'action')}, {ending}",
        f"game: {session.ref.command()}",
        f"deal: {session.deal}",
        f"hash: {session.game.rules_hash}",
        *(f"set: {setting}" for setting in session.ref.settings),
        *session.texts[: session.here],
    ]
    return "\n".join(lines) + "\n"
