"""``patience list``, ``patience stats`` and ``patience paths``."""

from __future__ import annotations

from typing import Any

import click

from patience.cli.options import GameName, emit, json_option, show, tell
from patience.play.wording import clock_words
from patience.rulebook import Entry, rulebook

_STATS = "{:<20} {:>5} {:>4} {:>5} {:>7} {:>8} {:>5} {:>5} {:>5} {:>6}"


@click.command("list", short_help="the games there are")
@click.option("--like", "like", type=GameName(), metavar="GAME",
              help="The games most like this one first; by how many points.")  # fmt: skip
@click.option("--long", "long", is_flag=True, help="Also the family, and how many packs.")
@json_option
def list_games(like: str | None, long: bool, as_json: bool) -> int:
    """List the games: the shipped ones, your own and those of plugins."""
    entries = rulebook().entries()
    distances = _distances(like, entries) if like else {}
    if like:
        entries = tuple(
            sorted(
                (entry for entry in entries if entry.id in distances),
                key=lambda entry: (distances[entry.id], entry.id),
            )
        )
    if (like or long) and not as_json:
        show(_heading(like, long=long))
    for entry in entries:
        about = _about(entry) if long else None
        if as_json:
            row: dict[str, Any] = {"id": entry.id, "title": entry.title, "also": list(entry.also)}
            row |= {"origin": entry.origin, "file": entry.file}
            row |= {"differs": distances[entry.id]} if like else {}
            row |= {"family": about[0] or None, "packs": about[1]} if about else {}
            emit("game", row)
        else:
            show(_line(entry, distances.get(entry.id), about))
    if like and not as_json:
        show(f"differs: in so many points of the rules; 'patience diff {like} GAME' names them")
    for problem in rulebook().problems:
        tell(problem)
    return 0


def _heading(like: str | None, *, long: bool) -> str:
    differs = "differs " if like else ""
    family = f"{'packs':<6}{'family':<18}" if long else ""
    return f"{differs}{'game':<22} {family}title"


def _about(entry: Entry) -> tuple[str, int | None]:
    """The family that the game's file names, and how many packs it takes (None: not to be had)."""
    from patience.errors import PatienceError
    from patience.game import load

    try:
        rules = load(entry.id).rules
    except PatienceError as error:
        tell(str(error).splitlines()[0])
        return "", None
    return rules.family, rules.deck.packs


def _line(entry: Entry, distance: int | None, about: tuple[str, int | None] | None) -> str:
    also = f" (also {', '.join(entry.also)})" if entry.also else ""
    origin = "" if entry.origin == "shipped" else f" [{entry.origin}]"
    differs = "" if distance is None else f"{distance:>7} "
    family = ""
    if about is not None:
        family = f"{about[1] or '-':<6}{about[0] or '-':<18}"
    return f"{differs}{entry.id:<22} {family}{entry.title}{also}{origin}"


def _distances(like: str, entries: tuple[Entry, ...]) -> dict[str, int]:
    """In how many points of the rules each game differs from one of them.

    :raises PatienceError: if there is no such game. Games that cannot be read are left out.
    """
    from patience.errors import PatienceError
    from patience.game import load
    from patience.language.words import differences

    wanted = load(like)
    found = {}
    for entry in entries:
        if entry.id == wanted.id:
            continue
        try:
            found[entry.id] = len(differences(wanted.rules, load(entry.id).rules))
        except PatienceError as error:
            tell(str(error).splitlines()[0])
    return found


@click.command(short_help="games won and lost")
@json_option
def stats(as_json: bool) -> int:
    """Your games that were ended: won, or given up for another deal after at least one action.

    Games that are still kept, and deals that were only looked at, are not counted. Times and moves
    are the best ones of games won; time runs from the first action, while the game is open. Games
    won without a hint are counted by themselves.
    """
    from patience.play.folders import records_file
    from patience.play.records import figures, read_records

    rows = figures(read_records(records_file()))
    if as_json:
        for row in rows:
            emit("stats", {name: getattr(row, name) for name in type(row).__slots__})
        return 0
    if not rows:
        show("No game has been ended yet.")
        return 0
    show(
        _STATS.format(
            "game", "ended", "won", "", "streak", "time", "moves", "alone", "hints", "undone"
        )
    )
    for row in rows:
        share = f"{100 * row.won / row.played:.0f} %"
        streak = f"{row.streak}/{row.best_streak}"
        time = "-" if row.fastest is None else clock_words(row.fastest)
        moves = "-" if row.fewest is None else str(row.fewest)
        show(
            _STATS.format(
                row.game, row.played, row.won, share, streak, time, moves,
                row.alone, row.hints, row.undone,
            )
        )  # fmt: skip
    show("streak: games won in a row now / at best; time, moves: the best of games won;")
    show("alone: won without a hint; hints, undone (actions taken back): of all games")
    return 0


@click.command(short_help="where things are kept")
@json_option
def paths(as_json: bool) -> int:
    """Print where your rule files, kept games, records and crash reports are.

    PATIENCE_HOME=FOLDER puts all of them into one folder.
    """
    from patience.play.folders import crash_file, records_file, saves_folder
    from patience.rulebook import own_folder

    places = {
        "rules": str(own_folder()),
        "games": str(saves_folder()),
        "records": str(records_file()),
        "crash": str(crash_file()),
    }
    if as_json:
        emit("paths", dict(places))
        return 0
    about = {
        "rules": "your own rule files",
        "games": "kept games",
        "records": "games ended",
        "crash": "the last crash report",
    }
    for name, place in places.items():
        show(f"{about[name] + ':':<24}{place}")
    return 0
