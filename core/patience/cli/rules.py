"""``patience rules`` and ``patience diff``."""

from __future__ import annotations

import sys

import click

from patience.cli.options import GameName, emit, game_argument, json_option, rule_options, show
from patience.game import Game
from patience.play.gameref import GameRef
from patience.play.sharecode import split_game


@click.command(short_help="the rules of a game")
@game_argument()
@rule_options
@click.option("--yaml", "as_yaml", is_flag=True, help="The rule file as it is shipped.")
@click.option("--resolved", is_flag=True, help="Every key with its value, nothing inherited.")
@json_option
def rules(
    game: str,
    options: tuple[str, ...],
    settings: tuple[str, ...],
    as_yaml: bool,
    resolved: bool,
    as_json: bool,
) -> int:
    """Tell the rules of GAME in plain English, made from its rule file."""
    if as_yaml and (resolved or as_json or options or settings):
        raise click.UsageError("--yaml prints the file as it is; no other option goes with it")
    ref = GameRef.of(split_game(game).game, options, settings)
    if as_yaml:
        from patience.rulebook import rulebook

        content, _ = rulebook().read(ref.source)
        show(content.decode("utf-8", "replace").rstrip("\n"))
        return 0
    loaded = ref.load()
    if as_json:
        emit("rules", _facts(loaded))
    elif resolved:
        from patience.language.resolved import resolved_yaml

        show(resolved_yaml(loaded.rules).rstrip("\n"))
    else:
        _print_long(loaded.rules_text())
    return 0


def _facts(game: Game) -> dict[str, object]:
    from patience.language.resolved import resolved_mapping

    return {
        "id": game.id,
        "title": game.title,
        "hash": game.rules_hash,
        "options": [option.name for option in game.rules.options],
        "rules": resolved_mapping(game.rules),
        "text": game.rules_text(),
    }


def _print_long(text: str) -> None:
    """A text of many lines: through the pager on a terminal."""
    if sys.stdout.isatty():
        click.echo_via_pager(text)
    else:
        show(text.rstrip("\n"))


@click.command(short_help="compare two games")
@click.argument("one", type=GameName())
@click.argument("two", type=GameName())
@json_option
def diff(one: str, two: str, as_json: bool) -> int:
    """Say in what the rules of two games differ, topic by topic, not line by line."""
    from patience.language.words import differences

    a, b = (GameRef.of(split_game(name).game).load() for name in (one, two))
    rows = differences(a.rules, b.rules)
    if as_json:
        topics = [{"topic": topic, "one": ours, "two": theirs} for topic, ours, theirs in rows]
        same = a.rules_hash == b.rules_hash
        games = {"one": a.id, "two": b.id, "same_rules": same}
        emit("diff", games | {"differences": topics})
        return 0
    for topic, ours, theirs in rows:
        show(f"{topic}\n  {a.id}: {ours}\n  {b.id}: {theirs}\n")
    if not rows:
        same = a.rules_hash == b.rules_hash
        tail = "" if same else " in words, but not the same hash: see 'patience rules --resolved'"
        show(f"{a.id} and {b.id} have the same rules{tail}.")
    return 0
