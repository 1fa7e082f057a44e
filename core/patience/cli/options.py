"""Arguments and options that several commands share, and how facts are printed."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.shell_completion import CompletionItem

from patience.cli.messages import harmless
from patience.deals.spec import FORMS
from patience.errors import DealError, UnknownGame
from patience.game import Game
from patience.play.gameref import GameRef
from patience.play.sharecode import Code, check_hash, split_deal, split_game

JSON_VERSION = 1
NO_KERNEL = "no native kernel here: searching in Python, which is much slower"
"""The version of everything that ``--json`` prints; docs/json.md describes it."""

F = TypeVar("F", bound=Callable[..., Any])


if TYPE_CHECKING:
    _Parameter = click.ParamType[str]
else:  # a generic type only for type checkers, and only in newer versions
    _Parameter = click.ParamType


class GameName(_Parameter):
    """A game's name, a rule file or a share code. Completion knows the names."""

    name = "game"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        from patience.rulebook import names

        found = [CompletionItem(name) for name in names() if name.startswith(incomplete)]
        return found or [CompletionItem(incomplete, type="file")]


class OptionName(_Parameter):
    """A named option of the game that stands before it on the line."""

    name = "option"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        from patience.errors import PatienceError

        game = ctx.params.get("game")
        if not game:
            return []
        try:
            options = GameRef.of(split_game(game).game).load().rules.options
        except PatienceError:
            return []
        return [CompletionItem(one.name) for one in options if one.name.startswith(incomplete)]


def game_argument(required: bool = True) -> Callable[[F], F]:
    """The argument GAME."""
    return click.argument("game", type=GameName(), required=required)


def rule_options(function: F) -> F:
    """``--option`` and ``--set``."""
    function = click.option(
        "--set", "settings", metavar="KEY=VALUE", multiple=True,
        help="Change one key of the rules, as --set 'tableau.move=whole pile' or KEY=default.",
    )(function)  # fmt: skip
    return click.option(
        "--option", "options", metavar="NAME", multiple=True, type=OptionName(),
        help="Play by a named option of the game, as --option 'whole columns'.",
    )(function)  # fmt: skip


def deal_option(function: F) -> F:
    """``--deal``."""
    return click.option(
        "--deal", metavar="DEAL",
        help="A number, pysol:24, ms:24, solvitaire:1, a share code, cards, or @FILE of cards.",
    )(function)  # fmt: skip


def winnable_option(function: F) -> F:
    """``--winnable``."""
    return click.option(
        "--winnable", is_flag=True,
        help="The first deal from --deal (or a random number) on that the solver finds winnable.",
    )(function)  # fmt: skip


def json_option(function: F) -> F:
    """``--json``."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(function)


def asked_game(
    game: str | None, deal: str | None, options: tuple[str, ...], settings: tuple[str, ...]
) -> tuple[GameRef | None, Code]:
    """What was asked for by GAME and ``--deal``, either of which may be a share code.

    :returns: the game, None if neither names one; and the code with the deal, if there is one.
    """
    named = split_game(game) if game else Code()
    dealt = split_deal(deal) if deal else Code()
    if named.deal and dealt.deal:
        raise click.UsageError(f"'{game}' names a deal already; --deal names another one")
    if named.game and dealt.game:
        _check_same(named.game, dealt, GameRef.of(named.game, options, settings))
    name = named.game or dealt.game
    code = Code(name, named.deal or dealt.deal, named.hash or dealt.hash)
    return (GameRef.of(name, options, settings) if name else None), code


def _check_same(game: str, dealt: Code, ref: GameRef) -> None:
    """Refuse a deal of another game; in a share code a game goes by its id, also a rule file's.

    :raises DealError: if what stands before the deal's number is neither a game nor a source.
    """
    if GameRef.of(game) == GameRef.of(dealt.game):
        return
    if _id(ref) == dealt.game:
        return
    if not dealt.hash and not _is_known(dealt.game):
        raise DealError(
            f"--deal: '{dealt.game}' is neither a game nor a source of deals; expected {FORMS}"
        )
    raise click.UsageError(
        f"--deal {dealt.game}:{dealt.deal} is a deal of {dealt.game}, not of {game}"
    )


def _id(ref: GameRef) -> str:
    """The game's id; standard input, which can be read only once, is left to be read."""
    from patience.rulebook import STDIN, rulebook

    return rulebook().find(STDIN).id if ref.source == STDIN else ref.load().id


def _is_known(game: str) -> bool:
    """Whether a game goes by this name; of a path only that it looks like one."""
    from patience.rulebook import rulebook, split

    try:
        rulebook().find(split(game)[0])
    except UnknownGame:
        return False
    return True


def load_for(code: Code, ref: GameRef) -> Game:
    """The game; a share code that was made with other rules is refused.

    :raises DealError: with both hashes.
    """
    game = ref.load()
    check_hash(code.hash, game.rules_hash, game.id)
    return game


def emit(kind: str, fields: dict[str, Any]) -> None:
    """One JSON object on a line of its own."""
    row = {"kind": kind, "version": JSON_VERSION} | fields
    print(json.dumps(row, ensure_ascii=False), flush=True)


def show(text: str) -> None:
    """Facts for people, on standard output."""
    print(text)


def tell(text: str) -> None:
    """A remark for people, on standard error."""
    print(harmless(f"patience: {text}"), file=sys.stderr, flush=True)
