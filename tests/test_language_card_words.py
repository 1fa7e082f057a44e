"""Sets of cards in English: the shortest, exact, and for every pack."""

from __future__ import annotations

import random

import pytest

from patience.cards import FACES, make_card, parse_card
from patience.language.card_words import ALL, card_words, cards_words, mask_of, ranks_words

SMALL = mask_of(make_card(rank, suit) for rank in range(5) for suit in range(4))


def cards(text: str) -> int:
    """A mask from "4H 4D"; a lone rank means all four suits, a lone suit all ranks."""
    mask = 0
    for word in text.split():
        if len(word) == 1 and word in "CDHS":
            mask |= mask_of(make_card(rank, "CDHS".index(word)) for rank in range(13))
        elif len(word) == 1:
            mask |= mask_of(parse_card(word + suit) for suit in "CDHS")
        else:
            mask |= 1 << parse_card(word)
    return mask


@pytest.mark.parametrize(
    ("held", "words"),
    [
        ("", "nothing"),
        ("4H", "the 4 of hearts"),
        ("4H 4D", "a red 4"),
        ("K", "a King"),
        ("A 8", "an Ace or an 8"),
        ("4C 4H", "a 4 of clubs or hearts"),
        ("4D 4H 4S", "a 4 of any suit but clubs"),
        ("JC JS 3D 3H", "a red 3 or a black Jack"),
        ("3H 4H", "the 3 or 4 of hearts"),
        ("3H 4H 5H 6H", "a heart from 3 to 6"),
        ("8C 8S 9C 9S", "a black 8 or 9"),
        ("H", "any heart"),
        ("D H", "any red card"),
        ("C H", "any club or heart"),
        ("H K", "any heart or a King"),
        ("D H S", "any card but a club"),
        ("C D H S", "any card"),
    ],
)
def test_the_shortest_words(held: str, words: str) -> None:
    assert cards_words(cards(held)) == words


def test_all_but_a_few_is_said_so() -> None:
    assert cards_words(ALL & ~cards("K")) == "any card but a King"
    assert cards_words(ALL & ~cards("KH")) == "any card but the King of hearts"
    assert cards_words(cards("C") & ~cards("AC")) == "any club but the Ace"


def test_a_small_pack_is_its_own_whole() -> None:
    assert cards_words(SMALL, SMALL) == "any card"
    assert cards_words(cards("H") & SMALL, SMALL) == "any heart"
    assert cards_words(cards("KH 4H 4D"), SMALL) == "a red 4"
    assert cards_words(cards("KH"), SMALL) == "nothing"
    one_suit = cards("S")
    assert cards_words(cards("4S"), one_suit) == "a 4"


def test_different_sets_never_share_their_words() -> None:
    rng = random.Random(7)
    seen: dict[str, int] = {}
    for _ in range(3000):
        mask = 0
        for _ in range(rng.randint(1, 4)):
            rank, suits = rng.randrange(13), rng.randrange(1, 16)
            mask |= mask_of(make_card(rank, suit) for suit in range(4) if suits >> suit & 1)
        if rng.random() < 0.3:
            mask |= cards(rng.choice("CDHS"))
        if rng.random() < 0.3:
            mask = ALL & ~mask
        assert seen.setdefault(cards_words(mask), mask) == mask


def test_every_single_card_and_ranks_by_name() -> None:
    assert all(cards_words(1 << card) == card_words(card) for card in range(FACES))
    assert ranks_words([12, 0, 10]) == "an Ace, a Jack or a King"
