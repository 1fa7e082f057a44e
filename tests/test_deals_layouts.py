"""The layouts that PySolFC and Solvitaire show for their numbers, from our rule files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from games import load

from patience.cards import card_text
from patience.engine.table import Kind

DATA = Path(__file__).resolve().parent / "data"


def cases(file: str) -> list[Any]:
    """One case a game and deal of a data file."""
    games = json.loads((DATA / file).read_text(encoding="utf-8"))["games"]
    return [
        pytest.param(game, deal, layout, id=f"{game} {deal}")
        for game, facts in games.items()
        for deal, layout in facts["deals"].items()
    ]


def laid_out(name: str, deal: str, kind: Kind) -> list[str]:
    """Our piles of a kind for a deal, as the data files write them."""
    game = load(name)
    state = game.deal(deal)
    return [
        " ".join(map(card_text, state.piles[pile]))
        for group in game.table.groups
        if group.kind == kind
        for pile in range(group.first, group.first + group.size)
    ]


def filled(piles: list[str]) -> list[str]:
    """Without the empty ones: the programs keep cells among their reserves, we do not."""
    return [pile for pile in piles if pile]


@pytest.mark.parametrize(("game", "deal", "layout"), cases("pysol-layouts.json"))
def test_pysolfcs_layouts(game: str, deal: str, layout: dict[str, Any]) -> None:
    assert laid_out(game, deal, Kind.TABLEAU) == layout["tableau"]
    assert filled(laid_out(game, deal, Kind.RESERVE)) == filled(layout["reserve"])
    assert filled(laid_out(game, deal, Kind.WASTE)) == filled([layout["waste"]])
    assert filled(laid_out(game, deal, Kind.STOCK)) == filled([layout["stock"]])
    # Which foundation a card lies on is a matter of the picture.
    assert sorted(laid_out(game, deal, Kind.FOUNDATION)) == sorted(layout["foundations"])


@pytest.mark.parametrize(("game", "deal", "layout"), cases("solvitaire-layouts.json"))
def test_solvitaires_layouts(game: str, deal: str, layout: dict[str, Any]) -> None:
    """Solvitaire lists equal piles in an order of its own and sees through face-down cards."""
    assert sorted(open_piles(game, deal, Kind.TABLEAU)) == sorted(map(face_up, layout["tableau"]))
    assert sorted(filled(open_piles(game, deal, Kind.RESERVE))) == sorted(filled(layout["reserve"]))
    assert filled(open_piles(game, deal, Kind.STOCK)) == filled([layout["stock"]])
    assert filled(open_piles(game, deal, Kind.WASTE)) == []
    assert sorted(open_piles(game, deal, Kind.FOUNDATION)) == sorted(layout["foundations"])


def open_piles(game: str, deal: str, kind: Kind) -> list[str]:
    return list(map(face_up, laid_out(game, deal, kind)))


def face_up(pile: str) -> str:
    """A pile's text without the brackets of cards that lie face down."""
    return pile.replace("[", "").replace("]", "")
