"""The JSON Schema of rule files, exported from the model, so that editors complete and check.

``python -m patience.language.schema`` prints it, with ``--reference`` the key reference that
stands in the documents. Keys are spelled with spaces, as in the shipped files; their spellings with
underscores and hyphens are accepted as well. A group with a name of its own wants ``kind:``, but
where a parent or the file has said it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from pydantic.json_schema import models_json_schema

from patience.language.forms import (
    BaseForm,
    ConditionForm,
    DeckForm,
    FilterForm,
    GoalForm,
    RefillForm,
    SequenceForm,
    SpaceForm,
    StepForm,
    TurnForm,
    UnitForm,
)
from patience.language.model import FORMS, GameFile, OverlayFile
from patience.language.schema_places import any_kind, pointing
from patience.language.spellings import RANK, SPELLINGS

Json = dict[str, Any]

DRAFT = "https://json-schema.org/draft/2020-12/schema"
FILE_NAME = "patience.schema.json"
"""What the header line of every shipped rule file names."""

COMPULSORY = ("pack", "space")
"""Keys that a tableau must have: games differ too much for a default."""

FIRST = ("game", "also", "family", "notes", "sources", "extends", "uses")
LAST = ("from", "only", "open", "kind", "deals", "win", "options", "layout")
"""Keys that stand before and after the others of their mapping."""

MAPPINGS = (
    SequenceForm, UnitForm, SpaceForm, RefillForm, BaseForm, ConditionForm, TurnForm, StepForm,
    FilterForm, GoalForm, DeckForm,
)  # fmt: skip
BY_KEY = " by key"
"""Ends the names of definitions that are the mapping form of a phrase."""

NAMED = "group with a name of its own"
UNSAID = "group of a kind that is said elsewhere"

_DEFAULT = re.compile(r"default (?:is )?(?:'([^']*)'|([^.;]+))")


def schema() -> Json:
    """The JSON Schema (draft 2020-12) of a rule file, whose faults point at the keys at fault."""
    game = alternatives()
    definitions: Json = game.pop("$defs")
    kinds = {kind: definitions[kind] for kind in FORMS}
    for body in (definitions["option"], *kinds.values()):
        body["type"] = ["object", "null"]  # ~ takes it away
    definitions[UNSAID] = {"title": UNSAID} | any_kind(kinds, "#/$defs")
    definitions[NAMED] = _named_group()
    for body in (game, definitions["option"]):
        body["additionalProperties"] = {"$ref": _ref(NAMED)}
    options = game["properties"]["options"]["anyOf"][0]
    options |= {"type": ["object", "null"], "additionalProperties": {"$ref": _ref("option")}}
    game = pointing(game, definitions)
    definitions = pointing(definitions, definitions)
    return {
        "$schema": DRAFT,
        **game,
        **_kinds_said(game["properties"]),
        "$defs": dict(sorted(definitions.items())),
    }


def alternatives() -> Json:
    """The schema as the model has it: every value as the list of all that it may be."""
    models = (GameFile, OverlayFile, *MAPPINGS)
    _, raw = models_json_schema([(model, "validation") for model in models])
    names = {name: _plain_name(name) for name in raw["$defs"]}
    definitions = {names[name]: _renamed(body, names) for name, body in raw["$defs"].items()}
    parts = {_key(body): name for name, body in _phrases()}
    parts |= {_key(body): name for name, body in definitions.items() if name.endswith(BY_KEY)}
    definitions = {
        name: {key: _shared(value, parts) for key, value in body.items()}
        for name, body in definitions.items()
    }
    for name, body in definitions.items():
        _finish(body, f"#/$defs/{name.replace(' ', '%20')}", name)
    game = definitions.pop("game file")
    for body in (game, definitions["option"]):
        scripts: list[Json] = body["properties"]["deals"]["anyOf"]
        steps = scripts[0]["properties"]["own"]["anyOf"]
        scripts.insert(0, next(one for one in steps if one.get("type") == "array"))
    _finish(game, "#", "A game of Patience")
    definitions["option"]["title"] = "An option"
    definitions |= dict(_phrases())
    return {**game, "$defs": definitions}


def schema_text() -> str:
    """The JSON Schema as the shipped file has it."""
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


def default_of(description: str) -> str | None:
    """The default that a key's description names, if it names one."""
    found = _DEFAULT.search(description)
    return None if found is None else (found[1] or found[2]).strip()


