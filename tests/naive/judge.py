"""What follows from the moves: equal positions, counts, won and stuck."""

from __future__ import annotations

from naive.moves import actions, game_base, play, won
from naive.words import Patience, Position

Canonical = tuple[object, ...]


def canonical(game: Patience, position: Position) -> Canonical:
    """The position with piles in order wherever nothing tells them apart."""
    alike = game.alike(position)
    groups: list[object] = []
    for letter in sorted({label[0] for label in position.piles}):
        piles = [tuple(position.piles[label]) for label in position.group(letter)]
        groups.append((letter, tuple(sorted(piles) if letter in alike else piles)))
    redeals = 0 if game.redeals is None else position.redeals
    turned = position.turned if "first turn" in game.by_hand else False
    return (*groups, game_base(game, position), redeals, turned)


def results(game: Patience, position: Position) -> dict[Canonical, Position]:
    """The different positions that one action leads to."""
    after = (play(game, position, action) for action in sorted(actions(game, position)))
    return {canonical(game, one): one for one in after}


def perft(game: Patience, position: Position, depth: int) -> int:
    """Sequences of ``depth`` actions, where actions with the same result count once."""
    if depth == 0:
        return 1
    return sum(perft(game, one, depth - 1) for one in results(game, position).values())


def stuck(game: Patience, position: Position) -> bool:
    """Not won, and turning and redealing alone leads to no position with another action."""
    if won(position):
        return False
    seen: set[Canonical] = set()
    waiting = [position]
    while waiting:
        here = waiting.pop()
        if canonical(game, here) in seen:
            continue
        seen.add(canonical(game, here))
        legal = actions(game, here)
        if legal - {"turn", "redeal"}:
            return False
        waiting += [play(game, here, action) for action in sorted(legal)]
    return True
