"""Cards as two letters, positions as plain lists, and what most patiences have in common.

A card is text, ``TH``; in brackets, ``[TH]``, it lies face down. A pile is a list from the bottom
to the top; the top of the stock is the card that is turned next (stock cards carry no brackets).
"""

from __future__ import annotations

from dataclasses import dataclass

RANKS = "A23456789TJQK"


def rank(card: str) -> int:
    """0 for an Ace up to 12 for a King."""
    return RANKS.index(card[0])


def suit(card: str) -> str:
    """C, D, H or S."""
    return card[1]


def red(card: str) -> bool:
    """Diamonds and hearts are red."""
    return suit(card) in "DH"


def hidden(card: str) -> bool:
    """Does the card lie face down?"""
    return card.startswith("[")


def shown(card: str) -> str:
    """The card turned face up."""
    return card.strip("[]")


@dataclass
class Position:
    """The table: piles by label, the rank that starts the foundations, redeals made so far.

    ``turned`` remembers whether the stock has ever been turned, for the one rule that asks.
    """

    piles: dict[str, list[str]]
    base: str | None = None
    redeals: int = 0
    turned: bool = False

    def copy(self) -> Position:
        """The same table, to be changed freely."""
        piles = {label: list(cards) for label, cards in self.piles.items()}
        return Position(piles, self.base, self.redeals, self.turned)

    def group(self, letter: str) -> list[str]:
        """Labels of one group, left to right: ``T`` gives T1, T2 and so on."""
        labels = [label for label in self.piles if label[0] == letter]
        return sorted(labels, key=lambda label: int(label[1:] or 0))

    def empty(self, letter: str) -> bool:
        """Are all piles of a group empty (or is there no such group)?"""
        return not any(self.piles[label] for label in self.group(letter))


