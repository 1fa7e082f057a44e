"""What a line that a player types does to a session, and the answer in words.

Faces that read lines share this: the terminal, the pipe, an input line in a window. What only a
face can do (leave, ask before a deal is given up, show a page) comes back as an event for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from patience.engine.table import Kind
from patience.errors import IllegalAction, NotationError
from patience.play.board import choice_words
from patience.play.commands import (
    MAX_LINE,
    WORDS,
    Command,
    nearest_word,
    parse_command,
    split_line,
)
from patience.play.finishing import plan_finish
from patience.play.hints import Hint
from patience.play.look import look_lines
from patience.play.session import Done, Session
from patience.play.wording import clock_words, counted

if TYPE_CHECKING:
    from patience.play.winning import Prospect

Event = Literal[
    "action", "finish", "undo", "redo", "restart", "hint", "winnable", "moves", "look",
    "board", "rules", "help", "new", "save", "quit",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to a line: what happened, and what to say, a sentence or a line each.

    ``done`` belongs to "action", ``hint`` to "hint" (None: there is none), ``prospect`` to
    "winnable", ``argument`` to "save".
    """

    event: Event
    lines: tuple[str, ...] = ()
    done: Done | None = None
    hint: Hint | None = None
    prospect: Prospect | None = None
    argument: str = ""


def answers(session: Session, line: str) -> Iterator[Reply]:
    """Do what a line says, one thing after the other, and tell of each when it is done.

    The rest of the line is not done once something in it is refused, or the game is won.

    :raises NotationError: if it is neither a command nor an action.
    :raises IllegalAction: if the rules refuse it; nothing of what was refused is done then.
    """
    if len(line) > MAX_LINE:
        raise NotationError(f"a line of {len(line)} characters is no action")
    parts = split_line(line)
    for number, part in enumerate(parts):
        was_won = session.state.is_won
        try:
            yield from _answer(session, part)
        except (NotationError, IllegalAction) as error:
            if len(parts) == 1:
                raise
            done = "; what stands before it is done" if number else ""
            raise type(error)(f"{part}: {error}{done}") from None
        if session.state.is_won and not was_won:
            return


def _answer(session: Session, line: str) -> Iterator[Reply]:
    """Do one thing, which may take several actions."""
    command = parse_command(line)
    if command is None:
        yield _acted(session, line)
    elif command.name == "finish":
        yield from _finish(session)
    else:
        yield _obey(session, command)


def _acted(session: Session, line: str) -> Reply:
    try:
        return _told(session.act(line))
    except NotationError as error:
        near = nearest_word(line)
        if near is None and len(line.split()) > 1:
            raise
        what = f"did you mean '{near}'?" if near else "'?' lists the commands"
        raise NotationError(f"{error}; {what}") from None


def _told(done: Done) -> Reply:
    return Reply("action", (f"{done.text}: {done.sentence}",), done=done)


def _finish(session: Session) -> Iterator[Reply]:
    """Every action as if it had been typed, then what came of it."""
    if session.state.is_won:
        yield Reply("finish", ("the game is won already",))
        return
    plan = plan_finish(session.state)
    for action in plan.actions:
        yield _told(session.play(action))
    played = counted(len(plan.actions), "action")
    if not plan.reason:
        words = f"finished with {played}"
    elif plan.actions:
        words = f"{played} played; now {plan.reason}"
    else:
        words = f"nothing to play up yet: {plan.reason}"
    yield Reply("finish", (words,))


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
            hint = session.hint() if command.argument else session.best_hint()
            return Reply("hint", (_hint_words(session, hint),), hint=hint)
        case "winnable":
            prospect = session.winnable()
            return Reply("winnable", (_prospect_words(session, prospect),), prospect=prospect)
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


def _prospect_words(session: Session, prospect: Prospect) -> str:
    """The answer, and that it rests on more than the player may know."""
    if session.state.is_won:
        return "the game is won already"
    match prospect.kind:
        case "winnable":
            words = f"can still be won, in {counted(prospect.length, 'action')}"
        case "unwinnable":
            words = "cannot be won any more: every line was tried"
        case "undecided":
            words = "not decided in half a second: it may be winnable or not"
    return f"{words} (this looks at all cards, also at those that you have not seen)"


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
        table = session.game.table
        texts = [
            state.text(action)
            for action in state.actions()
            if action.target >= 0
            and table.groups[table.group_of[action.target]].kind == Kind.FOUNDATION
        ]
        return choice_words(table, state.position, texts)
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
        "turn 3 turns three times; a line may hold several actions: turn; W F; T1 T2.",
        "",
    ]
    for word in WORDS:
        keys = ", ".join(word.keys)
        name = word.name + {"number": " [N]", "file": " [FILE]", "blind": " [blind]"}.get(
            word.takes, ""
        )
        lines.append(f"  {name:<12} {keys:<3} {word.help}")
    return tuple(lines)
