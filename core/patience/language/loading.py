"""Loads a rule file: from its text, or from a path, to `Rules`, or to all its faults at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from patience.errors import Fault, RuleError, UnknownGame
from patience.language.merge import (
    apply_options,
    apply_settings,
    check_options,
    find_option,
    option_slug,
    resolve_extends,
)
from patience.language.reader import normal_key, read, read_path
from patience.language.rules import Rules
from patience.language.tree import Node, fault, spot_at

Find = Callable[[str, str], tuple[str | bytes, str]]
"""``find(name, from_file)`` gives the text and the name of the file that ``extends`` names."""

SUFFIXES = (".yaml", ".yml")


def find(name: str, from_file: str) -> tuple[str | bytes, str]:
    """Look for a parent file next to the file that names it.

    :raises UnknownGame: if there is none.
    """
    from patience.language.files import read_bytes
    from patience.language.reader import MAX_BYTES

    folder = Path(from_file).parent
    names = [name] if name.endswith(SUFFIXES) else [name + suffix for suffix in SUFFIXES]
    for path in (folder / file for file in names):
        if path.is_file():
            content = read_bytes(str(path), MAX_BYTES)
            if isinstance(content, str):
                raise UnknownGame(f"{path}: {content}")
            return content, str(path)
    raise UnknownGame(f"there is no file {names[0]} in {folder}")


def load_rules(
    source: str | Path | tuple[str | bytes, str],
    *,
    find: Find = find,
    options: Iterable[str] = (),
    settings: Iterable[str] = (),
    id: str | None = None,
) -> Rules:
    """The rules of a game.

    ``source``: a path, or a text and its name. ``options``: names of the file's own overlays.
    ``settings``: ``KEY=VALUE`` as on the command line. ``id``: the game's name without options;
    by default the file's name without its suffix.

    :raises RuleError: with every fault of the file and its parents, in file order.
    :raises UnknownGame: for an option that the file has not.
    :raises PatienceError: for a setting that cannot be read.
    """
    node, faults = read_tree(source, find)
    file = node.spot.file
    if node.value is None:
        raise RuleError(in_order(faults))
    try:
        names = tuple(dict.fromkeys(find_option(node, name) for name in options))
    except UnknownGame:
        found = _judge(node, node, file, ())[1]  # the option may be missing for a fault
        if faults or found:
            raise RuleError(in_order(faults + found)) from None
        raise
    original, keys = node, tuple(settings)
    base, found = apply_options(node, names)
    faults += found
    node, found = apply_settings(base, keys)
    faults += found
    name = id if id is not None else Path(file).name.removesuffix(".yaml").removesuffix(".yml")
    printable = "+".join((name, *map(option_slug, names)))
    rules, found = _judge(node, original, printable, names, is_set=bool(keys))
    if faults or found:
        listed = in_order(faults + found)
        if keys and not faults:
            listed[-1] = _with_remedy(listed[-1], rules, base, original, keys)
        raise RuleError(listed)
    from patience.language.rules_hash import rules_hash

    return replace(rules, hash=rules_hash(rules))


def _with_remedy(
    last: Fault, rules: Rules, base: Node, original: Node, settings: tuple[str, ...]
) -> Fault:
    """The last fault, with what to set besides if that makes the settings fit the file."""
    from patience.language.remedies import remedy

    def is_sound(more: tuple[str, ...]) -> bool:
        node, faults = apply_settings(base, (*settings, *more))
        return not (faults or _judge(node, original, rules.id, rules.chosen)[1])

    if words := remedy(rules, is_sound):
        return replace(last, message=f"{last.message}; these settings want {words} besides")
    return last


def read_tree(
    source: str | Path | tuple[str | bytes, str], find: Find = find
) -> tuple[Node, list[Fault]]:
    """The file with its parents merged in. If it cannot be read at all the node's value is None."""
    if isinstance(source, tuple):
        node, faults = read(*source)
    else:
        node, faults = read_path(str(source))
    if node.value is None:
        return node, faults
    node, found = resolve_extends(node, find)
    return node, faults + found


def option_names(
    source: str | Path | tuple[str | bytes, str], *, find: Find = find
) -> tuple[str, ...]:
    """The names of a file's options, as it writes them.

    :raises RuleError: if it cannot be read.
    """
    node, faults = read_tree(source, find)
    if node.value is None:
        raise RuleError(in_order(faults))
    options = node.mapping.get("options")
    return tuple(map(normal_key, options.mapping)) if options else ()


def in_order(faults: Iterable[Fault]) -> list[Fault]:
    """Faults by file, line and column, each once; files in the order of their first fault."""
    unique = list(dict.fromkeys(faults))
    files = {one.file: place for place, one in reversed(list(enumerate(unique)))}
    return sorted(unique, key=lambda one: (files[one.file], one.line, one.column))


def _judge(
    node: Node, original: Node, id: str, chosen: tuple[str, ...], *, is_set: bool = False
) -> tuple[Rules, list[Fault]]:
    """The rules of a merged file and every fault in it, unused options (`original`) included.

    Only rules without a fault are fit for use; they have no hash yet. ``is_set``: settings changed
    the file, so that no fault is healed by writing in it.
    """
    from patience.language.check import check
    from patience.language.resolve import resolve
    from patience.language.written import read_written

    written, faults = read_written(node, original)
    faults += check_options(original)
    rules, report = resolve(written, node, id, chosen)
    report += check(rules, written)
    for path, message in report:
        key = bool(path) and isinstance(path[-1], str) and len(path) == 1
        spot = spot_at(node, path, key=key)
        inherited = spot.line and spot.file != node.spot.file
        if path[:1] == ("deals",) and inherited and not is_set:
            message += f"; {node.spot.file} inherits it, and 'deals: ~' there takes it away"
        faults.append(fault(spot, message))
    return rules, faults
