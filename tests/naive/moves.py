"""What a player may do, in the project's notation, and what comes of it.

Every action is written out in full: ``T1 T3 4`` names the number of cards even if it is one, and
piles that look alike are not merged.
"""

from __future__ import annotations

from naive.words import Patience, Position, hidden, shown


def actions(game: Patience, position: Position) -> set[str]:
    """All legal actions; none when the game is won."""
    if won(position):
        return set()
    if game.locked(position) and game.before_choice != "anything":
        return _choices(game, position)
    found = _to_foundations(game, position)
    if game.locked(position):
        found |= _choices(game, position)
    found |= _to_columns(game, position)
    found |= _between_columns(game, position)
    found |= _cells(game, position)
    if game.may_turn(position):
        found.add("turn")
    if game.may_redeal(position):
        found.add("redeal")
    return found


def won(position: Position) -> bool:
    """All cards on foundations: nothing lies anywhere else."""
    return all(not cards or label[0] == "F" for label, cards in position.piles.items())


def _single(game: Patience, position: Position) -> dict[str, str]:
    """The cards that can be played on their own, by the pile they lie on."""
    found = {}
    for label, cards in position.piles.items():
        if not cards or label[0] not in "RWTC":
            continue
        if label[0] == "R" and not game.reserve_open(cards):
            continue
        if not hidden(cards[-1]):
            found[label] = cards[-1]
    return found


def _choices(game: Patience, position: Position) -> set[str]:
    """Choosing the base: an offered card if cards are offered, else the top card of a reserve."""
    letter = "R" if position.empty("O") else "O"
    sources = [label for label in position.group(letter) if position.piles[label]]
    places = [label for label in position.group("F") if not position.piles[label]]
    found = {f"{source} {place}" for source in sources for place in places}
    if letter == "R" and game.before_choice == "packing reserve cards":
        for source in sources:
            for target in position.group("T"):
                column = position.piles[target]
                card = position.piles[source][-1]
                if column and game.lies_on(card, column[-1], None):
                    found.add(f"{source} {target}")
    return found


def _to_foundations(game: Patience, position: Position) -> set[str]:
    """A single card, from anywhere it can be played."""
    found = set()
    for source, card in _single(game, position).items():
        for target in position.group("F"):
            number = int(target[1:])
            if game.goes_up(card, number, position.piles[target], game_base(game, position)):
                found.add(f"{source} {target}")
    return found


def _to_columns(game: Patience, position: Position) -> set[str]:
    """A card from reserve, waste, cell or foundation to a column; and the unseen stock card."""
    found = set()
    base = game_base(game, position)
    singles = {source: card for source, card in _single(game, position).items() if source[0] != "T"}
    if game.pocket == "run":
        singles = {source: card for source, card in singles.items() if source[0] != "C"}
    for label in position.group("F"):
        cards = position.piles[label]
        if not cards or game.worry_back == "never":
            continue
        if game.worry_back == "not the base card" and len(cards) == 1:
            continue
        singles[label] = cards[-1]
    for target in position.group("T"):
        column = position.piles[target]
        for source, card in singles.items():
            if _may_go(game, position, source[0], card, 1, column, base):
                found.add(f"{source} {target}")
        if not column and position.piles.get("S") and "S" in game.fills(position):
            found.add(f"S {target}")
    return found


def _may_go(
    game: Patience,
    position: Position,
    letter: str,
    lowest: str,
    size: int,
    column: list[str],
    base: str | None,
) -> bool:
    """May ``size`` cards, ``lowest`` at the bottom, from such a group go to such a column?"""
    if game.longest is not None and len(column) + size > game.longest:
        return False
    if column:
        return letter in game.columns_take_from() and game.lies_on(lowest, column[-1], base)
    return letter in game.fills(position) and game.space_rank in (None, lowest[0])


def _between_columns(game: Patience, position: Position) -> set[str]:
    """Units from column to column, unless both columns only change places.

    So a whole column does not go to a space; nor, with two packs, a card to its own card's twin.
    """
    found = set()
    base = game_base(game, position)
    for source in position.group("T"):
        cards = position.piles[source]
        for size in game.units(cards, base):
            for target in position.group("T"):
                column = position.piles[target]
                if source == target:
                    continue
                if column == cards[:-size] and "T" in game.alike(position):
                    continue
                if _may_go(game, position, "T", cards[-size], size, column, base):
                    found.add(f"{source} {target} {size}")
    return found


def _cells(game: Patience, position: Position) -> set[str]:
    """Column tops into free cells; or runs into an empty pocket, and whole out of it."""
    found = set()
    base = game_base(game, position)
    closed = game.pocket is not None and position.piles["S"]
    for cell in position.group("C"):
        held = position.piles[cell]
        for label in position.group("T"):
            column = position.piles[label]
            if game.pocket != "run":
                if column and not held and not closed:
                    found.add(f"{label} {cell}")
            elif held:
                if _may_go(game, position, "C", held[0], len(held), column, base):
                    found.add(f"{cell} {label} {len(held)}")
            elif not closed:
                found |= {f"{label} {cell} {size}" for size in game.units(column, base)}
    return found


def game_base(game: Patience, position: Position) -> str | None:
    """The rank that starts a foundation: the game's own, or the one this deal has."""
    return position.base if game.base in ("dealt", "chosen") else game.base


def play(game: Patience, position: Position, action: str) -> Position:
    """The position after a legal action and the housekeeping that follows it."""
    after = position.copy()
    words = action.split()
    if words == ["turn"]:
        game.turn(after)
        after.turned = True
    elif words == ["redeal"]:
        after.piles["S"] = after.piles["W"][::-1]
        after.piles["W"] = []
        after.redeals += 1
    else:
        source, target = words[:2]
        size = int(words[2]) if len(words) == 3 else 1
        moved = after.piles[source][-size:]
        del after.piles[source][-size:]
        after.piles[target] += moved
        if target[0] == "F" and game.locked(position):
            after.base = moved[0][0]
            _rest_of_offer(after)
    if not game.locked(after):
        keep_house(game, after)
    return after


def _rest_of_offer(position: Position) -> None:
    """The offered cards that were not chosen become columns, left to right."""
    for label in position.group("O"):
        if position.piles[label]:
            space = next(name for name in position.group("T") if not position.piles[name])
            position.piles[space].append(position.piles[label].pop())


def keep_house(game: Patience, position: Position) -> None:
    """Turn up what lies open, then fill spaces, and again until nothing changes."""
    changed = True
    while changed:
        changed = False
        for label in position.group("R") + position.group("T"):
            cards = position.piles[label]
            if not cards or not hidden(cards[-1]):
                continue
            if label[0] == "T" or game.reserve_open(cards):
                cards[-1] = shown(cards[-1])
                changed = True
        for label in position.group("T"):
            if position.piles[label]:
                continue
            source = game.refill(position)
            if source is not None:
                position.piles[label].append(shown(position.piles[source].pop()))
                changed = True
