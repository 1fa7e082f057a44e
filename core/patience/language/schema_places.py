"""Makes a schema's faults point at the key that they are about.

A validator that meets "one of these" says of a faulty value only that it is none of them, at the
place of the whole value. So a mapping or a list among the alternatives is looked into by its JSON
type, which only one of them can have: what is wrong inside it is then told at its own place. The
alternatives stay listed, as editors offer them from there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote

Json = dict[str, Any]

LOOKED_INTO = ("object", "array")
"""JSON types of values that have places within."""

TEXTS = ("title", "description", "default", "examples")
"""What in the schema of a value is for readers only."""


def pointing(part: Any, definitions: Json) -> Any:
    """The same schema with every choice that holds a mapping or a list told apart by type.

    ``definitions``: what references name, by the last part of their pointers.
    """
    if isinstance(part, list):
        return [pointing(item, definitions) for item in part]
    if not isinstance(part, dict):
        return part
    done = {key: pointing(value, definitions) for key, value in part.items()}
    return _told_apart(done, definitions) if "anyOf" in done else done


def _told_apart(part: Json, definitions: Json) -> Json:
    """A choice, with the only alternative of a JSON type looked into if the value has that type."""
    types = [_types(one, definitions) for one in part["anyOf"]]
    for one, its in zip(part["anyOf"], types, strict=True):
        # `~` or a mapping that may be `~` itself: there is nothing to choose.
        if its == ["object", "null"] and all(set(other) <= {*its} for other in types):
            rest: Json = {key: value for key, value in part.items() if key != "anyOf"}
            return {**rest, **one}
    listed, within = [], []
    for one, its in zip(part["anyOf"], types, strict=True):
        if len(its) == 1 and its[0] in LOOKED_INTO and types.count(its) == 1:
            listed.append({"type": its[0]})
            if one != {"type": its[0]}:
                within.append({"if": {"type": its[0]}, "then": one})
        else:
            listed.append(one)
    return {**part, "anyOf": listed} | ({"allOf": within} if within else {})


def _types(part: Json, definitions: Json) -> list[str]:
    """The JSON types that a schema names; none if it is itself a choice."""
    if "$ref" in part:
        return _types(definitions.get(unquote(part["$ref"]).rpartition("/")[2], {}), definitions)
    types = part.get("type", [])
    return [types] if isinstance(types, str) else list(types)


def any_kind(kinds: Mapping[str, Json], place: str) -> Json:
    """The schema of a group whose kind is not said here: the keys of all kinds.

    ``place``: the pointer to the schemas of the kinds.
    """
    properties: Json = {}
    patterns: Json = {}
    for key in dict.fromkeys(key for body in kinds.values() for key in body["properties"]):
        properties[key] = _one_of(kinds, "properties", key, place)
    for body in kinds.values():
        for key in body.get("patternProperties", {}):
            patterns[key] = properties[key.strip("^$").replace("[ _-]", " ")]
    return {
        "type": ["object", "null"],
        "properties": properties,
        "patternProperties": patterns,
        "additionalProperties": False,
    }


def _one_of(kinds: Mapping[str, Json], section: str, key: str, place: str) -> Json:
    """What a key may say in any of the kinds that have it; alike ones count once."""
    different: list[tuple[Json, Json]] = []
    for kind, body in kinds.items():
        if (value := body[section].get(key)) is not None:
            bare = {name: part for name, part in value.items() if name not in TEXTS}
            if all(bare != other for other, _ in different):
                pointer = f"{place}/{kind}/{section}/{key}".replace(" ", "%20")
                different.append((bare, {"$ref": pointer}))
    references = [reference for _, reference in different]
    return references[0] if len(references) == 1 else {"anyOf": references}
