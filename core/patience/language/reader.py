"""Reads the YAML of a rule file, strictly.

Ordinary loaders read ``redeals: no`` as False, ``1:30`` as 90 and silently lose the first of two
equal keys. This one takes the parser's events and converts them itself:

* Scalars are those of YAML 1.2, narrowed to what has one meaning: ``true`` and ``false``, ``~``
  and ``null``, decimal integers and fractions. ``no``, ``on``, ``1:30``, ``0o7``, ``0x1F``,
  ``010`` and ``.inf`` are text.
* Keys are text; hyphens, underscores and runs of spaces in them count as one space (`normal_key`),
  in option and group names as well. Two spellings of one key are a duplicate, and a fault.
* No tags, no merge keys, one document, and bounds on size, depth and the number of values after
  aliases are expanded. They are checked while reading, so that a hostile file costs nothing.

Every fault that can be found is reported at once; only broken YAML ends the reading early. A value
that is refused is None and marked as broken, so that nothing is said of it twice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NoReturn

from patience.errors import Fault
from patience.language.files import read_bytes
from patience.language.tree import Node, Spot, Value, fault, quote
from patience.language.yaml_faults import explain

if TYPE_CHECKING:
    from yaml.events import Event

MAX_BYTES = 256 * 1024
MAX_DEPTH = 20
MAX_NODES = 5_000
MAX_KEYS = 200
"""In one mapping: more groups, options or keys than any game has."""

MAX_DIGITS = 18
"""Longer integers are refused: none makes sense, and printing one can be made to take minutes."""

UNREAD = " (the rest of the file was not read)"
"""Ends the message of a fault that ended the reading."""

_INT = re.compile(r"[-+]?(?:0|[1-9][0-9]*)")
_FLOAT = re.compile(r"[-+]?(?:[0-9]+\.[0-9]*|\.[0-9]+|[0-9]+(?=[eE]))(?:[eE][-+]?[0-9]+)?")
_WORDS: dict[str, bool | None] = (
    dict.fromkeys(("", "~", "null", "Null", "NULL"))
    | dict.fromkeys(("true", "True", "TRUE"), True)
    | dict.fromkeys(("false", "False", "FALSE"), False)
)
_UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_TAB_INDENT = re.compile(r"^ *\t[ \t]*(?=[^\s#])", re.MULTILINE)
_GAPS = re.compile(r"[\s_-]+")


class _Stop(Exception):
    """Reading cannot go on; the fault that says why is already noted."""


def normal_key(text: str) -> str:
    """A key with hyphens, underscores and runs of spaces as single spaces.

    >>> normal_key("face_down"), normal_key("face-down"), normal_key(" as  Solvitaire")
    ('face down', 'face down', 'as Solvitaire')
    """
    return _GAPS.sub(" ", text).strip()


def read_path(path: str) -> tuple[Node, list[Fault]]:
    """Read a rule file, or standard input for ``-``. Errors are faults as in `read`.

    Only a regular file is opened, and never more than `MAX_BYTES` of it are read.
    """
    data = read_bytes(path, MAX_BYTES)
    if isinstance(data, str):
        return Node(None, Spot(path)), [Fault(path, 0, 0, data)]
    return read(data, "standard input" if path == "-" else path)


def read(text: str | bytes, file: str) -> tuple[Node, list[Fault]]:
    """Read the text of a rule file; ``file`` is its name in messages.

    Returns the top mapping and the faults found. Where reading had to stop (broken YAML, a bound
    exceeded, not a mapping) the node's value is None and the last fault says why; there is no use
    in checking such a node further.
    """
    node, faults = read_value(text, file)
    if isinstance(node.value, dict):
        return node, faults
    if not faults:
        kind = "a list" if isinstance(node.value, list) else "a single value"
        message = f"this is {kind}; expected a mapping, as 'game: Duchess' and the pile groups"
        if node.value is None:
            message = "the file is empty; expected 'game: NAME' and the pile groups"
        faults = [fault(node.spot, message)]
    return Node(None, node.spot), faults


def read_value(text: str | bytes, file: str) -> tuple[Node, list[Fault]]:
    """Read any YAML value under the same rules as `read`, for values typed on a command line."""
    faults: list[Fault] = []
    try:
        checked = _checked_text(text, file, faults)
        return _Conversion(file, faults).run(checked), faults
    except _Stop:
        return Node(None, Spot(file, 1, 1)), faults


def _checked_text(text: str | bytes, file: str, faults: list[Fault]) -> str:
    """The text, if its size and characters are fit for parsing."""

    def refuse(spot: Spot, message: str) -> NoReturn:
        faults.append(fault(spot, message))
        raise _Stop

    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    if len(data) > MAX_BYTES:
        refuse(Spot(file), f"too large: a rule file has at most {MAX_BYTES:,} bytes")
    try:
        text = data.decode("utf-8", "surrogatepass" if isinstance(text, str) else "strict")
    except UnicodeDecodeError as error:
        where = _spot_after(data[: error.start].decode("utf-8", "replace"), file)
        byte = f"0x{data[error.start]:02X}"
        refuse(where, f"not UTF-8 text (byte {byte}); expected a YAML file in UTF-8")
    text = text.removeprefix("\ufeff")
    if odd := _UNPRINTABLE.search(text):
        where = _spot_after(text[: odd.start()], file)
        code = f"U+{ord(odd.group()):04X}"
        refuse(where, f"an unprintable character ({code}); expected a YAML file, which is text")
    if tabs := list(_TAB_INDENT.finditer(text)):
        first, *more = [text.count("\n", 0, tab.start()) + 1 for tab in tabs]
        also = f" (so do {len(more)} more, the last in line {more[-1]})" if more else ""
        column = tabs[0].group().index("\t") + 1
        message = f"this line is indented with a tab{also}; expected spaces (nothing else was read)"
        refuse(Spot(file, first, column), message)
    return text


def _spot_after(before: str, file: str) -> Spot:
    """The place of the character that follows this part of a text."""
    lines = re.split(r"\r\n|[\n\r]", before)
    return Spot(file, len(lines), len(lines[-1]) + 1)


@dataclass(slots=True)
class _Anchored:
    """What an alias stands for; ``node`` is None while it is being read, or was refused."""

    complete: bool = False
    node: Node | None = None
    size: int = 0
    height: int = 0


@dataclass(slots=True)
class _Conversion:
    """One reading: from the parser's events to nodes."""

    file: str
    faults: list[Fault]
    events: Iterator[Event] = field(default_factory=lambda: iter(()))
    anchors: dict[str, _Anchored] = field(default_factory=dict)
    count: int = 0
    height: int = 0  # of the value converted last: 0 for a scalar

    def run(self, text: str) -> Node:
        """The value of the only document; None if there is no document."""
        import yaml

        parser: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        try:
            self.events = iter(yaml.parse(text, Loader=parser))
            return self.document()
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
            self.stop(Spot(self.file, line, column), explain(error, text.splitlines()))
        except (yaml.YAMLError, RecursionError):
            self.stop(Spot(self.file, 1, 1), "this cannot be read as YAML")

    def document(self) -> Node:
        """The nodes of the stream, which must hold one document."""
        from yaml.events import DocumentStartEvent, StreamEndEvent

        result: Node | None = None
        for event in self.events:
            if isinstance(event, StreamEndEvent):
                break
            if not isinstance(event, DocumentStartEvent):
                continue
            if result is not None:
                self.stop(self.spot(event), "a second document starts here; expected one game")
            first = next(self.events)
            node = self.convert(first, 1)
            result = node or Node(None, self.spot(first))
        return result or Node(None, Spot(self.file, 1, 1))

    def spot(self, event: Event) -> Spot:
        """Where an event starts."""
        mark: Any = event.start_mark
        return Spot(self.file, mark.line + 1, mark.column + 1)

    def note(self, spot: Spot, message: str) -> None:
        """Note a fault and go on."""
        self.faults.append(fault(spot, message))

    def stop(self, spot: Spot, message: str) -> NoReturn:
        """Note a fault that ends the reading."""
        self.note(spot, message + UNREAD)
        raise _Stop

    def add(self, spot: Spot, size: int) -> None:
        """Count nodes, aliases expanded."""
        self.count += size
        if self.count > MAX_NODES:
            aliases = ", aliases expanded" if size > 1 or self.anchors else ""
            self.stop(spot, f"more than {MAX_NODES:,} values{aliases}; no game needs so many")

    def convert(self, event: Event, depth: int) -> Node | None:
        """The node that starts with this event; None if it was refused (a fault is noted)."""
        from yaml.events import AliasEvent, MappingStartEvent, ScalarEvent

        spot = self.spot(event)
        if isinstance(event, AliasEvent):
            return self.alias(event, spot, depth)
        before = self.count
        self.add(spot, 1)
        anchor = _Anchored()
        if event.anchor is not None:  # type: ignore[attr-defined]
            self.anchors[event.anchor] = anchor  # type: ignore[attr-defined]
        value: Value | _Refused
        sound = True
        if isinstance(event, ScalarEvent):
            self.height = 0
            value = self.scalar(event, spot)
        else:
            if depth > MAX_DEPTH:
                self.stop(spot, f"nested deeper than {MAX_DEPTH} levels")
            if isinstance(event, MappingStartEvent):
                value, sound = self.mapping(depth)
            else:
                value = self.sequence(depth)
        if event.tag is not None:  # type: ignore[attr-defined]
            tag = quote(event.tag.replace("tag:yaml.org,2002:", "!!"))  # type: ignore[attr-defined]
            self.note(spot, f"the tag {tag} is not allowed; expected a plain value")
            value = _REFUSED
        anchor.complete, anchor.size, anchor.height = True, self.count - before, self.height
        if isinstance(value, _Refused):
            return None
        anchor.node = Node(value, spot, broken=not sound)
        return anchor.node

    def alias(self, event: Any, spot: Spot, depth: int) -> Node | None:
        """What ``*name`` stands for, at the alias's own place."""
        target = self.anchors.get(event.anchor)
        name = quote("*" + event.anchor)
        if target is None:
            self.note(
                spot, f"the alias {name} stands for nothing; expected '&{event.anchor}' above"
            )
            return None
        if not target.complete:
            self.note(spot, f"the alias {name} contains itself")
            return None
        self.add(spot, target.size)
        if depth + target.height - 1 > MAX_DEPTH:
            self.stop(spot, f"nested deeper than {MAX_DEPTH} levels by the alias {name}")
        self.height = target.height
        return Node(target.node.value, spot, broken=target.node.broken) if target.node else None

    def scalar(self, event: Any, spot: Spot) -> Value | _Refused:
        """A scalar's value by the narrowed YAML 1.2 rules; quoted and block scalars are text."""
        text: str = event.value
        if event.style not in (None, ""):
            return self.escaped(text, spot)
        if text in _WORDS:
            return _WORDS[text]
        if _INT.fullmatch(text):
            if len(text) <= MAX_DIGITS:
                return int(text)
            return self.too_large(text, spot)
        if _FLOAT.fullmatch(text):
            number = float(text)
            if abs(number) < 1e18:
                return number
            return self.too_large(text, spot)
        return text

    def escaped(self, text: str, spot: Spot) -> str | _Refused:
        """Text in quotes, unless an escape in it makes what the file itself may not hold."""
        odd = _UNPRINTABLE.search(text)
        if odd is None:
            return text
        code = f"U+{ord(odd.group()):04X}"
        self.note(spot, f"an unprintable character ({code}) by an escape; expected text")
        return _REFUSED

    def too_large(self, text: str, spot: Spot) -> _Refused:
        """Refuse a number."""
        shown = quote(text, 24)
        self.note(
            spot, f"the number {shown} is far too large; expected at most {MAX_DIGITS} digits"
        )
        return _REFUSED

    def sequence(self, depth: int) -> Value | _Refused:
        """The items up to the end of a list; refused if one is, as places in lists count."""
        from yaml.events import SequenceEndEvent

        items: list[Node] = []
        refused = False
        height = 0
        for event in self.events:
            if isinstance(event, SequenceEndEvent):
                break
            item = self.convert(event, depth + 1)
            height = max(height, self.height)
            if item is not None and item.value is None:
                self.note(item.spot, "an item of this list is empty; expected a value")
                item = None
            if item is None:
                refused = True
            else:
                items.append(item)
        self.height = height + 1
        return _REFUSED if refused else items

    def mapping(self, depth: int) -> tuple[Value, bool]:
        """The entries up to the end of a mapping, and whether no key had to be left out."""
        from yaml.events import MappingEndEvent

        entries: dict[str, Node] = {}
        seen: dict[str, tuple[Spot, str]] = {}
        sound = True
        height = 0
        for event in self.events:
            if isinstance(event, MappingEndEvent):
                break
            key_spot = self.spot(event)
            if len(seen) >= MAX_KEYS:
                self.stop(key_spot, f"more than {MAX_KEYS} keys in one mapping")
            written = self.convert(event, depth + 1)
            height = max(height, self.height)
            key = self.key(written, key_spot, seen)
            first = next(self.events)
            value_spot = self.spot(first)
            value = self.convert(first, depth + 1)
            height = max(height, self.height)
            if key is None:
                sound &= _is_key(written)
            elif value is None:
                entries[key] = Node(None, value_spot, key_spot, broken=True)
            else:
                entries[key] = Node(value.value, value.spot, key_spot, value.broken)
        self.height = height + 1
        return entries, sound

    def key(
        self, written: Node | None, spot: Spot, seen: dict[str, tuple[Spot, str]]
    ) -> str | None:
        """The normalised key, or None with a fault noted."""
        if written is None:
            return None
        text = written.value
        if not isinstance(text, str) or not normal_key(text):
            self.note(spot, f"{_as_written(text)} cannot be a key; expected a word")
            return None
        if text == "<<":
            self.note(spot, "merge keys '<<' are not allowed; build on another game by 'extends:'")
            return None
        key = normal_key(text)
        if key in seen:
            first, spelling = seen[key]
            same = "" if spelling == text else f" (as {quote(spelling)}, the same key)"
            place = f"line {first.line}, column {first.column}"
            self.note(spot, f"{quote(text)} is given twice; the first is at {place}{same}")
            return None
        seen[key] = (spot, text)
        return key


def _is_key(written: Node | None) -> bool:
    """Whether this is a key that a mapping may have; a repeated one is, and loses nothing."""
    text = written.value if written else None
    return isinstance(text, str) and bool(normal_key(text)) and text != "<<"


class _Refused:
    """The mark of a value that was refused, as None is a value itself."""


_REFUSED = _Refused()


def _as_written(value: Value) -> str:
    """A value that cannot be a key, as messages show it."""
    if isinstance(value, dict | list):
        return "a mapping" if isinstance(value, dict) else "a list"
    if isinstance(value, bool):
        value = str(value).lower()
    return quote("~" if value is None else value)
