"""The naive reading by itself: positions made by hand, with the moves a book would allow."""

from __future__ import annotations

import random

import pytest
from naive.games import GAMES, named
from naive.judge import canonical, perft, results, stuck
from naive.layout import bare, deal, midgame
from naive.moves import actions, play, won
from naive.readings import READINGS
from naive.words import Position

NAMES = [*GAMES, *(f"{game}+{option}" for game in READINGS for option in READINGS[game])]


def table(name: str, base: str | None = None, **piles: str) -> Position:
    """A position of the game with these piles; the others are empty."""
    position = bare(named(name))
    position.base = base
    for label, cards in piles.items():
        assert label in position.piles
        position.piles[label] = cards.split()
    return position


def moves(name: str, position: Position) -> set[str]:
    return actions(named(name), position)


def test_duchess_chooses_first_and_nothing_else() -> None:
    start = deal(named("duchess"), random.Random(1))
    fans = [f"R{fan} F{place}" for fan in range(1, 5) for place in range(1, 5)]
    assert moves("duchess", start) == set(fans)
    chosen = play(named("duchess"), start, "R2 F3")
    assert chosen.base == chosen.piles["F3"][0][0]
    assert "turn" in moves("duchess", chosen)


def test_pysolfc_lets_a_fan_card_be_packed_before_the_choice() -> None:
    position = table("duchess", R1="KC", R2="9S", T1="AD", T2="5C", S="2C")
    assert not moves("duchess", position) & {"R1 T1"}
    assert moves("duchess+as-pysolfc", position) - {"R1 F1"} >= {"R1 T1", "R2 F4"}
    assert "turn" not in moves("duchess+as-pysolfc", position)


def test_duchess_spaces_ask_the_chain() -> None:
    piles = {"T1": "9H 8S", "T2": "4C", "T3": "4S", "F1": "2H", "S": "KD 6D"}
    first = table("duchess", "2", R3="7C", W="TD", **piles)
    assert {a for a in moves("duchess", first) if a.endswith("T4") or " T4 " in a} == {"R3 T4"}
    waste = table("duchess", "2", W="TD", **piles)
    assert {a for a in moves("duchess", waste) if " T4" in a} == {"W T4"}
    unseen = table("duchess", "2", **piles)
    assert {a for a in moves("duchess", unseen) if " T4" in a} == {"S T4"}
    assert play(named("duchess"), unseen, "S T4").piles["T4"] == ["6D"]
    assert not {a for a in moves("duchess+waste-only", unseen) if " T4" in a}
    free = {a for a in moves("duchess+free-spaces", waste) if " T4" in a}
    assert free == {"W T4", "T1 T4 1"}  # whole columns change nothing


def test_stock_only_before_the_first_turn() -> None:
    name = "duchess+stock-only-before-the-first-turn"
    position = table(name, "2", T1="9H", T2="9D", T3="9C", F1="2H", S="KD 6D")
    assert "S T4" in moves(name, position)
    position.turned = True
    assert "S T4" not in moves(name, position)


def test_units() -> None:
    piles = {"T1": "9H 8S 7D", "T2": "9D", "T3": "8C", "T4": "TC", "F1": "2H", "R": "[3C] KC"}
    position = table("canfield", "2", **piles)
    found = {
        name: {a for a in moves(name, position) if a[:2] == "T1"}
        for name in ("canfield", "canfield+whole-columns", "canfield+any-sequence")
    }
    assert found["canfield"] == {"T1 T3 1", "T1 T4 3"}
    assert found["canfield+whole-columns"] == {"T1 T4 3"}
    assert found["canfield+any-sequence"] == {"T1 T3 1", "T1 T2 2", "T1 T4 3"}


def test_canfield_fills_from_the_reserve_at_once_and_turns_up() -> None:
    position = table("canfield", "2", T1="9H", T2="TS", T3="4C", T4="5C", F1="2H", R="[3C] KC")
    after = play(named("canfield"), position, "T1 T2 1")
    assert after.piles["T1"] == ["KC"]
    assert after.piles["R"] == ["3C"]