def _plain_name(name: str) -> str:
    """``SequenceForm`` as ``sequence``, ``GameFile`` as ``game file``."""
    if name == "OverlayFile":
        return "option"
    words = re.findall("[A-Z][a-z]*", name.removesuffix("Form"))
    plain = " ".join(words).lower()
    return plain if plain in FORMS or not name.endswith("Form") else plain + BY_KEY


def _ref(name: str) -> str:
    return f"#/$defs/{name.replace(' ', '%20')}"


def _renamed(part: Any, names: dict[str, str]) -> Any:
    """The same schema with the definitions' new names in its references."""
    if isinstance(part, list):
        return [_renamed(item, names) for item in part]
    if not isinstance(part, dict):
        return part
    return {
        key: _ref(names[value.rpartition("/")[2]]) if key == "$ref" else _renamed(value, names)
        for key, value in part.items()
    }


def _key(body: Any) -> str:
    return json.dumps(body, sort_keys=True)


def _phrases() -> Iterator[tuple[str, Json]]:
    """The schemas of phrases, by the names that they have among the definitions."""
    yield "rank", RANK
    for name, spellings in SPELLINGS.items():
        phrase = spellings[0] if spellings else {}
        wordy = "pattern" in phrase or "anyOf" in phrase or name == "unit"
        if wordy and phrase is not RANK:
            yield f"{name} phrase", phrase


def _shared(part: Any, parts: dict[str, str]) -> Any:
    """The same schema with a reference wherever a definition's content stands."""
    if isinstance(part, list):
        return [_shared(item, parts) for item in part]
    if not isinstance(part, dict):
        return part
    if (name := parts.get(_key(part))) is not None:
        return {"$ref": _ref(name)}
    return {key: _shared(value, parts) for key, value in part.items()}


def _finish(body: Json, place: str, title: str) -> None:
    """Titles, defaults and the other spellings of the keys of one mapping."""
    body["title"] = title
    body["properties"] = _in_order(body.get("properties", {}))
    patterns: Json = {}
    for key, value in body.get("properties", {}).items():
        value["title"] = key
        value.pop("default", None)
        default = default_of(value.get("description", ""))
        if default is not None and not (title == "tableau" and key in COMPULSORY):
            value["default"] = int(default) if default.isdigit() else default
        if " " in key:
            pointer = f"{place}/properties/{key.replace(' ', '%20')}"
            patterns[f"^{key.replace(' ', '[ _-]')}$"] = {"$ref": pointer}
    if patterns:
        body["patternProperties"] = patterns


def _in_order(properties: Json) -> Json:
    """Keys in the order in which people look for them."""
    first = [key for key in FIRST if key in properties]
    last = [key for key in LAST if key in properties]
    rest = [key for key in properties if key not in (*first, *last)]
    return {key: properties[key] for key in (*first, *rest, *last)}


def _by_kind() -> Iterator[Json]:
    """For each kind: a group that says so has the keys of that kind."""
    for kind in FORMS:
        yield {
            "if": {"properties": {"kind": {"const": kind}}, "required": ["kind"]},
            "then": {"$ref": _ref(kind)},
        }


def _named_group() -> Json:
    """A group that says its kind, or whose kind a parent or the file has said, or ``~``."""
    unsaid = {"type": "object", "not": {"required": ["kind"]}}
    return {
        "title": NAMED,
        "description": "A group of piles; 'kind' says which keys it has.",
        "type": ["object", "null"],
        "properties": {"kind": {"enum": list(FORMS)}},
        "allOf": [*_by_kind(), {"if": unsaid, "then": {"$ref": _ref(UNSAID)}}],
    }


def _kinds_said(properties: Json) -> Json:
    """A file without a parent says the kind of every group with a name of its own."""
    return {
        "if": {"not": {"required": ["extends"]}},
        "then": {
            "properties": dict.fromkeys(properties, True),
            "additionalProperties": {"type": "object", "required": ["kind"]},
        },
    }


if __name__ == "__main__":
    import sys

    from patience.language.reference import reference_text

    sys.stdout.write(reference_text() if "--reference" in sys.argv[1:] else schema_text())
