"""Random play over every shipped game and option: nothing breaks, and each promise holds."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest
from games import load, with_options

import patience
from patience.cards import FACE, card_text
from patience.engine.moves import legal_actions

CAP = 300


def cards_of(state: patience.State) -> Counter[int]:
    return Counter(card & FACE for pile in state.piles for card in pile)


def play_out(game: patience.Game, deal: int, rng: random.Random) -> patience.State:
    """One random game, to won, stuck or the cap; the deal's cards must be there all the time."""
    state = game.deal(deal)
    pack = Counter(game.table.pack)
    for _ in range(CAP):
        actions = state.actions()
        moves = [action for action in actions if action.verb == "move"]
        # Only where nothing but the stock is left can a position be stuck.
        if not actions or (not moves and state.result != "playing"):
            break
        state = state.play(rng.choice(actions))
    assert cards_of(state) == pack
    assert state.is_over or state.move_count == CAP
    return state


def play_many(name: str, games: int) -> Counter[str]:
    game = load(name)
    ends: Counter[str] = Counter()
    for deal in range(1, games + 1):
        state = play_out(game, deal, random.Random(f"{name} {deal}"))
        ends[state.result] += 1
    assert sum(ends.values()) == games
    return ends


@pytest.mark.parametrize("name", with_options())
def test_random_games_end_or_reach_the_cap(name: str) -> None:
    play_many(name, 3)


@pytest.mark.slow
@pytest.mark.parametrize("name", with_options())
def test_many_random_games(name: str) -> None:
    play_many(name, 200)


def check_position(state: patience.State) -> None:
    """What every position owes its actions and its text."""
    key = state.key()
    results = []
    for action in state.actions():
        after = state.play(action)
        assert after.key() != key, f"{state.text(action)} changes nothing in\n{state}"
        results.append(after.key())
        text = state.text(action)
        assert state.parse_action(text) == action, text
        if action.verb == "move":
            labels = state.labels[action.source], state.labels[action.target]
            if not action.skip:
                assert state.why_not(*labels, count=action.count) is None
    assert len(set(results)) == len(results), f"two actions give the same position in\n{state}"


def check_every_pair(state: patience.State) -> None:
    """Each pair of piles is either legal in the notation, or refused with a sentence."""
    every = legal_actions(state.table, state.position, every=True)
    legal = {(action.source, action.target) for action in every if not action.skip}
    for source, source_label in enumerate(state.labels):
        for target, target_label in enumerate(state.labels):
            refusal = state.why_not(source_label, target_label)
            assert (refusal is None) == ((source, target) in legal), (source_label, target_label)
            if refusal is None:
                continue
            assert 8 < len(refusal) < 200 and not refusal.endswith("."), refusal
            with pytest.raises(patience.IllegalAction):
                state.parse_action(f"{source_label} {target_label}")


@pytest.mark.parametrize("name", with_options())
def test_actions_texts_and_refusals(name: str) -> None:
    game = load(name)
    rng = random.Random(name)
    state = game.deal(rng.randrange(1, 10**9))
    for step in range(60):
        check_position(state)
        if step % 12 == 0:
            check_every_pair(state)
            assert game.parse(str(state)) == state
            assert game.parse(state.to_json()) == state
            assert game.parse(str(state)).key() == state.key()
        actions = state.actions()
        if not actions:
            break
        state = state.play(rng.choice(actions))


EVERY_CARD_AVAILABLE = """
game: Every card
deck: {{packs: {packs}, ranks: A-{rank}}}
foundations: {{}}
tableau:
  {{piles: 4, deal: {deal}, pack: down regardless of suit, space: any, move: sequence,
    available: {available}}}
stock: {{cards: 8, turn: 1 to waste}}
"""


