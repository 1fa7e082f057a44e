"""The written form of a rule file: which keys there are, where, and what each may say.

Every key is optional here, because child files and options are partial files and are checked by
the same model. Defaults and what must not be missing belong to `resolve`. The JSON Schema of
`schema` and the key reference are exported from these classes; the descriptions are their text.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from patience.language import rules
from patience.language.fields import TEXT, Form, Several, whole
from patience.language.forms import (
    BASE,
    CONDITION,
    DECK,
    GOAL,
    ONLY,
    REFILL,
    SEQUENCES,
    SPACE,
    STEPS,
    TURN,
    UNIT,
)
from patience.language.phrases.dealing import MAX_PILES
from patience.language.phrases.groups import FaceDown
from patience.language.values import (
    AVAILABILITY,
    DEAL,
    FACE_DOWN,
    GROUPS,
    HOLDS,
    KIND,
    LIMIT,
    LOCK,
    MAPPING,
    MAX_CARDS,
    MODULES,
    REDEALS,
    SOURCES,
    STARTERS,
    TAKES,
    WORRY,
    Scripts,
    read_mapping,
)

PILES = whole(1, MAX_PILES, "a number of piles")
DEAL_SOURCES = ("own", "pysol", "ms", "solvitaire")
TEXTS = Several(TEXT)

Deal = Annotated[int | tuple[int, ...] | Literal["rest"] | None, DEAL]


class GroupForm(Form):
    """What every kind of group may say."""

    kind: Annotated[str | None, KIND] = Field(
        None, description="What the group is; needed where its name is not that of a kind."
    )


class TakingForm(GroupForm):
    """What every group that takes cards may say."""

    from_: Annotated[tuple[str, ...] | None, GROUPS] = Field(
        None,
        description="The only groups that it takes cards from by hand; default all.",
        examples=["waste", ["waste", "reserve"]],
    )
    only: Annotated[rules.CardFilter | None, ONLY] = Field(
        None, description="The only cards that it ever takes; default any card.", examples=["King"]
    )
    open: Annotated[rules.Condition | None, CONDITION] = Field(
        None, description="When it takes cards; default 'always'.", examples=["stock empty"]
    )


class LayoutForm(TakingForm):
    """Keys of the groups that cards are dealt to and packed on."""

    piles: Annotated[int | None, PILES] = Field(
        None, description="How many piles; default 1.", examples=[7]
    )
    deal: Deal = Field(
        None,
        description="Cards dealt to each pile: a number, a list of one for each pile, or 'rest' "
        "(all that are left, dealt round by round); default 0.",
        examples=[3, [1, 2, 3, 4, 5, 6, 7], "rest"],
    )
    face_down: Annotated[int | tuple[int, ...] | FaceDown | None, FACE_DOWN] = Field(
        None,
        description="How many of the dealt cards lie face down, counted from the bottom; 'every "
        "other' begins with the bottom one; default 0. A card turns up when it becomes available.",
        examples=["all but top", 2],
    )
    pack: Annotated[tuple[rules.Sequence, ...] | None, SEQUENCES] = Field(
        None,
        description="Which card may be put on which; in a list any of the rules will do. A "
        "tableau must say it; elsewhere the default is 'nothing'.",
        examples=["down in alternate colours"],
    )
    move: Annotated[rules.Unit | None, UNIT] = Field(
        None,
        description="What moves in one piece to a tableau; default 'top card'. Foundations and "
        "cells always take the top card.",
        examples=["sequence", "whole pile"],
    )
    space: Annotated[rules.Space | None, SPACE] = Field(
        None,
        description="What may be put into an empty pile by hand: any unit, none, units that "
        "begin with a rank, or a chain, whose first source that has a card is the only one "
        "allowed. A tableau must say it; elsewhere the default is 'none'.",
        examples=["any", "King", "from reserve then waste then stock"],
    )
    refill: Annotated[tuple[rules.Link, ...] | None, REFILL] = Field(
        None,
        description="What fills an empty pile at once and by itself, from the first source that "
        "has a card; default 'none'. Groups may not refill each other in a circle.",
        examples=["from reserve"],
    )
    available: Annotated[rules.Availability | None, AVAILABILITY] = Field(
        None, description="Which cards of a pile may be taken; default 'top card'."
    )
    limit: Annotated[int | Literal["none"] | None, LIMIT] = Field(
        None, description="How many cards a pile holds at most; default 'none'.", examples=[3]
    )


class TableauForm(LayoutForm):
    """Columns (or rows, fans, wings) that are packed on."""


class ReserveForm(LayoutForm):
    """Cards that stand by: dealt once, taken from, as a rule never packed on."""


class WasteForm(LayoutForm):
    """The heap of turned cards. It is made by itself where a turn goes to it."""


class CellsForm(TakingForm):
    """Cells, which hold one card each; or a pocket, which holds a unit."""

    piles: Annotated[int | None, PILES] = Field(
        None, description="How many cells; default 1.", examples=[4]
    )
    deal: Deal = Field(None, description="Cards dealt to each cell; default 0.")
    holds: Annotated[Literal["card", "sequence"] | None, HOLDS] = Field(
        None, description="One card, or a whole unit (a pocket); default 'card'."
    )
    move: Annotated[rules.Unit | None, UNIT] = Field(
        None, description="How a unit leaves a pocket; default 'whole pile'."
    )


class FoundationsForm(TakingForm):
    """The piles that are built up, which is the aim of nearly every game."""

    piles: Annotated[int | None, PILES] = Field(
        None, description="How many; default one for each suit of each pack."
    )
    base: Annotated[rules.Base | None, BASE] = Field(
        None,
        description="The rank that starts a foundation: a rank, 'dealt' (a card of the deal), "
        "'chosen from GROUP' (by playing a card of it to a foundation), 'set by first card' (any "
        "card that is played there first), 'any' (each pile for itself), or a list of ranks, one "
        "for each foundation; default Ace.",
        examples=["dealt", "chosen from reserve", ["Ace", 2, 3, 4]],
    )
    build: Annotated[tuple[rules.Sequence, ...] | None, SEQUENCES] = Field(
        None,
        description="Which card may be built on which; default 'up in suit'. Where the base is "
        "no Ace it turns the corner.",
        examples=["up in suit turning the corner"],
    )
    starters: Annotated[Literal["none", "first", "all"] | tuple[int, ...] | None, STARTERS] = Field(
        None,
        description="Base cards that are taken out of the pack and put out before the deal: "
        "none, one, one on each foundation, or cards by name; default 'none'.",
        examples=["all", "Ace of spades"],
    )
    takes: Annotated[str | None, TAKES] = Field(
        None, description="What a foundation takes; default 'cards', one by one."
    )
    complete: Annotated[int | None, whole(1, MAX_CARDS, "a number of cards")] = Field(
        None, description="Cards in a finished foundation; default one of each rank."
    )
    worry_back: Annotated[rules.WorryBack | None, WORRY] = Field(
        None, description="Whether cards may be taken back into play; default 'no'."
    )
    until_base: Annotated[rules.Lock | None, LOCK] = Field(
        None,
        description="What is legal before a chosen base is chosen; default 'nothing else'.",
    )


class StockForm(GroupForm):
    """The cards that the deal leaves, face down, in a fixed order."""

    cards: Annotated[int | None, whole(0, MAX_CARDS, "a number of cards")] = Field(
        None,
        description="A checksum: how many cards the deal must leave, before any that it turns to "
        "the waste.",
        examples=[24],
    )
    turn: Annotated[rules.Turn | None, TURN] = Field(
        None,
        description="What one turn deals, and where; by default the stock is never turned. A "
        "turn of several is short where fewer cards are left.",
        examples=["3 to waste", "1 to each tableau pile", "3 then 2 then 1 to waste"],
    )
    when: Annotated[rules.Condition | None, CONDITION] = Field(
        None, description="When it may be turned; default 'always'.", examples=["waste empty"]
    )
    redeals: Annotated[int | Literal["unlimited"] | None, REDEALS] = Field(
        None,
        description="How often the waste may be turned over to be the stock again, when the stock "
        "is out; default 'none'. One redeal makes two laps. Not 'unlimited' where the waste is "
        "refilled from the stock.",
        examples=[1, "unlimited"],
    )


class ScriptsForm(Form):
    """Dealing orders by source of deals, each a list of steps."""

    own: Annotated[tuple[rules.Step, ...] | None, STEPS] = Field(
        None,
        description="Our own deals, and every source that is not named. Default: the groups in "
        "file order, round by round, left to right.",
    )
    pysol: Annotated[tuple[rules.Step, ...] | None, STEPS] = Field(
        None, description="Deals by PySolFC's numbers; default as 'own'."
    )
    ms: Annotated[tuple[rules.Step, ...] | None, STEPS] = Field(
        None, description="Deals by Microsoft's numbers; default as 'pysol'."
    )
    solvitaire: Annotated[tuple[rules.Step, ...] | None, STEPS] = Field(
        None, description="Deals by Solvitaire's numbers; default as 'own'."
    )

    def result(self) -> dict[str, tuple[rules.Step, ...]]:
        """The scripts that are there."""
        scripts = {source: getattr(self, source) for source in DEAL_SOURCES}
        return {source: steps for source, steps in scripts.items() if steps is not None}


SCRIPTS = Scripts(read_mapping, "scripts", ScriptsForm)


class OverlayFile(Form):
    """What an option may change: everything that affects play."""

    notes: Annotated[tuple[str, ...] | None, TEXTS] = Field(
        None, description="Remarks for readers; no effect on play."
    )
    sources: Annotated[tuple[rules.Source, ...] | None, SOURCES] = Field(
        None,
        description="Where disputed readings come from: a text, a list, or texts by the key that "
        "they are about; no effect on play.",
        examples=[{"tableau.move": "PySolFC and AisleRiot"}],
    )
    uses: Annotated[tuple[str, ...] | None, MODULES] = Field(
        None, description="Plugins that the game needs; a file without it needs none."
    )
    deck: Annotated[rules.Deck | None, DECK] = Field(
        None,
        description="The cards that are played with; default '1 pack'.",
        examples=["2 packs", {"packs": 1, "ranks": "A-5"}],
    )
    stock: StockForm | None = Field(None, description="The cards that the deal leaves.")
    waste: WasteForm | None = Field(None, description="The heap of turned cards.")
    foundations: FoundationsForm | None = Field(None, description="The piles that are built up.")
    tableau: TableauForm | None = Field(None, description="The piles that are packed on.")
    reserve: ReserveForm | None = Field(None, description="Cards that stand by.")
    cells: CellsForm | None = Field(None, description="Places for a card each.")
    deals: Annotated[dict[str, tuple[rules.Step, ...]] | None, SCRIPTS] = Field(
        None,
        description="The dealing order where it is unusual: a list of steps, or lists by source "
        "of deals.",
        examples=[["13 to reserve", "1 to foundations", "4 to tableau"]],
    )
    win: Annotated[rules.Goal | None, GOAL] = Field(
        None, description="When the game is won; default 'all cards on foundations'."
    )
    layout: Annotated[Any, MAPPING] = Field(None, description="How it is drawn; no effect on play.")


class GameFile(OverlayFile):
    """A game: a list of pile groups, in dealing order, and what the deal and the goal are."""

    game: Annotated[str | None, TEXT] = Field(None, description="The game's name.")
    also: Annotated[tuple[str, ...] | None, TEXTS] = Field(None, description="Its other names.")
    family: Annotated[str | None, TEXT] = Field(
        None, description="What kind of patience it is; no effect on play."
    )
    extends: Annotated[str | None, TEXT] = Field(
        None,
        description="The game that this file is a variant of; what follows is laid over it, and "
        "'~' takes a key away.",
        examples=["canfield"],
    )
    options: Annotated[dict[str, Any] | None, MAPPING] = Field(
        None,
        description="Other readings by name, each a partial file; a player may combine those that "
        "touch different keys.",
        examples=[{"one at a time": {"stock": {"turn": "1 to waste"}}}],
    )


FORMS: dict[str, type[GroupForm]] = {
    "stock": StockForm,
    "waste": WasteForm,
    "foundations": FoundationsForm,
    "tableau": TableauForm,
    "reserve": ReserveForm,
    "cells": CellsForm,
}
