"""``patience play``."""

from __future__ import annotations

import sys

import click

from patience.cli.leaving import leave_by_signals
from patience.cli.options import (
    asked_game,
    deal_option,
    game_argument,
    json_option,
    load_for,
    rule_options,
    tell,
    winnable_option,
)
from patience.cli.progress import seek_winnable
from patience.cli.terminal import Colour, Display, is_interactive, make_display
from patience.deals import random_deal_number
from patience.errors import SaveError
from patience.play.gameref import GameRef
from patience.play.keeping import Keeper
from patience.play.session import Session
from patience.play.sitting import InTheWay, Seated, new_session, sit_down
from patience.play.wording import counted


@click.command(short_help="play a game")
@game_argument(required=False)
@deal_option
@rule_options
@winnable_option
@click.option("--new", "fresh", is_flag=True, help="Give up a kept game without asking.")
@click.option("--resume", is_flag=True, help="Through a pipe: go on with the kept game.")
@click.option("--save", is_flag=True, help="Through a pipe: keep the game at the end.")
@click.option("--plain", is_flag=True, help="Read and write lines, as through a pipe.")
@click.option("--ascii", "ascii_only", is_flag=True, help="Suits as letters, no drawn characters.")
@click.option("--four-colour", "--four-color", "four_colours", is_flag=True,
              help="A colour for each suit.")  # fmt: skip
@click.option(
    "--colour", "--color", "colour", default="auto", show_default=True,
    type=click.Choice(["auto", "always", "never"]), help="When to use colours.",
)  # fmt: skip
@json_option
def play(
    game: str | None,
    deal: str | None,
    options: tuple[str, ...],
    settings: tuple[str, ...],
    winnable: bool,
    fresh: bool,
    resume: bool,
    save: bool,
    plain: bool,
    ascii_only: bool,
    four_colours: bool,
    colour: Colour,
    as_json: bool,
) -> int:
    """Play GAME: a name, a rule file, or a share code as duchess:946.

    On a terminal the game kept last is taken up if no GAME is named. Type ? there for the keys.

    Where input or output is no terminal, each line of input is an action (or a command as undo) and
    what it does is printed; the exit status is 0 if the game was won, 1 if not or if a line was
    refused. Nothing is then kept or taken up unless --save or --resume asks for it.
    """
    ref, code = asked_game(game, deal, options, settings)
    if ref is None and (options or settings):
        raise click.UsageError("--option and --set need a game: patience play GAME --set ...")
    if ref is not None and ref.source == "-":
        raise click.UsageError("standard input carries the moves; give the rules as a file")
    if ref is not None and code.hash:  # without one a kept game needs no rule file
        load_for(code, ref)
    wanted, found = code.deal, ""
    if winnable:
        if ref is None or resume:
            raise click.UsageError("--winnable deals anew: name the game, and leave out --resume")
        wanted, found = _winnable(ref, wanted)
        tell(found)
    display = make_display(
        sys.stdout, ascii_only=ascii_only, colour=colour, four_colours=four_colours
    )
    if is_interactive() and not plain and not as_json:
        return _on_terminal(ref, wanted, found, fresh=fresh, display=display)
    return _through_pipe(
        ref, wanted, fresh=fresh, resume=resume, save=save, display=display, as_json=as_json
    )


def _winnable(ref: GameRef, deal: str) -> tuple[str, str]:
    """The first winnable deal from a numbered one on, or a random one; and what was passed over."""
    found = seek_winnable(ref.load(), deal or str(random_deal_number()))
    return found.deal, found.words


def _on_terminal(
    ref: GameRef | None, deal: str, found: str, *, fresh: bool, display: Display
) -> int:
    """``found``: how the deal was found, or ""; the board hides what was said before it."""
    from patience.cli.table import TableGame

    said: list[str] = []
    keeper = Keeper(said.append)
    seated = sit_down(keeper, ref, deal, fresh=fresh)
    if isinstance(seated, InTheWay):
        if not _gives_up(seated):
            keeper.close()
            print("kept; the same command without a deal goes on with it")
            return 0
        seated = sit_down(keeper, ref, deal, fresh=True)
        assert isinstance(seated, Seated)
    notes = [
        *([found] if found else []),
        *said,
        *seated.notes,
        *(["taken up where you left it"] if seated.resumed else []),
    ]
    table = TableGame(seated.session, display, keeper, notes, winnable=bool(found))
    keeper.say_to(table.remark)
    leave_by_signals()
    return table.run()


def _gives_up(found: InTheWay) -> bool:
    saved = found.saved
    print(f"A game of {saved.id} is kept: deal {saved.deal}, {counted(saved.here, 'move')}.")
    try:
        answer = input("Give it up for another deal? It counts as lost. [y/N] ")
    except EOFError:
        print()
        return False
    return answer.strip().lower() in ("y", "yes")


def _through_pipe(
    ref: GameRef | None,
    deal: str,
    *,
    fresh: bool,
    resume: bool,
    save: bool,
    display: Display,
    as_json: bool,
) -> int:
    from patience.cli.pipe import PipeGame

    if not (save or resume):
        if ref is None:
            raise click.UsageError("through a pipe name the game: patience play duchess")
        session = new_session(ref, ref.load(), deal)
        return PipeGame(session, display, as_json=as_json, keeper=None).run()
    keeper = Keeper(tell)
    leave_by_signals()
    try:
        session = _kept_session(keeper, ref, deal, fresh=fresh, resume=resume)
        game = PipeGame(session, display, as_json=as_json, keeper=keeper if save else None)
        return game.run()
    finally:
        keeper.close()


def _kept_session(
    keeper: Keeper, ref: GameRef | None, deal: str, *, fresh: bool, resume: bool
) -> Session:
    """The session to play where nobody can be asked: nothing kept is given up without ``fresh``."""
    seated = sit_down(keeper, ref, deal, fresh=fresh)
    if isinstance(seated, InTheWay):
        raise click.UsageError(
            f"a game of another deal ({seated.saved.deal}) is kept; --new gives it up"
        )
    if keeper.elsewhere:
        raise SaveError("a game that is open in another window can be neither kept nor taken up")
    if seated.resumed and not resume:
        raise click.UsageError(
            f"a game (deal {seated.session.deal}) is kept; --resume goes on with it, "
            "--new gives it up"
        )
    for note in seated.notes:
        tell(note)
    return seated.session
