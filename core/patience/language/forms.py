"""The mapping spellings of single rules: what a phrase says in a row of words, said key by key."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from pydantic import ConfigDict, Field

from patience.language import rules
from patience.language.fields import YES_NO, Form, Several, Spoken, number, read_text, whole, word
from patience.language.phrases.cards import (
    parse_deck,
    parse_filter,
    parse_rank,
    parse_rank_set,
    parse_suit,
)
from patience.language.phrases.chains import (
    ANY,
    parse_base,
    parse_link,
    parse_refill,
    parse_space,
)
from patience.language.phrases.dealing import (
    MAX_PILES,
    STARTERS_FROM_END,
    parse_step,
    parse_turn,
)
from patience.language.phrases.groups import CONDITIONS, parse_condition, parse_goal
from patience.language.phrases.sequences import (
    CORNERS,
    DIRECTIONS,
    SUIT_RULES,
    UNIT_MODES,
    make_sequence,
    parse_sequence,
    parse_unit,
)
from patience.language.phrases.words import PhraseError, pick
from patience.language.values import MAX_CARDS, NAME, as_list, later


def _suits(value: object) -> str:
    """A suit rule, with or without its "in"."""
    text = " ".join(value.lower().split()) if isinstance(value, str) else value
    text = text.replace("color", "colour") if isinstance(text, str) else text
    if isinstance(text, str) and f"in {text}" in SUIT_RULES:
        return f"in {text}"
    return pick(text, SUIT_RULES, "a suit rule")


def _step(value: object) -> int | str:
    if value == "pile number":
        return "pile number"
    return number(1, 12, "a step (or 'pile number')")(value)  # type: ignore[no-any-return]


SUITS = Spoken(_suits, "suits")
NOT_EMPTY = ConfigDict(json_schema_extra={"minProperties": 1})
"""For a mapping that must say something."""


class SequenceForm(Form):
    """A sequence rule, key by key."""

    direction: Annotated[rules.Direction | None, word(DIRECTIONS, "a direction")] = Field(
        None, description="Up or down by rank, or what else the rule goes by."
    )
    step: Annotated[
        int | Literal["pile number"] | None,
        Spoken(_step, "step"),
    ] = Field(
        None,
        description="How many ranks from card to card; 'pile number': by ones on pile 1, by "
        "twos on pile 2, and so on; default 1.",
    )
    suits: Annotated[rules.Suits | None, SUITS] = Field(
        None, description="Which suits follow each other; wanted where the rule goes up or down."
    )
    corner: Annotated[rules.Corner | None, word(CORNERS, "a corner")] = Field(
        None,
        description="Whether the rule goes on from King to Ace; 'as far as the base': but "
        "never across the base; default 'stops'.",
    )
    relation: Annotated[str | None, NAME] = Field(
        None, description="The name of a plugin's relation, which is listed under 'uses'."
    )

    def result(self) -> rules.Sequence:
        """The rule."""
        if self.direction is None:
            raise PhraseError("the rule wants 'direction', as 'direction: down'")
        return make_sequence(self.direction, self.step, self.suits, self.corner, self.relation)


class UnitForm(Form):
    """A unit, key by key."""

    unit: Annotated[rules.UnitMode | None, word(UNIT_MODES, "a unit")] = Field(
        None, description="What moves in one piece."
    )
    suits: Annotated[rules.Suits | None, SUITS] = Field(
        None,
        description="The suits of a sequence that moves, where they are other than those of "
        "packing.",
    )

    def result(self) -> rules.Unit:
        """The unit."""
        if self.unit is None:
            raise PhraseError("the unit wants 'unit', as 'unit: sequence'")
        if self.suits is not None and "sequence" not in self.unit:
            raise PhraseError(f"'{self.unit}' has no 'suits': leave it out")
        return rules.Unit(self.unit, self.suits)


def _space_cards(value: object) -> tuple[int, ...] | str:
    if isinstance(value, str) and " ".join(value.lower().split()) == "below base":
        return "below base"
    return tuple(sorted({parse_rank(item) for item in as_list(value)}))


def _chain(value: object) -> tuple[rules.Link, ...]:
    links = tuple(parse_link(item) for item in as_list(value))
    if ANY in links[:-1]:
        raise PhraseError("nothing can follow 'any', which lets all cards in")
    if len({link.source for link in links}) < len(links):
        raise PhraseError("the chain names one source twice")
    return links


class SpaceForm(Form):
    """What may fill an empty pile, key by key."""

    cards: Annotated[
        tuple[int, ...] | Literal["below base"] | None,
        Spoken(_space_cards, "space cards"),
    ] = Field(None, description="The ranks that a unit may begin with; default any.")
    from_: Annotated[tuple[rules.Link, ...] | None, Spoken(_chain, "chain")] = Field(
        None,
        description="Where it may come from: the first source that has a card is the only one "
        "allowed; default 'any'.",
    )

    def result(self) -> rules.Space:
        """The rule."""
        links = (ANY,) if self.from_ is None else self.from_
        if isinstance(self.cards, tuple):
            return rules.Space(links, self.cards)
        return rules.Space(links, None, self.cards is not None)


class RefillForm(Form):
    """What fills an empty pile by itself, key by key."""

    model_config = NOT_EMPTY

    from_: Annotated[tuple[rules.Link, ...] | None, Spoken(_chain, "chain")] = Field(
        None, description="Where the card comes from: the first source that has one."
    )

    def result(self) -> tuple[rules.Link, ...]:
        """The chain."""
        if self.from_ is None:
            raise PhraseError("the refill wants 'from', as 'from: reserve'; without it, say 'none'")
        if ANY in self.from_:
            raise PhraseError("a refill is automatic and wants a group; 'any' belongs to 'space'")
        return self.from_


class BaseForm(Form):
    """The base, key by key."""

    kind: Annotated[rules.BaseKind | None, word(get_args(rules.BaseKind), "a kind of base")] = (
        Field(None, description="How the base is found.")
    )
    ranks: Annotated[
        tuple[int, ...] | None,
        Spoken(lambda value: tuple(parse_rank(item) for item in as_list(value)), "ranks"),
    ] = Field(None, description="The rank of a fixed base, or the ranks of a list.")
    group: Annotated[str | None, NAME] = Field(
        None, description="Where a chosen base is chosen from."
    )

    def result(self) -> rules.Base:
        """The base."""
        if self.kind is None:
            raise PhraseError("the base wants 'kind', as 'kind: dealt'")
        ranks = self.ranks or ()
        if self.kind == "fixed" and len(ranks) != 1:
            raise PhraseError("'kind: fixed' wants one rank, as 'ranks: [Ace]'")
        if self.kind == "list" and not ranks:
            raise PhraseError("'kind: list' wants 'ranks', one for each foundation")
        if ranks and self.kind not in ("fixed", "list"):
            raise PhraseError(f"'kind: {self.kind}' has no 'ranks': leave it out")
        if self.group is not None and self.kind != "chosen":
            raise PhraseError(f"'kind: {self.kind}' has no 'group': leave it out")
        return rules.Base(self.kind, ranks, self.group)


class ConditionForm(Form):
    """A condition, key by key."""

    when: Annotated[rules.ConditionKind | None, word(CONDITIONS, "a condition")] = Field(
        None, description="What must be so."
    )
    number: Annotated[int | None, whole(1, 99, "the number of a redeal")] = Field(
        None, description="The redeal after which it is so."
    )

    def result(self) -> rules.Condition:
        """The condition."""
        if self.when is None:
            raise PhraseError("the condition wants 'when', as 'when: waste empty'")
        if (self.when == "after redeal") != (self.number is not None):
            raise PhraseError("'when: after redeal' and 'number' belong together")
        return rules.Condition(self.when, self.number or 0)


def _counts(value: object) -> tuple[int, ...]:
    read = number(1, MAX_CARDS, "a number of cards")
    return tuple(read(item) for item in as_list(value))


def _piles(value: object) -> tuple[int, ...]:
    read = number(1, MAX_PILES, "a pile's number")
    return tuple(sorted({read(item) - 1 for item in as_list(value)}))


PILES = Spoken(_piles, "counts")


class TurnForm(Form):
    """A turn of the stock, key by key."""

    cards: Annotated[tuple[int, ...] | None, Spoken(_counts, "counts")] = Field(
        None,
        description="How many cards a turn deals; a list has one number for each lap, the "
        "last goes on.",
    )
    to: Annotated[str | None, NAME] = Field(None, description="The group that they go to.")
    each: Annotated[bool | None, YES_NO] = Field(
        None, description="Whether so many go to each pile; default 'no'."
    )
    piles: Annotated[tuple[int, ...] | None, PILES] = Field(
        None, description="The only piles that get cards, by number; default all."
    )

    def result(self) -> rules.Turn:
        """The turn."""
        if not self.cards or self.to is None:
            raise PhraseError("a turn wants 'cards' and 'to', as '{cards: 3, to: waste}'")
        piles = self.piles or None
        return rules.Turn(self.cards, self.to, bool(self.each) or piles is not None, piles)


class StepForm(Form):
    """A step of a deal, key by key."""

    cards: Annotated[int | None, whole(1, MAX_CARDS, "a number of cards")] = Field(
        None, description="How many cards."
    )
    to: Annotated[str | None, NAME] = Field(None, description="The group that they are dealt to.")
    each: Annotated[bool | None, YES_NO] = Field(
        None, description="Whether so many go to each pile; default 'no', which is in all."
    )
    piles: Annotated[tuple[int, ...] | None, PILES] = Field(
        None, description="The only piles that get cards, by number; default all."
    )
    empty: Annotated[bool | None, YES_NO] = Field(
        None, description="Whether only empty piles get cards; default 'no'."
    )
    order: Annotated[str | None, word(("round by round", "pile by pile"), "an order")] = Field(
        None,
        description="Card by card round the piles, or one pile after the other; default "
        "'round by round'.",
    )
    direction: Annotated[str | None, word(("left to right", "right to left"), "a direction")] = (
        Field(None, description="From which side; default 'left to right'.")
    )
    from_end: Annotated[bool | None, YES_NO] = Field(
        None, description="Whether the cards are the last ones of the pack; default 'no'."
    )
    choose_base_from: Annotated[
        str | int | None, Spoken(lambda value: _choice(value), "choice")
    ] = Field(
        None,
        description="The player chooses the base here: from a group, or from so many cards "
        "dealt for it.",
    )
    rest_to: Annotated[str | None, NAME] = Field(
        None, description="The group that cards which were dealt for the choice go to."
    )
    starters: Annotated[str | None, word(("from the end",), "which starters to take")] = Field(
        None,
        description="Says that the starters of this order are those which come last in the pack.",
    )

    def result(self) -> rules.Step:
        """The step."""
        if self.starters is not None:
            if len(self.model_fields_set) > 1:
                raise PhraseError("a step that says which starters to take deals nothing else")
            return STARTERS_FROM_END
        if self.choose_base_from is not None:
            return self._choice(self.choose_base_from)
        if self.cards is None or self.to is None or self.rest_to is not None:
            raise PhraseError("a step wants 'cards' and 'to', as '{cards: 13, to: reserve}'")
        piles = self.piles or None
        return rules.Step(
            "deal",
            self.cards,
            self.to,
            bool(self.each) or piles is not None,
            piles,
            self.order == "pile by pile",
            self.direction == "right to left",
            bool(self.empty),
            bool(self.from_end),
        )

    def _choice(self, source: str | int) -> rules.Step:
        others = self.model_fields_set - {"choose_base_from", "rest_to"}
        if others:
            raise PhraseError("a step that chooses the base deals nothing else")
        if isinstance(source, str) == (self.rest_to is None):
            return (
                rules.Step("choose", 0, source)
                if isinstance(source, str)
                else rules.Step("choose", source, self.rest_to or "")
            )
        raise PhraseError("'choose base from: NUMBER' and 'rest to: GROUP' belong together")


def _choice(value: object) -> str | int:
    if isinstance(value, int) and not isinstance(value, bool):
        return number(2, MAX_CARDS, "a number of cards to choose from")(value)  # type: ignore[no-any-return]
    return read_text(value)


def _suit_set(value: object) -> tuple[int, ...]:
    return tuple(sorted({parse_suit(item) for item in as_list(value)}))


SUIT_SET = Spoken(_suit_set, "suit set")
RANK_SET = Spoken(parse_rank_set, "rank set")


class FilterForm(Form):
    """A choice of cards, key by key."""

    model_config = NOT_EMPTY

    ranks: Annotated[tuple[int, ...] | None, RANK_SET] = Field(
        None, description="The ranks; default all."
    )
    suits: Annotated[tuple[int, ...] | None, SUIT_SET] = Field(
        None, description="The suits; default all."
    )

    def result(self) -> rules.CardFilter:
        """The cards."""
        if self.ranks is None and self.suits is None:
            raise PhraseError("the choice wants 'ranks' or 'suits'; for all cards say 'any card'")
        return rules.CardFilter(self.ranks, self.suits)


class GoalForm(Form):
    """The goal, key by key."""

    goal: Annotated[
        Literal["foundations", "empty"] | None, word(("foundations", "empty"), "a goal")
    ] = Field(None, description="All cards on foundations, or a group that is empty.")
    group: Annotated[str | None, NAME] = Field(None, description="The group that must be empty.")

    def result(self) -> rules.Goal:
        """The goal."""
        if self.goal is None or (self.goal == "empty") != (self.group is not None):
            raise PhraseError("a goal is '{goal: foundations}' or '{goal: empty, group: NAME}'")
        return rules.Goal(self.goal, self.group)


class DeckForm(Form):
    """The pack, key by key."""

    packs: Annotated[int | None, whole(1, 8, "a number of packs")] = Field(
        None, description="How many packs are shuffled together; default 1."
    )
    suits: Annotated[tuple[int, ...] | None, SUIT_SET] = Field(
        None, description="The suits of a pack; default all four."
    )
    ranks: Annotated[tuple[int, ...] | None, RANK_SET] = Field(
        None, description="The ranks of a pack; default A-K."
    )
    without: Annotated[tuple[int, ...] | None, RANK_SET] = Field(
        None, description="Ranks that are taken out; default none."
    )
    jokers: Annotated[None, Spoken(later("jokers", 0), {"const": 0})] = Field(
        None, description="Jokers; none in this version."
    )
    ace: Annotated[None, Spoken(later("ace: high", "low"), {"const": "low"})] = Field(
        None, description="Whether the Ace is low; high is for a later version."
    )

    def result(self) -> rules.Deck:
        """The deck."""
        full = rules.Deck()
        ranks = self.ranks or full.ranks
        if self.without and set(self.without) - set(ranks):
            raise PhraseError("'without' takes out ranks that the pack has not")
        left = tuple(rank for rank in ranks if rank not in (self.without or ()))
        if not left:
            raise PhraseError("'without' leaves no card in the pack")
        return rules.Deck(self.packs or 1, self.suits or full.suits, left)


def _only(value: object) -> rules.CardFilter:
    """A phrase, or a list of ranks."""
    if isinstance(value, list):
        return rules.CardFilter(ranks=tuple(sorted({parse_rank(item) for item in as_list(value)})))
    return parse_filter(value)


SEQUENCES = Several(Spoken(parse_sequence, "sequence", SequenceForm))
UNIT = Spoken(parse_unit, "unit", UnitForm)
SPACE = Spoken(parse_space, "space", SpaceForm)
REFILL = Spoken(parse_refill, "refill", RefillForm)
BASE = Spoken(parse_base, "base", BaseForm)
CONDITION = Spoken(parse_condition, "condition", ConditionForm)
TURN = Spoken(parse_turn, "turn", TurnForm)
STEPS = Several(Spoken(parse_step, "deal step", StepForm), least=0)
GOAL = Spoken(parse_goal, "goal", GoalForm)
DECK = Spoken(parse_deck, "deck", DeckForm)
ONLY = Spoken(_only, "only", FilterForm)
