"""Positions as text and as JSON, both ways.

The text form has one ``name: value`` a line, registers first, then every pile by its label, bottom
card first, cards that lie face down in brackets:

    game: duchess 3c4f1e0a9b7d2c58
    base: 4
    R1: 4C 2D 2C
"""

from __future__ import annotations

from collections.abc import Mapping

from patience.cards import DOWN, RANKS, card_text, parse_card
from patience.engine.housekeeping import waiting_fill
from patience.engine.position import COMPLETE, Pile, Position, locked
from patience.engine.table import UNLIMITED, Table
from patience.errors import DealError, StateError


def pile_text(pile: Pile) -> str:
    """Cards separated by spaces, bottom first."""
    return " ".join(map(card_text, pile))


def to_fields(table: Table, position: Position, moves: int = 0) -> dict[str, str]:
    """The position as ordered names and values; registers that are at rest are left out."""
    fields = {"game": f"{table.id} {table.hash}".rstrip()}
    if position.base >= 0:
        fields["base"] = RANKS[position.base]
    if position.redeals:
        fields["redeals"] = str(position.redeals)
    if position.turned:
        fields["turned"] = "yes"
    if position.script != "own":
        fields["deals"] = position.script
    if position.step != COMPLETE:
        fields["step"] = str(position.step)
    if moves:
        fields["moves"] = str(moves)
    for label, pile in zip(table.labels, position.piles, strict=True):
        fields[label] = pile_text(pile)
    return fields


def to_text(table: Table, position: Position, moves: int = 0) -> str:
    """The text form, one field a line."""
    fields = to_fields(table, position, moves)
    return "\n".join(f"{name}: {value}".rstrip() for name, value in fields.items())


def split_text(text: str) -> dict[str, str]:
    """The fields of a text form.

    :raises StateError: for a line that is no field, or a field that comes twice.
    """
    fields: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        name, colon, value = line.partition(":")
        if not colon:
            raise StateError(f"line {number}: '{line.strip()[:40]}' is no 'name: value'")
        if name.strip() in fields:
            raise StateError(f"line {number}: '{name.strip()}' stands here a second time")
        fields[name.strip()] = value.strip()
    return fields


def _number(fields: Mapping[str, str], name: str, least: int, start: int) -> int:
    text = fields.get(name)
    if text is None:
        return start
    if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text) >= least):
        raise StateError(f"{name}: '{text[:40]}' is no number from {least} up")
    return int(text)


def _pile(label: str, text: str) -> Pile:
    try:
        return tuple(parse_card(word) for word in text.split())
    except DealError as error:
        raise StateError(f"{label}: {error}") from None


def _base(table: Table, fields: Mapping[str, str]) -> int:
    text = fields.get("base")
    if text is None:
        return table.base
    text = "T" if text == "10" else text.upper()
    if len(text) != 1 or text not in RANKS:
        raise StateError(f"base: '{text[:40]}' is no rank: A, 2 to 9, T, J, Q or K")
    return RANKS.index(text)


def from_fields(table: Table, fields: Mapping[str, str]) -> tuple[Position, int]:
    """The position and the number of actions played, from the fields of a text form.

    :raises StateError: where they are no position of this game.
    """
    registers = {"game", "base", "redeals", "turned", "deals", "step", "moves"}
    unknown = [name for name in fields if name not in registers and name not in table.labels]
    if unknown:
        raise StateError(f"'{unknown[0][:40]}' is neither a pile nor a register of {table.id}")
    name, _, rules_hash = fields.get("game", table.id).partition(" ")
    if name != table.id:
        raise StateError(f"this is a position of '{name[:60]}', not of {table.id}")
    if rules_hash and table.hash and rules_hash.strip() != table.hash:
        raise StateError(
            f"the rules of {table.id} have changed: the position was made by rules "
            f"{rules_hash.strip()[:20]}, these are {table.hash}"
        )
    piles = tuple(_pile(label, fields.get(label, "")) for label in table.labels)
    _check_cards(table, piles)
    if fields.get("turned", "no") not in ("yes", "no"):
        raise StateError("turned: 'yes' or 'no' was expected")
    script = fields.get("deals", "own")
    if script not in table.scripts:
        raise StateError(f"deals: '{script[:40]}' is no dealing order of {table.id}")
    step = _number(fields, "step", 0, COMPLETE)
    if step != COMPLETE and not (
        step < len(table.scripts[script]) and table.scripts[script][step].choose
    ):
        raise StateError(f"step: the deal does not wait at step {step}")
    position = Position(
        piles,
        _base(table, fields),
        _number(fields, "redeals", 0, 0),
        fields.get("turned") == "yes" and table.marks_turns,
        script,
        step,
    )
    _check_registers(table, position)
    return position, _number(fields, "moves", 0, 0)


def _check_registers(table: Table, position: Position) -> None:
    """No more redeals than there are, and no space that would have been filled."""
    if table.redeals != UNLIMITED and position.redeals > table.redeals:
        raise StateError(
            f"redeals: {position.redeals} were made, but {table.id} has {table.redeals or 'none'}"
        )
    if not locked(table, position):
        waiting = waiting_fill(table, position.piles, position.turned)
        if waiting is not None:
            space, source = (table.labels[index] for index in waiting)
            raise StateError(f"{space} is empty, but {table.id} fills it at once from {source}")


def _check_cards(table: Table, piles: tuple[Pile, ...]) -> None:
    """Each card of the pack exactly once."""
    found = sorted(card & ~DOWN for pile in piles for card in pile)
    expected = sorted(table.pack)
    if found == expected:
        return
    for card in dict.fromkeys(found + expected):
        there, wanted = found.count(card), expected.count(card)
        if there != wanted:
            raise StateError(
                f"the position has {card_text(card)} {there} times, the pack of {table.id} {wanted}"
            )
