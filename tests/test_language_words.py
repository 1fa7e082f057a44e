"""The rules in words: every value has its words, the words say what the table does."""

from __future__ import annotations

import re
import typing
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
import words_games as games

import patience
from patience.cards import RANK_NAMES, make_card
from patience.engine import compile as compiler
from patience.engine.masks import Pack, follow_table
from patience.language import rules as r
from patience.language.words import (
    corner_words,
    describe_group,
    differences,
    facts,
    piles,
    rules_text,
    sequence_words,
    sequences,
    terms,
)
from patience.language.words.foundations import build_order

# ------------------------------------------------------------------ the words are true


def test_the_words_feed_piles_as_the_engine_does() -> None:
    engine = {kind.name: {source.name for source in t} for kind, t in compiler.TAKES.items()}
    ours = {
        compiler.KINDS[kind].name: {compiler.KINDS[source].name for source in t}
        for kind, t in piles.FEEDS.items()
    }
    assert ours == engine


DECKS = [r.Deck(), r.Deck(ranks=tuple(range(5))), r.Deck(ranks=(0, 1, 4, 7, 12))]


@pytest.mark.parametrize("deck", DECKS, ids=["full", "A-5", "gaps"])
@pytest.mark.parametrize("suits", typing.get_args(r.Suits))
@pytest.mark.parametrize("direction", ["up", "down", "up or down", "same rank"])
def test_the_example_is_allowed_by_the_table(
    direction: r.Direction, suits: r.Suits, deck: r.Deck
) -> None:
    seq = r.Sequence(direction, suits=suits)
    words = sequences.example(seq, deck)
    named = re.findall(r"Ace|10|[2-9]|Jack|Queen|King", words)
    ranks = [RANK_NAMES.index(name) for name in named]
    *above, under = ranks
    table = follow_table((seq,), 1, Pack(deck), {})[0]
    for rank in above:
        lower = {
            "in suit": make_card(under, 2),
            "in alternate colours": make_card(under, 3),
            "in colour": make_card(under, 1),
        }.get(suits, make_card(under, 0))
        assert table[lower] >> make_card(rank, 2) & 1, words


@pytest.mark.parametrize("corner", typing.get_args(r.Corner))
@pytest.mark.parametrize("step", [1, 2, 3, "pile number"])
@pytest.mark.parametrize("direction", ["up", "down"])
def test_the_order_of_a_foundation_is_the_tables(
    direction: r.Direction, step: Any, corner: r.Corner
) -> None:
    deck = DECKS[0]
    seq = r.Sequence(direction, step, "in suit", corner)
    for pile in (1, 2, 4):
        table = follow_table((seq,), pile, Pack(deck), {})
        for base in (0, 3):
            order = build_order(base, seq, pile, deck, 13)
            row = table[base + 1 if corner == "turns as far as the base" else 0]
            for lower, upper in pairwise(order):
                assert row[make_card(lower, 2)] == 1 << make_card(upper, 2)
            if len(order) < 13:
                assert not row[make_card(order[-1], 2)]


def test_a_small_pack_turns_its_corner_at_its_own_top() -> None:
    assert corner_words(games.TURNING, range(5)) == "a 5 may be put on an Ace"
    assert corner_words(games.SUIT_UP, range(13)) == "an Ace may be put on a King"
    small = replace(games.duchess(), deck=r.Deck(ranks=tuple(range(5))))
    assert "Turning the corner means that a 5 may be put on an Ace." in one_line(rules_text(small))


def test_sequences_in_few_words() -> None:
    assert sequence_words(games.TURNING) == "down in alternate colours, turning the corner"
    assert sequence_words(r.Sequence("up", "pile number")) == (
        "up by the number of the pile regardless of suit"
    )
    assert sequence_words(replace(games.SUIT_UP, step=2, corner="turns as far as the base")) == (
        "up by twos in suit, turning the corner as far as the base"
    )
    assert sequence_words(games.TURNING, range(13), explain=True).endswith(
        "(a King may be put on an Ace)"
    )
    assert describe_group(games.duchess().group("tableau")) == (
        "tableau: four piles, packed down in alternate colours, turning the corner"
    )


# ------------------------------------------------------------------ the text as a whole


def one_line(text: str) -> str:
    """The text without its line breaks."""
    return " ".join(text.split())


def test_chains_say_what_comes_when() -> None:
    text = one_line(rules_text(games.duchess()))
    assert (
        "may be filled only with the top card of any reserve fan, until the reserve is empty. Once"
        " the reserve is empty, only with the top card of the waste. Once the reserve and the waste"
        " are empty, only with the next card of the stock, unseen. You need not fill it at once."
    ) in text


def test_one_redeal_is_said_as_going_through_the_stock_twice() -> None:
    text = one_line(rules_text(games.duchess()))
    assert "This may be done once, so the stock is gone through twice." in text


def test_automatic_fills_and_spaces_by_hand_are_kept_apart() -> None:
    canfield = games.changed(
        games.duchess(), "tableau", refill=(r.Link("reserve"),), space=r.Space((r.Link("any"),))
    )
    text = one_line(rules_text(games.changed(canfield, "reserve", piles=1, deal=(13,))))
    assert "is filled at once with the top card of the reserve, until the reserve is empty" in text
    assert "This happens by itself: it is no choice of yours." in text
    assert "Once the reserve is empty, a space may be filled by hand with any available" in text


