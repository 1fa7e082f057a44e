"""Draw docs/duchess.svg, the picture in the README: ``python docs/picture.py``.

A real board in the terminal's own characters, after a few moves of a numbered deal.
"""

from __future__ import annotations

from pathlib import Path
from xml.sax.saxutils import escape

import patience
from patience.play.board import Header, screen_lines
from patience.play.segments import Line
from patience.play.transcript import read_transcript

GAME, DEAL = "duchess", "pysol:24"
MOVES = Path(__file__).parent.parent / "tests/data/play/duchess-pysol-24.txt"
PLAYED = 48
WIDTH, ROW, COLUMN = 76, 19, 8.7

COLOURS = {
    "title": "#f5f5f0", "label": "#8fb3a5", "dim": "#8a9a94", "back": "#5f8fb8", "note": "#e0c070",
    "clubs": "#e8e8e2", "spades": "#e8e8e2", "diamonds": "#ef7a6d", "hearts": "#ef7a6d",
    "plain": "#d5dad6",
}  # fmt: skip


def svg_line(number: int, line: Line) -> str:
    """One row of text; each piece stands at its own column."""
    pieces, column = [], 0
    for segment in line:
        if segment.text.strip():
            x = 20 + column * COLUMN
            pieces.append(
                f'<tspan x="{x:.1f}" fill="{COLOURS[segment.style]}">{escape(segment.text)}</tspan>'
            )
        column += len(segment.text)
    return f'<text y="{38 + number * ROW}" xml:space="preserve">{"".join(pieces)}</text>'


def draw() -> str:
    """The picture as SVG."""
    game = patience.load(GAME)
    state = game.deal(DEAL)
    played = read_transcript(MOVES.read_text(encoding="utf-8"), MOVES.name)
    for _, text in played.actions[:PLAYED]:
        state = state.play(state.parse_action(text))
    prompt = f"> {played.actions[PLAYED][1]}"
    header = Header(game.title, f"{GAME}:{DEAL}", PLAYED)
    rows = screen_lines(state.table, state.position, header, width=WIDTH, height=20)
    body = [svg_line(number, line) for number, line in enumerate(rows)]
    body.append(
        f'<text y="{38 + len(rows) * ROW}" x="20" fill="{COLOURS["note"]}">{escape(prompt)}</text>'
    )
    width, height = int(40 + WIDTH * COLUMN), 60 + len(rows) * ROW
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'font-family="ui-monospace, Menlo, Consolas, DejaVu Sans Mono, monospace" font-size="14">',
        f'<rect width="{width}" height="{height}" rx="10" fill="#17211d"/>', *body, "</svg>", "",
    ])  # fmt: skip


if __name__ == "__main__":
    Path(__file__).with_name("duchess.svg").write_text(draw(), encoding="utf-8")
