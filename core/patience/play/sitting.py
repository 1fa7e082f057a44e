"""Sitting down to a game: the kept one is taken up, or a deal is dealt, and nothing is lost."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from patience.deals import random_deal_number
from patience.errors import PatienceError, SaveError
from patience.game import Game
from patience.play.gameref import GameRef
from patience.play.keeping import Keeper, Restored, restore
from patience.play.records import Ending, counts
from patience.play.savedgame import SavedGame
from patience.play.session import Session

FIRST_GAME = "duchess"
"""What is played by someone who has never said what."""


@dataclass(frozen=True, slots=True)
class Seated:
    """A session to play. ``resumed``: it was kept. ``notes``: what the player should know."""

    session: Session
    resumed: bool = False
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class InTheWay:
    """A kept game of another deal that would be given up. Ask, then sit down with ``fresh``."""

    saved: SavedGame


def sit_down(
    keeper: Keeper, ref: GameRef | None, deal: str = "", *, fresh: bool = False
) -> Seated | InTheWay:
    """Take up the kept game, or deal.

    :param ref: the game; None for the one that was played last.
    :param deal: the deal to play; "" for the kept one or, if there is none, any.
    :param fresh: give up a kept game (it counts as lost, if anything was played), and put aside a
        kept game that cannot be read.
    :raises SaveError: if the kept game cannot be read or taken up.
    :raises PatienceError: if the game or the deal cannot be had.
    """
    if ref is None:
        slot, saved = _last_game(keeper, fresh=fresh)
        if saved is not None and not fresh and not deal and keeper.open(slot):
            return _take_up(keeper, saved)
        ref = GameRef(FIRST_GAME) if saved is None else _ref_of(saved)
        keeper.close()
    game = ref.load()
    wanted = game.pack(deal).text if deal else ""
    slot = ref.slot(game)
    if not keeper.open(slot):
        return Seated(new_session(ref, game, wanted))
    try:
        saved = keeper.store.read(slot)
    except SaveError as error:
        note = _put_aside(keeper, slot, error, fresh=fresh)
        return Seated(new_session(ref, game, wanted), notes=(note,))
    if saved is None:
        return Seated(new_session(ref, game, wanted))
    return _with_kept(keeper, ref, game, saved, wanted, fresh=fresh)


def new_session(ref: GameRef, game: Game, deal: str = "") -> Session:
    """A session of that deal, or of a random one."""
    return Session(ref, game, deal or str(random_deal_number()))


def _last_game(keeper: Keeper, *, fresh: bool) -> tuple[str, SavedGame | None]:
    """The game that was played last, as its save says, and the name of its place."""
    try:
        slot = keeper.store.last()
        return slot or "", None if slot is None else keeper.store.read(slot)
    except SaveError as error:
        if fresh:
            return "", None
        raise SaveError(f"{error}; 'patience play GAME --new' begins anew") from None


def _ref_of(saved: SavedGame) -> GameRef:
    return GameRef(saved.source, saved.options, saved.settings)


def _put_aside(keeper: Keeper, slot: str, error: SaveError, *, fresh: bool) -> str:
    if not fresh:
        raise SaveError(f"{error}; --new puts that file aside and begins anew") from None
    try:
        other = keeper.store.put_aside(slot)
    except OSError as failure:
        reason = failure.strerror or str(failure)
        raise SaveError(f"{error}; and it cannot be put aside: {reason}") from None
    return f"the file that could not be read is now {other}"


def _with_kept(
    keeper: Keeper, ref: GameRef, game: Game, saved: SavedGame, deal: str, *, fresh: bool
) -> Seated | InTheWay:
    """What becomes of a kept game."""
    if fresh or (deal and deal != saved.deal):
        if not fresh and saved.counters.played and not saved.counters.booked:
            return InTheWay(saved)
        _book(keeper, saved, won=_is_won(keeper, saved))
        return Seated(new_session(ref, game, deal))
    return _take_up(keeper, saved)


def _take_up(keeper: Keeper, saved: SavedGame) -> Seated:
    """Go on with a kept game; one that was won gives way to another deal."""
    try:
        restored = restore(saved, keeper.slot)
    except PatienceError as error:
        first = str(error).splitlines()[0]
        raise SaveError(
            f"the kept game {keeper.store.file(keeper.slot)} cannot be taken up: {first}; "
            "--new gives it up"
        ) from None
    session = restored.session
    if session.state.is_won:
        _book(keeper, saved, won=True)
        return Seated(new_session(session.ref, session.game))
    return Seated(session, True, restored.notes + _copy_of_old(keeper, restored))


def _copy_of_old(keeper: Keeper, restored: Restored) -> tuple[str, ...]:
    """A kept game that no longer fits as a whole is put aside, so that nothing is lost."""
    if not restored.dropped:
        return ()
    try:
        return (f"the game as it was is in {keeper.store.put_aside(keeper.slot)}",)
    except OSError:
        return ()


def _is_won(keeper: Keeper, saved: SavedGame) -> bool:
    """Whether a kept game was won, though that could not be entered then."""
    if not counts(saved):
        return False
    try:
        return restore(saved, keeper.slot).session.state.is_won
    except PatienceError:
        return False


def _book(keeper: Keeper, saved: SavedGame, *, won: bool) -> None:
    """Enter the end of a kept game, and note in its file that this was done."""
    result: Ending = "won" if won else "lost"
    if keeper.book_saved(saved, result):
        saved.counters.booked = result
        with suppress(OSError):
            keeper.store.write(keeper.slot, saved)
