"""What every message to people goes through."""

from __future__ import annotations


def harmless(text: str) -> str:
    r"""A message without the commands to a terminal that a hostile file may have put into it.

    >>> print(harmless("no card: \x1b[31m"))
    no card: \x1b[31m
    """
    odd = (c for c in text if c not in "\n\t" and (c < " " or "\x7f" <= c < "\xa0"))
    return text.translate({ord(c): ascii(c)[1:-1] for c in odd})
