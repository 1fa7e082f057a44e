"""``patience deal`` and ``patience perft``."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

import click

from patience.cards import card_text
from patience.cli.options import (
    asked_game,
    deal_option,
    emit,
    game_argument,
    json_option,
    load_for,
    rule_options,
    show,
    tell,
    winnable_option,
)
from patience.cli.progress import seek_winnable
from patience.cli.terminal import make_display
from patience.deals import random_deal_number
from patience.engine.state import State
from patience.engine.textform import pile_text
from patience.game import Game
from patience.play.board import board_lines
from patience.play.sharecode import make_code

if TYPE_CHECKING:
    from patience.play.winning import WinnableDeal


def _dealt(
    game: str,
    deal: str | None,
    options: tuple[str, ...],
    settings: tuple[str, ...],
    winnable: bool = False,
) -> tuple[Game, str, State, str, WinnableDeal | None]:
    """The game, the deal's canonical text, its layout, the share code; if asked, how it was found.

    :param winnable: pass over the deals that are not found winnable.
    """
    ref, code = asked_game(game, deal, options, settings)
    assert ref is not None
    loaded = load_for(code, ref)
    text = loaded.pack(code.deal or str(random_deal_number())).text
    found: WinnableDeal | None = None
    if winnable:
        found = seek_winnable(loaded, text)
        text = found.deal
    share = make_code(loaded.id, text, ref.hash_for_codes(loaded))
    return loaded, text, loaded.deal(text), share, found


@click.command(short_help="print a layout")
@game_argument()
@deal_option
@rule_options
@winnable_option
@click.option("--board", is_flag=True, help="As a player sees it, face-down cards hidden.")
@click.option("--state", "as_state", is_flag=True,
              help="The text form that patience.parse reads back.")  # fmt: skip
@click.option("--ascii", "ascii_only", is_flag=True, help="With --board: suits as letters.")
@json_option
def deal(
    game: str,
    deal: str | None,
    options: tuple[str, ...],
    settings: tuple[str, ...],
    winnable: bool,
    board: bool,
    as_state: bool,
    ascii_only: bool,
    as_json: bool,
) -> int:
    """Print the layout of a deal of GAME; without --deal, of a random one.

    Every pile is listed from the bottom to the top, so the last card of the stock is the next one
    to be turned; cards in brackets lie face down. With --winnable standard error says how many
    deals were passed over.
    """
    loaded, text, state, code, found = _dealt(game, deal, options, settings, winnable)
    if found is not None:
        tell(found.words)
    if as_json:
        emit("deal", _layout(loaded, text, state, code) | _found_fields(found))
    elif as_state:
        show(str(state))
    elif board:
        display = make_display(sys.stdout, ascii_only=ascii_only, colour="auto", four_colours=False)
        width, _ = display.size()
        show(f"{loaded.title}, {code}")
        lines = board_lines(
            loaded.table, state.position, width=width, height=200, glyphs=display.glyphs
        )
        show(display.text(lines))
    else:
        show(f"{loaded.title}, {code}")
        for label, pile in zip(state.labels, state.piles, strict=True):
            show(f"{label + ':':<4} {pile_text(pile)}".rstrip())
    return 0


def _layout(game: Game, text: str, state: State, code: str) -> dict[str, object]:
    return {
        "game": game.id,
        "hash": game.rules_hash,
        "deal": text,
        "code": code,
        "pack": [card_text(card) for card in game.pack(text).cards],
        "piles": {
            label: [card_text(card) for card in pile]
            for label, pile in zip(state.labels, state.piles, strict=True)
        },
        "actions": [state.text(action) for action in state.actions()],
    }


def _found_fields(found: WinnableDeal | None) -> dict[str, object]:
    """What ``--winnable`` adds."""
    if found is None:
        return {}
    return {
        "wins_in": found.length,
        "unwinnable": found.unwinnable,
        "undecided": found.undecided,
    }


@click.command(short_help="count lines of play")
@game_argument()
@deal_option
@rule_options
@click.option("--depth", type=click.IntRange(1, 100), default=4, show_default=True,
              help="Actions in a line.")  # fmt: skip
@json_option
def perft(
    game: str,
    deal: str | None,
    options: tuple[str, ...],
    settings: tuple[str, ...],
    depth: int,
    as_json: bool,
) -> int:
    """Count the lines of play from a deal, for each number of actions up to --depth.

    Actions that lead to the same position count once. The numbers grow fast.
    """
    loaded, text, state, code, _ = _dealt(game, deal, options, settings)
    if not as_json:
        show(f"{loaded.title}, {code}")
    for length in range(1, depth + 1):
        began = time.perf_counter()
        count = state.perft(length)
        seconds = time.perf_counter() - began
        if as_json:
            fields = {"game": loaded.id, "hash": loaded.rules_hash, "deal": text}
            emit("perft", fields | {"depth": length, "lines": count, "seconds": round(seconds, 3)})
        else:
            show(f"{length:>3} {count:>15,}".replace(",", " "))
            sys.stdout.flush()
    return 0
