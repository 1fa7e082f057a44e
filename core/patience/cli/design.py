"""``patience new``, ``patience check`` and ``patience schema``: for those who write rule files."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from patience.cli.begin import SCHEMA_FILE, begun
from patience.cli.options import GameName, emit, json_option, show, tell
from patience.cli.output import write_new
from patience.errors import Fault, NotationError, PatienceError, RuleError
from patience.game import Game
from patience.language.tree import quote
from patience.play.gameref import GameRef
from patience.play.wording import counted

if TYPE_CHECKING:
    from patience.language.linter import Remark
    from patience.language.rules import Rules

FAULTY, NOT_CLEAN = 3, 1


@click.command(short_help="find faults in rule files")
@click.argument("files", nargs=-1, required=True, type=GameName())
@click.option("--strict", is_flag=True, help="Warnings count: exit status 1 if there is one.")
@click.option("--notes", is_flag=True, help="Say, too, what kind of game each file makes.")
@json_option
def check(files: tuple[str, ...], strict: bool, notes: bool, as_json: bool) -> int:
    """Find every fault of rule FILES at once, and warn of what may not be meant.

    FILE may be a game's name, too, or '-' for standard input. The exit status is 3 if a file has
    faults, 2 if one cannot be read; of several files the worst.
    """
    status = 0
    for file in files:
        try:
            faults, remarks, game = _examine(file)
        except PatienceError as error:  # no such file, say; the others are checked all the same
            tell(str(error))
            if as_json:
                emit("check", _report(file, (Fault(file, 0, 0, str(error)),), [], None))
            status = max(status, error.exit_status)
            continue
        if as_json:
            emit("check", _report(file, faults, remarks, game))
        else:
            _print_report(file, faults, remarks, game, notes)
        if faults:
            status = max(status, FAULTY)
        elif strict and any(remark.level == "warning" for remark in remarks):
            status = max(status, NOT_CLEAN)
    return status


def _examine(file: str) -> tuple[tuple[Fault, ...], list[Remark], Game | None]:
    """A file's faults, or else its remarks, the warnings first, and its game.

    :raises PatienceError: if there is no such file or game.
    """
    ref = GameRef.of(file)
    try:
        game = ref.load()
    except RuleError as error:
        return error.faults, [], None
    if faults := game.option_faults():
        return faults, [], None
    remarks = game.remarks()
    order = {"warning": 0, "note": 1}
    return (), sorted(remarks, key=lambda remark: order[remark.level]), game


def _report(
    file: str, faults: tuple[Fault, ...], remarks: list[Remark], game: Game | None
) -> dict[str, Any]:
    return {
        "file": file,
        "ok": not faults,
        "hash": game.rules_hash if game else None,
        "faults": [
            {name: getattr(fault, name) for name in ("file", "line", "column", "message")}
            for fault in faults
        ],
        "remarks": [
            {name: getattr(remark, name) for name in ("level", "key", "message")}
            for remark in remarks
        ],
    }


def _print_report(
    file: str, faults: tuple[Fault, ...], remarks: list[Remark], game: Game | None, notes: bool
) -> None:
    for fault in faults:
        show(str(fault))
    shown = [remark for remark in remarks if notes or remark.level == "warning"]
    for remark in shown:
        show(f"{file}: {remark}")
    if game is not None:
        hidden = len(remarks) - len(shown)
        more = f" ({counted(hidden, 'note')}: --notes)" if hidden else ""
        show(f"{file}: {cards_words(game.rules)}. OK{more}")
    else:
        show(f"{file}: {counted(len(faults), 'fault')}")


def cards_words(rules: Rules) -> str:
    """Where the cards are when the deal is done: "52 cards dealt: reserve 4×3 + stock 36"."""
    parts = []
    for group in rules.groups:
        if group.kind == "stock" or not any(group.deal):
            continue
        same = len(set(group.deal)) == 1
        each = group.deal[0] if same else "+".join(str(count) for count in group.deal if count)
        many = f"{group.piles}×{each}" if same and group.piles > 1 else str(each)
        parts.append(f"{group.name} {many}")
    if rules.stock is not None:
        parts.append(f"stock {rules.stock.cards}")
    return f"{rules.deck.size} cards dealt: {', '.join(parts)}"


@click.command(short_help="begin a game of your own")
@click.argument("name")
@click.option("--from", "parent", type=GameName(), required=True, metavar="GAME",
              help="The game to begin with.")  # fmt: skip
def new(name: str, parent: str) -> int:
    """Write NAME.yaml, a copy of GAME's rules to change, and the schema for editors beside it.

    GAME's sources, options and other programs' dealing orders are true of GAME alone and left out.
    Nothing that is there is written over.
    """
    path = Path(name if name.lower().endswith((".yaml", ".yml")) else f"{name}.yaml")
    if not _is_good(path.name[: -len(path.suffix)]):
        raise NotationError(
            f"{quote(name)} gives no name for a game: a good one is of letters, digits, spaces, '-'"
            " and '_' and begins with a letter or digit; '+', ':', '#' mean options, deals, rules"
        )
    write_new(str(path), begun(parent, path))
    show(f"wrote {path}; 'patience play {_shown(path)}' plays it, 'patience check' checks it")
    beside = path.parent / SCHEMA_FILE
    if not beside.exists():
        write_new(str(beside), _schema_text())
        show(f"wrote {beside}, by which editors complete and check")
    return 0


def _is_good(name: str) -> bool:
    """Whether a file of that name can be asked for as any game can."""
    wrong = re.search(r"[+:#\\]|\s$", name) or not name.isprintable()
    return not wrong and re.match(r"[^\W_]", name) is not None


def _shown(path: Path) -> str:
    return f"'{path}'" if re.search(r"[^\w./+-]", str(path)) else str(path)


def _schema_text() -> str:
    from patience.language.schema import schema

    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


@click.command(short_help="the rule files' JSON Schema")
def schema() -> int:
    """Print the JSON Schema of rule files, for editors."""
    show(_schema_text().rstrip("\n"))
    return 0
