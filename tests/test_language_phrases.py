"""Phrases: each is read into one rule, each rule has one phrase and one mapping, and back."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from patience.language import forms
from patience.language.fields import Form
from patience.language.phrases import cards, chains, dealing, groups, sequences
from patience.language.phrases.words import PhraseError
from patience.language.rules import (
    Base,
    CardFilter,
    Condition,
    Deck,
    Goal,
    Link,
    Sequence,
    Space,
    Step,
    Turn,
    Unit,
)
from patience.language.spellings import SPELLINGS

NAMES = st.sampled_from(["reserve", "waste", "tableau", "left fan", "pocket 2"])
RANKS = st.integers(0, 12)
RANK_SETS = st.sets(RANKS, min_size=1, max_size=4).map(lambda ranks: tuple(sorted(ranks)))
SUIT_SETS = st.sets(st.integers(0, 3), min_size=1).map(lambda suits: tuple(sorted(suits)))
PILES = st.sets(st.integers(0, 59), min_size=1, max_size=6).map(lambda piles: tuple(sorted(piles)))

STEPPING = st.builds(
    Sequence,
    st.sampled_from(sequences.STEPPING),
    st.integers(1, 12) | st.just("pile number"),
    st.sampled_from(sequences.SUIT_RULES),
    st.sampled_from(sequences.CORNERS),
)
SEQUENCES = st.one_of(
    STEPPING,
    st.builds(Sequence, st.just("same rank"), suits=st.sampled_from(sequences.SUIT_RULES)),
    st.sampled_from([Sequence("any card"), Sequence("nothing")]),
    st.builds(Sequence, st.just("relation"), relation=st.sampled_from(["doubling", "mixture"])),
)
UNITS = st.one_of(
    st.builds(Unit, st.sampled_from(sequences.UNIT_MODES)),
    st.builds(Unit, st.sampled_from(sequences.RUNS), st.sampled_from(sequences.SUIT_RULES)),
)
LINKS = st.builds(Link, NAMES, st.booleans()) | st.sampled_from(
    [Link("stock"), Link("unturned stock")]
)
CHAINS = st.lists(LINKS, min_size=1, max_size=3, unique_by=lambda link: link.source).map(tuple)
OPEN_CHAINS = CHAINS | CHAINS.map(lambda chain: (*chain, Link("any"))) | st.just((Link("any"),))
SPACES = st.one_of(
    st.just(Space()),
    st.builds(Space, OPEN_CHAINS, st.none() | RANK_SETS),
    st.builds(Space, OPEN_CHAINS, st.none(), st.just(True)),
)
BASES = st.one_of(
    st.builds(Base, st.just("fixed"), RANKS.map(lambda rank: (rank,))),
    st.builds(Base, st.just("list"), st.lists(RANKS, min_size=1, max_size=8).map(tuple)),
    st.builds(Base, st.just("chosen"), st.just(()), st.none() | NAMES),
    st.sampled_from([Base(kind, ()) for kind in ("dealt", "any", "set by first card")]),
)
CONDITIONS = st.one_of(
    st.sampled_from([Condition(kind) for kind in groups.CONDITIONS if kind != "after redeal"]),
    st.integers(1, 9).map(lambda number: Condition("after redeal", number)),
)
TURNS = st.one_of(
    st.builds(Turn, st.lists(st.integers(1, 9), min_size=1, max_size=4).map(tuple), NAMES),
    st.builds(Turn, st.just((1,)), NAMES, st.just(True)),
    st.builds(Turn, st.just((2,)), NAMES, st.just(True), PILES),
)
DEALT = st.one_of(
    st.builds(
        Step, st.just("deal"), st.integers(1, 52), NAMES, st.booleans(), st.none(),
        st.booleans(), st.booleans(), st.booleans(), st.booleans(),
    ),
    st.builds(
        Step, st.just("deal"), st.integers(1, 52), NAMES, st.just(True), PILES,
        st.booleans(), st.booleans(), st.booleans(), st.booleans(),
    ),
)  # fmt: skip
STEPS = st.one_of(
    DEALT,
    st.builds(Step, st.just("choose"), st.just(0) | st.integers(2, 9), NAMES),
    st.just(dealing.STARTERS_FROM_END),
)
FILTERS = st.builds(CardFilter, st.none() | RANK_SETS, st.none() | SUIT_SETS)
GOALS = st.just(Goal()) | st.builds(Goal, st.just("empty"), NAMES | st.just("stock"))
DECKS = st.builds(Deck, st.integers(1, 8), SUIT_SETS, RANK_SETS)

Kind = tuple[
    str, st.SearchStrategy[Any], Callable[[Any], Any], Callable[[Any], Any], Callable[[Any], Any],
    type[Form],
]  # fmt: skip
KINDS: list[Kind] = [
    ("sequence", SEQUENCES, sequences.parse_sequence, sequences.format_sequence,
     sequences.sequence_mapping, forms.SequenceForm),
    ("unit", UNITS, sequences.parse_unit, sequences.format_unit, sequences.unit_mapping,
     forms.UnitForm),
    ("space", SPACES, chains.parse_space, chains.format_space, chains.space_mapping,
     forms.SpaceForm),
    ("refill", CHAINS | st.just(()), chains.parse_refill, chains.format_refill,
     chains.refill_mapping, forms.RefillForm),
    ("base", BASES, chains.parse_base, chains.format_base, chains.base_mapping, forms.BaseForm),
    ("condition", CONDITIONS, groups.parse_condition, groups.format_condition,
     groups.condition_mapping, forms.ConditionForm),
    ("turn", TURNS, dealing.parse_turn, dealing.format_turn, dealing.turn_mapping, forms.TurnForm),
    ("deal step", STEPS, dealing.parse_step, dealing.format_step, dealing.step_mapping,
     forms.StepForm),
    ("only", FILTERS, cards.parse_filter, cards.format_filter, cards.filter_mapping,
     forms.FilterForm),
    ("goal", GOALS, groups.parse_goal, groups.format_goal, groups.goal_mapping, forms.GoalForm),
]  # fmt: skip


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind[0])
@settings(deadline=None, max_examples=80)
@given(data=st.data())
def test_phrases_and_mappings_say_the_same_and_come_back(kind: Kind, data: st.DataObject) -> None:
    name, values, read, write, mapping, form = kind
    value = data.draw(values)
    phrase = write(value)
    assert read(phrase) == value
    if phrase not in ("none", "any card"):  # which have no mapping, for they say nothing
        assert form.model_validate(mapping(value)).result() == value
    if isinstance(phrase, str):
        assert any(_matches(schema, phrase) for schema in SPELLINGS[name]), phrase


def _matches(schema: dict[str, Any], text: str) -> bool:
    if "anyOf" in schema:
        return any(_matches(one, text) for one in schema["anyOf"])
    return text in schema.get("enum", ()) or (
        "pattern" in schema and re.search(schema["pattern"], text) is not None
    )


@given(deck=DECKS)
@settings(deadline=None)
def test_a_deck_comes_back_from_its_mapping(deck: Deck) -> None:
    assert forms.DeckForm.model_validate(cards.deck_mapping(deck)).result() == deck


@given(phrase=st.text(alphabet="abdeinorstuy 13-", max_size=30))
@settings(deadline=None)
def test_nonsense_is_refused_in_one_sentence(phrase: str) -> None:
    for _, _, read, *_ in KINDS:
        try:
            read(phrase)
        except PhraseError as error:
            assert "\n" not in str(error) and not str(error).endswith(".")


@pytest.mark.parametrize(
    ("read", "text", "value"),
    [
        (sequences.parse_sequence, "Down in Alternate Colors",
         Sequence("down", suits="in alternate colours")),
        (sequences.parse_sequence, "up by pile number regardless of suit turning the corner",
         Sequence("up", "pile number", "regardless of suit", "turns")),
        (sequences.parse_sequence, "down in suit turning the corner as far as the base",
         Sequence("down", suits="in suit", corner="turns as far as the base")),
        (sequences.parse_sequence, "up or down fixed by first card in suit",
         Sequence("up or down fixed by first card", suits="in suit")),
        (sequences.parse_sequence, "same rank", Sequence("same rank")),
        (sequences.parse_unit, "sequence in suit", Unit("sequence", "in suit")),
        (sequences.parse_unit, "top card or whole pile", Unit("top card or whole pile")),
        (chains.parse_space, "Kings", Space((Link("any"),), (12,))),
        (chains.parse_space, 7, Space((Link("any"),), (6,))),
        (chains.parse_space, ["King", "A"], Space((Link("any"),), (0, 12))),
        (chains.parse_space, "from any", Space((Link("any"),))),
        (chains.parse_space, "King from left_fan then any",
         Space((Link("left fan"), Link("any")), (12,))),
        (chains.parse_space, "from reserve then waste then unturned stock",
         Space((Link("reserve"), Link("waste"), Link("unturned stock")))),
        (chains.parse_refill, "from fuller reserve then waste",
         (Link("reserve", True), Link("waste"))),
        (chains.parse_base, 2, Base("fixed", (1,))),
        (chains.parse_base, "tens", Base("fixed", (9,))),
        (chains.parse_base, ["Ace", 2, 3, 4], Base("list", (0, 1, 2, 3))),
        (dealing.parse_turn, "three then two then one to waste", Turn((3, 2, 1), "waste")),
        (dealing.parse_turn, "1 to tableau piles 1-3 and 5",
         Turn((1,), "tableau", True, (0, 1, 2, 4))),
        (dealing.parse_step, "4 to tableau right to left pile by pile",
         Step("deal", 4, "tableau", pile_by_pile=True, right_to_left=True)),
        (dealing.parse_step, "4 to each tableau pile pile by pile",
         Step("deal", 4, "tableau", True, pile_by_pile=True)),
        (dealing.parse_step, "1 to each empty tableau pile",
         Step("deal", 1, "tableau", True, empty=True)),
        (dealing.parse_step, "last 1 to foundations", Step("deal", 1, "foundations", last=True)),
        (dealing.parse_step, "choose base from 5 dealt rest to tableau",
         Step("choose", 5, "tableau")),
        (cards.parse_filter, "red Kings", CardFilter((12,), (1, 2))),
        (cards.parse_filter, "King or Ace of spades", CardFilter((0, 12), (3,))),
        (cards.parse_card, "10h", 35),
        (cards.parse_card, "Ace of spades", 39),
        (cards.parse_rank_set, ["7-K", "Ace"], (0, 6, 7, 8, 9, 10, 11, 12)),
        (cards.parse_deck, "two packs", Deck(2)),
        (groups.parse_goal, "left-fan empty", Goal("empty", "left fan")),
        (groups.parse_starters, ["Ace of clubs", "AD"], (0, 13)),
        (groups.parse_redeals, "none", 0),
    ],
)  # fmt: skip
def test_spellings(read: Callable[[object], object], text: object, value: object) -> None:
    assert read(text) == value


@pytest.mark.parametrize(
    ("read", "text", "said"),
    [
        (sequences.parse_sequence, "down in alternating colours",
         "did you mean 'in alternate colours'?"),
        (sequences.parse_sequence, "down", "after 'down' it wants 'in suit'"),
        (sequences.parse_sequence, "dwon in suit", "did you mean 'down'?"),
        (sequences.parse_sequence, "down in suit, turning the corner", "not 'in suit,"),
        (sequences.parse_sequence, "down in suit turning corner",
         "did you mean 'turning the corner'?"),
        (sequences.parse_unit, "sequenze", "did you mean 'sequence'?"),
        (sequences.parse_unit, "top card in suit", "not 'in suit'"),
        (chains.parse_space, "Knig", "did you mean 'King'?"),
        (chains.parse_space, "from any then waste", "nothing can follow 'any'"),
        (chains.parse_space, "from waste then waste", "names one source twice"),
        (chains.parse_refill, "from reserve then any", "after 'from reserve then' it wants"),
        (chains.parse_refill, "from any", "'any' belongs to 'space'"),
        (chains.parse_base, "delt", "did you mean 'dealt'?"),
        (chains.parse_base, "1", "is not a base"),
        (dealing.parse_turn, "0 to waste", "turns no card"),
        (dealing.parse_turn, "3 waste", "after '3' it wants 'to' or 'then'"),
        (dealing.parse_turn, "1 to tableau piles 3-1", "are no piles"),
        (dealing.parse_step, "choose base from 1 dealt, rest to tableau", "leaves no choice"),
        (dealing.parse_step, "rest to tableau", "it wants a number of cards"),
        (cards.parse_rank, "1", "did you mean 'Ace'?"),
        (cards.parse_suit, "heartz", "did you mean 'hearts'?"),
        (cards.parse_rank_set, "K-A", "runs backwards"),
        (cards.parse_deck, "9 packs", "1 to 8 packs"),
        (groups.parse_condition, "after redeal 0", "redeals count from 1"),
        (groups.parse_condition, "no space", "did you mean 'no spaces'?"),
        (groups.parse_redeals, "no", "did you mean 'none'?"),
        (groups.parse_redeals, False, "did you mean 'none'?"),
        (groups.parse_starters, "al", "did you mean 'all'?"),
        (groups.parse_available, "last card only", "it is written 'only when alone'"),
        (groups.parse_available, "top two", "this version cannot play yet"),
        (groups.parse_available, "uncovered", "this version cannot play yet"),
        (groups.parse_goal, "all cards discarded", "this version cannot play yet"),
        (groups.parse_goal, "all but 4 Aces discarded", "this version cannot play yet"),
        (groups.parse_goal, "empty", "is not a goal"),
    ],
)  # fmt: skip
def test_faults(read: Callable[[object], object], text: object, said: str) -> None:
    with pytest.raises(PhraseError) as caught:
        read(text)
    assert said in str(caught.value)
