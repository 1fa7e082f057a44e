"""Rows of small numbers as short texts, for a store's columns.

`pack_choices` writes one character a number: 0 to 9, a for 10 to z for 35, larger ones in brackets
as ``(40)``. `pack_steps` writes runs of equal numbers, as ``0x4 1 2x3`` for 0 0 0 0 1 2 2 2.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby

from patience.errors import StoreError

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_VALUES = {digit: value for value, digit in enumerate(_DIGITS)}
_ONE = re.compile(r"\((\d+)\)|([0-9a-z])")


def pack_choices(numbers: Iterable[int]) -> str:
    """
    >>> pack_choices([2, 11, 40, 3])
    '2b(40)3'
    """
    return "".join(_DIGITS[n] if n < len(_DIGITS) else f"({n})" for n in numbers)


def unpack_choices(text: str) -> list[int]:
    """The numbers again.

    :raises StoreError: if there are other letters.

    >>> unpack_choices("2b(40)3")
    [2, 11, 40, 3]
    """
    if "(" not in text:
        try:
            return list(map(_VALUES.__getitem__, text))
        except KeyError:
            raise StoreError(f"'{text}' are no choices of a game: the store is damaged") from None
    return [int(large) if large else _VALUES[one] for large, one in _ONE.findall(text)]


def pack_steps(numbers: Iterable[int]) -> str:
    """
    >>> pack_steps([0, 0, 0, 0, 1, 2, 2, 2])
    '0x4 1 2x3'
    """
    runs = ((number, sum(1 for _ in run)) for number, run in groupby(numbers))
    return " ".join(str(number) if count == 1 else f"{number}x{count}" for number, count in runs)


def unpack_steps(text: str) -> list[int]:
    """The numbers again.

    >>> unpack_steps("0x4 1 2x3")
    [0, 0, 0, 0, 1, 2, 2, 2]
    """
    numbers: list[int] = []
    for word in text.split():
        number, _, count = word.partition("x")
        numbers += [int(number)] * int(count or 1)
    return numbers
