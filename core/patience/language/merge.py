"""Inheritance, options and settings: several partial files made into one.

All three are the same deep merge by key: mappings merge, scalars and lists replace, ``~`` takes a
key away. Every value keeps the place it was written at, so a fault in the merged file names the
file that caused it.

Three keys are special when a child extends its parent:

* ``game``, ``also``, ``notes`` and ``sources`` speak of one game and do not inherit.
* An option of the same name (`option_slug`) replaces the parent's: it is one reading of a game, and
  half of the parent's reading mixed in would be a third that nobody asked for.
* ``deals`` written as a bare list is ``{own: [...]}``, here too.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator

from patience.errors import Fault, PatienceError, UnknownGame
from patience.language.reader import UNREAD, normal_key, read, read_value
from patience.language.remedies import AWAY
from patience.language.tree import Node, Spot, Value, fault, quote, suggest

MAX_CHAIN = 16
"""Files in a chain of ``extends``."""

NOT_INHERITED = ("game", "also", "notes", "sources", "extends")
NOT_IN_OPTIONS = ("game", "also", "family", "extends", "options")
NOT_MERGED_FROM_OPTIONS = ("notes", "sources")
NOT_SETTABLE = (*NOT_INHERITED, "family", "options")
TOP_WORDS = (
    "deck", "stock", "waste", "foundations", "tableau", "reserve", "cells", "hole", "discard",
    "redeal", "merci", "deals", "win", "uses", "layout",
)  # fmt: skip

Find = Callable[[str, str], tuple[str | bytes, str]]
"""``find(name, from_file)`` gives the text and the name of a parent file, or raises PatienceError.

Cycles are told by these names: one file must always get the same one.
"""

_GAPS = re.compile(r"[\s_-]+")


def option_slug(name: str) -> str:
    """The name of an option as command lines and game names write it.

    >>> option_slug("as Solvitaire"), option_slug("no_redeal")
    ('as-solvitaire', 'no-redeal')
    """
    return _GAPS.sub("-", name.strip()).strip("-").lower()


def deep_merge(parent: Node, child: Node) -> Node:
    """The child laid over the parent. The parent's keys keep their order, new ones follow."""
    return _merge(parent, child, [], ())


def _merge(parent: Node, child: Node, faults: list[Fault], path: tuple[str, ...]) -> Node:
    """`deep_merge`, noting deletions of what is not there."""
    if not isinstance(parent.value, dict) or not isinstance(child.value, dict):
        return child
    merged = dict(parent.value)
    for key, over in child.value.items():
        under = merged.get(key)
        if over.broken and over.value is None:
            merged[key] = over
        elif over.value is None:
            if key not in merged:
                where = f" in {quote(' '.join(path))}" if path else ""
                message = f"{quote(key)}: ~ takes away what is not there{where}"
                faults.append(fault(over.label_spot, message + suggest(key, parent.value)))
            merged.pop(key, None)
        elif under is None:
            merged[key] = _without_deletions(over, faults, (*path, key))
        else:
            merged[key] = _merge(under, over, faults, (*path, key))
    return Node(merged, child.spot, child.key_spot, parent.broken or child.broken)


def _without_deletions(node: Node, faults: list[Fault], path: tuple[str, ...]) -> Node:
    """A new mapping, merged into nothing: a ``~`` in it has nothing to take away."""
    if not isinstance(node.value, dict):
        return node
    return _merge(Node({}, node.spot, node.key_spot), node, faults, path)


def resolve_extends(node: Node, find: Find) -> tuple[Node, list[Fault]]:
    """The file with its parent, its parent's parent and so on merged in; ``extends`` is gone.

    Faults of the parents are reported as well, at their own places. If a parent cannot be had the
    result's value is None: without it most of what the child says looks wrong.
    """
    faults: list[Fault] = []
    files = [node.spot.file]
    nodes = [node]
    while (link := nodes[-1].mapping.get("extends")) is not None:
        parent = _parent(link, files, find, faults)
        if parent is None or parent.value is None:
            return Node(None, node.spot), faults
        nodes.append(parent)
    merged = nodes.pop()
    for child in reversed(nodes):
        merged = _inherit(merged, child, faults)
    return merged, faults


def _parent(link: Node, files: list[str], find: Find, faults: list[Fault]) -> Node | None:
    """The file that ``extends`` names; its name is added to the chain."""

    if link.broken:
        return None
    if not isinstance(link.value, str) or not link.value.strip():
        message = "'extends' names one other game; expected its name, as 'extends: canfield'"
        faults.append(fault(link.spot, message))
        return None
    try:
        text, file = find(link.value.strip(), link.spot.file)
    except PatienceError as error:
        faults.append(fault(link.spot, f"cannot extend {quote(link.value)}: {error}"))
        return None
    chain = [*files, file]
    if file in files or len(chain) > MAX_CHAIN:
        message = f"a chain of 'extends' has at most {MAX_CHAIN} files; this one goes on"
        if file in files:
            message = f"'extends' goes round in a circle: {' -> '.join(chain)}"
        faults.append(fault(link.spot, message))
        return None
    files.append(file)
    parent, found = read(text, file)
    faults.extend(found)
    return parent


