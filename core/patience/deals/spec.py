"""From what a person writes for a deal to the cards, in the order in which they are dealt."""

from __future__ import annotations

import re
import stat
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from operator import index
from pathlib import Path
from random import SystemRandom
from typing import Literal

from patience.cards import DOWN, FACES, card_text, parse_card
from patience.deals import generators
from patience.errors import DealError

Source = Literal["own", "pysol", "ms", "solvitaire", "list"]

MAX_TEXT = 65_536
"""Characters of a deal, written or in a file: many times what a list of cards can need."""

_NAMED = 8
"""Wrong cards that a message names; of more it gives the number."""


@dataclass(frozen=True, slots=True)
class DealtPack:
    """A shuffled pack: ``cards[0]`` is dealt first.

    ``source`` chooses the game's dealing order; ``number`` is None for an explicit list. ``text``
    is the one canonical spelling: read again with the same pack it gives the same cards.
    """

    source: Source
    number: int | None
    text: str
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Numbered:
    """A source of numbered deals and the numbers it has."""

    shuffle: Callable[[int, Sequence[int]], list[int]]
    lowest: int
    highest: int
    owner: str


_NUMBERED: dict[Source, _Numbered] = {
    "own": _Numbered(generators.own, 0, generators.OWN_MAX, "our own"),
    "pysol": _Numbered(generators.pysol, 1, generators.PYSOL_MAX, "PySolFC's"),
    "ms": _Numbered(generators.ms, 1, generators.MS_MAX, "Microsoft's"),
    "solvitaire": _Numbered(generators.solvitaire, 0, generators.SOLVITAIRE_MAX, "Solvitaire's"),
}

FORMS = (
    "a number as 7, pysol:24, ms:24, solvitaire:1, a list of all the cards as 4C 2D TH, "
    "or a file of them as @cards.txt"
)
"""What a deal is written as, for messages."""


def pack_order(spec: object, pack: Sequence[int]) -> DealtPack:
    """The cards of the deal that ``spec`` names, for the game whose unshuffled pack is ``pack``.

    ``spec`` is a number, a text (``7``, ``own:7``, ``pysol:24``, ``ms:24``, ``solvitaire:1``, cards
    separated by spaces or commas, ``file:PATH`` or ``@PATH``), a `DealtPack` (its text is read
    again), or an iterable of cards, as numbers or texts.

    :raises DealError: for anything else, a number out of its source's range, a source that cannot
        shuffle this pack, or cards that are not exactly the pack's.
    """
    if isinstance(spec, DealtPack):
        spec = spec.text
    if isinstance(spec, str):
        return _from_text(spec, pack)
    number = _as_int(spec)
    if number is not None:
        return _numbered("own", number, pack)
    if isinstance(spec, Iterable) and not isinstance(spec, bytes | bytearray):
        # One card too many is enough to refuse it, and an endless iterable must end.
        return _listed([_as_card(card) for card in islice(spec, len(pack) + 1)], pack)
    raise DealError(f"{_shown(spec)} is no deal; expected {FORMS}")


def random_deal_number() -> int:
    """A fresh number for our own generator, of at most ten digits, from the system's randomness."""
    return SystemRandom().randrange(1, 10**10)


def _from_text(text: str, pack: Sequence[int]) -> DealtPack:
    body = text.strip()
    if not body:
        raise DealError(f"the deal is empty; expected {FORMS}")
    if len(body) > MAX_TEXT:
        raise DealError(f"the deal is {len(body)} characters long; at most {MAX_TEXT} are read")
    if body.startswith("@"):
        return _from_file(body[1:], pack)
    name, colon, rest = body.partition(":")
    name = name.strip().lower()
    if colon and name == "file":
        return _from_file(rest, pack)
    if colon:
        if name not in _NUMBERED:
            raise DealError(f"{_shown(name)} is no source of deals; expected {FORMS}")
        return _numbered(name, _as_number(rest.strip(), name), pack)
    if re.fullmatch(r"[+-]?[\d_.,]+", body):  # meant as a number; a list always has letters
        return _numbered("own", _as_number(body, "own"), pack)
    glued = re.fullmatch(r"([a-z]+)[ #]*(\d+)", body.lower(), re.ASCII)
    if glued and glued[1] in _NUMBERED:
        raise DealError(f"{_shown(text)} is no deal; did you mean {glued[1]}:{glued[2]}?")
    return _listed(_cards_in(body, "the deal"), pack)


