"""The one source of chance for players: SplitMix64, the generator of our own deals.

It is a dozen lines in any language, so that the native kernel throws the same dice. A throw adds
0x9E3779B97F4A7C15 to the state (all in 64 bits) and mixes it: ``z ^= z >> 30``, times
0xBF58476D1CE4E5B9, ``z ^= z >> 27``, times 0x94D049BB133111EB, ``z ^= z >> 31`` (Steele, Lea and
Flood, OOPSLA 2014, as published by Vigna). A number below ``count`` is the result modulo ``count``;
results in the unfair rest above the last multiple of ``count`` are thrown again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

_MASK = 2**64 - 1
_STEP = 0x9E3779B97F4A7C15

T = TypeVar("T")


def mixed(number: int) -> int:
    """SplitMix64's mixing of 64 bits: a permutation in which every bit depends on every other."""
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & _MASK
    return number ^ (number >> 31)


class Dice:
    """A stream of fair throws, the same for the same numbers on any machine.

    The stream of several numbers starts at ``mixed(mixed(first) + second) ...``, each sum in 64
    bits, so that a study's seed, a deal's number and a player's number give unrelated streams.

    >>> dice = Dice(1)
    >>> [dice.below(6) for _ in range(8)]
    [0, 3, 1, 0, 5, 0, 0, 0]
    """

    __slots__ = ("_state",)

    def __init__(self, *numbers: int) -> None:
        state = 0
        for number in numbers:
            state = mixed((state + number) & _MASK)
        self._state = state

    @property
    def state(self) -> int:
        """Where the stream is: 64 bits, from which the kernel goes on."""
        return self._state

    def throw(self) -> int:
        """The next 64 bits."""
        self._state = (self._state + _STEP) & _MASK
        return mixed(self._state)

    def below(self, count: int) -> int:
        """A number from 0 to ``count - 1``, each equally likely."""
        fair = 2**64 - 2**64 % count
        while (thrown := self.throw()) >= fair:
            pass
        return thrown % count

    def pick(self, things: Sequence[T]) -> T:
        """One of them, each equally likely. Where there is only one nothing is thrown."""
        return things[0] if len(things) == 1 else things[self.below(len(things))]

    def shuffle(self, things: list[T]) -> None:
        """Put them in one of their orders, each as likely as the others."""
        for last in range(len(things) - 1, 0, -1):
            other = self.below(last + 1)
            things[last], things[other] = things[other], things[last]
