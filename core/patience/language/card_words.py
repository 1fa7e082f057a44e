"""Sets of cards in the shortest English: "a red 4", "any heart", "a black Jack or a red 3".

A set is a 52-bit mask: bit ``c`` stands for card ``c`` of `patience.cards`. The refusals of the
engine, the rules in words and every face say sets of cards through `cards_words`.
"""

from __future__ import annotations

from collections.abc import Iterable

from patience.cards import (
    FACES,
    RANK_COUNT,
    RANK_NAMES,
    SUIT_NAMES,
    SUITS,
    make_card,
    rank_of,
    suit_of,
)
from patience.language.english import article, listed

ALL = (1 << FACES) - 1
"""Every face of a full pack."""

_SUIT_BITS = 4
_RED = 0b0110
_BLACK = 0b1001
_COLOURS = {0b1111: "card", _RED: "red card", _BLACK: "black card"}
_RANGE = 4
"""From so many ranks in a row on, "from 4 to 9" says them more shortly than a list."""


def card_words(card: int) -> str:
    """One card by name.

    >>> card_words(30)
    'the 5 of hearts'
    """
    return f"the {RANK_NAMES[rank_of(card)]} of {SUIT_NAMES[suit_of(card)]}"


def mask_of(cards: Iterable[int]) -> int:
    """The set of some cards, as a mask."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def ranks_words(ranks: Iterable[int], last: str = "or") -> str:
    """Ranks with their articles.

    >>> ranks_words([12, 0])
    'an Ace or a King'
    """
    return listed([article(RANK_NAMES[rank]) for rank in sorted(set(ranks))], last)


def cards_words(mask: int, present: int = ALL) -> str:
    """A set of faces in the shortest English that says it exactly; "nothing" for the empty set.

    ``present``: the faces that are in the pack (others in ``mask`` are ignored), so that "any
    heart" can be said of a small pack as well.

    >>> cards_words(1 << make_card(3, 1) | 1 << make_card(3, 2))
    'a red 4'
    """
    mask &= present
    if not mask:
        return "nothing"
    if mask == present:
        return "any card"
    ways = [_by_rank(mask, present), _suits_first(mask, present)]
    if mask.bit_count() * 2 > present.bit_count():
        ways += [f"any card but {_by_rank(present & ~mask, present)}"]
        ways += [f"any card but {_suits_first(present & ~mask, present)}"]
    return min(ways, key=len)  # the first of several equally short ones


def _columns(mask: int) -> list[int]:
    """For each rank the suits that the mask holds of it, as four bits."""
    return [
        sum((mask >> make_card(rank, suit) & 1) << suit for suit in range(_SUIT_BITS))
        for rank in range(RANK_COUNT)
    ]


def _by_rank(mask: int, present: int) -> str:
    """Ranks that are wanted in the same suits are said together."""
    return listed(_terms(mask, present), "or")


def _suits_first(mask: int, present: int) -> str:
    """Whole suits first, then what is left of the ranks: "any heart or a King"."""
    whole = 0
    for suit in range(_SUIT_BITS):
        cards = present & _suit_mask(suit)
        if cards and mask & cards == cards:
            whole |= 1 << suit
    if not whole:
        return _by_rank(mask, present)
    covered = mask_of(card for card in range(FACES) if whole >> suit_of(card) & 1) & present
    rest = mask & ~covered
    # a rank that is wanted in every suit is said as such, even if a whole suit covers part of it
    for rank, (wanted, there) in enumerate(zip(_columns(mask), _columns(present), strict=True)):
        if rest and wanted == there and _columns(rest)[rank]:
            rest |= mask & _rank_mask(rank)
    terms = [_whole_suits(whole)] + (_terms(rest, present) if rest else [])
    return listed(terms, "or")


def _suit_mask(suit: int) -> int:
    return mask_of(make_card(rank, suit) for rank in range(RANK_COUNT))


def _rank_mask(rank: int) -> int:
    return mask_of(make_card(rank, suit) for suit in range(_SUIT_BITS))


def _terms(mask: int, present: int) -> list[str]:
    """One term for each set of suits, in the order of its lowest rank."""
    there = _columns(present)
    by_suits: dict[int, list[int]] = {}
    for rank, suits in enumerate(_columns(mask)):
        if suits:
            # every suit that the pack has of this rank counts as all four
            key = 0b1111 if suits == there[rank] else _widened(suits, there[rank])
            by_suits.setdefault(key, []).append(rank)
    in_pack = [rank for rank in range(RANK_COUNT) if there[rank]]
    return [_term(suits, ranks, in_pack) for suits, ranks in by_suits.items()]


def _widened(suits: int, there: int) -> int:
    """The suits; a colour of which the pack holds one suit only stays that suit by name."""
    for colour in (_RED, _BLACK):
        if suits == there & colour and suits.bit_count() == 2:
            return colour
    return suits


def _term(suits: int, ranks: list[int], in_pack: list[int]) -> str:
    """Some ranks in some suits."""
    if len(ranks) == len(in_pack):
        return _whole_suits(suits)
    missing = [rank for rank in in_pack if rank not in ranks]
    if len(in_pack) > 2 and len(missing) == 1 and len(ranks) > 2:
        name = RANK_NAMES[missing[0]]
        single = suits.bit_count() == 1
        return f"{_whole_suits(suits)} but {'the ' + name if single else article(name)}"
    start = in_pack.index(ranks[0])
    if len(ranks) >= _RANGE and ranks == in_pack[start : start + len(ranks)]:
        low, high = RANK_NAMES[ranks[0]], RANK_NAMES[ranks[-1]]
        return f"{_one_of(suits)} from {low} to {high}"
    return _few(suits, [RANK_NAMES[rank] for rank in ranks])


def _few(suits: int, names: list[str]) -> str:
    """A few ranks by name, with the suits before or after them."""
    colour = {_RED: "red ", _BLACK: "black ", 0b1111: ""}.get(suits)
    if colour == "":
        return listed([article(name) for name in names], "or")
    if colour is not None:
        return article(colour + listed(names, "or"))
    if suits.bit_count() == 1:
        return f"the {listed(names, 'or')} of {_names(suits)}"
    return article(f"{listed(names, 'or')} of {_names(suits)}")


def _names(suits: int) -> str:
    """ "hearts", "clubs or hearts", "any suit but clubs"."""
    if suits.bit_count() == _SUIT_BITS - 1:
        return f"any suit but {SUIT_NAMES[(~suits & 0b1111).bit_length() - 1]}"
    return listed([SUIT_NAMES[s] for s in range(len(SUITS)) if suits >> s & 1], "or")


def _one_of(suits: int) -> str:
    """ "a card", "a red card", "a heart", "a club or heart"."""
    return article(_COLOURS.get(suits) or _singular(suits))


def _whole_suits(suits: int) -> str:
    """ "any heart", "any red card", "any club or heart"."""
    if suits in _COLOURS:
        return f"any {_COLOURS[suits]}"
    if suits.bit_count() == _SUIT_BITS - 1:
        return f"any card but {article(_singular(~suits & 0b1111))}"
    return f"any {_singular(suits)}"


def _singular(suits: int) -> str:
    return listed([SUIT_NAMES[s][:-1] for s in range(_SUIT_BITS) if suits >> s & 1], "or")
