"""Provable mistakes: what the loader refuses in rules that are well-formed."""

from __future__ import annotations

from typing import Any

import pytest
from resolve_games import faults, game

from patience.language.rules import Rules, Sequence


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"tableau": {"pack": None}}, "'tableau' wants 'pack': a sequence rule"),
        ({"tableau": {"space": None}}, "'tableau' wants 'space': 'any', 'none'"),
        ({"tableau": {"space": "from resreve then any"}},
         "there is no group 'resreve'; did you mean 'reserve'?"),
        ({"tableau": {"refill": "from talon"}}, "'talon' is the stock to some"),
        ({"tableau": {"refill": "from tableau"}}, "cannot be refilled from itself"),
        ({"tableau": {"refill": "from cells"}, "cells": {"piles": 2}},
         "'cells' takes cards by hand; a refill draws on piles that do not"),
        ({"cells": {"piles": 2}, "win": "cells empty"},
         "no card is ever dealt to 'cells': the game would be won at once"),
        ({"tableau": {"refill": "from foundations"}}, "cannot take cards from foundations"),
        ({"tableau": {"from": "stock"}}, "no pile takes cards 'from' the stock"),
        ({"stock": None, "tableau": {"space": "from stock"}, "reserve": {"deal": 47}},
         "'space' takes cards from the stock, but there is none"),
        ({"foundations": {"build": "up in suit"}},
         "the base may be any rank, but 'up in suit' stops at the King; say 'up in suit turning "
         "the corner'"),
        ({"foundations": {"base": "chosen from reserve", "build": "up in suit"},
          "stock": {"cards": 35}}, "the base may be any rank"),
        ({"foundations": {"base": 2, "build": "up in suit"}, "stock": {"cards": 35}},
         "'up in suit' from a 2 ends after 12 cards, and 13 cards make it complete"),
        ({"foundations": {"base": 2, "build": "down in suit", "complete": 2},
          "stock": {"cards": 35}}, "the foundations hold 4×2 = 8 cards, but the deck has 52"),
        ({"foundations": {"base": "Ace", "build": "up by twos in suit"}, "stock": {"cards": 35}},
         "'up by twos in suit' from an Ace ends after 7 cards"),
        ({"foundations": {"base": "Ace", "build": "up by twos in suit turning the corner"},
          "deck": {"ranks": "A-10"}, "reserve": {"deal": 1}, "stock": {"cards": 35}},
         "comes to 5 of 10 ranks only, as 2 and 10 share the factor 2"),
        ({"foundations": {"base": ["Ace", 2, "Ace", 2],
                          "build": "up by twos in suit turning the corner", "complete": 14},
          "deck": "1 pack", "stock": {"cards": 35}}, ""),
        ({"foundations": {"base": ["Ace", 2]}, "stock": {"cards": 35}},
         "'base' lists 2 ranks, but there are 4 foundations"),
        ({"deck": {"ranks": "A-5"}, "foundations": {"base": "King"}, "reserve": {"deal": 1},
          "stock": {"cards": 15}}, "the base is a King, which the pack does not have"),
        ({"foundations": {"base": "chosen from pockets"}, "stock": {"cards": 35}},
         "there is no group 'pockets' to choose the base from"),
        ({"foundations": {"base": "chosen from reserve"}, "reserve": {"deal": 0},
          "stock": {"cards": 48}}, "the base is chosen from 'reserve', where no card is available"),
        ({"foundations": {"base": "chosen from reserve"},
          "reserve": {"available": "only when alone"}, "stock": {"cards": 35}},
         "where no card is available"),
        ({"foundations": {"base": "chosen"}, "stock": {"cards": 35}},
         "'base: chosen' wants a group: 'chosen from reserve'"),
        ({"foundations": {"starters": "all"}}, "'starters: all' wants a base that is known"),
        ({"foundations": {"base": "Ace", "starters": "2 of spades"}, "stock": {"cards": 34}},
         "the 2 of spades cannot start foundation 1, which starts with an Ace"),
        ({"foundations": {"base": "Ace", "starters": "all", "piles": 5}, "stock": {"cards": 30}},
         "5 foundations start with an Ace, but there are 4"),
        ({"foundations": {"base": "any"}, "stock": {"cards": 35},
          "tableau": {"pack": "down in suit turning the corner as far as the base"}},
         "'as far as the base' wants one base for all foundations, not any card"),
        ({"foundations": {"base": "any"}, "stock": {"cards": 35},
          "tableau": {"space": "below base"}},
         "'below base' wants one base for all foundations, not any card"),
        ({"foundations": {"refill": "from waste"}}, "there is no key 'refill' in 'foundations'"),
        ({"cells": {"refill": "from waste"}}, "there is no key 'refill' in 'cells'"),
        ({"stock": {"turn": "1 to each tableau pile"}},
         "a redeal turns the waste over, but no turn goes to a waste"),
        ({"stock": {"turn": None}}, "a redeal turns the waste over, but no turn goes to a waste"),
        ({"stock": {"turn": "1 to tableau", "redeals": None}},
         "'tableau' has 4 piles: turn 'to each tableau pile'"),
        ({"stock": {"turn": "1 to tableau piles 4-6", "redeals": None}},
         "there is no pile 6 in 'tableau', which has 4"),
        ({"stock": {"turn": "1 to foundations", "redeals": None}},
         "a turn cannot go to foundations"),
        ({"stock": {"turn": "1 to wast"}}, "there is no group 'wast'; did you mean 'waste'?"),
        ({"stock": {"when": "after redeal 3"}},
         "'after redeal 3' is never true: there are 2 redeals"),
        ({"reserve": None, "stock": {"cards": 47, "when": "reserve empty"}},
         "'reserve empty' asks about a reserve, but there is none"),
        ({"win": "pocket empty"}, "there is no group 'pocket'"),
        ({"win": "cells empty"}, "there is no group 'cells'; the groups are reserve,"),
        ({"win": "foundations empty"}, "a game is not won by emptying its foundations"),
        ({"foundations": None, "stock": {"cards": 35}},
         "the game is won with all cards on foundations, but there are none"),
        ({"tableau": {"pack": "relation doubling"}},
         "the relation 'doubling' is a plugin's: list it under 'uses:'"),
        ({"heap": {"kind": "waste"}, "waste": {}}, "'waste' is a second waste"),
        ({"waste": {"piles": 3}}, "this version plays with one waste pile, not with 3"),
        ({"game": None}, "the file wants 'game:', the game's name"),
    ],
)  # fmt: skip
def test_provable_mistakes(changes: dict[str, Any], message: str) -> None:
    if message:
        assert message in "\n".join(faults(**changes))
    else:
        assert game(**changes)


