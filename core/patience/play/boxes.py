"""Piles as boxes of a few columns, and boxes in bands that fit the screen.

A box is a label with rows below it. Columns of cards that are longer than the room are squeezed:
first the face-down cards at the bottom become one row, then the middle of the column becomes
``…+7``; the lowest open card and the top cards stay, since those are what one moves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby

from patience.cards import DOWN
from patience.play.segments import Glyphs, Line, Segment, cut

SLOT = 5
"""Columns of an ordinary pile: a card of three and a gap."""

GROUP_GAP = 2
"""Columns between groups."""


@dataclass(frozen=True, slots=True)
class Box:
    """A pile on the board. ``rows(n)`` gives at most n rows; ``wanted`` is how many it would like.

    ``width``: columns, its gap to the next one included. ``group``: boxes of one group stay close.
    """

    label: Segment
    width: int
    wanted: int
    rows: Callable[[int], list[Line]]
    group: int


def squeeze(pile: Sequence[int], room: int, glyphs: Glyphs) -> list[Segment]:
    """A column in at most ``room`` rows (1 or more), bottom card first."""
    if len(pile) <= room:
        return [glyphs.card(card) for card in pile]
    down = next((n for n, card in enumerate(pile) if not card & DOWN), len(pile))
    rows: list[Segment] = []
    if down > 1:
        rows.append(glyphs.back(down))
        pile = pile[down:]
    room -= len(rows)
    if len(pile) <= room:
        return rows + [glyphs.card(card) for card in pile]
    if room < 2:  # no room to say more than the top card and how many lie under it
        under = len(pile) - 1 + (down if rows else 0)
        top = glyphs.card(pile[-1])
        return [Segment(f"{top.text}+{under}", top.style)]
    first = 1 if room >= 4 else 0
    last = room - first - 1
    rows += [glyphs.card(card) for card in pile[:first]]
    rows.append(glyphs.hidden(len(pile) - first - last))
    return rows + [glyphs.card(card) for card in pile[len(pile) - last :]]


def strip(pile: Sequence[int], width: int, glyphs: Glyphs) -> Line:
    """A pile in one row, the top card last, squeezed to about ``width`` columns."""
    down = next((n for n, card in enumerate(pile) if not card & DOWN), len(pile))
    cells: list[Segment] = [glyphs.back(down)] if down else []
    open_cards = [glyphs.card(card) for card in pile[down:]]
    used = sum(len(cell.text) + 1 for cell in cells)
    if used + sum(len(cell.text) + 1 for cell in open_cards) - 1 > width:
        room = max((width - used - SLOT) // 4, 1)
        cells.append(glyphs.hidden(len(open_cards) - room))
        open_cards = open_cards[-room:]
    cells += open_cards
    line: list[Segment] = []
    for cell in cells:
        line += [Segment(" "), cell] if line else [cell]
    return tuple(line)


def bands(boxes: Sequence[Box], width: int) -> list[list[tuple[int, Box]]]:
    """Boxes from left to right with their first columns, in as many bands as the width asks for.

    A group that does not fit behind the others begins a band, and is broken only if it must be.
    """
    result: list[list[tuple[int, Box]]] = []
    left = 0
    for _, members in groupby(boxes, key=lambda box: box.group):
        group = list(members)
        whole = sum(box.width for box in group) - 1
        gap = GROUP_GAP if result else 0
        for number, box in enumerate(group):
            first = number == 0
            needed = whole if first else box.width - 1
            if not result or left + (gap if first else 0) + needed > width:
                if not result or result[-1]:
                    result.append([])
                left = 0
            elif first:
                left += gap
            result[-1].append((left, box))
            left += box.width
    return result


def fit(parts: Sequence[list[tuple[int, Box]]], height: int) -> list[int]:
    """Rows for each band, so that all of them with their labels fit in ``height`` lines.

    The tallest gives way first, down to one row; what is then still too high stays so.
    """
    rows = [max(box.wanted for _, box in part) for part in parts]
    while sum(rows) + len(parts) > height and max(rows) > 1:
        tallest = max(range(len(rows)), key=lambda index: rows[index])
        rows[tallest] -= 1
    return rows


def draw_band(part: Sequence[tuple[int, Box]], rows: int, width: int) -> list[Line]:
    """The lines of one band: labels, then cards."""
    contents = [box.rows(rows) for _, box in part]
    lines = [_across([(left, (box.label,)) for left, box in part], width)]
    for row in range(max((len(content) for content in contents), default=0)):
        lines.append(
            _across(
                [
                    (left, content[row])
                    for (left, _), content in zip(part, contents, strict=True)
                    if row < len(content)
                ],
                width,
            )
        )
    return lines


def _across(pieces: Sequence[tuple[int, Line]], width: int) -> Line:
    line: list[Segment] = []
    used = 0
    for left, piece in pieces:
        if left > used:
            line.append(Segment(" " * (left - used)))
            used = left
        line += piece
        used += sum(len(segment.text) for segment in piece)
    return cut(tuple(line), width)
