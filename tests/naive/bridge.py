"""Positions carried between the engine and the naive reading, by the engine's public JSON form."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import patience
from naive.judge import Canonical, canonical, stuck
from naive.layout import midgame
from naive.moves import actions, play, won
from naive.words import Patience, Position


def taken_over(game: Patience, state: patience.State) -> Position:
    """The engine's state as a position."""
    fields: dict[str, str] = json.loads(state.to_json())
    known = ("game", "base", "redeals", "turned", "step", "script", "moves")
    piles = {label: cards.split() for label, cards in fields.items() if label not in known}
    return Position(
        piles=piles,
        base=fields.get("base") if game.base in ("dealt", "chosen") else None,
        redeals=int(fields.get("redeals", "0")),
        turned=fields.get("turned") == "yes",
    )


def handed_over(game: Patience, position: Position, real: patience.Game) -> patience.State:
    """A position as a state of the engine's, read from its JSON form."""
    fields: dict[str, str] = json.loads(real.deal(1).to_json())
    given = {"game": fields["game"], "redeals": str(position.redeals)}
    if position.base is not None:
        given["base"] = position.base
    if "first turn" in game.by_hand:
        given["turned"] = "yes" if position.turned else "no"
    given |= {label: " ".join(cards) for label, cards in position.piles.items() if label[0] != "O"}
    return real.parse(json.dumps(given))


def same(game: Patience, one: Position, other: Position) -> bool:
    """The same cards in the same piles, not merely in like ones."""
    return (
        one.piles == other.piles
        and (one.base == other.base or game.base not in ("dealt", "chosen"))
        and (one.redeals == other.redeals or game.redeals is None)
        and (one.turned == other.turned or "first turn" not in game.by_hand)
    )


def without_offer(position: Position) -> Position:
    """The position without the places for offered cards, if they are empty."""
    if not position.empty("O"):
        return position
    short = position.copy()
    short.piles = {label: cards for label, cards in short.piles.items() if label[0] != "O"}
    return short


def differences(game: Patience, state: patience.State) -> list[str]:
    """In what the engine and the naive reading differ in this state; nothing is the hope."""
    position = taken_over(game, state)
    found = []
    theirs: dict[Canonical, list[patience.Action]] = {}
    for action in state.actions():
        after = taken_over(game, state.play(action))
        theirs.setdefault(_key(game, after), []).append(action)
    ours = {text: play(game, position, text) for text in sorted(actions(game, position))}
    for text, expected in ours.items():
        if _key(game, expected) not in theirs:
            found.append(f"{text} is legal only for the naive reading, or leads elsewhere")
            continue
        try:
            after = taken_over(game, state.play(state.parse_action(text)))
        except patience.PatienceError as refusal:
            found.append(f"{text}: {refusal}")
            continue
        if not same(game, without_offer(after), without_offer(expected)):
            found.append(f"{text} leads to\n{after}\ninstead of\n{expected}")
    reached = {_key(game, expected) for expected in ours.values()}
    for result, listed in theirs.items():
        if len(listed) > 1:
            texts = " and ".join(map(state.text, listed))
            found.append(f"{texts} lead to the same position")
        if result not in reached:
            found.append(
                f"{state.text(listed[0])} is legal only for the engine, or leads elsewhere"
            )
    verdict = "won" if won(position) else "stuck" if stuck(game, position) else "playing"
    if state.result != verdict:
        found.append(f"the engine says {state.result}, the naive reading {verdict}")
    return found


def _key(game: Patience, position: Position) -> Canonical:
    return canonical(game, without_offer(position))


def walk(game: Patience, real: patience.Game, seed: str, steps: int) -> Iterator[patience.State]:
    """States of random play: from a deal, or from a made-up position of a later part of a game.

    Kinds of action come up alike, so that moves among the columns do not crowd out the others.
    """
    rng = random.Random(f"{real.id} {seed}")
    state = real.deal(rng.randint(1, 10**9))
    if rng.random() < 0.75:
        state = handed_over(game, midgame(game, rng), real)
    for _ in range(steps):
        yield state
        kinds: dict[str, list[patience.Action]] = {}
        legal = state.actions()
        for action in rng.sample(legal, min(8, len(legal))):
            text = state.text(action)
            kinds.setdefault("".join(x for x in text if not x.isdigit()), []).append(action)
        if not kinds:
            return
        state = state.play(rng.choice(kinds[rng.choice(sorted(kinds))]))


def positions(game: Patience, real: patience.Game, count: int) -> Iterator[patience.State]:
    """So many states, from short and long walks."""
    number = 0
    given = 0
    while given < count:
        for state in walk(game, real, str(number), steps=(1, 3, 6, 1, 3, 30)[number % 6]):
            yield state
            given += 1
            if given == count:
                return
        number += 1
