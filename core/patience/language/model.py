"""The written form of a rule file: which keys there are, where, and what each may say.

Every key is optional here, because child files and options are partial files and are checked by
the same model. Defaults and what must not be missing belong to `resolve`. The JSON Schema of
`schema` is exported from these classes, the texts of their fields are the key reference.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

from pydantic import Field

from patience.language import rules
from patience.language.fields import (
    STRING,
    TEXT,
    Form,
    Json,
    Several,
    Spoken,
    number,
    read_text,
    whole,
    word,
)
from patience.language.forms import (
    BASE,
    CONDITION,
    DECK,
    GOAL,
    MAX_CARDS,
    ONLY,
    REFILL,
    SEQUENCES,
    SPACE,
    STEPS,
    TURN,
    UNIT,
)
from patience.language.phrases.dealing import MAX_PILES
from patience.language.phrases.groups import (
    AVAILABLE,
    FACES_DOWN,
    LOCKS,
    STARTERS,
    WORRY_BACK,
    FaceDown,
    parse_available,
    parse_face_down,
    parse_redeals,
    parse_starters,
)
from patience.language.phrases.words import PhraseError, not_yet, pick, shown
from patience.language.reader import normal_key

KINDS = ("stock", "waste", "foundations", "tableau", "reserve", "cells")
LATER_KINDS = ("hole", "line", "gaps")
LATER_MODULES = ("line", "gaps")
DEAL_SOURCES = ("own", "pysol", "ms", "solvitaire")


def _kind(value: object) -> str:
    if value in LATER_KINDS:
        raise not_yet(f"kind: {value}")
    return pick(value, KINDS, "a kind of group")


def _numbers(value: object, what: str, parse: Callable[[object], Any]) -> Any:
    """A number, a list of numbers, or what ``parse`` reads."""
    read = number(0, MAX_CARDS, what)
    if isinstance(value, list):
        if not value:
            raise PhraseError("the list is empty: it wants one number for each pile")
        return tuple(read(item) for item in value)
    return parse(value) if isinstance(value, str) else read(value)


def _rest(text: object) -> str:
    if isinstance(text, str) and text.strip().lower() == "rest":
        return "rest"
    wanted = f"a whole number, 0 to {MAX_CARDS}, or 'rest'"
    raise PhraseError(f"{shown(text)} is not a number of cards: expected {wanted}")


def _deal(value: object) -> Any:
    return _numbers(value, "a number of cards", _rest)


def _face_down(value: object) -> Any:
    result = _numbers(value, "a number of cards face down", parse_face_down)
    return 0 if result is None else result


def _no_limit(value: object) -> Any:
    if isinstance(value, str) and value.strip().lower() == "none":
        return "none"
    return number(1, MAX_CARDS, "a limit (or 'none')")(value)


def _name(value: object) -> str:
    return normal_key(read_text(value))


def _module(value: object) -> str:
    if value in LATER_MODULES:
        raise not_yet(f"uses: {value}")
    return _name(value)


def _takes(value: object) -> str:
    text = " ".join(value.lower().split()) if isinstance(value, str) else value
    if isinstance(text, str) and text.startswith("complete runs"):
        raise not_yet("takes: complete runs")
    return pick(text, ("cards",), "what a foundation takes")


def _from(value: object) -> str:
    if value == "pile below":
        raise not_yet("from: pile below")
    return _name(value)


def _worry_back(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return pick(value, WORRY_BACK, "an answer for 'worry back'")


def _sources(value: object) -> tuple[rules.Source, ...]:
    """A text, a list of texts, or texts by the key they are about."""
    if isinstance(value, dict):
        return tuple(
            rules.Source(about, read_text(text))
            for about, texts in value.items()
            for text in (texts if isinstance(texts, list) else [texts])
        )
    texts = value if isinstance(value, list) else [value]
    return tuple(rules.Source("", read_text(text)) for text in texts)


def _mapping(value: object) -> Any:
    if not isinstance(value, dict):
        raise PhraseError(f"{shown(value)} is not a mapping of keys")
    return value


NUMBER: Json = {"type": "integer", "minimum": 0}
NUMBERS: Json = {"type": "array", "items": NUMBER, "minItems": 1}

PILES = whole(1, MAX_PILES, "a number of piles")
KIND = Spoken(_kind, {"enum": list(KINDS)})
DEAL = Spoken(_deal, NUMBER, NUMBERS, {"const": "rest"})
FACE_DOWN = Spoken(_face_down, NUMBER, NUMBERS, {"enum": ["none", *FACES_DOWN]})
LIMIT = Spoken(_no_limit, {"type": "integer", "minimum": 1}, {"const": "none"})
NAMES = Several(Spoken(_from, STRING))
MODULES = Several(Spoken(_module, STRING))
TEXTS = Several(TEXT)
SOURCES = Spoken(
    _sources,
    STRING,
    {"type": "array", "items": STRING},
    {"type": "object", "additionalProperties": {"anyOf": [STRING, {"type": "array"}]}},
)


class GroupForm(Form):
    """What every kind of group may say."""

    kind: Annotated[str | None, KIND] = Field(
        None, description="What the group is; needed where its name is not that of a kind."
    )


class LayoutForm(GroupForm):
    """Keys of the groups that cards are dealt to and packed on."""

    piles: Annotated[int | None, PILES] = Field(None, description="How many piles; default 1.")
    deal: Annotated[int | tuple[int, ...] | Literal["rest"] | None, DEAL] = Field(
        None,
        description="Cards dealt to each pile: a number, a list of one for each, or 'rest'.",
    )
    face_down: Annotated[int | tuple[int, ...] | FaceDown | None, FACE_DOWN] = Field(
        None, description="How many of the dealt cards lie face down, from the bottom."
    )
    pack: Annotated[tuple[rules.Sequence, ...] | None, SEQUENCES] = Field(
        None, description="Which card may be put on which; a list means either rule will do."
    )
    move: Annotated[rules.Unit | None, UNIT] = Field(
        None, description="What moves in one piece; default 'top card'."
    )
    space: Annotated[rules.Space | None, SPACE] = Field(
        None, description="What may be put into an empty pile, by hand."
    )
    refill: Annotated[tuple[rules.Link, ...] | None, REFILL] = Field(
        None, description="What fills an empty pile at once, by itself; default 'none'."
    )
    available: Annotated[
        rules.Availability | None, Spoken(parse_available, {"enum": list(AVAILABLE)})
    ] = Field(None, description="Which cards of a pile may be taken; default 'top card'.")
    limit: Annotated[int | Literal["none"] | None, LIMIT] = Field(
        None, description="How many cards a pile holds at most; default 'none'."
    )
    from_: Annotated[tuple[str, ...] | None, NAMES] = Field(
        None, description="The only groups that it takes cards from; default all."
    )
    only: Annotated[rules.CardFilter | None, ONLY] = Field(
        None, description="The only cards that it ever takes; default any card."
    )
    open: Annotated[rules.Condition | None, CONDITION] = Field(
        None, description="When it takes cards; default 'always'."
    )


class TableauForm(LayoutForm):
    """Columns (or rows, fans, wings) that are packed on."""


class ReserveForm(LayoutForm):
    """Cards that stand by: dealt once, taken, as a rule never packed on."""


class WasteForm(LayoutForm):
    """The heap of turned cards; it is made by itself where a turn goes to it."""


class CellsForm(GroupForm):
    """Cells, which hold one card each; a pocket, which holds a unit."""

    piles: Annotated[int | None, PILES] = Field(None, description="How many cells; default 1.")
    deal: Annotated[int | tuple[int, ...] | Literal["rest"] | None, DEAL] = Field(
        None, description="Cards dealt to each cell; default 0."
    )
    holds: Annotated[
        Literal["card", "sequence"] | None, word(("card", "sequence"), "what a cell holds")
    ] = Field(None, description="One card, or a whole unit (a pocket); default 'card'.")
    move: Annotated[rules.Unit | None, UNIT] = Field(
        None, description="How a unit leaves a pocket; default 'whole pile'."
    )
    from_: Annotated[tuple[str, ...] | None, NAMES] = Field(
        None, description="The only groups that it takes cards from; default all."
    )
    only: Annotated[rules.CardFilter | None, ONLY] = Field(
        None, description="The only cards that it ever takes; default any card."
    )
    open: Annotated[rules.Condition | None, CONDITION] = Field(
        None, description="When it takes cards; default 'always'."
    )


class FoundationsForm(GroupForm):
    """The piles that the game is built on."""

    piles: Annotated[int | None, PILES] = Field(
        None, description="How many; default one for each suit and pack."
    )
    base: Annotated[rules.Base | None, BASE] = Field(
        None, description="The rank that starts a foundation; default Ace."
    )
    build: Annotated[tuple[rules.Sequence, ...] | None, SEQUENCES] = Field(
        None, description="Which card may be built on which; default 'up in suit'."
    )
    starters: Annotated[
        Literal["none", "first", "all"] | tuple[int, ...] | None,
        Spoken(
            parse_starters,
            {"enum": list(STARTERS)},
            STRING,
            {"type": "array", "items": STRING, "minItems": 1},
        ),
    ] = Field(None, description="Cards put out before the deal; default 'none'.")
    takes: Annotated[str | None, Spoken(_takes, {"const": "cards"})] = Field(
        None, description="What a foundation takes; default 'cards', one by one."
    )
    complete: Annotated[int | None, whole(1, MAX_CARDS, "a number of cards")] = Field(
        None, description="Cards in a finished foundation; default one of each rank."
    )
    worry_back: Annotated[
        rules.WorryBack | None, Spoken(_worry_back, {"enum": [*WORRY_BACK, True, False]})
    ] = Field(None, description="Whether cards may be taken back; default 'no'.")
    until_base: Annotated[rules.Lock | None, word(LOCKS, "an answer for 'until base'")] = Field(
        None,
        description="What is legal before a chosen base is chosen; default 'nothing else'.",
    )
    from_: Annotated[tuple[str, ...] | None, NAMES] = Field(
        None, description="The only groups that it takes cards from; default all."
    )
    only: Annotated[rules.CardFilter | None, ONLY] = Field(
        None, description="The only cards that it ever takes; default any card."
    )
    open: Annotated[rules.Condition | None, CONDITION] = Field(
        None, description="When it takes cards; default 'always'."
    )


class StockForm(GroupForm):
    """The cards left over by the deal, face down, in a fixed order."""

    cards: Annotated[int | None, whole(0, MAX_CARDS, "a number of cards")] = Field(
        None, description="A checksum: the cards that the deal must leave."
    )
    turn: Annotated[rules.Turn | None, TURN] = Field(
        None, description="What one turn deals, and where; default: it is never turned."
    )
    when: Annotated[rules.Condition | None, CONDITION] = Field(
        None, description="When it may be turned; default 'always'."
    )
    redeals: Annotated[
        int | Literal["unlimited"] | None,
        Spoken(
            parse_redeals,
            {"type": "integer", "minimum": 0, "maximum": 99},
            {"enum": ["none", "unlimited"]},
        ),
    ] = Field(None, description="How often the waste may be turned over; default 'none'.")


class ScriptsForm(Form):
    """Dealing orders by source of deals."""

    own: Annotated[tuple[rules.Step, ...] | None, STEPS] = Field(
        None, description="Our own deals, and every source that is not named."
    )
    pysol: Annotated[tuple[rules.Step, ...] | None, STEPS] = Field(
        None, description="Deals by PySolFC's numbers."
    )
    ms: Annotated[tuple[rules.Step, ...] | None, STEPS] = Field(
        None, description="Deals by Microsoft's numbers; default as 'pysol'."
    )
    solvitaire: Annotated[tuple[rules.Step, ...] | None, STEPS] = Field(
        None, description="Deals by Solvitaire's numbers."
    )

    def result(self) -> dict[str, tuple[rules.Step, ...]]:
        """The scripts that are there."""
        scripts = {source: getattr(self, source) for source in DEAL_SOURCES}
        return {source: steps for source, steps in scripts.items() if steps is not None}


class Scripts(Spoken):
    """Steps by source of deals; a bare list is our own."""

    def read_either(self, value: object, inner: Callable[[object], Form]) -> Any:
        """The scripts, by source."""
        if value is None:
            return None
        return inner({"own": value} if isinstance(value, list) else _mapping(value)).result()


STEP_LIST: Json = {"type": "array", "items": {"anyOf": [STRING, {"type": "object"}]}}
SCRIPTS = Scripts(_mapping, STEP_LIST, form=ScriptsForm)


class OverlayFile(Form):
    """What an option may change: everything that affects play."""

    notes: Annotated[tuple[str, ...] | None, TEXTS] = Field(
        None, description="Remarks for readers."
    )
    sources: Annotated[tuple[rules.Source, ...] | None, SOURCES] = Field(
        None, description="Where disputed readings come from; a list, or texts by key."
    )
    deck: Annotated[rules.Deck | None, DECK] = Field(
        None, description="The cards that are played with; default '1 pack'."
    )
    stock: StockForm | None = Field(None, description="What the deal leaves.")
    waste: WasteForm | None = Field(None, description="The heap of turned cards.")
    foundations: FoundationsForm | None = Field(None, description="What the game is built on.")
    tableau: TableauForm | None = Field(None, description="The piles that are packed on.")
    reserve: ReserveForm | None = Field(None, description="Cards that stand by.")
    cells: CellsForm | None = Field(None, description="Places for a card each.")
    deals: Annotated[dict[str, tuple[rules.Step, ...]] | None, SCRIPTS] = Field(
        None, description="The dealing order, where it is unusual, by source of deals."
    )
    win: Annotated[rules.Goal | None, GOAL] = Field(
        None, description="When the game is won; default 'all cards on foundations'."
    )
    uses: Annotated[tuple[str, ...] | None, MODULES] = Field(
        None, description="Plugins that the game needs."
    )
    layout: Annotated[Any, Spoken(_mapping, {"type": "object"})] = Field(
        None, description="How it is drawn; no effect on play."
    )


class GameFile(OverlayFile):
    """A whole rule file, or a child of one."""

    game: Annotated[str | None, TEXT] = Field(None, description="The game's name.")
    also: Annotated[tuple[str, ...] | None, TEXTS] = Field(None, description="Its other names.")
    family: Annotated[str | None, TEXT] = Field(None, description="Its kind; no effect on play.")
    extends: Annotated[str | None, TEXT] = Field(
        None, description="The game that this file is a variant of."
    )
    options: Annotated[dict[str, Any] | None, Spoken(_mapping, {"type": "object"})] = Field(
        None, description="Other readings, by name: each a partial file."
    )


FORMS: dict[str, type[GroupForm]] = {
    "stock": StockForm,
    "waste": WasteForm,
    "foundations": FoundationsForm,
    "tableau": TableauForm,
    "reserve": ReserveForm,
    "cells": CellsForm,
}
