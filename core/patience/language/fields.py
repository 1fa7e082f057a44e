"""Kinds of values in a written rule file, as annotations that pydantic understands.

Every value is a phrase, a number, a list or a mapping that means the same. Each annotation here
reads all spellings of one kind into one result and says in one sentence what is wrong, so that the
model never tries one spelling after the other and never reports a mistake twice. It also carries
the JSON Schema of what it reads.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

from pydantic import BaseModel, ConfigDict, GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, core_schema

from patience.language.phrases.words import EMPTY_LIST, PhraseError, pick, shown

Json = dict[str, Any]
Read = Callable[[object], Any]


class Form(BaseModel):
    """A mapping of the language; keys are spelled with spaces, unknown ones are faults."""

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        arbitrary_types_allowed=True,
        defer_build=True,
        alias_generator=lambda name: name.rstrip("_").replace("_", " "),
    )

    def result(self) -> Any:
        """What the mapping means, in the terms of `patience.language.rules`.

        :raises PhraseError: if its keys do not fit together.
        """
        return self


class Spoken:
    """A value that ``read`` understands, or a mapping of ``form`` with the same meaning.

    ``spelling``: the JSON Schema of what ``read`` reads, or the name of one in `spellings`.
    """

    def __init__(self, read: Read, spelling: str | Json, form: type[Form] | None = None) -> None:
        self.read = read
        self.spelling = spelling
        self.form = form

    def __get_pydantic_core_schema__(self, _: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Checked by `read`, or as a mapping."""
        if self.form is None:
            return core_schema.no_info_plain_validator_function(self.read_value)
        inner = handler.generate_schema(self.form)
        return core_schema.no_info_wrap_validator_function(self.read_either, inner)

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> Json:
        """All spellings, beside ``~``, which takes away what a parent file says."""
        spellings = self.spellings()
        if self.form is not None:
            spellings = [*spellings, handler(cast(Any, core)["schema"])]
        return {"anyOf": [*spellings, {"type": "null"}]}

    def spellings(self) -> list[Json]:
        """The alternatives of the JSON Schema, without the mapping form."""
        from patience.language.spellings import SPELLINGS

        spelling = self.spelling
        return SPELLINGS[spelling] if isinstance(spelling, str) else [spelling]

    def read_value(self, value: object) -> Any:
        """The value, read; None stays None."""
        return None if value is None else self.read(value)

    def read_either(self, value: object, inner: Callable[[object], Form]) -> Any:
        """The value read, or the mapping's meaning."""
        return inner(value).result() if isinstance(value, dict) else self.read_value(value)


class Several:
    """One value of a kind, or a list of such; the result is a tuple of them."""

    def __init__(self, kind: Spoken, least: int = 1) -> None:
        self.kind = kind
        self.least = least

    def __get_pydantic_core_schema__(self, _: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """A list, of one if the value is none."""
        item = self.kind.__get_pydantic_core_schema__(None, handler)
        items = core_schema.list_schema(item)
        return core_schema.no_info_wrap_validator_function(self.read_all, items)

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> Json:
        """One or a list of them, beside ``~``."""
        items: Any = cast(Any, core)["schema"]["items_schema"]
        one = self.kind.__get_pydantic_json_schema__(items, handler)["anyOf"][:-1]
        many = {"type": "array", "items": {"anyOf": one}, "minItems": self.least}
        return {"anyOf": [*one, many, {"type": "null"}]}

    def read_all(self, value: object, inner: Callable[[object], list[Any]]) -> Any:
        """All of them."""
        if value is None:
            return None
        if value == [] and self.least:
            raise PhraseError(EMPTY_LIST)
        return tuple(inner(value if isinstance(value, list) else [value]))


def number(low: int, high: int, what: str) -> Read:
    """A reader of whole numbers within bounds."""

    def read(value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise PhraseError(
                f"{shown(value)} is not {what}: expected a whole number, {low} to {high}"
            )
        return value

    return read


def whole(low: int, high: int, what: str) -> Spoken:
    """A whole number within bounds."""
    schema = {"type": "integer", "minimum": low, "maximum": high}
    return Spoken(number(low, high, what), schema)


def word(choices: Sequence[str], what: str) -> Spoken:
    """One of some fixed words."""
    return Spoken(lambda value: pick(value, choices, what), {"enum": list(choices)})


def _yes_no(value: object) -> bool:
    if isinstance(value, bool):
        return value
    return pick(value, ("yes", "no"), "an answer") == "yes"


YES_NO = Spoken(_yes_no, "yes or no")


def read_text(value: object) -> str:
    """Any text; numbers are to be put in quotes.

    :raises PhraseError: for anything else.
    """
    if not isinstance(value, str) or not value.strip():
        spelled = isinstance(value, bool | int | float)
        wanted = "it in quotes" if spelled else "one text"
        raise PhraseError(f"{shown(value)} is not text: expected {wanted}")
    return " ".join(value.split())


TEXT = Spoken(read_text, "text")
