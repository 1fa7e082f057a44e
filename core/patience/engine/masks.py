"""Sequence rules as masks: which cards may lie on which."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from patience.cards import FACES, RANK_COUNT, is_red, rank_of, suit_of
from patience.engine.table import BASES, FollowTable
from patience.errors import PluginError
from patience.language.rules import Deck, Sequence

Relation = Callable[[int, int, int], bool]
"""A plugin's ``f(lower, upper, base)``: may the card ``upper`` lie on ``lower``?

``base`` is -1 while it is not known."""


@dataclass(frozen=True, slots=True)
class Pack:
    """The faces of a game's pack and the places of its ranks, which steps and corners count by."""

    deck: Deck

    @property
    def faces(self) -> list[int]:
        """Every face once, suit by suit."""
        return [suit * 13 + rank for suit in self.deck.suits for rank in self.deck.ranks]

    def mask(
        self, ranks: tuple[int, ...] | None = None, suits: tuple[int, ...] | None = None
    ) -> int:
        """The faces of these ranks and suits (None = all)."""
        deck = self.deck
        mask = 0
        for suit in deck.suits if suits is None else suits:
            if suit in deck.suits:
                for rank in deck.ranks if ranks is None else ranks:
                    if rank in deck.ranks:
                        mask |= 1 << suit * RANK_COUNT + rank
        return mask

    def below(self, rank: int) -> int:
        """The rank one below, turning the corner."""
        ranks = self.deck.ranks
        return ranks[ranks.index(rank) - 1]


def _suits_beside(rule: str, lower: int) -> tuple[int, ...]:
    """The suits that may lie on ``lower``."""
    own, red = suit_of(lower), is_red(lower)
    match rule:
        case "in suit":
            return (own,)
        case "in alternate colours":
            return (0, 3) if red else (1, 2)
        case "in colour":
            return (1, 2) if red else (0, 3)
        case "in any suit but own":
            return tuple(suit for suit in range(4) if suit != own)
    return (0, 1, 2, 3)


def _rank_after(
    rule: Sequence, step: int, rank: int, base: int, ranks: tuple[int, ...]
) -> Iterator[int]:
    """The ranks that may lie on ``rank``; none beyond a corner that stops."""
    count = len(ranks)
    # Relative to the base the corner lies between the last rank and the base, and is closed there.
    closed_at_base = rule.corner == "turns as far as the base" and base >= 0
    origin = ranks.index(base) if closed_at_base else 0
    place = (ranks.index(rank) - origin) % count
    open_corner = rule.corner != "stops" and not closed_at_base
    for direction, sign in (("up", 1), ("down", -1)):
        after = place + sign * step
        if direction in rule.direction and (open_corner or 0 <= after < count):
            yield ranks[(after + origin) % count]


def _follows(rule: Sequence, step: int, lower: int, base: int, pack: Pack) -> int:
    if rule.direction == "nothing":
        return 0
    ranks: tuple[int, ...] = pack.deck.ranks
    if rule.direction == "same rank":
        ranks = (rank_of(lower),)
    elif rule.direction != "any card":
        ranks = tuple(_rank_after(rule, step, rank_of(lower), base, ranks))
    return pack.mask(ranks, _suits_beside(rule.suits, lower))


def _related(name: str, relation: Relation, lower: int, base: int, pack: Pack) -> int:
    try:
        return sum(1 << upper for upper in pack.faces if relation(lower, upper, base))
    except PluginError:
        raise  # it names the plugin already
    except Exception as error:
        raise PluginError(f"the relation '{name}' failed on a pair of cards: {error!r}") from error


def follow_table(
    rules: tuple[Sequence, ...], number: int, pack: Pack, relations: Mapping[str, Relation]
) -> FollowTable:
    """What may lie on what by any one of the rules, in pile ``number`` (from 1), for every base.

    :raises PluginError: for a relation that no plugin brings, or that fails.
    """
    # Most rules do not ask for the base; then one row serves for all of them.
    asks = any(r.direction == "relation" or r.corner == "turns as far as the base" for r in rules)
    table: list[tuple[int, ...]] = []
    for base in range(-1, BASES - 1 if asks else 0):
        known = base if base in pack.deck.ranks else -1
        row = [0] * FACES
        for lower in pack.faces:
            for rule in rules:
                if rule.direction == "relation":
                    name = rule.relation or ""
                    if name not in relations:
                        raise PluginError(f"no plugin brings the relation '{name}'")
                    row[lower] |= _related(name, relations[name], lower, known, pack)
                else:
                    step = number if rule.step == "pile number" else rule.step
                    row[lower] |= _follows(rule, step, lower, known, pack)
        table.append(tuple(row))
    return tuple(table) if asks else tuple(table) * BASES


def one_way(rules: tuple[Sequence, ...], direction: str) -> tuple[Sequence, ...]:
    """The rules that build both ways, narrowed to one ("up" or "down")."""
    return tuple(
        replace(rule, direction=direction)  # type: ignore[arg-type]  # both are Directions
        if rule.direction == "up or down fixed by first card"
        else rule
        for rule in rules
    )


def narrowed(rules: tuple[Sequence, ...], suits: str | None) -> tuple[Sequence, ...]:
    """The rules that a moving sequence obeys: ``suits`` replaces theirs where it is given."""
    if suits is None:
        return rules
    return tuple(replace(rule, suits=suits) for rule in rules)  # type: ignore[arg-type]  # a Suits
