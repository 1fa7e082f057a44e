"""The board: every game fits the screen at any time, and says in words what it shows."""

from __future__ import annotations

import random

import pytest
from games import load, shipped

from patience.cards import DOWN, make_card
from patience.engine.position import MOVE, Action
from patience.play.board import Header, board_lines, screen_lines
from patience.play.boxes import squeeze, strip
from patience.play.look import look_lines
from patience.play.segments import Glyphs, Segment, cut, line_width, plain_text, to_ascii
from patience.play.wording import wrapped

UNICODE, ASCII = Glyphs(), Glyphs(ascii=True)


def texts(segments: list[Segment]) -> list[str]:
    return [segment.text for segment in segments]


@pytest.mark.parametrize("name", shipped())
def test_every_game_fits_80_by_24_all_through_a_game(name: str) -> None:
    """Play that lengthens columns: moves to the tableau first, up to 150 actions."""
    game = load(name)
    state = game.deal(7)
    chance = random.Random(7)
    long = [("a message of some length " * 7, "note"), ("another one", "plain")]
    for number in range(150):
        if not state.actions():
            break
        if number % 5 == 0:
            for glyphs in (UNICODE, ASCII):
                header = Header(game.title, f"{game.id}:7", number)
                lines = screen_lines(game.table, state.position, header, long, glyphs=glyphs)
                assert len(lines) <= 23, f"{len(lines)} lines"
                assert max(map(line_width, lines)) <= 80
                shown = plain_text(lines)
                assert glyphs is UNICODE or shown.isascii()
                for label in state.labels:
                    if not label.startswith("O"):
                        assert label in shown
        state = state.after(_lengthening(state.actions(), chance))


def _lengthening(actions: tuple[Action, ...], chance: random.Random) -> Action:
    moves = [action for action in actions if action.verb == MOVE]
    return chance.choice(moves or list(actions))


@pytest.mark.parametrize("width", [10, 20, 40, 60])
@pytest.mark.parametrize("name", ["double-demon", "forty-thieves", "american-toad", "gate"])
def test_narrow_screens_are_used_as_far_as_they_go(name: str, width: int) -> None:
    game = load(name)
    state = game.deal(7)
    header = Header(game.title, "x", 0)
    lines = screen_lines(game.table, state.position, header, width=width, height=24)
    assert max(map(line_width, lines)) <= width


def test_empty_piles_say_what_they_take() -> None:
    game = load("duchess")
    state = game.deal("pysol:24")
    before = plain_text(board_lines(game.table, state.position))
    assert before.count("(?)") == 4
    state = state.play(state.parse_action("R1 F"))
    assert plain_text(board_lines(game.table, state.position)).count("(2)") == 3
    words = "\n".join(look_lines(game.table, state.position))
    assert "The foundations start with twos; 1 redeal left." in words
    assert "F2: empty; takes a 2." in words
    klondike = load("klondike")
    empty = klondike.deal(1)
    piles = list(empty.piles)
    first = empty.labels.index("T1")
    piles[empty.labels.index("S")] += piles[first]
    piles[first] = ()
    position = empty.position._replace(piles=tuple(piles))
    assert "(K)" in plain_text(board_lines(klondike.table, position))
    assert "T1: empty; takes a King." in look_lines(klondike.table, position)


def test_what_is_locked_takes_nothing_and_what_is_open_is_not_said_to_take_all() -> None:
    duchess = load("duchess")
    before = look_lines(duchess.table, duchess.deal(946).position)
    assert "F1: empty; takes the base, which is still to be chosen." in before
    pocket = load("miss-milligan")
    state = pocket.deal(5)
    assert "C: empty; takes nothing now." in look_lines(pocket.table, state.position)
    board = plain_text(board_lines(pocket.table, state.position))
    assert "--" in board and "( )" not in board
    while state.pile("S"):
        state = state.play(state.parse_action("turn"))
    assert "C: empty; takes any card." in look_lines(pocket.table, state.position)
    assert "( )" in plain_text(board_lines(pocket.table, state.position))


def test_long_lines_are_wrapped_between_words_and_never_within_an_action() -> None:
    text = "Choose the base, the first card to build: R1 F, R2 F, R3 F or R4 F."
    for width in range(12, 90):
        lines = wrapped(text, width)
        assert " ".join(lines) == text and max(map(len, lines)) <= width
        assert not any(line.endswith(("R1", "R2", "R3", "R4")) for line in lines)
    assert wrapped("", 20) == [""]
    assert wrapped("  undo [N]     u   take back the last", 30)[1].startswith("    ")


def test_a_space_names_its_only_source() -> None:
    game = load("duchess")
    state = game.deal("pysol:24")
    labels = state.labels
    piles = list(state.piles)
    gone = piles[labels.index("T1")]
    piles[labels.index("T1")] = ()
    piles[labels.index("F1")] = gone
    position = state.position._replace(piles=tuple(piles), base=12)
    assert "(R)" in plain_text(board_lines(game.table, position))
    assert "T1: empty; takes any card from the reserve." in look_lines(game.table, position)
    for number in "1234":
        piles[labels.index("S")] += piles[labels.index(f"R{number}")]
        piles[labels.index(f"R{number}")] = ()
    position = position._replace(piles=tuple(piles))
    assert "(S)" in plain_text(board_lines(game.table, position))


def test_look_keeps_hidden_cards_hidden() -> None:
    game = load("canfield")
    words = "\n".join(look_lines(game.table, game.deal("pysol:24").position))
    assert "R: 13 cards, 12 of them face down, on top the " in words
    assert "S: 31 cards, face down; redeals without limit." in words


def test_squeezing_keeps_what_one_moves() -> None:
    cards = [make_card(12 - number, number % 4) for number in range(13)]
    column = [card | DOWN for card in cards[:5]] + cards
    assert texts(squeeze(column, 18, ASCII))[:6] == ["##"] * 5 + ["KC"]
    assert texts(squeeze(column, 14, ASCII))[:3] == ["##5", "KC", "QD"]
    squeezed = texts(squeeze(column, 8, ASCII))
    assert squeezed == ["##5", "KC", "+7", "5C", "4D", "3H", "2S", "AC"]
    assert texts(squeeze(column, 1, ASCII)) == ["AC+17"]
    assert texts(squeeze(cards, 3, UNICODE)) == ["…+11", "2♠", "A♣"]
    for room in range(1, 20):
        for pile in (column, cards, column[:5], cards[:1]):
            assert len(squeeze(pile, room, ASCII)) <= room


def test_a_pile_in_one_row() -> None:
    cards = [make_card(number, 0) for number in range(13)]
    row = strip(cards, 30, ASCII)
    assert line_width(row) <= 30 and plain_text([row]).endswith("JC QC KC")
    assert plain_text([row]).startswith("+")
    hidden = strip([cards[0] | DOWN, cards[1] | DOWN, cards[2]], 30, UNICODE)
    assert plain_text([hidden]) == "▒▒2 3♣"


def test_text_without_symbols() -> None:
    assert to_ascii("7♣ · 10♥ … ×4 “a” — é") == '7C - 10H .. x4 "a" - ?'
    line = (Segment("abc"), Segment("defg", "note"))
    assert cut(line, 5) == (Segment("abc"), Segment("de", "note"))
    assert cut(line, 7) is line
