"""The key reference: every key of the language, its values, its default and what it means.

Made from the exported schema, so it cannot disagree with what is read. The documents hold its text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from patience.language.schema import BY_KEY, COMPULSORY, alternatives

Json = dict[str, Any]

GRAMMAR: dict[str, str] = {
    "sequence": (
        "DIRECTION [STEP] SUITS [CORNER] | same rank [SUITS] | any card | nothing | relation NAME\n"
        "DIRECTION := up | down | up or down | up or down fixed by first card\n"
        "STEP      := by twos | by threes | ... | by twelves | by pile number\n"
        "SUITS     := in suit | in alternate colours | in colour | regardless of suit\n"
        "           | in any suit but own\n"
        "CORNER    := turning the corner | turning the corner as far as the base"
    ),
    "unit": (
        "top card | any group | whole pile | top card or whole pile | nothing\n"
        "| sequence [SUITS] | whole sequence [SUITS]"
    ),
    "space": (
        "any | none | CARDS | [CARDS] from SOURCE {then SOURCE}\n"
        "CARDS  := RANK {or RANK} | below base\n"
        "SOURCE := [fuller] GROUP | any | stock | unturned stock"
    ),
    "refill": "none | from [fuller] GROUP {then [fuller] GROUP}",
    "base": "RANK | dealt | chosen [from GROUP] | set by first card | any",
    "condition": (
        "always | no spaces | waste empty | stock empty | reserve empty | after redeal NUMBER"
    ),
    "turn": "NUMBER {then NUMBER} to [each] GROUP [pile | piles A-B {and C-D}]",
    "deal step": (
        "[last] NUMBER to [each] [empty] GROUP [pile | piles A-B {and C-D}]\n"
        "    [round by round | pile by pile] [right to left]\n"
        "| choose base from GROUP\n"
        "| choose base from NUMBER dealt, rest to GROUP\n"
        "| starters from the end"
    ),
    "goal": "all cards on foundations | GROUP empty",
    "deck": "NUMBER pack[s]",
    "only": "any card | [red | black] RANK {or RANK} | SUIT {or SUIT} | RANK {or RANK} of SUIT",
    "rank set": "RANK | RANK-RANK",
    "rank": "Ace | 2 | ... | 10 | Jack | Queen | King, or A J Q K, or in the plural",
}
"""The phrases, by kind. ``[x]`` may be left out, ``{x}`` may come any number of times."""

LIST = "a list"

GROUPS = ("stock", "waste", "foundations", "tableau", "reserve", "cells")
_SAID = re.compile(r"; (?:by )?default [^.]*(?=\.)")
"""A default in a description, which has a column of its own."""

TITLES = {"only": "choice of cards", "rank set": "range of ranks"}
"""Other names of phrases, where theirs says little."""

_SKIPPED = ("choice", "name", "chain")
"""Phrases that are a name or a word, and need no grammar of their own."""


@dataclass(frozen=True, slots=True)
class Key:
    """One key: its values in words, its default (None if it has none) and its meaning."""

    name: str
    values: str
    default: str | None
    text: str


@dataclass(frozen=True, slots=True)
class Section:
    """The keys of one mapping."""

    title: str
    text: str
    keys: tuple[Key, ...]


def sections() -> tuple[Section, ...]:
    """The keys of the file and of the groups, by kind."""
    whole = alternatives()
    definitions = whole["$defs"]
    found = [_section("The file", whole)]
    found += [_section(f"`{kind}`", definitions[kind]) for kind in GROUPS]
    return tuple(found)


def mapping_sections() -> tuple[Section, ...]:
    """The mapping forms of phrases."""
    definitions = dict(sorted(alternatives()["$defs"].items()))
    return tuple(
        _section(name.removesuffix(BY_KEY), definitions[name])
        for name in definitions
        if name.endswith(BY_KEY)
    )


def _section(title: str, body: Json) -> Section:
    return Section(
        title,
        body.get("description", ""),
        tuple(_key(name, value, title) for name, value in body["properties"].items()),
    )


def _key(name: str, value: Json, title: str) -> Key:
    default = value.get("default")
    if title == "`tableau`" and name in COMPULSORY:
        default = "must be said"
    single = [word for word in dict.fromkeys(_values(value)) if word != LIST]
    values = ", ".join(single) + (f", {LIST}" if LIST in _values(value) else "")
    text = _SAID.sub("", value["description"])
    return Key(name, values, None if default is None else str(default), text)


def _values(part: Json) -> Iterator[str]:
    """The values that a schema allows, in words."""
    if "$ref" in part:
        yield _referred(unquote(part["$ref"]).rpartition("/")[2])
    elif "anyOf" in part:
        for one in part["anyOf"]:
            yield from _values(one)
    elif "enum" in part:
        yield from (f"`{_spelled(word)}`" for word in part["enum"])
    elif "const" in part:
        yield f"`{_spelled(part['const'])}`"
    elif part.get("type") == "integer":
        high = part.get("maximum")
        yield f"{part['minimum']} to {high}" if high else f"a number from {part['minimum']}"
    elif part.get("type") == "array":
        yield LIST
    elif part.get("type") == "object":
        yield "a mapping"
    elif part.get("type") == "string":
        yield "text"


def _referred(name: str) -> str:
    """A definition, as values speak of it."""
    if name.endswith(BY_KEY):
        return f"[by key](#{name.replace(' ', '-')})"
    if name in GROUPS:
        return f"a mapping of [its keys](#{name})"
    kind = name.removesuffix(" phrase")
    kind = TITLES.get(kind, kind)
    if kind in _SKIPPED:
        return "a name"
    return f"a [{kind}](#{kind.replace(' ', '-')})"


def _spelled(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def reference_text() -> str:
    """The key reference in Markdown."""
    lines = [
        "# Rule reference",
        "",
        "Every key of the rule language, made from the model that reads it"
        " (`python -m patience.language.schema --reference`). How to write a game with them is told"
        " in [the guide](rule-language.md).",
        "",
        "A key may be written with spaces, underscores or hyphens. In a child file or an option"
        " `~` takes a key away.",
    ]
    for section in sections():
        lines += ["", f"## {section.title}", "", section.text, "", *_table(section)]
    lines += ["", "## Phrases", "", "`[x]` may be left out, `{x}` comes as often as wanted."]
    for kind, grammar in GRAMMAR.items():
        lines += ["", f"### {TITLES.get(kind, kind)}", "", "```", grammar, "```"]
    lines += ["", "## Phrases by key", "", "Every phrase can be written as a mapping too."]
    for section in mapping_sections():
        lines += ["", f"### {section.title} by key", "", *_table(section)]
    return "\n".join(lines) + "\n"


def _table(section: Section) -> list[str]:
    return ["| key | values | default | meaning |", "|---|---|---|---|"] + [
        f"| `{key.name}` | {_cell(key.values)} | {_cell(key.default or '')} | {_cell(key.text)} |"
        for key in section.keys
    ]


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