def test_the_corner_has_three_values() -> None:
    piles = {"T1": "2S", "T2": "AH", "T3": "5C", "T4": "5S", "W": "KS", "F1": "2H", "R": "9H"}
    position = table("canfield", "2", **piles)
    assert {"T2 T1 1", "W T2"} <= moves("canfield", position)
    as_base = moves("canfield+as-solvitaire", position)
    assert "T2 T1 1" not in as_base
    assert "W T2" in as_base
    assert "W T2" not in moves("variegated-canfield", table("variegated-canfield", T2="AH", W="KS"))


def test_worrying_back_spares_the_base_card() -> None:
    name = "canfield+worrying-back"
    position = table(name, "2", F1="2H 3H", F2="2C", T1="4S", T2="3D", T3="9D", T4="9C", R="KH")
    assert {a for a in moves(name, position) if a[0] == "F"} == {"F1 T1"}
    klondike = table("klondike", F1="AH", F2="AS 2S", T1="2C", T2="3H")
    assert {a for a in moves("klondike", klondike) if a[0] == "F"} == {"F1 T1", "F2 T2"}


def test_stock_by_threes_and_the_redeal_keeps_the_order() -> None:
    position = table("canfield", "2", F1="2H", S="9C 8C 7C 6C", T1="4C")
    game = named("canfield")
    one = play(game, position, "turn")
    assert one.piles["W"] == ["6C", "7C", "8C"]
    two = play(game, one, "turn")
    assert two.piles["W"] == ["6C", "7C", "8C", "9C"]
    assert "redeal" in actions(game, two)
    assert "redeal" not in actions(game, one)
    assert play(game, two, "redeal").piles["S"] == ["9C", "8C", "7C", "6C"]
    rush = table("canfield-rush", "2", F1="2H", S="9C 8C 7C 6C", T1="4C")
    rush.redeals = 1
    assert play(named("canfield-rush"), rush, "turn").piles["W"] == ["6C", "7C"]


def test_gate_by_hand_and_by_itself() -> None:
    piles = {"R1": "2C 9C", "R2": "3C 9D", "T1": "8S", "S": "KD"}
    piles |= {f"T{rail}": f"{rail}H" for rail in range(2, 8)}
    position = table("gate", **piles)
    assert {a for a in moves("gate", position) if a.endswith("T8")} == {"R1 T8", "R2 T8"}
    game = named("gate+as-pysolfc")
    after = play(game, play(game, position, "R1 T8"), "T1 T8 1")
    assert after.piles["T1"] == ["9D"]  # the right post is now the fuller
    tie = table("gate+as-pysolfc", **piles, T8="9S")
    assert play(game, tie, "turn").piles["W"] == ["KD"]
    assert play(game, table("gate+as-pysolfc", R1="2C", R2="3C", T1="4C", S="KD"), "turn").piles[
        "T2"
    ] == ["2C"]


def test_the_trunk_of_eagle_wing() -> None:
    wings = {f"T{wing}": f"{wing + 1}C" for wing in range(2, 9)} | {"T1": "5H"}
    closed = table("eagle-wing", "2", F1="2H", R="[4H] [3H]", **wings)
    assert not {a for a in moves("eagle-wing", closed) if a[0] == "R"}
    after = play(named("eagle-wing"), closed, "T7 T8 1")
    assert (after.piles["T7"], after.piles["R"]) == (["3H"], ["4H"])
    assert "R T1" in moves("eagle-wing", after)


def test_a_wing_holds_three() -> None:
    wings = {f"T{wing}": f"{wing}D" for wing in range(2, 9)}
    position = table("eagle-wing", "2", F1="2H", T1="TC 9C 8C", W="7C", R="[4H] [3H]", **wings)
    assert "W T1" not in moves("eagle-wing", position)
    position.piles["T1"].pop(0)
    assert "W T1" in moves("eagle-wing", position)


def test_calculation() -> None:
    piles = {"F1": "AC", "F2": "2C 4C", "F3": "3C", "F4": "4S", "T1": "9C 6D", "S": "KD"}
    position = table("calculation", **piles)
    assert moves("calculation", position) == {"turn", "T1 F2", "T1 F3"}
    turned = play(named("calculation"), position, "turn")
    assert moves("calculation", turned) == {
        "T1 F2", "T1 F3", "W T1", "W T2", "W T3", "W T4"
    }  # fmt: skip


