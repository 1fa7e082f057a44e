"""The board as lines of text that fit the screen, for any game.

The piles beside the tableau stand in bands at the top, the tableau below them. Every pile has its
label, an empty one shows what it would take (`patience.play.empties`), and whatever is too long is
squeezed (`patience.play.boxes`), so that title, board, status, messages and one line to type on
fit in 80 columns and 24 rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from patience.cards import DOWN
from patience.engine.position import Position, choosing
from patience.engine.table import BaseMode, Group, Kind, Table
from patience.play.boxes import SLOT, Box, bands, draw_band, fit, squeeze, strip
from patience.play.empties import has_redeals, redeals_words, sign
from patience.play.segments import Glyphs, Line, Segment, Style, cut, rank_plural
from patience.play.wording import counted, wrapped

WIDTH, HEIGHT = 80, 24
"""The smallest screen that everything is drawn for."""

_UNICODE = Glyphs()
_LEAST_BOARD = 6
_CHOICES = 5
"""Ways to choose the base that have room in one line; the games at hand have no more."""
_TOP_ORDER = (Kind.STOCK, Kind.WASTE, Kind.CELL, Kind.RESERVE, Kind.OFFER, Kind.FOUNDATION)


@dataclass(frozen=True, slots=True)
class Header:
    """What stands above the board: the game's title, the deal's share code, and the counters."""

    title: str
    code: str
    moves: int


def board_lines(
    table: Table,
    position: Position,
    *,
    width: int = WIDTH,
    height: int = HEIGHT - 4,
    glyphs: Glyphs = _UNICODE,
) -> list[Line]:
    """The piles, in at most ``height`` lines where any squeezing can do that."""
    width = max(width, SLOT)
    top = bands(_boxes(table, position, glyphs, width, tableau=False), width)
    tableau = bands(_boxes(table, position, glyphs, width, tableau=True), width)
    parts = top + tableau
    rows = fit(parts, height)
    used = sum(rows) + len(parts)
    lines: list[Line] = []
    for number, (part, count) in enumerate(zip(parts, rows, strict=True)):
        if number and used < height:
            lines.append(())
            used += 1
        lines += draw_band(part, count, width)
    return lines


def screen_lines(
    table: Table,
    position: Position,
    header: Header,
    messages: Sequence[tuple[str, Style]] = (),
    *,
    width: int = WIDTH,
    height: int = HEIGHT,
    glyphs: Glyphs = _UNICODE,
) -> list[Line]:
    """A whole screen but for its last row, which is left to type on."""
    notes: list[Line] = []
    for text, style in [(status_text(table, position), "dim"), *messages]:
        notes += [(Segment(line, style),) for line in wrapped(glyphs.text(text), width - 1)]
    room = height - 2 - max(len(notes), 2)  # a message should not make the board jump
    if room < _LEAST_BOARD:
        notes = notes[: max(height - 2 - _LEAST_BOARD, 1)]
        room = height - 2 - len(notes)
    lines = [_title_line(header, width, glyphs)]
    lines += board_lines(table, position, width=width, height=room, glyphs=glyphs)
    return lines + notes


def status_text(table: Table, position: Position) -> str:
    """The facts that the piles do not show: the base in words, redeals."""
    facts = []
    if table.base_mode != BaseMode.FREE and (table.base_mode != BaseMode.FIXED or table.base > 0):
        facts.append(base_words(table, position))
    if has_redeals(table):
        facts.append(redeals_words(table, position))
    return " · ".join(facts)


def base_words(table: Table, position: Position) -> str:
    """The base in words: "the foundations start with sevens"."""
    if position.base >= 0:
        return f"the foundations start with {rank_plural(position.base)}"
    if choosing(table, position):
        return "the base is still to be chosen"
    return "the first card on a foundation sets the base"


def choice_words(table: Table, position: Position, actions: Sequence[str]) -> str:
    """What to do while the base is still to be chosen, in a line; "" at any other time.

    :param actions: those that choose it.
    """
    if not choosing(table, position):
        return ""
    named, more = actions[:_CHOICES], actions[_CHOICES:]
    listed = ", ".join(named[:-1]) + f" or {named[-1]}" if len(named) > 1 else "".join(named)
    if more:
        listed = f"{', '.join(named)}, ... ('moves' lists all)"
    return f"Choose the base, the first card to build: {listed}."


def _title_line(header: Header, width: int, glyphs: Glyphs) -> Line:
    left = glyphs.text(header.title)
    right = glyphs.text(f"{header.code} · {counted(header.moves, 'move')}")
    room = width - len(left) - len(right) - 1
    if room < 1:
        return cut((Segment(left, "title"), Segment("  "), Segment(right, "dim")), width)
    return (Segment(left, "title"), Segment(" " * room), Segment(right, "dim"))


def _boxes(
    table: Table, position: Position, glyphs: Glyphs, width: int, *, tableau: bool
) -> list[Box]:
    kinds = (Kind.TABLEAU,) if tableau else _TOP_ORDER
    boxes = []
    for kind in kinds:
        for group in table.groups:
            if group.kind == kind and not _is_gone(table, position, group):
                boxes += _group_boxes(table, position, group, glyphs, width)
    return boxes


def _is_gone(table: Table, position: Position, group: Group) -> bool:
    """An offer whose cards were taken is no place any more."""
    piles = position.piles[group.first : group.first + group.size]
    return group.kind == Kind.OFFER and not any(piles) and not choosing(table, position)


def _group_boxes(
    table: Table, position: Position, group: Group, glyphs: Glyphs, width: int
) -> list[Box]:
    piles = range(group.first, group.first + group.size)
    if group.kind == Kind.STOCK:
        return [_stock_box(table, position, pile, glyphs) for pile in piles]
    if group.kind == Kind.WASTE:
        shown = max(table.turn_counts, default=1) if not table.turn_each else 1
        return [_strip_box(table, position, pile, glyphs, width, shown) for pile in piles]
    if group.kind == Kind.RESERVE and group.size == 1:
        return [_strip_box(table, position, pile, glyphs, width, None) for pile in piles]
    fanned = group.kind in (Kind.TABLEAU, Kind.RESERVE) or (group.kind == Kind.CELL and group.units)
    return [_column_box(table, position, pile, glyphs, fanned=fanned) for pile in piles]


def _empty(table: Table, position: Position, pile: int, glyphs: Glyphs) -> Line:
    return (Segment(sign(table, position, pile, glyphs), "dim"),)


def _stock_box(table: Table, position: Position, pile: int, glyphs: Glyphs) -> Box:
    count = len(position.piles[pile])
    line = (glyphs.back(),) if count else _empty(table, position, pile, glyphs)
    return _row_box(table, pile, line, count)


def _strip_box(
    table: Table, position: Position, pile: int, glyphs: Glyphs, width: int, shown: int | None
) -> Box:
    """A pile in one row: the last ``shown`` cards of it, or all that have room."""
    cards = position.piles[pile]
    visible = cards if shown is None else cards[-shown:]
    if not cards:
        line = _empty(table, position, pile, glyphs)
    elif shown is None and all(not card & DOWN for card in cards):
        line = strip(visible, width - 1, glyphs)
    else:
        line = strip(visible, min(width - 1, 24), glyphs)
    return _row_box(table, pile, line, len(cards))


def _row_box(table: Table, pile: int, line: Line, count: int) -> Box:
    """A pile of one row; its label carries the number of cards."""
    label = table.labels[pile] + (f" {count}" if count else "")
    wide = max(len(label), sum(len(segment.text) for segment in line)) + 1
    return Box(
        Segment(label, "label"),
        max(wide, SLOT),
        1,
        lambda room: [line],
        table.group_of[pile],
    )


def _column_box(
    table: Table, position: Position, pile: int, glyphs: Glyphs, *, fanned: bool
) -> Box:
    cards = position.piles[pile]

    def rows(room: int) -> list[Line]:
        if not cards:
            return [_empty(table, position, pile, glyphs)]
        if not fanned:
            return [(glyphs.card(cards[-1]),)]
        return [(segment,) for segment in squeeze(cards, max(room, 1), glyphs)]

    label = table.labels[pile]
    return Box(
        Segment(label, "label"),
        max(SLOT, len(label) + 1),
        max(len(cards), 1) if fanned else 1,
        rows,
        table.group_of[pile],
    )
