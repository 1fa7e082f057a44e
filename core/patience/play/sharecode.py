"""Share codes: a game and a deal in one word, as ``duchess:946`` or ``duke+no-redeal:ms:24``.

Where the rules are not those of a game that everybody has (a rule file, changed settings) the code
ends with the start of the rules' hash, as ``mygame:946#1a2b3c4d``; whoever types it is told if his
rules are others.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import get_args

from patience.deals.spec import Source
from patience.errors import DealError
from patience.rulebook import is_path

HASH_DIGITS = 8
"""Hex digits of the rules' hash in a code: enough to notice other rules."""

_SOURCES = {*get_args(Source), "file"} - {"list"}
_FILE_AND_DEAL = re.compile(r"(.*\.ya?ml(?:\+[^:]*)?):(.+)", re.IGNORECASE | re.DOTALL)
_HASH = re.compile(r"(.*?)#([0-9a-fA-F]{4,64})", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Code:
    """The parts of a share code; "" for those that are not given."""

    game: str = ""
    deal: str = ""
    hash: str = ""


def split_game(text: str) -> Code:
    """Read what stands in the place of a game: a name, a path, or a share code."""
    body, found = _without_hash(text.strip())
    match = _FILE_AND_DEAL.fullmatch(body)
    if match:
        return Code(match[1], match[2], found)
    if is_path(body) or ":" not in body:
        return Code(body, "", found)
    game, _, deal = body.partition(":")
    return Code(game.strip(), deal.strip(), found)


def split_deal(text: str) -> Code:
    """Read what stands in the place of a deal: a deal, or a share code."""
    body, found = _without_hash(text.strip())
    head = body.partition(":")[0].strip().lower()
    if ":" not in body or head in _SOURCES or body.startswith("@"):
        return Code("", body, found)
    code = split_game(body)
    return Code(code.game, code.deal, found)


def make_code(game_id: str, deal: str, rules_hash: str = "") -> str:
    """The code of a deal. ``rules_hash``: only where the rules are not those of a shipped game."""
    return f"{game_id}:{deal}" + (f"#{rules_hash[:HASH_DIGITS]}" if rules_hash else "")


def check_hash(code_hash: str, rules_hash: str, game_id: str) -> None:
    """Compare the hash of a code with that of the rules.

    :raises DealError: if they are not the same rules.
    """
    if code_hash and not rules_hash.lower().startswith(code_hash.lower()):
        raise DealError(
            f"the code was made with other rules of {game_id}: its hash is #{code_hash}, "
            f"that of the rules here is #{rules_hash[: len(code_hash)]}; "
            "without the hash the deal is played by the rules here"
        )


def _without_hash(text: str) -> tuple[str, str]:
    match = _HASH.fullmatch(text)
    return (match[1], match[2]) if match else (text, "")