def test_miss_milligan_deals_rows_and_opens_the_pocket_last() -> None:
    game = named("miss-milligan")
    start = deal(game, random.Random(1))
    after = play(game, start, "turn")
    assert all(len(after.piles[label]) == 2 for label in after.group("T"))
    assert not {a for a in actions(game, start) if "C" in a}
    late = table("miss-milligan", F1="AH", T1="9C 8H 7S", T2="9S")
    assert {a for a in actions(game, late) if "C" in a} == {
        "T1 C 1", "T1 C 2", "T1 C 3", "T2 C 1"
    }  # fmt: skip
    held = play(game, late, "T1 C 2")
    assert "C T2 2" in actions(game, held)
    assert not {a for a in actions(game, held) if a.endswith("C 1")}
    king = table("miss-milligan", T1="KC", S="9C")
    assert "T1 T2 1" in actions(game, king)  # the row to come tells the columns apart
    assert "T1 T2 1" not in actions(game, table("miss-milligan", T1="KC"))


def test_the_offer() -> None:
    game = named("selective-canfield")
    start = deal(game, random.Random(1))
    assert len(actions(game, start)) == 20
    after = play(game, start, "O2 F1")
    offered = [start.piles[f"O{place}"][0] for place in (1, 3, 4, 5)]
    assert [after.piles[f"T{column}"][0] for column in range(1, 5)] == offered
    assert after.base == start.piles["O2"][0][0]


def test_only_kings_and_only_what_lies_on_them() -> None:
    position = table("yukon", T1="[2C] 5H KC 9H", T2="TS", T3="QD KS")
    found = moves("yukon", position)
    assert {"T1 T2 1", "T1 T4 2", "T3 T4 1"} <= found
    assert "T3 T4 2" not in found
    assert "T1 T4 3" not in found


def test_freecell() -> None:
    position = table("freecell", C1="4H", T1="9C 8H", T2="5S", F1="AH")
    found = moves("freecell", position)
    assert {"C1 T2", "C1 T3", "T1 C2", "T1 C4", "T1 T8 1"} <= found
    assert not {"T1 T3 2", "C1 C2", "T2 T3 1"} & found


def test_twins_do_not_change_places() -> None:
    name = "double-demon"
    position = table(name, "2", F1="2H", R="KH", T1="4C 3H", T2="4C", T3="4S", W="9C")
    found = moves(name, position)
    assert "T1 T3 1" in found
    assert "T1 T2 1" not in found


def test_won_and_stuck() -> None:
    suits = {
        f"F{place}": " ".join(r + s for r in "A23456789TJQK")
        for place, s in enumerate("CDHS", start=1)
    }
    game = named("klondike")
    done = table("klondike", **suits)
    assert won(done)
    assert not actions(game, done)
    assert not stuck(game, done)
    # by threes the 2 comes up only in the second lap, after nothing was played in the first
    buried = table("storehouse", F1="2H", S="5S 9S 3H", T1="KC", T2="KD", T3="KH", T4="KS")
    assert not stuck(named("storehouse"), buried)
    hopeless = table("storehouse", F1="2H", S="5S 9S", T1="TC", T2="TD", T3="TH", T4="8S")
    assert stuck(named("storehouse"), hopeless)


@pytest.mark.parametrize("name", NAMES)
def test_random_play_keeps_the_cards_and_always_changes_something(name: str) -> None:
    game = named(name)
    for seed in range(2):
        rng = random.Random(f"{name} {seed}")
        position = (deal, midgame)[seed](game, rng)
        cards = sorted(card.strip("[]") for pile in position.piles.values() for card in pile)
        assert len(cards) == 52 * game.packs
        for _ in range(30):
            legal = sorted(actions(game, position))
            if not legal:
                break
            after = play(game, position, rng.choice(legal))
            assert cards == sorted(c.strip("[]") for pile in after.piles.values() for c in pile)
            assert canonical(game, after) != canonical(game, position)
            position = after


def test_perft_counts_results_once() -> None:
    game = named("duchess")
    start = deal(game, random.Random(3))
    assert perft(game, start, 0) == 1
    tops = {start.piles[f"R{fan}"][-1] for fan in range(1, 5)}
    assert perft(game, start, 1) == len(tops) == 4
    second = sum(len(results(game, one)) for one in results(game, start).values())
    assert perft(game, start, 2) == second
