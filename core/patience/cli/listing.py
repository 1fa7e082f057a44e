"""``patience list``, ``patience stats`` and ``patience paths``."""

from __future__ import annotations

import click

from patience.cli.options import GameName, emit, json_option, show, tell
from patience.play.wording import clock_words
from patience.rulebook import Entry, rulebook


@click.command("list", short_help="the games there are")
@click.option("--like", "like", type=GameName(), metavar="GAME",
              help="The games most like this one first, with what differs.")  # fmt: skip
@json_option
def list_games(like: str | None, as_json: bool) -> int:
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
    for entry in entries:
        if as_json:
            row = {"id": entry.id, "title": entry.title, "also": list(entry.also)}
            row |= {"origin": entry.origin, "file": entry.file}
            emit("game", row | ({"differs": distances[entry.id]} if like else {}))
        else:
            show(_line(entry, distances.get(entry.id)))
    for problem in rulebook().problems:
        tell(problem)
    return 0


def _line(entry: Entry, distance: int | None) -> str:
    also = f" (also {', '.join(entry.also)})" if entry.also else ""
    origin = "" if entry.origin == "shipped" else f" [{entry.origin}]"
    differs = "" if distance is None else f"{distance:>3} "
    return f"{differs}{entry.id:<22} {entry.title}{also}{origin}"


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
    are the best ones of games won; time runs from the first action, while the game is open.
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
    show(f"{'game':<28} {'ended':>6} {'won':>6} {'':>5} {'streak':>7} {'time':>8} {'moves':>6}")
    for row in rows:
        share = f"{100 * row.won / row.played:.0f} %"
        time = "-" if row.fastest is None else clock_words(row.fastest)
        moves = "-" if row.fewest is None else str(row.fewest)
        show(
            f"{row.game:<28} {row.played:>6} {row.won:>6} {share:>5} "
            f"{f'{row.streak}/{row.best_streak}':>7} {time:>8} {moves:>6}"
        )
    show("streak: games won in a row now / at best; time and moves: the best of games won")
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
