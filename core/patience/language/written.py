"""From the tree of a rule file to its written form, with every fault in our own words.

The model checks the values; this module finds the groups that the file names itself, turns the
model's reports into sentences with places, and says what is wrong with a key that there is not.
A value with a fault is left out of the result and remembered as *broken*, so that later checks
neither stumble over it nor complain that it is missing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from pydantic import ValidationError

from patience.errors import Fault
from patience.language.fields import Form, Several, Spoken
from patience.language.merge import NOT_IN_OPTIONS
from patience.language.model import FORMS, GameFile, GroupForm, OverlayFile
from patience.language.phrases.words import RESERVED, not_yet, shown
from patience.language.tree import Node, broken_paths, fault, plain, quote, suggest
from patience.language.values import KINDS, LATER_KINDS

Path = tuple[object, ...]

LATER_TOP = ("discard", "hole", "redeal", "merci")
LATER_KEYS = (
    "shape", "leave", "blocked by", "gap after", "gap takes", "first gap takes", "onto", "match",
    "remove after dealing",
)  # fmt: skip
"""Keys of groups and packs that belong to a later version."""

TEXT_KEYS = ("game", "also", "family", "extends", "notes", "win", "uses")
"""Keys at the top whose values are no mappings."""

TALON = "'talon' is the stock to some and the waste to others: write 'stock' or 'waste'"
KEY_HINTS = {
    ("tableau", "build"): "'build' is for foundations; in a tableau it is 'pack'",
    ("reserve", "build"): "'build' is for foundations; in a reserve it is 'pack'",
    ("foundations", "pack"): "'pack' is for the tableau; foundations 'build'",
    ("tableau", "base"): "'base' belongs to the foundations",
    ("waste", "redeals"): "'redeals' belongs to the stock",
    ("waste", "turn"): "'turn' belongs to the stock",
    ("stock", "deal"): "the stock is what the deal leaves; its number is 'cards'",
    ("stock", "limit"): "'limit' belongs to the waste",
}
"""Keys that are right words in the wrong place, by kind of group."""

PHRASE_GOES_ON = ("in", "by", "regardless", "turning", "then", "or")
"""First words of the second half of a phrase that a comma has cut in two."""

MAX_NAME = 30
"""Letters in the name of a group."""

LOST = ""
"""Stands in paths for a key that could not be read."""

MANY = 100
"""Faults after which comforts that take time are left out."""

_ROUNDS = 4


@dataclass(slots=True)
class Written:
    """A rule file's written form. ``groups``: by name, in file order, those of `GameFile` too.

    ``kinds``: the kind of each. ``broken``: the paths of values that were left out for a fault.
    """

    file: GameFile
    groups: dict[str, GroupForm]
    kinds: dict[str, str]
    broken: set[Path] = field(default_factory=set)

    @property
    def whole(self) -> bool:
        """Whether no group can be missing for a fault (as one whose name is misspelt)."""
        return not self.lost

    @property
    def lost(self) -> list[str]:
        """Groups, or keys that may be meant for groups, that were left out for a fault."""
        if not self.broken:
            return []
        keys = [(str(path[0]), len(path)) for path in self.broken]
        others = _keys(GameFile).keys() - set(KINDS)
        return [
            key
            for key, depth in keys
            if key not in self.groups and (key in self.kinds or (depth == 1 and key not in others))
        ]

    def may_be_lost(self, name: str) -> bool:
        """Whether a group that is not there may be one whose name or content has a fault."""
        return LOST in self.lost or bool(suggest(name, self.lost))

    def sound(self, *path: object) -> bool:
        """Whether nothing at this path, above it or below it was left out for a fault."""
        return not any(one[: len(path)] == path or one == path[: len(one)] for one in self.broken)


def read_written(node: Node, original: Node | None = None) -> tuple[Written, list[Fault]]:
    """The written form of a whole file, parents, options and settings merged in.

    ``original``: the file before options and settings, whose options are checked as well; the same
    by default.
    """
    original = original or node
    faults: list[Fault] = []
    kinds = _kinds(node)
    reading = _Reading(node, kinds, faults, ())
    data = plain(node)
    reading.broken.update(broken_paths(node))
    file = reading.form(GameFile, data)
    groups = reading.groups(data, file)
    options = original.mapping.get("options")
    kinds = _kinds(original)
    for name, overlay in (options.mapping if options else {}).items():
        if isinstance(overlay.value, dict):
            part = _Reading(original, kinds | _kinds(overlay), faults, ("options", name))
            content = {k: v for k, v in plain(overlay).items() if k not in NOT_IN_OPTIONS}
            part.groups(content, part.form(OverlayFile, content))
    if node.broken:
        reading.broken.add((LOST,))
    return Written(file, groups, reading.kinds, reading.broken), faults


def _kinds(node: Node) -> dict[str, str]:
    """The kinds of the groups that a tree declares, by name."""
    kinds = {}
    for name, group in node.mapping.items():
        if name in KINDS:
            kinds[name] = name
        elif (kind := group.mapping.get("kind")) is not None and isinstance(kind.value, str):
            kinds[name] = kind.value
    return kinds


class _Reading:
    """One pass over a file or an option: ``prefix`` is where it lies in the tree."""

    def __init__(
        self, node: Node, kinds: dict[str, str], faults: list[Fault], prefix: Path
    ) -> None:
        self.node = node
        self.kinds = kinds
        self.faults = faults
        self.prefix = prefix
        self.broken: set[Path] = set()

    def form(self, form: type[Form], data: Any, *at: object) -> Any:
        """The form's reading of what is sound in the data; faults are noted."""
        own = {
            key: value
            for key, value in data.items()
            if at or key in _keys(form) or (key not in self.kinds and key not in LATER_TOP)
        }
        # An overlay's keys are all a file's: making one validator for both saves time.
        model = GameFile if form is OverlayFile else form
        for _ in range(_ROUNDS):
            try:
                return model.model_validate(own)
            except ValidationError as error:
                for item in error.errors(include_url=False, include_input=True):
                    self.note(form, at, item, own)
        return form.model_construct()

    def groups(self, data: dict[str, Any], file: OverlayFile) -> dict[str, GroupForm]:
        """All groups in file order; those with names of their own are read here."""
        found: dict[str, GroupForm] = {}
        for name, value in data.items():
            if name in KINDS:
                group = getattr(file, name)
                if group is not None:
                    found[name] = group
            elif name in LATER_TOP:
                self.say((name,), str(not_yet(name)), key=True)
            elif name in self.kinds and value is not None:
                group = self.named(name, value)
                if group is not None:
                    found[name] = group
        return found

    def named(self, name: str, value: Any) -> GroupForm | None:
        """A group that the file names itself."""
        kind = self.kinds[name]
        if kind in LATER_KINDS:
            self.say((name, "kind"), str(not_yet(f"kind: {kind}")))
            return None
        if kind not in FORMS:
            expected = ", ".join(KINDS)
            message = f"{shown(kind)} is not a kind of group: expected one of {expected}"
            self.say((name, "kind"), message + suggest(kind, KINDS))
            return None
        if len(name) > MAX_NAME or not name.replace(" ", "").isalnum():
            message = f"a group cannot be called {quote(name)}: expected a short name of letters"
            self.say((name,), message, key=True)
            return None
        if bad := [word for word in name.split() if word in RESERVED]:
            message = (
                f"a group cannot be called {quote(name)}: {quote(bad[0])} is a word of phrases"
            )
            self.say((name,), message, key=True)
            return None
        if not isinstance(value, dict):
            self.say((name,), f"{quote(name)} is a group: expected a mapping of its keys")
            return None
        group: GroupForm = self.form(FORMS[kind], dict(value), name)
        return group

    def note(self, form: type[Form], at: Path, item: Any, data: dict[str, Any]) -> None:
        """Turn one of the model's reports into a fault; take the value out of the data."""
        loc: Path = tuple(item["loc"])
        key = item["type"] == "extra_forbidden"
        message = (
            self.unknown_key(form, at, loc, item["input"]) if key else _sentence(item, loc, at)
        )
        if key or not self.lost((*at, *loc)):
            self.say((*at, *loc), message, key=key)
        _drop(data, loc)

    def lost(self, path: Path) -> bool:
        """Whether the value, or a part of it, was left out: what seems missing may be just that."""
        node, real = _walk(self.node, (*self.prefix, *path))
        real = real[len(self.prefix) :]
        below = len(self.faults) <= MANY and any(
            len(one) > len(real) and one[: len(real)] == real for one in self.broken
        )
        return below or (node.broken and node.value is None)

    def say(self, path: Path, message: str, key: bool = False) -> None:
        """Note a fault at a path of the file or option."""
        node, real = _walk(self.node, (*self.prefix, *path))
        self.broken.add(real[len(self.prefix) :])
        self.faults.append(fault(node.label_spot if key else node.spot, message))

    def unknown_key(self, form: type[Form], at: Path, loc: Path, value: object) -> str:
        """What is wrong with a key that there is not."""
        name = str(loc[-1])
        parent = form_at(form, loc[:-1])
        keys = list(_keys(parent))
        if name == "talon":
            return TALON
        if value is None and name.split()[0] in PHRASE_GOES_ON:
            return f"{quote(name)} is no key: in braces a comma ends the phrase; leave it out"
        if not at and len(loc) == 1:
            return self.unknown_top(name, value, keys)
        group = str((*at, *loc)[0])
        kind = self.kinds.get(group, group)
        if name in LATER_KEYS:
            return str(not_yet(name))
        if hint := KEY_HINTS.get((kind, name)):
            return hint
        where = " ".join(str(part) for part in (*at, *loc[:-1]) if isinstance(part, str))
        hint = self.suggest(name, keys) or f"; its keys are {', '.join(keys)}"
        return f"there is no key {quote(name)} in {quote(where)}{hint}"

    def unknown_top(self, name: str, value: object, keys: list[str]) -> str:
        """What is wrong with a key at the top of a file."""
        likely = [key for key in keys if key not in TEXT_KEYS] if isinstance(value, dict) else keys
        if hint := self.suggest(name, likely):
            return f"there is no key {quote(name)}{hint}"
        if isinstance(value, dict):
            kinds = f"a group of that name wants 'kind:', one of {', '.join(KINDS)}"
            return f"there is no key {quote(name)}; {kinds}"
        return f"there is no key {quote(name)}; the keys are {', '.join(keys)}"

    def suggest(self, name: str, keys: list[str]) -> str:
        """What was meant, while anybody may still be reading."""
        return suggest(name, keys) if len(self.faults) <= MANY else ""


