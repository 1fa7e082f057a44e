"""Play through a pipe: one line in, what happened out. No prompts, no escape codes.

The exit status is 0 if the game was won, 1 if the input ended before that or a line was refused
(standard error then says which line, and why).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

from patience.cards import RANKS, card_text
from patience.cli.options import emit, tell
from patience.cli.terminal import Display
from patience.engine.view import HIDDEN
from patience.errors import IllegalAction, NotationError
from patience.play.board import Header, board_lines, status_text
from patience.play.commands import MAX_LINE
from patience.play.dialogue import Reply, answers, ending_words, prompt_words
from patience.play.keeping import Keeper
from patience.play.segments import Segment
from patience.play.session import Session
from patience.play.transcript import action_lines
from patience.play.wording import counted

WON, NOT_WON = 0, 1


class PipeGame:
    """One game, read from standard input."""

    def __init__(
        self, session: Session, display: Display, *, as_json: bool, keeper: Keeper | None
    ) -> None:
        self.session = session
        self.display = display
        self.as_json = as_json
        self.keeper = keeper
        self._left = False

    def run(self) -> int:
        """Play every line; the exit status."""
        self._begin()
        try:
            for number, line in action_lines(_input_lines()):
                if not self._line(number, line):
                    return NOT_WON
                if self._left or self.session.state.is_won:
                    break
        finally:
            if self.keeper is not None:
                self.keeper.save(self.session)
        return self._end()

    def _begin(self) -> None:
        if self.as_json:
            emit("play", {"event": "deal"} | position_fields(self.session))
            return
        header = Header(self.session.game.title, self.session.code, self.session.state.move_count)
        self._say(f"{header.title}, {header.code}")
        self._board()
        words = prompt_words(self.session)
        if words:
            self._say(words)

    def _board(self) -> None:
        width, _ = self.display.size()
        table, position = self.session.game.table, self.session.state.position
        lines = board_lines(table, position, width=width, height=200, glyphs=self.display.glyphs)
        lines.append((Segment(self.display.glyphs.text(status_text(table, position)), "dim"),))
        print(self.display.text(lines), flush=True)

    def _line(self, number: int, line: str) -> bool:
        """Do one line; False if it was refused."""
        try:
            return all(self._show(number, line, reply) for reply in answers(self.session, line))
        except (NotationError, IllegalAction) as error:
            self._refuse(number, line, str(error))
            return False

    def _show(self, number: int, line: str, reply: Reply) -> bool:
        if reply.event == "quit":
            self._left = True
            return True
        if reply.event == "new":
            self._refuse(number, line, "another deal is dealt only on a terminal, without --plain")
            return False
        if reply.event == "save":
            return self._save(number, line, reply.argument)
        if self.as_json:
            self._emit(reply)
            return True
        if reply.event == "board":
            self._board()
        elif reply.event == "rules":
            self._say(self.session.game.rules_text().rstrip())
        for text in reply.lines:
            self._say(f"hint: {text}" if reply.event == "hint" else text)
        return True

    def _save(self, number: int, line: str, name: str) -> bool:
        from patience.cli.output import save_moves

        if name:
            save_moves(self.session, name)
        elif self.keeper is None or not self.keeper.save(self.session):
            self._refuse(number, line, "through a pipe a game is kept only with --save")
            return False
        return True

    def _emit(self, reply: Reply) -> None:
        fields: dict[str, Any] = {"event": reply.event}
        if reply.done is not None:
            fields |= {"action": reply.done.text, "text": reply.done.sentence}
        elif reply.event == "hint":
            hint = reply.hint
            fields |= {"action": hint.text if hint else None, "text": hint.why if hint else None}
            fields["wins_in"] = hint.wins_in if hint else None
        elif reply.event == "rules":
            fields["text"] = self.session.game.rules_text()
        else:
            fields["text"] = "\n".join(reply.lines)
            if reply.prospect is not None:
                winnable = reply.prospect.kind == "winnable"
                fields["verdict"] = reply.prospect.kind
                fields["wins_in"] = reply.prospect.length if winnable else None
        if reply.event in ("action", "undo", "redo", "restart", "board"):
            fields |= position_fields(self.session)
        emit("play", fields)

    def _refuse(self, number: int, line: str, reason: str) -> None:
        if self.as_json:
            emit("play", {"event": "refused", "line": number, "action": line, "text": reason})
        sys.stdout.flush()
        tell(self.display.glyphs.text(f"line {number}: {reason}"))

    def _end(self) -> int:
        state = self.session.state
        if self.as_json:
            emit("play", {"event": "end"} | position_fields(self.session))
        else:
            words = ending_words(self.session) if state.is_won else ""
            self._say(words or f"Ended after {counted(state.move_count, 'move')}, not won")
        return WON if state.is_won else NOT_WON

    def _say(self, text: str) -> None:
        print(self.display.glyphs.text(text), flush=True)


def position_fields(session: Session) -> dict[str, Any]:
    """What a program may want to know of the present state; hidden cards are ``null``."""
    state = session.state
    view = state.seen_by_player()
    piles = {
        label: [None if card == HIDDEN else card_text(card) for card in pile]
        for label, pile in zip(state.labels, view.piles, strict=True)
    }
    return {
        "game": session.game.id,
        "hash": session.game.rules_hash,
        "deal": session.deal,
        "moves": state.move_count,
        "result": state.result,
        "base": RANKS[state.base] if state.base >= 0 else None,
        "redeals": state.redeals,
        "piles": piles,
        "actions": [state.text(action) for action in state.actions()],
    }


def _input_lines() -> Iterator[str]:
    """The lines of standard input; of one that is far too long only the beginning."""
    stream = sys.stdin.buffer
    while line := stream.readline(MAX_LINE + 2):
        text = line.decode("utf-8", "replace")
        yield text
        while not line.endswith(b"\n") and (line := stream.readline(1 << 16)):
            pass
