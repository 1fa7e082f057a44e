"""The command ``patience``: its subcommands are imported only when they are used."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module

import click


@dataclass(frozen=True, slots=True)
class Entry:
    """Where a command is (``module:name`` in this package) and what it does in few words."""

    place: str
    short: str
    chapter: str


COMMANDS = {
    "play": Entry("play:play", "play a game", "Play"),
    "list": Entry("listing:list_games", "the games there are", "Play"),
    "rules": Entry("rules:rules", "the rules of a game", "Play"),
    "stats": Entry("listing:stats", "games won and lost", "Play"),
    "deal": Entry("dealing:deal", "print a layout", "Check"),
    "solve": Entry("solve:solve", "can this deal be won?", "Check"),
    "replay": Entry("replay:replay", "check a played game", "Check"),
    "perft": Entry("dealing:perft", "count lines of play", "Check"),
    "new": Entry("design:new", "begin a game of your own", "Design"),
    "check": Entry("design:check", "find faults in rule files", "Design"),
    "diff": Entry("rules:diff", "compare two games", "Design"),
    "schema": Entry("design:schema", "the rule files' JSON Schema", "Design"),
    "compare": Entry("compare:compare", "games side by side", "Study"),
    "study": Entry("study:study", "decide or play many deals", "Study"),
    "vary": Entry("vary:vary", "what each rule is worth", "Study"),
    "paths": Entry("listing:paths", "where things are kept", "Check"),
}

_EXAMPLES = (
    ("patience play duchess", "play; type ? for the keys"),
    ("patience check mygame.yaml", "every fault of a rule file"),
    ("patience deal duchess --deal pysol:24 --json", "facts for programs"),
)

_STATUSES = (
    "Exit status: 0 done, 1 the answer is no, 2 usage, 3 rule file invalid,",
    "4 undecided at a limit, 5 saved file unreadable, 130 interrupted.",
)


class Commands(click.Group):
    """Finds a command by the table above, and prints a help page that fits the screen."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name == "help":
            return help_command
        entry = COMMANDS.get(cmd_name)
        if entry is None:
            return None
        module, name = entry.place.split(":")
        command = getattr(import_module(f"patience.cli.{module}"), name)
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in (*COMMANDS, "help") and not args[0].startswith("-"):
            raise click.UsageError(_unknown(args[0]), ctx)
        return super().resolve_command(ctx, args)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write("\n".join(help_page()) + "\n")


def _unknown(name: str) -> str:
    from difflib import get_close_matches

    said = f"there is no command '{name}'"
    if name == "version":
        return f"{said}; 'patience --version' prints it"
    if _is_game(name):
        return f"{said}; a game is played by 'patience play {name}'"
    near = get_close_matches(name, COMMANDS, n=1)
    if near:
        return f"{said}; did you mean '{near[0]}'?"
    return f"{said}; 'patience help' lists them"


def _is_game(name: str) -> bool:
    """Whether a game goes by what stands in the place of a command."""
    from patience.errors import PatienceError
    from patience.play.sharecode import split_game
    from patience.rulebook import rulebook, split

    try:
        rulebook().find(split(split_game(name).game)[0])
    except PatienceError:
        return False
    return True


@click.command("help", hidden=True)
@click.argument("command", required=False)
@click.pass_context
def help_command(ctx: click.Context, command: str | None) -> int:
    """Print what 'patience --help' or 'patience COMMAND --help' prints."""
    if command is None:
        click.echo("\n".join(help_page()))
        return 0
    assert ctx.parent is not None
    _, found, _ = cli.resolve_command(ctx.parent, [command])
    assert found is not None
    with click.Context(found, parent=ctx.parent, info_name=command) as inner:
        click.echo(found.get_help(inner))
    return 0


def help_page() -> list[str]:
    """The lines of ``patience --help``: commands in two columns, three examples, exit statuses."""
    lines = [
        "Usage: patience [--no-plugins] COMMAND ...    (patience help COMMAND says more)",
        "       patience --version | --help",
        "",
        "Patience games from rule files: play them, check them, design your own.",
        "",
    ]
    for chapter in dict.fromkeys(entry.chapter for entry in COMMANDS.values()):
        named = [(name, e.short) for name, e in COMMANDS.items() if e.chapter == chapter]
        for row in range(0, len(named), 2):
            lines.append(_row(chapter if not row else "", named[row : row + 2]))
    lines.append("")
    lines += [f"  {command:<46} {what}".rstrip() for command, what in _EXAMPLES]
    return [*lines, "", *_STATUSES]


def _row(chapter: str, pair: Sequence[tuple[str, str]]) -> str:
    columns = [f"{name:<7} {short:<26}" for name, short in pair]
    return f"  {chapter:<7} {' '.join(columns)}".rstrip()


def _print_version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if not value or ctx.resilient_parsing:
        return
    from patience import __version__
    from patience.cli.versions import kernel, rule_language

    python = ".".join(map(str, sys.version_info[:3]))
    about = f"rule language {rule_language()}, Python {python}, kernel: {kernel()}"
    click.echo(f"patience {__version__} ({about})")
    ctx.exit()


@click.group(cls=Commands, invoke_without_command=True)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_version,
    help="Print the versions of the program, the rule language and Python.",
)  # fmt: skip
@click.option("--no-plugins", is_flag=True, help="Load no plugin but the shipped ones.")
@click.pass_context
def cli(ctx: click.Context, no_plugins: bool) -> int:
    """Patience games from rule files."""
    if no_plugins:
        from patience.plugins import only_shipped

        only_shipped()
    if ctx.invoked_subcommand is not None:
        return 0
    if sys.stdin.isatty() and sys.stdout.isatty():
        from patience.cli.menu import menu

        return menu()
    click.echo("\n".join(help_page()))
    return 2
