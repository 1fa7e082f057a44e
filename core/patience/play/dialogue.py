"""What a line that a player types does to a session, and the answer in words.

Faces that read lines share this: the terminal, the pipe, an input line in a window. What only a
face can do (leave, ask before a deal is given up, show a page) comes back as an event for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from patience.errors import NotationError
from patience.play.board import choice_words
from patience.play.commands import MAX_LINE, WORDS, Command, nearest_word, parse_command
from patience.play.hints import Hint
from patience.play.look import look_lines
from patience.play.session import Done, Session
from patience.play.wording import clock_words, counted

Event = Literal[
    "action", "undo", "redo", "restart", "hint", "moves", "look",
    "board", "rules", "help", "new", "save", "quit",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to a line: what happened, and what to say, a sentence or a line each.

    ``done`` belongs to "action", ``hint`` to "hint" (None: there is none), ``argument`` to "save".
    """

    event: Event
    lines: tuple[str, ...] = ()
    done: Done | None = None
    hint: Hint | None = None
    argument: str = ""


def answer(session: Session, line: str) -> Reply:
    """Do what a line says.

    :raises NotationError: if it is neither a command nor an action.
    :raises IllegalAction: if the rules refuse it; nothing has changed then.
    """
    if len(line) > MAX_LINE:
        raise NotationError(f"a line of {len(line)} characters is no action")
    command = parse_command(line)
    if command is not None:
        return _obey(session, command)
    try:
        done = session.act(line)
    except NotationError as error:
        near = nearest_word(line)
        if near is None and len(line.split()) > 1:
            raise
        what = f"did you mean '{near}'?" if near else "'?' lists the commands"
        raise NotationError(f"{error}; {what}") from None
    return Reply("action", (f"{done.text}: {done.sentence}",), done=done)


def _obey(session: Session, command: Command) -> Reply:
    match command.name:
        case "undo":
            return _undone(session.undo(command.count))
        case "redo":
            return _redone(session.redo(command.count))
        case "restart":
            back = session.restart()
            if not back:
                return Reply("restart", ("this is the deal already",))
            return Reply("restart", (f"back to the deal; {counted(back, 'action')} can be redone",))
        case "hint":
            hint = session.hint()
            return Reply("hint", (_hint_words(session, hint),), hint=hint)
        case "moves":
            return Reply("moves", moves_lines(session))
        case "look":
            return Reply("look", tuple(look_lines(session.game.table, session.state.position)))
        case "help":
            return Reply("help", help_lines())
        case "board" | "rules" | "new" | "save" | "quit" as event:
            return Reply(event, argument=command.argument)
    raise NotationError(f"'{command.name}' is no command here")


def _undone(count: int) -> Reply:
    if not count:
        return Reply("undo", ("nothing to take back: this is the deal",))
    return Reply("undo", (f"took back {counted(count, 'action')}",))


def _redone(count: int) -> Reply:
    if not count:
        return Reply("redo", ("nothing to redo",))
    return Reply("redo", (f"played {counted(count, 'action')} again",))


def _hint_words(session: Session, hint: Hint | None) -> str:
    if hint is not None:
        return f"{hint.text}: {hint.why}"
    if session.state.is_won:
        return "the game is won; 'new' deals another"
    if session.state.is_over:
        return ending_words(session)
    return (
        "I see nothing useful from here, though moves are left ('moves' lists them); "
        "taking some back may help"
    )


def ending_words(session: Session) -> str:
    """The sentence for a game that is over, "" while it goes on."""
    result = session.state.result
    if result == "won":
        moves = counted(session.state.move_count, "move")
        return f"Won in {moves}, {clock_words(session.seconds)}: {session.code}"
    if result == "stuck":
        return "Nothing left to do: 'undo', 'restart' (the same deal) or 'new' (another one)"
    return ""


def prompt_words(session: Session) -> str:
    """What the player should know before he types: the ending, or that the base is to be chosen."""
    state = session.state
    if state.is_choosing:
        texts = [state.text(action) for action in state.actions()]
        return choice_words(session.game.table, state.position, texts)
    ending = ending_words(session)
    return f"{ending}. 'new' deals another, 'quit' leaves" if state.is_won else ending


def moves_lines(session: Session) -> tuple[str, ...]:
    """Every legal action, several to a line."""
    state = session.state
    texts = [state.text(action) for action in state.actions()]
    if not texts:
        return (ending_words(session) or "there is no legal action",)
    width = max(map(len, texts)) + 2
    each = max(76 // width, 1)
    rows = [texts[start : start + each] for start in range(0, len(texts), each)]
    return tuple("".join(text.ljust(width) for text in row).rstrip() for row in rows)


def help_lines() -> tuple[str, ...]:
    """The page of keys."""
    lines = [
        "An action names piles by their labels: R2 F (top card of R2 to a foundation),",
        "T1 T3 4 (four cards), turn (the stock), redeal (the waste becomes the stock).",
        "",
    ]
    for word in WORDS:
        keys = ", ".join(word.keys)
        name = word.name + {"number": " [N]", "file": " [FILE]"}.get(word.takes, "")
        lines.append(f"  {name:<12} {keys:<3} {word.help}")
    return tuple(lines)
