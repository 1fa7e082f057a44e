"""Bare ``patience`` on a terminal: a short menu."""

from __future__ import annotations

from collections.abc import Callable

_ITEMS = (
    ("play on where you left, or play Duchess", lambda: ["play"]),
    ("play another game", lambda: ["play", _asked("Which game (Enter lists them)? ")]),
    ("read the rules of a game", lambda: ["rules", _asked("Which game? ")]),
    ("make a game of your own", lambda: ["new", _asked("Its name? "), "--from", _asked("From? ")]),
    ("compare two games", lambda: ["diff", _asked("One game? "), _asked("The other? ")]),
    ("games won and lost", lambda: ["stats"]),
)  # fmt: skip


def menu() -> int:
    """Ask what to do, do it, and end with its exit status."""
    print("Patience. What would you like to do?")
    for number, (text, _) in enumerate(_ITEMS, 1):
        print(f"  {number}  {text}")
    print("  q  leave; 'patience --help' lists all commands")
    try:
        choice = input("> ").strip().lower()
        if choice.isdigit() and 1 <= int(choice) <= len(_ITEMS):
            return _run(_ITEMS[int(choice) - 1][1])
    except EOFError:
        print()
    return 0


def _asked(question: str) -> str:
    return input(question).strip()


def _run(arguments: Callable[[], list[str]]) -> int:
    from patience.cli.app import cli

    words = arguments()
    if "" in words:
        words = ["list"]
    result = cli.main(args=words, prog_name="patience", standalone_mode=False)
    return result if isinstance(result, int) else 0
