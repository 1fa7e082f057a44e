"""The text of a game of one's own, begun from another: a copy that stays true when it is changed.

What a file says of its game alone is left out: other names, sources, and other programs' dealing
orders; so is a dealing order that is the default anyway. Options become comments. So the first
change meets no fault of something that the new game never wanted to say.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from patience.errors import PatienceError
from patience.game import Game
from patience.language.phrases.dealing import format_step
from patience.language.rules import Rules
from patience.play.gameref import GameRef

SCHEMA_FILE = "patience.schema.json"

LEFT_OUT = ("also", "notes", "sources", "deals", "options")
"""Keys that are not copied as they are."""

FOREIGN = ("pysol", "ms", "solvitaire")
"""Sources of deals that are other programs'."""

_KEY = re.compile(r"([A-Za-z][A-Za-z _-]*?)[ \t]*:(?=[ \t]|$)")
_UNFIT = re.compile(r"([ \t]+)(sources|deals)[ \t]*:")
_OWN = re.compile(r"\bown[ \t]*:|deals[ \t]*:[ \t]*\[")


@dataclass(frozen=True, slots=True)
class _Block:
    """A key of a file at its outermost level, with its lines; before the first one it is ""."""

    key: str
    lines: list[str]


def begun(parent: str, path: Path) -> str:
    """The rules of a game under a new name: its file, or the resolved rules if that will not do.

    It will not do if it extends a file beside the original, say.

    :raises PatienceError: if the game cannot be had.
    """
    from patience.language.resolved import resolved_yaml
    from patience.rulebook import rulebook

    ref = GameRef.of(parent)
    game = ref.load()
    title = " ".join(word.capitalize() for word in re.split(r"[\W_]+", path.stem) if word)
    named = f"game: {json.dumps(title, ensure_ascii=False)} # begun from {game.title}"
    resolved = f"# yaml-language-server: $schema={SCHEMA_FILE}\n{resolved_yaml(game.rules)}"
    texts = [resolved]
    if not ref.options:
        texts.insert(0, rulebook().read(ref.source)[0].decode("utf-8"))
    copy = resolved
    for copy in (copy for text in texts for copy in _copies(text, named, game)):
        if _is_good(copy, path, game):
            break
    return copy


def _is_good(text: str, path: Path, game: Game) -> bool:
    """Whether a file of that text in that place has the game's rules, and claims nothing else."""
    from patience.language.loading import load_rules
    from patience.rulebook import rulebook

    try:
        rules = load_rules((text, str(path)), find=rulebook().parent)
    except PatienceError:
        return False
    foreign = [source for source, _ in rules.scripts if source != "own"]
    claims = (rules.also, rules.notes, rules.sources, rules.options, foreign)
    return rules.hash == game.rules_hash and not any(claims)


def _copies(text: str, named: str, game: Game) -> Iterator[str]:
    """The file without what is left out, with as little of the dealing order as may do first.

    ``named``: its new ``game:`` line.
    """
    blocks = _blocks(text)
    kept: list[str] = []
    for block in blocks:
        if block.key == "game":
            kept += [named if _KEY.match(line) else line for line in block.lines]
        elif block.key not in LEFT_OUT:
            kept += block.lines
        elif block.lines[-1] == "" and kept[-1:] != [""]:
            kept.append("")
    order = _order(game.rules)
    if not any(block.key == "extends" for block in blocks):
        orders = [[], order]
        options = [line for block in blocks for line in _as_comment(block, game.title)]
    else:
        orders = [[], ["deals: ~ # none of the parent's orders: the groups in turn"]]
        for many in range(len(FOREIGN) + 1):
            for parents in combinations(FOREIGN, many):
                orders.append([*order, *(f"  {source}: ~" for source in parents)])
        options = ["options: ~ # none of the parent's"]
    for order in orders:
        parts = ["\n".join(lines).strip("\n") for lines in (kept, order, options)]
        yield "\n\n".join(part for part in parts if part) + "\n"


def _blocks(text: str) -> list[_Block]:
    """A file in pieces; a comment right above a key goes with it, the file's first one stays."""
    blocks = [_Block("", [])]
    for line in text.splitlines():
        if match := _KEY.match(line):
            above: list[str] = []
            last = blocks[-1].lines
            while len(blocks) > 1 and last and last[-1].startswith("#"):
                above.insert(0, last.pop())
            blocks.append(_Block(match[1].lower(), above))
        blocks[-1].lines.append(line)
    return blocks


def _order(rules: Rules) -> list[str]:
    """The order of the deal, for a game that the default does not suit."""
    steps = [f"    - {format_step(step)}" for step in rules.script("own")]
    return ["deals: # goes with the groups' numbers of cards: change both", "  own:", *steps]


def _as_comment(block: _Block, title: str) -> list[str]:
    """The options as comments; nothing of any other block."""
    if block.key != "options":
        return []
    lead = f"# Options of {title}. To offer some, take the '#' off and say what they change here."
    return [lead, *(f"# {line}".rstrip() for line in _fit(block.lines))]


def _fit(lines: list[str]) -> Iterator[str]:
    """The lines of options without blank ones, their sources and other programs' orders."""
    waiting = [line for line in lines if line.strip()]
    while waiting:
        line = waiting.pop(0)
        if (match := _UNFIT.match(line)) is None:
            yield line
            continue
        part = [line]
        while waiting and re.match(rf"{match[1]}[ \t]", waiting[0]):
            part.append(waiting.pop(0))
        if match[2] == "deals" and _OWN.search("\n".join(part)):
            yield from part