def test_steps_and_bases_that_reach_every_card_are_right() -> None:
    by_number = {
        "piles": 4,
        "base": ["Ace", 2, 3, 4],
        "build": "up by pile number regardless of suit turning the corner",
    }
    assert game(foundations=by_number, stock={"cards": 35})
    two_ways = {"base": "any", "build": "up or down in suit"}
    assert game(foundations=two_ways, stock={"cards": 35})
    assert game(foundations={"base": "Ace", "build": "up in suit"}, stock={"cards": 35})
    relation = {"uses": "doubling", "tableau": {"pack": "relation doubling"}}
    assert game(**relation).group("tableau").pack == (Sequence("relation", relation="doubling"),)


def test_refills_and_redeals_that_come_to_rest_are_right() -> None:
    def refilled(redeals: object = 2, **refills: str) -> Rules:
        groups = {name: {"kind": "reserve", "refill": f"from {refills[name]}"} for name in refills}
        groups["waste"] = {"refill": f"from {refills['waste']}"}
        stock = {"redeals": redeals}
        return game(reserve=None, heap={"kind": "reserve", "deal": 13}, stock=stock, **groups)

    assert refilled(waste="posts then fans then stock", posts="fans then heap", fans="heap")
    assert refilled("unlimited", waste="posts", posts="heap")