@pytest.mark.parametrize("available", ["all", "both ends"])
@pytest.mark.parametrize(("packs", "rank", "deal"), [(2, 5, 8), (1, 7, 5)])
def test_cards_below_the_top(
    packs: int, rank: int, deal: int, available: str, tmp_path: Path
) -> None:
    """Where buried cards are available, equal ones included, the same promises hold."""
    file = tmp_path / "every.yaml"
    file.write_text(
        EVERY_CARD_AVAILABLE.format(packs=packs, rank=rank, deal=deal, available=available)
    )
    game = patience.load(str(file))
    for number in range(4):
        rng = random.Random(number)
        state = game.deal(number)
        for _ in range(40):
            check_position(state)
            if not state.actions():
                break
            state = state.play(rng.choice(state.actions()))


def test_equal_piles_may_be_put_on_each_other(tmp_path: Path) -> None:
    """The merging of equal piles must not lose the moves between two of them."""
    file = tmp_path / "pairs.yaml"
    file.write_text(
        "game: Pairs\ndeck: {packs: 3, suits: [spades], ranks: A-3}\nfoundations: {piles: 3}\n"
        "tableau: {piles: 9, deal: 1, pack: same rank in suit, space: none, move: whole pile}\n"
    )
    state = patience.load(str(file)).deal("2S 2S 2S 3S 3S 3S AS AS AS")
    moves = [state.text(action) for action in state.actions()]
    assert moves == ["T1 T2", "T4 T5", "T7 F", "T7 T8"]
    for _ in range(12):
        check_position(state)
        if not state.actions():
            break
        state = state.play(state.actions()[0])


def test_a_card_may_be_named() -> None:
    """A named card moves with all that lies on it; where it lies twice its place is named."""
    state = load("yukon").deal(1)
    deep = next(action for action in state.actions() if action.count > 2)
    label, target = state.labels[deep.source], state.labels[deep.target]
    card = card_text(state.piles[deep.source][-deep.count])
    assert state.parse_action(f"{label} {card} {target}") == deep
    with pytest.raises(patience.IllegalAction, match="has no"):
        state.parse_action(f"{label} {card_text(state.piles[deep.target][-1])} {target}")


def test_what_is_no_card_and_no_pile_is_called_so(tmp_path: Path) -> None:
    state = load("duchess").deal(1)
    for line, words in (("R2 XX F", "neither a pile nor a card"), ("R2 AC F", "R2 has no AC")):
        with pytest.raises(patience.PatienceError, match=words):
            state.parse_action(line)
    assert state.play("R2 F") == state.play(state.parse_action("R2 F"))
    with pytest.raises(ValueError, match="from 0 up"):
        state.perft(-1)
    file = tmp_path / "every.yaml"
    file.write_text(EVERY_CARD_AVAILABLE.format(packs=1, rank=7, deal=5, available="all"))
    state = patience.load(str(file)).deal(1)
    assert state.why_not("T1", "T3") == (
        "the top card of T1 does not fit there, but another one does: 'T1 AS T3'"
    )


def test_a_turn_that_does_what_a_move_does_can_still_be_typed(tmp_path: Path) -> None:
    """It is listed once, as the move of the stock's card; both are legal and do the same."""
    file = tmp_path / "heap.yaml"
    file.write_text(
        "game: Heap\n"
        "deck: {packs: 1, ranks: A-3, suits: [hearts]}\n"
        "foundations: {base: Ace}\n"
        "tableau: {piles: 1, pack: nothing, space: from waste then stock, refill: from waste}\n"
        "stock: {cards: 3, turn: 1 to waste}\n"
    )
    state = patience.load(file).deal("3H 2H AH")
    assert [state.text(action) for action in state.actions()] == ["S T1"]
    turned = state.play(state.parse_action("turn"))
    assert turned == state.play(state.parse_action("S T1")) and turned.pile("T1") == (28,)


def test_what_a_pile_never_takes_is_told_truly() -> None:
    state = load("klondike").deal(1)
    rng = random.Random(1)
    while not state.pile("F1"):
        state = state.play(rng.choice(state.actions()))
    assert state.why_not("F1", "W") == "W takes no cards"
    state = load("calculation").deal(1)
    state = state.play(state.parse_action("turn"))
    state = state.play(state.parse_action("W T1"))
    assert state.why_not("T1", "T2") == "the tableau takes cards only from the waste"