class Patience:
    """What nearly all games share; each game of `games` says where it differs.

    One pack; foundations up in suit from the Ace to the King, one card at a time, never taken back;
    a stock turned card by card to one waste, once; no reserve, no cells; columns packed down in
    alternating colours, one card moved at a time, any card into a space.
    """

    # The layout.
    packs = 1
    ranks = RANKS
    """The ranks of the pack, Ace first; small packs have fewer."""
    columns = 7
    column_cards: tuple[int, ...] = (1,)
    """Cards dealt to a column: one number for all, or one a column."""
    columns_hide = "none"
    """Which cards of a column are dealt face down: ``none``, ``all but top``, ``every other``."""
    posts = 0
    post_cards = 0
    posts_hide = "none"
    """The same for the reserve: ``none``, ``all but top``, ``all``."""
    trunk = False
    """Is the reserve a heap that lies face down and can be played from only as its last card?"""
    cells = 0
    has_stock = True
    has_waste = True
    waste_full_at_one = False
    columns_in_disorder = False
    """Are columns dealt, or dealt upon, in disorder?"""
    offer = 0
    """Cards offered to choose the base from; those not chosen become columns."""
    base: str = "A"
    """A rank; or ``dealt`` (the first card dealt), or ``chosen`` (by the player)."""
    starters = False
    """Are all cards of the base rank put on the foundations before the deal?"""

    # Packing, building, moving.
    corner = False
    """Does building go on from the King to the Ace, and packing from the Ace to the King?"""
    columns_turn_corner: bool | None = None
    """The same for columns alone, where it differs."""
    stops_at_base = False
    """Is packing forbidden on a card of the base rank?"""
    suits = "alternate"
    """How columns are packed: alternate (colours), same (suit), any (suit), not at all."""
    unit = "card"
    """From column to column: card, run, whole run, column, card or column, heap."""
    longest: int | None = None
    """How many cards a column may hold."""
    worry_back = "never"
    """``never``, ``always``, or ``not the base card``."""
    before_choice = "nothing"
    """What else is legal before the base is chosen: nothing, packing reserve cards, anything."""
    pocket: str | None = None
    """Is the cell a pocket, closed till the stock is out? It holds a ``card`` or a ``run``."""

    # Spaces.
    by_hand = "any"
    """A chain, ``reserve, waste, stock``: the first that has a card is the only one allowed."""
    by_itself = ""
    """A chain from which spaces fill at once: ``reserve, waste`` or ``fuller post, waste``."""
    space_rank: str | None = None
    """The only rank that may start a column."""

    # The stock.
    turn_sizes: tuple[int, ...] = (1,)
    """Cards a turn, lap by lap; the last number goes on."""
    redeals: int | None = 0
    """Redeals allowed; None: as often as one likes."""

    # -- packing and building -------------------------------------------------------------------

    def one_lower(self, upper: str, lower: str, corner: bool) -> bool:
        """Is ``upper`` a rank below ``lower``? The corner: the highest rank is below the Ace."""
        if corner and lower[0] == self.ranks[0]:
            return upper[0] == self.ranks[-1]
        return rank(upper) == rank(lower) - 1

    def lies_on(self, upper: str, lower: str, base: str | None) -> bool:
        """May ``upper`` be packed on ``lower`` in a column?"""
        if self.suits == "not at all" or (self.stops_at_base and lower[0] == base):
            return False
        turns = self.corner if self.columns_turn_corner is None else self.columns_turn_corner
        if not self.one_lower(upper, lower, turns):
            return False
        if self.suits == "alternate":
            return red(upper) != red(lower)
        if self.suits == "same":
            return suit(upper) == suit(lower)
        return True

    def goes_up(self, card: str, number: int, pile: list[str], base: str | None) -> bool:
        """May the card go on foundation ``number``, which holds ``pile``?"""
        if not pile:
            return card[0] == base
        if len(pile) == len(self.ranks) or suit(card) != suit(pile[-1]):
            return False
        return self.one_lower(pile[-1], card, self.corner)

    # -- units ----------------------------------------------------------------------------------

    def units(self, column: list[str], base: str | None) -> list[int]:
        """How many cards may leave the end of a column together."""
        face_up = 0
        while face_up < len(column) and not hidden(column[-1 - face_up]):
            face_up += 1
        if not face_up:
            return []
        run = 1
        while run < face_up and self.lies_on(column[-run], column[-run - 1], base):
            run += 1
        whole = [len(column)] if run == len(column) else []
        return {
            "card": [1],
            "run": list(range(1, run + 1)),
            "whole run": [run],
            "column": whole,
            "card or column": sorted({1, *whole}),
            "heap": list(range(1, face_up + 1)),
        }[self.unit]

    # -- spaces ---------------------------------------------------------------------------------

    def fills(self, position: Position) -> str:
        """Whence a space may be filled by hand now: letters of groups.

        R reserve, W waste, T columns, C cells, F foundations, S the next stock card, unseen.
        """
        for word in self.by_hand.split(", "):
            if word == "any":
                return "RWTCF"
            if word == "reserve" and any(map(self.reserve_open, self.reserve(position))):
                return "R"
            if word == "waste" and position.piles["W"]:
                return "W"
            waits = position.piles.get("S") and not position.piles["W"]
            if word == "stock" and waits:
                return "S"
            if word == "stock before the first turn" and waits and not position.turned:
                return "S"
        return ""

    def refill(self, position: Position) -> str | None:
        """The pile from which a space fills itself at once, if there is one."""
        for word in self.by_itself.split(", "):
            posts = [label for label in position.group("R") if position.piles[label]]
            if word == "reserve" and posts:
                return posts[0]
            if word == "fuller post" and posts:
                return max(posts, key=lambda label: (len(position.piles[label]), -int(label[1:])))
            if word == "waste" and position.piles["W"]:
                return "W"
        return None

    def reserve(self, position: Position) -> list[list[str]]:
        """The reserve's piles."""
        return [position.piles[label] for label in position.group("R")]

    def reserve_open(self, post: list[str]) -> bool:
        """May the top card of a reserve pile be played (and so does it lie face up)?"""
        return len(post) == 1 if self.trunk else bool(post)

    # -- the rest -------------------------------------------------------------------------------

    def columns_take_from(self) -> str:
        """Groups whose cards may be packed on a card in a column."""
        return "RWTCF"

    def may_turn(self, position: Position) -> bool:
        """May the next stock cards be turned?"""
        return bool(position.piles.get("S"))

    def turn(self, position: Position) -> None:
        """Turn the next stock cards to the waste, one upon the other; fewer if fewer are left."""
        lap = min(position.redeals, len(self.turn_sizes) - 1)
        for _ in range(min(self.turn_sizes[lap], len(position.piles["S"]))):
            position.piles["W"].append(position.piles["S"].pop())

    def may_redeal(self, position: Position) -> bool:
        """Stock out, something in the waste, and a redeal left."""
        if position.piles.get("S") or not position.piles.get("W"):
            return False
        return self.redeals is None or position.redeals < self.redeals

    def locked(self, position: Position) -> bool:
        """Is the player still to choose the base?"""
        return self.base == "chosen" and position.base is None

    def alike(self, position: Position) -> str:
        """Letters of the groups whose piles nothing tells apart."""
        return "TFC" if "fuller post" in self.by_itself else "TFCR"
