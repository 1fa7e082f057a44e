"""Cards as small integers, and the text of a card.

A *card* is ``suit * 13 + rank`` with suits C D H S as 0 to 3 and ranks Ace to King as 0 to 12, so
equal cards of two packs are equal numbers and a set of faces is a 52-bit mask. In a pile a card
that lies face down carries the flag `DOWN` as well.

>>> card_text(parse_card("10h")), card_text(parse_card("kd") | DOWN)
('TH', '[KD]')
"""

from __future__ import annotations

from patience.errors import DealError

RANKS = "A23456789TJQK"
SUITS = "CDHS"
RANK_NAMES = ("Ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "Jack", "Queen", "King")
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
SUIT_SYMBOLS = "♣♦♥♠"
RANK_COUNT = 13
FACES = 52

DOWN = 64
"""Added to a card that lies face down."""

FACE = 63
"""`card & FACE` is the card without its flag."""


def make_card(rank: int, suit: int) -> int:
    """The card of a rank (0 Ace to 12 King) and a suit (0 to 3: C D H S)."""
    return suit * RANK_COUNT + rank


def rank_of(card: int) -> int:
    """0 for an Ace to 12 for a King; the flag `DOWN` is ignored."""
    return (card & FACE) % RANK_COUNT


def suit_of(card: int) -> int:
    """0 to 3 for clubs, diamonds, hearts, spades."""
    return (card & FACE) // RANK_COUNT


def is_red(card: int) -> bool:
    """Diamonds and hearts."""
    return suit_of(card) in (1, 2)


def card_text(card: int) -> str:
    """Two letters, as ``TH``; a card that lies face down in brackets, as ``[TH]``."""
    text = RANKS[rank_of(card)] + SUITS[suit_of(card)]
    return f"[{text}]" if card & DOWN else text


def card_symbol(card: int) -> str:
    """The card as players print it, as ``10♥``."""
    rank = rank_of(card)
    return ("10" if rank == 9 else RANKS[rank]) + SUIT_SYMBOLS[suit_of(card)]


_BY_SYMBOL = {symbol: suit for suit, symbol in enumerate(SUIT_SYMBOLS)} | {
    letter: suit for suit, letter in enumerate(SUITS)
}


def parse_card(text: str) -> int:
    """Read ``TH``, ``10h``, ``10♥`` or, face down, ``[TH]``.

    :raises DealError: for anything else.
    """
    body = text.strip()
    down = 0
    if body.startswith("[") and body.endswith("]"):
        body, down = body[1:-1], DOWN
    rank_text, suit_text = body[:-1].upper(), body[-1:].upper()
    if rank_text == "10":
        rank_text = "T"
    if len(rank_text) != 1 or rank_text not in RANKS or suit_text not in _BY_SYMBOL:
        raise DealError(f"'{text}' is no card: a rank A 2-9 T J Q K and a suit C D H S, as TH")
    return make_card(RANKS.index(rank_text), _BY_SYMBOL[suit_text]) | down