def _inherit(parent: Node, child: Node, faults: list[Fault]) -> Node:
    """The child's file laid over the parent's."""
    above = {key: value for key, value in parent.mapping.items() if key not in NOT_INHERITED}
    below = {
        key: value
        for key, value in child.mapping.items()
        if key != "extends" and not (value.value is None and key in NOT_INHERITED)
    }
    inherited, own = above.pop("options", None), below.pop("options", None)
    if "deals" in above and "deals" in below:
        above["deals"], below["deals"] = _by_source(above["deals"]), _by_source(below["deals"])
    merged = _merge(Node(above, parent.spot), Node(below, child.spot), faults, ())
    options = _merge_options(inherited, own, faults)
    if options is None:
        return merged
    return Node({**merged.mapping, "options": options}, merged.spot)


def _by_source(deals: Node) -> Node:
    """A bare list of steps as ``{own: [...]}``."""
    if not isinstance(deals.value, list):
        return deals
    return Node({"own": deals}, deals.spot, deals.key_spot)


def _merge_options(parent: Node | None, child: Node | None, faults: list[Fault]) -> Node | None:
    """The parent's options and the child's; the same name replaces, ``~`` takes away."""
    if child is None:
        return parent
    if parent is None:
        parent = Node({}, child.spot)
    if child.value is None:
        return None
    if not isinstance(parent.value, dict) or not isinstance(child.value, dict):
        return child
    merged = dict(parent.value)
    by_slug = {option_slug(name): name for name in merged}
    for name, overlay in child.value.items():
        old = by_slug.get(option_slug(name))
        if overlay.value is not None or overlay.broken:
            merged[name if old is None else old] = overlay
        elif old is not None:
            del merged[old]
        else:
            message = f"there is no option {quote(name)} to take away{suggest(name, merged)}"
            faults.append(fault(overlay.label_spot, message))
    return Node(merged, child.spot, child.key_spot)


def check_options(node: Node) -> list[Fault]:
    """What is wrong with the options of a file, a mapping, whichever is chosen.

    Overlays that are no mappings, keys that no option may carry, two names of one spelling, and
    deletions of what the file has not.
    """
    faults: list[Fault] = []
    options = node.mapping.get("options")
    if options is None or not isinstance(options.value, dict):
        return faults
    slugs: dict[str, str] = {}
    for name, overlay in options.value.items():
        if not option_slug(name).replace("-", "").isalnum():
            message = f"{quote(name)} cannot name an option; expected letters, digits and spaces"
            faults.append(fault(overlay.label_spot, message))
        first = slugs.setdefault(option_slug(name), name)
        if first != name:
            message = (
                f"the options {quote(first)} and {quote(name)} are both called {option_slug(name)}"
            )
            faults.append(fault(overlay.label_spot, message))
        _lay_over(node, name, overlay, faults)
    return faults


def find_option(node: Node, name: str) -> str:
    """The option's name as the file writes it; any spelling with the same `option_slug` finds it.

    :raises UnknownGame: if the file has no such option.
    """
    options = node.mapping.get("options")
    names = list(options.mapping) if options else []
    for written in names:
        if option_slug(written) == option_slug(name):
            return written
    title = node.mapping.get("game")
    game = title.value if title and isinstance(title.value, str) else node.spot.file
    if not names:
        raise UnknownGame(f"{game} has no option {quote(name)}; it has no options at all")
    listed = ", ".join(option_slug(written) for written in names)
    hint = suggest(option_slug(name), map(option_slug, names))
    its = f"{hint} Its" if hint else "; its"
    raise UnknownGame(f"{game} has no option {quote(name)}{its} options are: {listed}")


def apply_options(node: Node, names: Iterable[str]) -> tuple[Node, list[Fault]]:
    """The file with the named options laid over it, in the order named.

    A name given twice counts once. The options stay listed in the result, and their own
    ``sources`` and ``notes`` stay with them.

    :raises UnknownGame: if the file has no option of that name.
    :raises PatienceError: if two of them change the same key.
    """
    chosen = list(dict.fromkeys(find_option(node, name) for name in names))
    if not chosen:
        return node, []
    overlays = node.mapping["options"].mapping
    _refuse_clashes({name: overlays[name] for name in chosen})
    faults: list[Fault] = []
    merged = node
    for name in chosen:
        merged = _lay_over(merged, name, overlays[name], faults)
    return merged, faults


