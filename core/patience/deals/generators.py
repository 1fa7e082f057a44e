"""The four generators: a number and a pack in, the shuffled pack out, first dealt first.

Each is a fixed algorithm, described step by step in ``docs/deals.md``; none depends on how a
library happens to shuffle. Wherever two of them have the same number, they mean different cards.
They take the pack as a sequence of faces in any order and start from an order of their own, so
that the same number gives the same cards whatever order the caller keeps its pack in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

from patience.cards import FACES, RANK_COUNT, SUITS, make_card
from patience.errors import DealError

OWN_MAX = 2**64 - 1
PYSOL_MAX = 10**20 - 1
"""PySolFC writes its numbers with twenty digits."""
PYSOL_MERSENNE = 32000
"""The first number for which PySolFC uses the Mersenne Twister."""
MS_MAX = 2**33 - 1
SOLVITAIRE_MAX = 2**31 - 1
"""Solvitaire reads its seed as a signed number of 32 bits."""

_MASK_32 = 2**32 - 1
_MASK_64 = 2**64 - 1


def own(number: int, pack: Sequence[int]) -> list[int]:
    """Version 1 of this project's own generator: SplitMix64 and an unbiased exchange shuffle.

    Frozen: a better one would get a name of its own. The pack starts pack by pack, in each pack
    suit by suit (C D H S), in each suit Ace to King. SplitMix64 is Steele, Lea and Flood's
    (OOPSLA 2014), as published in the public domain by Vigna.
    """
    left = Counter(pack)
    cards = [
        face
        for copy in range(max(left.values(), default=0))
        for face in range(FACES)
        if left[face] > copy
    ]
    state = number

    def draw(count: int) -> int:
        """A number from 0 to ``count - 1``, each equally likely: the unfair rest is drawn again."""
        nonlocal state
        fair = 2**64 - 2**64 % count
        while True:
            state = (state + 0x9E3779B97F4A7C15) & _MASK_64
            mixed = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK_64
            mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK_64
            mixed ^= mixed >> 31
            if mixed < fair:
                return mixed % count

    _exchange(cards, draw)
    return cards


def pysol(number: int, pack: Sequence[int]) -> list[int]:
    """PySolFC's deal: Microsoft's generator below 32000, the Mersenne Twister from there on."""
    if number < PYSOL_MERSENNE:
        return ms(number, pack)
    cards = _pysol_pack(pack)
    twister = Random(number)
    # PySolFC's own scaling; the library's way of drawing would give other cards.
    _exchange(cards, lambda count: int(twister.random() * count))
    return cards[::-1]


def ms(number: int, pack: Sequence[int]) -> list[int]:
    """Microsoft's deal, in the three ranges that Windows and PySolFC know, to 2**33 - 1."""
    cards = _pysol_pack(pack)
    if len(cards) == FACES:  # one pack starts rank by rank, several start suit by suit
        cards = [make_card(rank, suit) for rank in range(RANK_COUNT) for suit in range(len(SUITS))]
    state = number - 2**32 if number >= 2**32 else number

    def draw(count: int) -> int:
        nonlocal state
        state = (state * 214013 + 2531011) & MS_MAX
        high = state >> 16
        if number < 2**31:
            high &= 0x7FFF
        elif number < 2**32:
            high = high & 0x7FFF | 0x8000
        else:
            high = (high & 0xFFFF) + 1
        return high % count

    _exchange(cards, draw)
    return cards[::-1]


def solvitaire(number: int, pack: Sequence[int]) -> list[int]:
    """Solvitaire's deal. It takes the base from the front of its pack and deals from the back, so
    here its base card is the last one."""
    cards = _solvitaire_pack(pack)
    twister = _mersenne_32(number)

    def draw(count: int) -> int:
        bucket, rest = divmod(_MASK_32, count)
        bucket += rest == count - 1
        while (drawn := twister.getrandbits(32) // bucket) >= count:
            pass
        return drawn

    _exchange(cards, draw)
    return cards[::-1]


def _exchange(cards: list[int], draw: Callable[[int], int]) -> None:
    """Fisher and Yates' shuffle from the last place down; ``draw(n)`` gives 0 to n - 1."""
    for last in range(len(cards) - 1, 0, -1):
        other = draw(last + 1)
        cards[last], cards[other] = cards[other], cards[last]


def _mersenne_32(seed: int) -> Random:
    """The Mersenne Twister as C++ seeds it, with one number of 32 bits.

    `random.Random` seeds with an array, which gives another stream, so the state is filled by hand
    (Matsumoto and Nishimura 2002, ``init_genrand``).
    """
    words = [seed & _MASK_32]
    for index in range(1, 624):
        before = words[-1]
        words.append((1812433253 * (before ^ (before >> 30)) + index) & _MASK_32)
    twister = Random()
    twister.setstate((3, (*words, 624), None))
    return twister


def _pysol_pack(pack: Sequence[int]) -> list[int]:
    """PySolFC's start: pack by pack, the suits C S H D, each Ace to King.

    :raises DealError: unless the game has whole packs of 52.
    """
    packs = len(pack) // FACES
    if packs == 0 or Counter(pack) != Counter(dict.fromkeys(range(FACES), packs)):
        raise DealError(
            f"PySolFC's and Microsoft's deal numbers are for whole packs of 52 cards, "
            f"and this game has {len(pack)} cards that are not; use a number of our own"
        )
    one = [make_card(rank, suit) for suit in (0, 3, 2, 1) for rank in range(RANK_COUNT)]
    return one * packs


def _solvitaire_pack(pack: Sequence[int]) -> list[int]:
    """Solvitaire's start: pack by pack, Ace to the highest rank, in each rank the suits C H S D.

    :raises DealError: unless the game has one or two packs, each rank from the Ace up in all suits.
    """
    counts = Counter(pack)
    packs = counts[0]
    ranks = len(counts) // len(SUITS)
    one = [make_card(rank, suit) for rank in range(ranks) for suit in (0, 2, 3, 1)]
    if packs not in (1, 2) or counts != Counter(one * packs):
        raise DealError(
            "Solvitaire's deal numbers are for one or two packs with every rank from the Ace up "
            f"in all four suits, and this game's {len(pack)} cards are not; use a number of our own"
        )
    return one * packs
