"""Any order of playing, undoing and redoing, in any game: nothing is lost and nothing invented."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from games import load, with_options
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import patience
from patience.cards import DOWN, FACE
from patience.engine.moves import legal_actions
from patience.engine.table import Kind
from patience.play.gameref import GameRef
from patience.play.session import Session

JUNK = st.one_of(
    st.text(max_size=12),
    st.from_regex(r"[A-Z][0-9]? [A-Z][0-9]?( [0-9]{1,3})?", fullmatch=True),
    st.sampled_from(["turn", "redeal", "turn 2", "R1", "T1 T1 1", "F1 F2", "S W", "T1 T99"]),
)


class Playing(RuleBasedStateMachine):
    """Plays through the session that every face uses, and keeps its own record beside it."""

    @initialize(name=st.sampled_from(with_options()), deal=st.integers(1, 10**9))
    def start(self, name: str, deal: int) -> None:
        self.game = load(name)
        self.session = Session(GameRef.of(name), self.game, str(deal))
        self.past: list[patience.State] = [self.session.state]
        self.here = 0

    def record(self) -> None:
        """What was just played; only playing what could be redone keeps what comes after it."""
        self.here += 1
        if self.past[self.here : self.here + 1] != [self.session.state]:
            self.past[self.here :] = [self.session.state]

    @rule(choice=st.integers(0, 10**6))
    def play_any(self, choice: int) -> None:
        actions = self.session.state.actions()
        if actions:
            action = actions[choice % len(actions)]
            self.session.act(self.session.state.text(action))
            self.record()

    @rule(count=st.integers(1, 3))
    def undo(self, count: int) -> None:
        back = self.session.undo(count)
        assert back == min(count, self.here)
        self.here -= back

    @rule(count=st.integers(1, 3))
    def redo(self, count: int) -> None:
        forward = self.session.redo(count)
        assert forward == min(count, len(self.past) - 1 - self.here)
        self.here += forward

    @rule()
    def restart(self) -> None:
        self.session.restart()
        self.here = 0

    @rule(line=JUNK)
    def type_something(self, line: str) -> None:
        """A line is played, or refused in a sentence and then nothing has changed."""
        before = self.session.state
        try:
            self.session.act(line)
        except (patience.NotationError, patience.IllegalAction) as refusal:
            assert 5 < len(str(refusal)) < 400 and "\n" not in str(refusal)
            assert self.session.state is before
        else:
            self.record()

    @precondition(lambda self: self.here > 0)
    @rule()
    def replay_from_the_deal(self) -> None:
        """The journal's texts alone lead to the same place."""
        again = Session(self.session.ref, self.game, self.session.deal)
        for text in self.session.texts[: self.here]:
            again.act(text)
        assert again.state == self.session.state
        assert again.state.key() == self.session.state.key()

    @invariant()
    def the_state_is_the_recorded_one(self) -> None:
        state = self.session.state
        assert state == self.past[self.here]
        assert state.redeals == self.past[self.here].redeals
        assert state.base == self.past[self.here].base
        assert state.move_count == self.here

    @invariant()
    def no_card_is_lost(self) -> None:
        cards = Counter(card & FACE for pile in self.session.state.piles for card in pile)
        assert cards == Counter(self.game.table.pack)

    @invariant()
    def only_dealt_cards_lie_face_down(self) -> None:
        table = self.game.table
        for group, pile in zip(table.group_of, self.session.state.piles, strict=True):
            if any(card & DOWN for card in pile):
                assert table.groups[group].kind in (Kind.TABLEAU, Kind.RESERVE)

    @invariant()
    def texts_round_trip(self) -> None:
        state = self.session.state
        assert self.game.parse(str(state)) == state
        assert self.game.parse(state.to_json()) == state
        assert patience.parse(str(state)).key() == state.key()

    @invariant()
    def each_action_is_new_and_counted_once(self) -> None:
        state = self.session.state
        keys = [state.play(action).key() for action in state.actions()]
        assert state.key() not in keys
        assert len(set(keys)) == len(keys)
        assert set(state.actions()) <= set(legal_actions(state.table, state.position, every=True))


Playing.TestCase.settings = settings(max_examples=25, stateful_step_count=30, deadline=None)
test_playing = Playing.TestCase


@pytest.mark.slow
def test_playing_for_longer() -> None:
    from hypothesis.stateful import run_state_machine_as_test

    run_state_machine_as_test(
        Playing, settings=settings(max_examples=300, stateful_step_count=60, deadline=None)
    )


def test_equal_piles_are_all_legal_targets() -> None:
    """A base card may be dropped on each of the four foundations; one action is counted."""
    state = load("duchess").deal("pysol:24")
    assert [state.text(action) for action in state.actions()] == ["R1 F", "R2 F", "R3 F", "R4 F"]
    third = state.parse_action("R2 F3")
    after = state.play(third)
    assert after.pile("F3") and not after.pile("F1")
    assert after.key() == state.play(state.parse_action("R2 F")).key()
    assert state.text(third) == "R2 F3"


def test_states_travel() -> None:
    """Pickle and copy keep a state and its registers."""
    import copy
    import pickle

    rng = random.Random(5)
    state = load("klondike").deal(3)
    for _ in range(40):
        state = state.play(rng.choice(state.actions()))
    for twin in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert twin == state and hash(twin) == hash(state) and twin.actions() == state.actions()