def _lay_over(node: Node, name: str, overlay: Node, faults: list[Fault]) -> Node:
    """One option laid over the file; what is wrong with it is noted."""
    if overlay.broken and overlay.value is None:
        return node
    if not isinstance(overlay.value, dict):
        message = f"the option {quote(name)} is no partial file; expected {{GROUP: {{KEY: VALUE}}}}"
        faults.append(fault(overlay.spot, message))
        return node
    changes: dict[str, Node] = {}
    for key, value in overlay.value.items():
        if key in NOT_IN_OPTIONS:
            message = f"an option cannot change {quote(key)}; expected rules of play"
            faults.append(fault(value.label_spot, message))
        elif key not in NOT_MERGED_FROM_OPTIONS:
            changes[key] = value
    if isinstance(changes.get("deals", node).value, list) and "deals" in node.mapping:
        changes["deals"] = _by_source(changes["deals"])
        deals = _by_source(node.mapping["deals"])
        node = Node({**node.mapping, "deals": deals}, node.spot, node.key_spot)
    merged = _merge(node, Node(changes, overlay.spot), faults, ())
    return Node(merged.value, node.spot, node.key_spot)


def _refuse_clashes(overlays: dict[str, Node]) -> None:
    """:raises PatienceError: if two overlays touch the same key, or one a part of the other's."""
    touched: list[tuple[str, tuple[str, ...]]] = []
    for name, overlay in overlays.items():
        paths = list(leaf_paths(overlay))
        for other, path in touched:
            for mine in paths:
                shared = min(len(path), len(mine))
                if path[:shared] == mine[:shared]:
                    key = ".".join(path if len(path) > len(mine) else mine)
                    raise PatienceError(
                        f"the options {quote(other)} and {quote(name)} both change {key};"
                        " choose one of them"
                    )
        touched.extend((name, path) for path in paths)


def leaf_paths(overlay: Node) -> Iterator[tuple[str, ...]]:
    """The keys that an option changes, as paths; its ``notes`` and ``sources`` apart."""
    for key, value in overlay.mapping.items():
        if key not in NOT_MERGED_FROM_OPTIONS:
            yield from _leaves(value, (key,))


def _leaves(node: Node, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    if not node.mapping:
        yield path
    for key, value in node.mapping.items():
        yield from _leaves(value, (*path, key))


def apply_settings(node: Node, settings: Iterable[str]) -> tuple[Node, list[Fault]]:
    """The file with ``KEY=VALUE`` settings laid over it, as ``tableau.move=whole pile``.

    The key is a path with dots, the value any YAML (``2``, ``[1, 2]``, ``{cards: King}``); later
    settings win. ``default`` (or ``~``) takes the key away, ``none`` a whole group or order.
    Faults that are found later name the setting as their place.

    :raises PatienceError: for a setting that cannot be read or is about no part of a game.
    """
    faults: list[Fault] = []
    for setting in settings:
        path, value = _read_setting(node, setting)
        overlay = value
        for key in reversed(path):
            overlay = Node({key: overlay}, value.spot, value.spot)
        merged = _merge(node, overlay, faults, ())
        node = Node(merged.value, node.spot, node.key_spot)
    return node, faults


def _read_setting(node: Node, setting: str) -> tuple[list[str], Node]:
    """The path and the value of one setting."""
    place = Spot(f"--set {quote(setting, 60)[1:-1]}")
    text, equals, value = setting.partition("=")
    path = [normal_key(part) for part in text.split(".")]
    if not equals or not all(path):
        raise PatienceError(f"{place}: expected KEY=VALUE, as tableau.move='whole pile'")
    if not value.strip():
        message = f"no value; expected one, or '{AWAY}' to take the key away"
        raise PatienceError(f"{place}: {message}")
    top = path[0]
    known = [key for key in dict.fromkeys((*node.mapping, *TOP_WORDS)) if key not in NOT_SETTABLE]
    if top in NOT_SETTABLE:
        raise PatienceError(f"{place}: {quote(top)} cannot be set; expected a rule of play")
    if top not in known:
        raise PatienceError(
            f"{place}: no part of a game is called {quote(top)}{suggest(top, known)}"
        )
    if value == os.path.expanduser("~") != "~":
        raise PatienceError(f"{place}: the shell read ~ as your home folder; write '{AWAY}'")
    read_node, found = read_value(_away(path, value.strip()), place.file)
    if found:
        raise PatienceError(f"{place}: {found[0].message.removesuffix(UNREAD)}")
    return path, _at(read_node, place)


def _away(path: list[str], value: str) -> str:
    """A word that takes the key away as ``~``; every other value as it is."""
    word = value.lower()
    whole = len(path) == 1 or path[0] == "deals"  # elsewhere `none` may be a rule
    return "~" if word == AWAY or (word == "none" and whole) else value


def _at(node: Node, spot: Spot) -> Node:
    """The same value with one place for all its parts."""
    value: Value = node.value
    if isinstance(value, dict):
        value = {key: _at(child, spot) for key, child in value.items()}
    elif isinstance(value, list):
        value = [_at(item, spot) for item in value]
    return Node(value, spot, spot)