def _sentence(item: Any, loc: Path, at: Path) -> str:
    """One of the model's other reports as a sentence."""
    error = item.get("ctx", {}).get("error")
    if error is not None:
        return str(error)
    name = next((str(part) for part in reversed((*at, *loc)) if isinstance(part, str)), "this")
    wanted = {"list_type": "a list", "dict_type": "a mapping"}.get(
        item["type"], "a mapping of keys"
    )
    return f"{quote(name)} is {shown(item['input'])}: expected {wanted}"


def _keys(form: type[Form]) -> dict[str, Any]:
    """A form's keys as files spell them, with their fields."""
    return {info.alias or name: info for name, info in form.model_fields.items()}


def form_at(form: type[Form], loc: Path) -> type[Form]:
    """The form that reads what lies at a path below ``form``."""
    for part in loc:
        if isinstance(part, int):
            continue
        info = _keys(form).get(str(part))
        form = _form_of(info) or form
    return form


def _form_of(info: Any) -> type[Form] | None:
    """The form of a field's values, if they may be mappings."""
    if info is None:
        return None
    for mark in info.metadata:
        kind = mark.kind if isinstance(mark, Several) else mark
        if isinstance(kind, Spoken) and kind.form is not None:
            return kind.form
    for part in (info.annotation, *getattr(info.annotation, "__args__", ())):
        if isinstance(part, type) and issubclass(part, Form):
            return part
    return None


def _walk(node: Node, path: Path) -> tuple[Node, Path]:
    """What lies at a path, and the path without parts that lead nowhere in the tree.

    Such parts come from values that the model wraps: a single rule as a list of one.
    """
    real: list[object] = []
    for part in path:
        value = node.value
        if isinstance(value, dict) and isinstance(part, str) and part in value:
            node = value[part]
        elif isinstance(value, list) and isinstance(part, int) and part < len(value):
            node = value[part]
        else:
            continue
        real.append(part)
    return node, tuple(real)


def _drop(data: dict[str, Any], loc: Path) -> None:
    """Take the value at a path out of plain data, or the nearest mapping's value above it."""
    target: Any = data
    holder: tuple[dict[str, Any], str] | None = None
    for part in loc:
        if isinstance(target, dict) and isinstance(part, str) and part in target:
            holder = (target, part)
            target = target[part]
        elif isinstance(target, list) and isinstance(part, int) and part < len(target):
            target = target[part]
    if holder is not None:
        holder[0].pop(holder[1], None)