def test_each_word_is_explained_once_where_it_is_first_used() -> None:
    text = one_line(rules_text(games.duchess()))
    for word, meaning in terms.TERMS.items():
        assert text.lower().count(meaning.lower()) <= 1, word
        if word in ("foundations", "tableau", "reserve", "waste", "base", "space", "redeal"):
            assert meaning in text
            assert text.index(meaning) < text.index(word, 200) + 40


def test_sources_stand_beside_what_they_are_about() -> None:
    rules = replace(
        games.duchess(),
        sources=(
            r.Source("tableau.move", "Book one moves columns"),
            r.Source("opening choice", "Book two chooses first."),
            r.Source("", "A general work"),
        ),
    )
    text = one_line(rules_text(rules))
    assert "card that it is put on. [Sources: Book one moves columns.]" in text
    assert "Sources ------- Opening choice: Book two chooses first. A general work." in text


def test_options_are_told_in_the_words_of_the_rules() -> None:
    base = games.duchess()
    option = r.Option("whole columns", (("tableau.move", "whole pile"),), ("PySolFC", "AisleRiot"))
    base = replace(base, options=(option,))
    variant = games.changed(base, "tableau", move=r.Unit("whole pile"))
    text = one_line(rules_text(base, {"whole columns": variant}))
    assert "“whole columns” Only a whole column may be moved to another, as one piece" in text
    assert "[Sources: PySolFC; AisleRiot.]" in text
    assert "Tableau, move: whole pile." in one_line(rules_text(base))


def test_differences_are_told_topic_by_topic() -> None:
    base = games.duchess()
    assert differences(base, base) == []
    other = replace(base, stock=replace(base.stock, redeals=0))  # type: ignore[type-var]
    rows = differences(base, other)
    assert [row[0] for row in rows] == ["stock: redeals"]
    assert rows[0][2] == "There is no redeal: the stock is gone through once."
    topics = [row[0] for row in differences(base, games.klondike())]
    assert "tableau: packing" in topics and "reserve: dealt" in topics


@pytest.mark.parametrize("make", [games.duchess, games.klondike, games.pocketed, games.rich])
def test_the_text_reads_cleanly(make: Callable[[], r.Rules]) -> None:
    check_prose(rules_text(make()))


def check_prose(text: str) -> None:
    """What any text must keep to: width, doubled words, stops, plurals, brackets."""
    assert all(len(line) <= 78 for line in text.splitlines())
    assert text.endswith("\n") and not text.endswith("\n\n") and "\n\n\n" not in text
    flat = one_line(re.sub(r"\n(=+|-+)\n", ". ", text))
    assert not re.search(r"\b(\w+) \1\b", flat), re.search(r"\b(\w+) \1\b", flat)
    assert not re.search(r"\bone (cards|columns|packs|foundations|cells|redeals)\b", flat)
    assert not re.search(
        r"\b(two|three|four|\d\d) (card|column|pack|foundation|cell|redeal)\b", flat
    )
    assert not re.search(r"\ba (A|8|[aeio][a-z])|\ban [2-79JQKb-df-gj-np-tv-z]", flat)
    assert not re.search(r"[ ,;:][.,;:]|\.\.|\( | \)|\{|\}", flat)
    assert flat.count("(") == flat.count(")") and flat.count("[") == flat.count("]")


def test_facts_carry_their_keys() -> None:
    keys = {key for fact in facts(games.duchess()) for key in fact.keys}
    assert {"tableau.move", "tableau.space", "stock.redeals", "foundations.worry back"} <= keys


def test_a_pack_of_any_card_keeps_no_order() -> None:
    free = games.changed(games.duchess(), "tableau", pack=(r.Sequence("any card"),))
    text = one_line(rules_text(free))
    assert "packed with any card: any one may be put on any other, and there is no order" in text
    assert "To pack is" not in text
    suited = games.changed(free, "tableau", pack=(r.Sequence("any card", suits="in suit"),))
    assert "each card put on may be of any rank and of the same suit." in one_line(
        rules_text(suited)
    )


def test_it_is_said_how_spread_cards_lie_and_which_end_is_the_top() -> None:
    text = one_line(rules_text(games.duchess()))
    assert "The cards of the reserve fans and the columns overlap, so that every card can" in text
    assert "The top card of a pile is the one on which no other lies" in text
    closed = games.changed(games.duchess(), "reserve", face_down="all but top")
    assert "The cards of the columns overlap" in one_line(rules_text(closed))
    single = games.changed(closed, "tableau", limit=1)
    assert "overlap" not in rules_text(single)


def test_an_option_names_a_group_that_it_lacks_once() -> None:
    milligan = patience.load("miss-milligan")
    text = one_line(milligan.rules_text())
    assert "from other columns. There is no pocket. [Sources: Bonaventure" in text
    assert "No cards are taken out of the pack before it is shuffled." in one_line(
        patience.load("calculation").rules_text()
    )
    option = r.Option("two", (), ())
    limited = replace(games.changed(games.duchess(), "tableau", limit=9), options=(option,))
    text = one_line(rules_text(limited, {"two": games.duchess()}))
    assert "This is no rule then: “A column holds at most nine cards.”" in text


def test_a_pocket_says_what_it_is_for() -> None:
    text = one_line(rules_text(patience.load("miss-milligan").rules))
    assert "There is one pocket, empty at the start." in text
    assert "put there what lies in the way, play on, and bring it back where it fits" in text
