"""The JSON Schema of each kind of phrase: a few common ones to complete, and a pattern for all.

Read only when the schema is exported. The patterns are made of the same tables as the parsers;
they know one spelling of capitals each, where the parsers take any.
"""

from __future__ import annotations

from typing import Any

from patience.cards import RANK_NAMES, SUIT_NAMES
from patience.language.phrases.groups import CONDITIONS, FACES_DOWN, STARTERS
from patience.language.phrases.sequences import (
    CORNER_PHRASES,
    RUNS,
    STEPPING,
    STEPS,
    SUIT_RULES,
    UNIT_MODES,
)

Json = dict[str, Any]

STRING: Json = {"type": "string"}
COUNT: Json = {"type": "integer", "minimum": 1}
NUMBER: Json = {"type": "integer", "minimum": 0}
RANK_NUMBER: Json = {"type": "integer", "minimum": 2, "maximum": 10}


def _any(words: Any) -> str:
    """A pattern of alternatives, the longest first."""
    return f"(?:{'|'.join(sorted(words, key=len, reverse=True))})"


def _phrase(pattern: str, *common: str) -> Json:
    """A phrase by its pattern; the common ones are listed, so that editors offer them."""
    schema: Json = {"type": "string", "pattern": f"^{pattern}$"}
    if not common:
        return schema
    return {"anyOf": [{"enum": list(common)}, schema]}


def _list(items: Json, least: int = 1) -> Json:
    return {"type": "array", "items": items, "minItems": least}


_COURTS = ("Ace", "Jack", "Queen", "King")
_RANK = _any(
    [f"[{name[0]}{name[0].lower()}]{name[1:]}s?" for name in _COURTS]
    + ["[AJQKTajqkt]", "(?:[2-9]|10)s?"]
)
_RANKS = f"{_RANK}(?: (?:or|and) {_RANK})*"
_NAME = r"[A-Za-z][A-Za-z0-9]*(?:[ _-][A-Za-z0-9]+)*?"
_SUITS = _any(rule.replace("colour", "colou?r") for rule in SUIT_RULES)
_STEPS = _any([*STEPS, "by pile number"])
_CORNERS = _any(phrase for phrase in CORNER_PHRASES.values() if phrase)
_SEQUENCE = _any(
    (
        f"{_any(STEPPING)}(?: {_STEPS})? {_SUITS}(?: {_CORNERS})?",
        f"same rank(?: {_SUITS})?",
        "any card",
        "nothing",
        r"relation [^ ]+",
    )
)
_CHAIN = f"from (?:fuller )?{_NAME}(?: then (?:fuller )?{_NAME})*"
_CARDS = _any(("below base", _RANKS))
_PILES = r"(?: piles?(?: [0-9]+(?:-[0-9]+)?(?: and [0-9]+(?:-[0-9]+)?)*)?)?"
_NUMBER = r"(?:[1-9][0-9]*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
_STEP = (
    f"(?:last )?{_NUMBER} to (?:each )?(?:empty )?{_NAME}{_PILES}"
    "(?: round by round| pile by pile)?(?: right to left| left to right)?"
)
_CHOICE = f"choose base from (?:{_NUMBER} dealt,? rest to )?{_NAME}"
_ONE_SUIT = _any([name[:-1] + "s?" for name in SUIT_NAMES])
_SUIT_LIST = f"{_ONE_SUIT}(?: (?:or|and) {_ONE_SUIT})*"

RANK: Json = {
    "anyOf": [
        {"enum": [name for name in RANK_NAMES if not name.isdigit()]},
        RANK_NUMBER,
        _phrase(_RANK),
    ]
}
RANK_SET: Json = _phrase(f"(?:{_RANK}|{_RANK} ?- ?{_RANK})", "A-5", "A-7", "7-K")

