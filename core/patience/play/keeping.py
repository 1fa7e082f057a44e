"""Putting a game away and taking it up again, with whatever changed in between said in words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from patience.errors import DealError, PatienceError, RuleError, StateError, UnknownGame
from patience.game import Game
from patience.play.folders import records_file, saves_folder, write_atomically
from patience.play.gameref import GameRef
from patience.play.records import Ending, counts, enter, read_records, record_of, win_words
from patience.play.savedgame import SavedGame
from patience.play.saving import Lock, Store
from patience.play.session import Session

Say = Callable[[str], None]
"""Takes one sentence for the player: something that he should know, not an error."""


@dataclass(frozen=True, slots=True)
class Restored:
    """A game taken up again.

    ``notes``: what is no longer as it was, in sentences. ``dropped``: actions that did not fit.
    """

    session: Session
    notes: tuple[str, ...] = ()
    dropped: int = 0


def snapshot(session: Session) -> SavedGame:
    """Everything that `restore` needs."""
    ref = session.ref
    counters = replace(session.counters, seconds=round(session.seconds, 1))
    return SavedGame(
        source=str(Path(ref.source).resolve()) if ref.is_file else ref.source,
        options=ref.options,
        settings=ref.settings,
        id=session.game.id,
        hash=session.game.rules_hash,
        deal=session.deal,
        start=str(session.states[0]),
        actions=tuple(session.texts),
        here=session.here,
        counters=counters,
        rules=_kept_rules(session),
        saved=datetime.now(UTC).isoformat(timespec="seconds"),
    )


def _kept_rules(session: Session) -> str:
    """Of a rule file's game the resolved rules, made once: the file may be gone tomorrow."""
    if session.rules_copy is None:
        session.rules_copy = ""
        if session.ref.is_file:
            from patience.language.resolved import resolved_yaml

            session.rules_copy = resolved_yaml(session.game.rules)
    return session.rules_copy


def restore(saved: SavedGame, name: str) -> Restored:
    """Deal again and play every action that still fits, also those that can be redone.

    If the rules changed, the game goes on by the rules of today as far as its actions fit them; a
    rule file that is gone is replaced by the rules that were kept with the game.

    :param name: what the rules that were kept are written to, if they are needed.
    :raises PatienceError: if the game or its deal cannot be had.
    """
    notes: list[str] = []
    dropped = 0
    ref = GameRef(saved.source, saved.options, saved.settings)
    ref, game = _load(ref, saved, name, notes)
    if game.rules_hash != saved.hash:
        notes.append(f"the rules of {game.id} have changed since this game was kept")
    session = Session(ref, game, saved.deal)
    if game.rules_hash == saved.hash and str(session.states[0]) != saved.start:
        session = _dealt_as_kept(session, saved, notes)
    for number, text in enumerate(saved.actions):
        try:
            session.act(text)
        except PatienceError:
            dropped = len(saved.actions) - number
            notes.append(
                f"{number} of its {len(saved.actions)} actions fit and were kept, "
                f"{dropped} {'was' if dropped == 1 else 'were'} dropped"
            )
            break
    session.here = min(saved.here, len(session.actions))
    session.counters = replace(saved.counters)
    session.stop_clock()
    return Restored(session, tuple(notes), dropped)


def _load(ref: GameRef, saved: SavedGame, name: str, notes: list[str]) -> tuple[GameRef, Game]:
    try:
        return ref, ref.load()
    except (UnknownGame, RuleError) as error:
        if not saved.rules:
            raise
        copy = saves_folder() / "rules" / f"{name}.yaml"
        write_atomically(copy, saved.rules)
        kept = GameRef(str(copy))
        first = str(error).splitlines()[0]
        notes.append(f"the rule file cannot be had ({first}); the rules kept with the game serve")
        return kept, kept.load()


def _dealt_as_kept(session: Session, saved: SavedGame, notes: list[str]) -> Session:
    """The layout as it was kept, where the same deal gives other cards today."""
    try:
        start = session.game.parse(saved.start)
    except (StateError, DealError):
        return session
    notes.append(f"deal {saved.deal} gives another layout today; the kept one is played")
    return Session(session.ref, session.game, saved.deal, start=start)


class Keeper:
    """Keeps one session after every action, and says once what stands in its way.

    Nothing that goes wrong here stops a game: without a place to write it is played all the same,
    and the player is told that it will not be there tomorrow.
    """

    def __init__(self, say: Say, store: Store | None = None, records: Path | None = None) -> None:
        self.store = store or Store(saves_folder())
        self.records = records or records_file()
        self._say = say
        self._lock: Lock | None = None
        self._slot = ""
        self._failed = False
        self.elsewhere = False
        """Whether the game that was asked for is open in another window."""

    def say_to(self, say: Say) -> None:
        """Tell somebody else from now on."""
        self._say = say

    @property
    def keeps(self) -> bool:
        """Whether the game is being kept."""
        return self._lock is not None and not self._failed

    @property
    def slot(self) -> str:
        """The name of the game's place, once it is open."""
        return self._slot

    def open(self, slot: str) -> bool:
        """Claim a game's place; False, after a sentence, if it cannot be had."""
        self.close()
        self.elsewhere = False
        try:
            self._lock = self.store.lock(slot)
        except BlockingIOError as error:
            self.elsewhere = True
            self._say(
                f"{slot} is being played in another window ({error}), "
                "so the game in this one is not kept"
            )
            return False
        except OSError as error:
            self._say(f"this game is not kept: {self.store.folder}: {error.strerror or error}")
            return False
        self._slot = slot
        self._failed = False
        return True

    def save(self, session: Session) -> bool:
        """Keep the session as it stands.

        :returns: whether it is kept now.
        """
        if self._lock is None:
            return False
        try:
            self.store.write(self._slot, snapshot(session))
            self.store.set_last(self._slot)
        except OSError as error:
            if not self._failed:
                self._say(f"the game could not be kept: {error.strerror or error}")
            self._failed = True
            return False
        self._failed = False
        return True

    def book(self, session: Session, result: Ending) -> None:
        """Enter the end of a game in the records, once, and only if anything was played."""
        if self.book_saved(snapshot(session), result):
            session.counters.booked = result

    def book_saved(self, saved: SavedGame, result: Ending) -> bool:
        """The same for a kept game that is not open; whether it was entered now."""
        if not counts(saved):
            return False
        try:
            enter(record_of(saved, result), self.records)
        except OSError as error:
            self._say(f"the result could not be recorded: {error.strerror or error}")
            return False
        return True

    def win_words(self, session: Session) -> str:
        """Where a win that was booked stands among the others, "" if the records do not say."""
        if session.counters.booked != "won":
            return ""
        try:
            return win_words(read_records(self.records), session.game.id)
        except OSError:
            return ""

    def close(self) -> None:
        """Let other windows have the game."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None
