"""Play on a terminal: the board drawn anew after every line, and a line to type on."""

from __future__ import annotations

from collections.abc import Iterable

from patience.cli.output import save_moves
from patience.cli.progress import seek_winnable
from patience.cli.terminal import Display
from patience.deals import random_deal_number
from patience.engine.state import State
from patience.errors import PatienceError
from patience.play.board import Header, screen_lines
from patience.play.commands import WORDS
from patience.play.dialogue import Reply, answers, ending_words, prompt_words
from patience.play.keeping import Keeper
from patience.play.segments import Segment, Style
from patience.play.session import Session
from patience.play.sitting import new_session
from patience.play.wording import counted, wrapped

Message = tuple[str, Style]

_PROMPT = "> "
_CHANGES = ("action", "undo", "redo", "restart", "new")
_TOLD = 3
"""Lines that say what the actions of one line did."""

_INTERRUPTED = 130


class TableGame:
    """A sitting at the terminal: one game after the other until the player leaves.

    ``winnable``: further deals are to be found winnable, too.
    """

    def __init__(
        self,
        session: Session,
        display: Display,
        keeper: Keeper,
        notes: Iterable[str],
        *,
        winnable: bool = False,
    ) -> None:
        self.session = session
        self.display = display
        self.keeper = keeper
        self.winnable = winnable
        self.notes: list[Message] = [(note, "note") for note in notes]
        self._typed = ""  # at the foot of a page, for the game
        self._told: list[str] = []  # what the actions of a line did
        self._prompted: State | None = None  # where the base was asked for

    def remark(self, text: str) -> None:
        """Take a sentence to be shown with the next board, as about a full disk."""
        self.notes.append((text, "note"))

    def run(self) -> int:
        """Play until the player leaves or goes away; the game is kept in every case."""
        use_readline()
        status = 0
        self.session.resume_clock()
        try:
            self.keeper.save(self.session)
            while True:
                self._draw()
                line, self._typed = self._typed or input(_PROMPT), ""
                if not self._line(line):
                    break
        except EOFError:  # Ctrl-D, here or at any question
            print()
        except KeyboardInterrupt:
            print()
            status = _INTERRUPTED
        finally:
            self.session.pause()
            kept = self.keeper.save(self.session)
            self.keeper.close()
        self._farewell(kept)
        return status

    # ------------------------------------------------------------------ what is shown

    def _draw(self) -> None:
        session = self.session
        ending = self._prompt()
        messages = self.notes + ([(ending, "note")] if ending else [])
        width, height = self.display.size()
        lines = screen_lines(
            session.game.table,
            session.state.position,
            Header(session.game.title, session.code, session.state.move_count),
            messages,
            width=width,
            height=height,
            glyphs=self.display.glyphs,
        )
        self.notes = []
        print(self.display.page(lines), end="", flush=True)

    def _prompt(self) -> str:
        """What to do; but the choice of the base is not asked for again under each answer."""
        state = self.session.state
        asked = state.is_choosing and state is self._prompted and bool(self.notes)
        self._prompted = state
        return "" if asked else prompt_words(self.session)

    def _page(self, texts: Iterable[str]) -> None:
        """Text of any length, a screenful at a time; what else is typed there goes to the game."""
        width, height = self.display.size()
        glyphs = self.display.glyphs
        lines = [line for text in texts for line in wrapped(glyphs.text(text), width - 1)]
        room = max(height - 2, 5)
        start = 0
        while start < len(lines):
            part = lines[start : start + room]
            print(self.display.page([(Segment(line),) for line in part]), end="")
            more = start + room < len(lines)
            word = "Enter goes on, q goes back: " if more else "Enter goes back: "
            typed = input(f"- a page back, {word}" if start else word).strip()
            if typed == "-":
                start = max(start - room, 0)
            elif typed:
                self._typed = "" if typed.lower() == "q" else typed
                return
            else:
                start += room

    def _say(self, text: str, style: Style = "plain") -> None:
        self.notes.append((text, style))

    def _farewell(self, kept: bool) -> None:
        if self.session.state.is_won:
            words = ending_words(self.session)
        elif kept:
            words = f"Kept; 'patience play {self.session.ref.command()}' goes on with it"
        else:
            words = f"This game was not kept; its deal is {self.session.code}"
        print(self.display.glyphs.text(words), flush=True)

    # ------------------------------------------------------------------ what is typed

    def _line(self, line: str) -> bool:
        """Do a line; False if the player leaves."""
        if not line.strip():
            return True
        was_won, changed = self.session.state.is_won, False
        try:
            for reply in answers(self.session, line):
                if reply.event == "quit":
                    return False
                self._show(reply)
                changed |= reply.event in _CHANGES
        except PatienceError as error:
            self._tell()
            self._say(str(error))
        self._tell()
        if self.session.state.is_won and not was_won:
            self._won()
        if changed:
            self.keeper.save(self.session)
        return True

    def _won(self) -> None:
        self.session.pause()
        self.keeper.book(self.session, "won")
        words = self.keeper.win_words(self.session)
        if words:
            self._say(words)

    def _tell(self) -> None:
        """Say what the actions of a line did, of many the last ones."""
        told, self._told = self._told, []
        if len(told) > _TOLD:
            self._say(f"{counted(len(told), 'action')}, the last ones:")
            told = told[1 - _TOLD :]
        for text in told:
            self._say(text)

    def _show(self, reply: Reply) -> None:
        if reply.event == "action":
            self._told += reply.lines
            return
        self._tell()
        match reply.event:
            case "rules":
                self._page([self.session.game.rules_text()])
            case "help" | "look":
                self._page(reply.lines)
            case "new":
                self._new()
            case "save":
                self._save(reply.argument)
            case "board":
                pass
            case _:
                hint = reply.event == "hint"
                for text in reply.lines:
                    self._say(f"hint: {text}" if hint else text, "note" if hint else "plain")

    def _save(self, name: str) -> None:
        try:
            if name:
                self._say(f"the moves are in {save_moves(self.session, name)}")
            elif self.keeper.save(self.session):
                self._say(f"kept in {self.keeper.store.file(self.keeper.slot)}")
            else:
                self._say("this game cannot be kept here; 'save FILE' writes its moves")
        except PatienceError as error:
            self._say(str(error))

    def _new(self) -> None:
        """Another deal of the same game; the present one counts as lost if it is not over."""
        session = self.session
        open_game = session.here and session.state.result == "playing"
        if open_game and not session.counters.booked:
            question = "Give up this deal? It counts as lost. [y/N] "
            if input(question).strip().lower() not in ("y", "yes"):
                self._say("this deal goes on")
                return
        found = None
        if self.winnable:
            try:
                found = seek_winnable(session.game, str(random_deal_number()))
            except KeyboardInterrupt:
                self._say("this deal goes on")
                return
        self.keeper.book(session, "lost")
        self.session = new_session(session.ref, session.game, found.deal if found else "")
        self._say(f"a new deal: {self.session.code}")
        if found:
            self._say(found.words)


def use_readline() -> None:
    """Line editing and completion of command words, where the system has them."""
    try:
        import readline
    except ImportError:
        return
    words = sorted({word.name for word in WORDS} | {"turn", "redeal"})

    def complete(text: str, number: int) -> str | None:
        found = [word for word in words if word.startswith(text.lower())]
        return found[number] if number < len(found) else None

    readline.set_completer(complete)
    readline.parse_and_bind("set enable-bracketed-paste off")
    readline.parse_and_bind("tab: complete")