SPELLINGS: dict[str, list[Json]] = {
    "text": [STRING],
    "name": [_phrase(_NAME)],
    "yes or no": [{"enum": ["yes", "no", True, False]}],
    "step": [{"type": "integer", "minimum": 1, "maximum": 12}, {"const": "pile number"}],
    "suits": [{"enum": [*SUIT_RULES, "alternate colours"]}],
    "sequence": [
        _phrase(
            _SEQUENCE,
            "down in alternate colours",
            "down in alternate colours turning the corner",
            "down in suit",
            "down regardless of suit",
            "up in suit",
            "up in suit turning the corner",
            "any card",
            "nothing",
        )
    ],
    "unit": [{"enum": [*UNIT_MODES, *(f"{run} {suits}" for run in RUNS for suits in SUIT_RULES)]}],
    "space": [
        _phrase(
            _any(("any", "none", "nothing", _CARDS, f"(?:{_CARDS} )?{_CHAIN}")),
            "any",
            "none",
            "King",
            "below base",
            "from waste",
            "from reserve then any",
            "from reserve then waste then stock",
        ),
        RANK_NUMBER,
        _list(RANK),
    ],
    "space cards": [{"const": "below base"}, RANK, _list(RANK)],
    "chain": [_phrase(f"(?:fuller )?{_NAME}"), _list(_phrase(f"(?:fuller )?{_NAME}"))],
    "refill": [
        _phrase(
            _any(("none", _CHAIN)),
            "none",
            "from reserve",
            "from reserve then waste",
            "from waste then stock",
            "from fuller reserve",
        )
    ],
    "base": [
        _phrase(
            _any(
                (_RANK, "dealt", f"chosen(?: from {_NAME})?", "set by first card", "any"),
            ),
            "Ace",
            "dealt",
            "chosen from reserve",
            "set by first card",
            "any",
        ),
        RANK_NUMBER,
        _list(RANK),
    ],
    "ranks": [RANK, _list(RANK)],
    "condition": [
        _phrase(
            _any([*(kind for kind in CONDITIONS if kind != "after redeal"), "after redeal [1-9]"]),
            *(kind for kind in CONDITIONS if kind != "after redeal"),
        )
    ],
    "counts": [COUNT, _list(COUNT)],
    "turn": [
        _phrase(
            f"{_NUMBER}(?: then {_NUMBER})* to (?:each )?{_NAME}{_PILES}",
            "1 to waste",
            "3 to waste",
            "1 to each tableau pile",
            "3 then 2 then 1 to waste",
        )
    ],
    "deal step": [_phrase(_any((_STEP, _CHOICE, "starters from the end")))],
    "choice": [_phrase(_NAME), {"type": "integer", "minimum": 2}],
    "suit set": [{"enum": list(SUIT_NAMES)}, _list({"enum": list(SUIT_NAMES)})],
    "rank set": [RANK_SET, RANK_NUMBER, _list({"anyOf": [RANK_SET, RANK_NUMBER]})],
    "goal": [
        _phrase(
            _any(("all cards on foundations", f"{_NAME} empty")),
            "all cards on foundations",
            "tableau empty",
            "stock empty",
        )
    ],
    "deck": [
        _phrase("(?:[1-8]|one|two|three|four|five|six|seven|eight) packs?", "1 pack", "2 packs")
    ],
    "only": [
        _phrase(
            _any(
                (
                    "any card",
                    "(?:red|black)(?: cards)?",
                    f"(?:red|black) {_RANKS}",
                    _SUIT_LIST,
                    f"{_RANKS}(?: of {_SUIT_LIST})?",
                )
            ),
            "King",
            "red",
            "hearts",
        ),
        RANK_NUMBER,
        _list(RANK),
    ],
    "deal": [NUMBER, _list(NUMBER), {"const": "rest"}],
    "face down": [NUMBER, _list(NUMBER), {"enum": ["none", *FACES_DOWN]}],
    "limit": [COUNT, {"const": "none"}],
    "starters": [
        {"enum": list(STARTERS)},
        _phrase(f"{_RANK}(?: of )?{_any([_ONE_SUIT, '[CDHScdhs]'])}", "Ace of spades"),
        _list(_phrase(f"{_RANK}(?: of )?{_any([_ONE_SUIT, '[CDHScdhs]'])}")),
    ],
    "redeals": [{"type": "integer", "minimum": 0, "maximum": 99}, {"enum": ["none", "unlimited"]}],
    "sources": [
        STRING,
        _list(STRING),
        {"type": "object", "additionalProperties": {"anyOf": [STRING, _list(STRING)]}},
    ],
    "mapping": [{"type": "object"}],
    "scripts": [],
}
"""By kind of value: what it may be, its mapping form apart."""
