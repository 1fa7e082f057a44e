"""Positions carried between the engine and the naive reading, by the engine's public JSON form."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import patience
from naive.judge import canonical, results, stuck
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
    listed = state.actions()
    theirs = {}
    for action in listed:
        after = without_offer(taken_over(game, state.play(action)))
        theirs.setdefault(canonical(game, after), []).append(state.text(action))
    ours = {
        canonical(game, without_offer(after)): after for after in results(game, position).values()
    }
    for result, texts in theirs.items():
        if len(texts) > 1:
            found.append(f"{texts} lead to the same position")
        if result not in ours:
            found.append(f"{texts[0]} is legal only for the engine, or leads elsewhere")
    for text in sorted(actions(game, position)):
        expected = play(game, position, text)
        if canonical(game, without_offer(expected)) not in theirs:
            found.append(f"{text} is legal only for the naive reading, or leads elsewhere")
            continue
        try:
            after = taken_over(game, state.play(state.parse_action(text)))
        except patience.PatienceError as refusal:
            found.append(f"{text}: {refusal}")
            continue
        if not same(game, without_offer(after), without_offer(expected)):
            found.append(f"{text} leads to\n{after}\ninstead of\n{expected}")
    result = "won" if won(position) else "stuck" if stuck(game, position) else "playing"
    if state.result != result:
        found.append(f"the engine says {state.result}, the naive reading {result}")
    return found


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
        kinds: dict[str, list[object]] = {}
        for action in state.actions():
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