def _as_int(value: object) -> int | None:
    """The value if it is a whole number of any type, but not a truth value; else None."""
    if isinstance(value, bool):
        return None
    try:
        return index(value)  # type: ignore[arg-type]  # the TypeError is the question
    except TypeError:
        return None


def _as_number(text: str, source: Source) -> int:
    """A number in plain digits. The length is bounded before Python converts it."""
    if re.fullmatch(r"[0-9]{1,40}", text):
        return int(text)
    what = _NUMBERED[source]
    raise DealError(
        f"{_shown(text)} is no deal number; "
        f"{what.owner} are whole numbers from {what.lowest} to {what.highest}, in plain digits"
    )


def _numbered(source: Source, number: int, pack: Sequence[int]) -> DealtPack:
    what = _NUMBERED[source]
    if not what.lowest <= number <= what.highest:
        raise DealError(
            f"{_shown(number)} is no deal number; "
            f"{what.owner} go from {what.lowest} to {what.highest}"
        )
    text = str(number) if source == "own" else f"{source}:{number}"
    return DealtPack(source, number, text, tuple(what.shuffle(number, pack)))


def _from_file(name: str, pack: Sequence[int]) -> DealtPack:
    """The cards that a text file lists; ``#`` starts a comment."""
    name = name.strip()
    if not name:
        raise DealError("the deal's file has no name; expected file:PATH or @PATH")
    where = f"the deal file {_shown(name)}"
    try:
        path = Path(name).expanduser()
        if not stat.S_ISREG(path.stat().st_mode):  # a pipe or a device could block or never end
            raise DealError(f"{where} is no ordinary file")
        with path.open("rb") as file:
            data = file.read(MAX_TEXT + 1)
    except (OSError, ValueError, RuntimeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise DealError(f"{where} cannot be read: {reason}") from error
    if len(data) > MAX_TEXT:
        raise DealError(f"{where} is too long; at most {MAX_TEXT} bytes are read")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DealError(
            f"{where} is no text in UTF-8: byte {error.start} cannot be read"
        ) from error
    lines = (line.partition("#")[0] for line in text.splitlines())
    return _listed(_cards_in("\n".join(lines), where), pack)


def _cards_in(text: str, where: str) -> list[int]:
    """The cards of a text, separated by spaces, commas or ends of lines."""
    words = re.split(r"[\s,;]+", text.strip(" \t\r\n,;"))
    if words == [""]:
        raise DealError(f"{where} is empty; expected {FORMS}")
    cards = []
    for position, word in enumerate(words, 1):
        try:
            cards.append(_as_card(word))
        except DealError as error:
            if len(words) == 1:
                raise DealError(f"{_shown(word)} is no deal; expected {FORMS}") from error
            raise DealError(f"{where}, card {position}: {error}") from error
    return cards


def _as_card(value: object) -> int:
    if isinstance(value, str):
        if len(value) > 16:
            raise DealError(f"{_shown(value)} is no card: a rank and a suit, as TH")
        card = parse_card(value)
        if card & DOWN:
            raise DealError(f"'{value}' lies face down; in a list of the pack write the card alone")
        return card
    number = _as_int(value)
    if number is None or not 0 <= number < FACES:
        raise DealError(
            f"{_shown(value)} is no card; expected a text as TH or a number from 0 to {FACES - 1}"
        )
    return number


def _listed(cards: list[int], pack: Sequence[int]) -> DealtPack:
    """An explicit list, if it is exactly the pack."""
    given, wanted = Counter(cards), Counter(pack)
    if given != wanted:
        faults = []
        for label, extra in (("missing", wanted - given), ("too many", given - wanted)):
            names = [card_text(card) for card in sorted(extra.elements())]
            if len(names) > _NAMED:
                names[_NAMED - 1 :] = [f"and {len(names) - _NAMED + 1} more"]
            if names:
                faults.append(f"{label}: {' '.join(names)}")
        raise DealError(
            f"the deal is not this game's pack of {len(pack)} cards; {'; '.join(faults)}"
        )
    return DealtPack("list", None, " ".join(map(card_text, cards)), tuple(cards))


def _shown(value: object) -> str:
    """A value as an error message quotes it, short whatever it is."""
    if isinstance(value, int) and abs(value) >= 10**40:
        return "a number of more than 40 digits"  # Python refuses to write the longest out
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
