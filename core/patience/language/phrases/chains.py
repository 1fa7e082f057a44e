"""Spaces, refills and bases: ``from reserve then any``, ``King``, ``chosen from reserve``."""

from __future__ import annotations

from patience.cards import RANK_NAMES
from patience.language.phrases.cards import (
    find_rank,
    format_ranks,
    parse_rank,
    rank_value,
    take_ranks,
)
from patience.language.phrases.words import Cursor, PhraseError, shown
from patience.language.rules import Base, Link, Space

ANY = Link("any")
STOCK = "stock"
UNTURNED = "unturned stock"

_BELOW = "below base"
_BASE_WORDS = ("dealt", "chosen", "set by first card", "any")


def parse_space(value: object) -> Space:
    """Read what may be put into an empty pile.

    ``any``, ``none``, ``King``, ``King or Ace``, ``below base``, ``from A then B then any``, or
    cards and a chain together (``King from waste``); a rank may be a number and a list of ranks
    stands for its members.

    :raises PhraseError: with one sentence.
    """
    if value == []:
        raise PhraseError("the list is empty: say 'none' if no card may go there")
    if isinstance(value, list):
        return Space((ANY,), tuple(sorted({parse_rank(item) for item in value})))
    if isinstance(value, int) and not isinstance(value, bool):
        return Space((ANY,), (parse_rank(value),))
    cursor = Cursor(value, "a rule for spaces", "any")
    if cursor.take("none", "nothing"):
        cursor.end()
        return Space()
    if cursor.take("any"):
        cursor.end()
        return Space((ANY,))
    below = cursor.take(_BELOW) is not None
    ranks = () if below else take_ranks(cursor)
    if cursor.take("from"):
        links = _links(cursor, may_open=True)
    elif not below and not ranks:
        raise cursor.wrong(("any", "none", _BELOW, "from"), "a rank", RANK_NAMES)
    else:
        links = (ANY,)
    cursor.end("from")
    return Space(links, ranks or None, below)


def _links(cursor: Cursor, may_open: bool) -> tuple[Link, ...]:
    """The sources of a chain, joined by ``then``. ``may_open``: it may end with ``any``."""
    links = [_link(cursor, may_open)]
    while cursor.take("then"):
        if links[-1] == ANY:
            raise PhraseError(f"'{cursor.text}': nothing can follow 'any', which lets all cards in")
        links.append(_link(cursor, may_open))
    if len({link.source for link in links}) < len(links):
        raise PhraseError(f"'{cursor.text}' names one source twice")
    return tuple(links)


def _link(cursor: Cursor, may_open: bool) -> Link:
    """One source of a chain."""
    if may_open and cursor.take("any"):
        return ANY
    if cursor.take(UNTURNED):
        return Link(UNTURNED)
    if cursor.take("fuller"):
        return Link(cursor.name(), fuller=True)
    return Link(cursor.name("a group's name, 'stock' or 'any'" if may_open else "a group's name"))


def parse_link(text: object, may_open: bool = True) -> Link:
    """Read one source of a chain in its mapping form: ``reserve``, ``fuller reserve``, ``any``.

    :raises PhraseError: with one sentence.
    """
    cursor = Cursor(text, "a source of cards", "reserve")
    link = _link(cursor, may_open)
    cursor.end()
    return link


def format_link(link: Link) -> str:
    """One source of a chain as it is written."""
    return f"fuller {link.source}" if link.fuller else link.source


def format_space(space: Space) -> str:
    """The rule as its phrase; `parse_space` reads it back."""
    cards = _BELOW if space.below_base else format_ranks(space.ranks or ())
    if not space.links:
        return "none"
    if space.links == (ANY,):
        return cards or "any"
    chain = "from " + " then ".join(map(format_link, space.links))
    return f"{cards} {chain}" if cards else chain


def space_mapping(space: Space) -> dict[str, object]:
    """The rule, which is not ``none``, as its mapping."""
    mapping: dict[str, object] = {}
    if space.below_base:
        mapping["cards"] = _BELOW
    elif space.ranks is not None:
        mapping["cards"] = [rank_value(rank) for rank in space.ranks]
    return mapping | {"from": [format_link(link) for link in space.links]}


def parse_refill(value: object) -> tuple[Link, ...]:
    """Read what fills an empty pile by itself: ``from reserve then waste``, ``none``.

    :raises PhraseError: with one sentence.
    """
    cursor = Cursor(value, "a refill", "from reserve")
    if cursor.take("none", "nothing"):
        cursor.end()
        return ()
    cursor.expect("from", "none")
    if cursor.take("any"):
        raise PhraseError("a refill is automatic and wants a group; 'any' belongs to 'space'")
    links = _links(cursor, may_open=False)
    cursor.end("then")
    return links


def format_refill(links: tuple[Link, ...]) -> str:
    """The chain as its phrase; `parse_refill` reads it back."""
    return "from " + " then ".join(map(format_link, links)) if links else "none"


def refill_mapping(links: tuple[Link, ...]) -> dict[str, object]:
    """The chain, which is not ``none``, as its mapping."""
    return {"from": [format_link(link) for link in links]}


def parse_base(value: object) -> Base:
    """Read which rank starts a foundation.

    A rank, ``dealt``, ``chosen [from GROUP]``, ``set by first card``, ``any``, or a list of ranks,
    one for each foundation.

    :raises PhraseError: with one sentence.
    """
    if isinstance(value, list):
        if not value:
            raise PhraseError("the list of bases is empty: name a rank for each foundation")
        return Base("list", tuple(parse_rank(item) for item in value))
    rank = find_rank(value)
    if rank is not None:
        return Base("fixed", (rank,))
    if not isinstance(value, str):
        raise PhraseError(f"{shown(value)} is not a base: write a rank, as 'Ace'")
    cursor = Cursor(value, "a base", "Ace")
    kind = cursor.take(*_BASE_WORDS)
    if kind is None:
        raise cursor.wrong(_BASE_WORDS, "a rank", RANK_NAMES)
    group = cursor.name() if kind == "chosen" and cursor.take("from") else None
    cursor.end(*(("from",) if kind == "chosen" and group is None else ()))
    if kind == "dealt":
        return Base("dealt", ())
    if kind == "chosen":
        return Base("chosen", (), group)
    return Base("any" if kind == "any" else "set by first card", ())


def format_base(base: Base) -> str | int | list[int | str]:
    """The base as it is written; `parse_base` reads it back."""
    if base.kind == "fixed":
        return rank_value(base.ranks[0])
    if base.kind == "list":
        return [rank_value(rank) for rank in base.ranks]
    if base.kind == "chosen" and base.group is not None:
        return f"chosen from {base.group}"
    return base.kind


def base_mapping(base: Base) -> dict[str, object]:
    """The base as its mapping."""
    mapping: dict[str, object] = {"kind": base.kind}
    if base.ranks:
        mapping["ranks"] = [rank_value(rank) for rank in base.ranks]
    if base.group is not None:
        mapping["group"] = base.group
    return mapping
