"""The games, each from its rules in words, and the other readings of them.

`named` gives a game by the name that the project prints: ``canfield+as-solvitaire``.
"""

from __future__ import annotations

from naive.words import RANKS, Patience, Position


class Duchess(Patience):
    """Four fans of three, four columns of one card, 36 cards in the stock, one redeal.

    The player first chooses a fan's top card as the base; nothing else is legal before. Columns:
    alternating colours, the corner turns, any run moves. A space takes a card from the fans while
    they last, then the waste card, then, if there is none, the next stock card unseen.
    """

    columns = 4
    posts, post_cards = 4, 3
    base, corner = "chosen", True
    unit = "run"
    by_hand = "reserve, waste, stock"
    redeals = 1


class Canfield(Patience):
    """Thirteen in the reserve, a dealt base, four columns of one card, 34 in the stock.

    Columns: alternating colours, the corner turns; the top card or the whole column moves. A space
    is filled at once from the reserve; when that is out, any card may fill it. The stock is turned
    by threes, as often as one likes.
    """

    columns = 4
    posts, post_cards, posts_hide = 1, 13, "all but top"
    base, corner = "dealt", True
    unit = "card or column"
    by_itself = "reserve"
    turn_sizes: tuple[int, ...] = (3,)
    redeals: int | None = None


class Demon(Canfield):
    """Canfield, read strictly: whole columns only; after the reserve the waste card fills."""

    unit = "column"
    by_hand = "waste"


class DoubleDemon(Canfield):
    """Two packs, forty in the reserve, eight columns; any run moves."""

    packs, columns, post_cards = 2, 8, 40
    unit = "run"


class Storehouse(Canfield):
    """The twos lie out; columns in suit; the stock card by card, two redeals."""

    base, starters = "2", True
    suits = "same"
    turn_sizes, redeals = (1,), 2


class SuperiorCanfield(Canfield):
    """Canfield with an open reserve, and spaces that wait: any card may fill them at any time."""

    posts_hide = "none"
    by_itself = ""


class Rainfall(Canfield):
    """Canfield, the stock card by card, two redeals."""

    turn_sizes, redeals = (1,), 2


class Rainbow(Canfield):
    """Canfield packed whatever the suit; the stock card by card, once."""

    suits = "any"
    turn_sizes, redeals = (1,), 0


class Chameleon(Rainbow):
    """Rainbow with twelve in the reserve and three columns."""

    columns, post_cards = 3, 12


class Kansas(Chameleon):
    """Chameleon where any run moves and, after the reserve, only the waste card fills a space."""

    unit = "run"
    by_hand = "waste"


class CasinoCanfield(Canfield):
    """Canfield, the stock card by card, once."""

    turn_sizes, redeals = (1,), 0


class CanfieldRush(Canfield):
    """Canfield in three laps: by threes, by twos, card by card."""

    turn_sizes, redeals = (3, 2, 1), 2


class SelectiveCanfield(Canfield):
    """Canfield where five cards are offered; one becomes the base, the other four the columns."""

    base, offer = "chosen", 5


class DoubleCanfield(Canfield):
    """Canfield with two packs and five columns."""

    packs, columns = 2, 5


class VariegatedCanfield(DoubleCanfield):
    """Eight Aces lie out, the reserve is open, columns do not turn the corner; two redeals."""

    base, starters, corner = "A", True, False
    posts_hide = "none"
    redeals = 2


class AmericanToad(Patience):
    """Two packs, an open reserve of twenty, a dealt base, eight columns of one card.

    Columns: in suit, the corner turns; the top card or the whole column moves. A space is filled
    at once from the reserve, and then, by hand, from the waste. Card by card, one redeal.
    """

    packs, columns = 2, 8
    posts, post_cards = 1, 20
    base, corner = "dealt", True
    suits, unit = "same", "card or column"
    by_itself, by_hand = "reserve", "waste"
    redeals = 1


class EagleWing(Patience):
    """A trunk of thirteen face down, eight wings of one card, a dealt base, 30 in the stock.

    Wings: in suit, the corner turns, three cards at most, one card moves. A space is filled at once
    from the trunk, whose last card alone may be played; then by any card. Two redeals.
    """

    columns, longest = 8, 3
    posts, post_cards, posts_hide, trunk = 1, 13, "all", True
    base, corner = "dealt", True
    suits = "same"
    by_itself = "reserve"
    redeals = 2


class Duke(Patience):
    """Duchess's layout from the Ace; no corner; any run moves, any card fills a space.

    Foundation cards may come back. Two redeals.
    """

    columns = 4
    posts, post_cards = 4, 3
    unit = "run"
    worry_back = "always"
    redeals = 2


class Acme(Patience):
    """The Aces lie out; thirteen in the reserve; four columns in suit, no corner, card by card.

    A space is filled at once from the reserve, later by any card. One redeal.
    """

    columns = 4
    posts, post_cards, posts_hide = 1, 13, "all but top"
    starters = True
    suits = "same"
    by_itself = "reserve"
    redeals = 1


class Gate(Patience):
    """Two posts of five, eight rails of one card; alternating colours; any run moves; no redeal.

    A space takes a card from either post while they last, then the waste card, then the stock's.
    """

    columns = 8
    posts, post_cards = 2, 5
    unit = "run"
    by_hand = "reserve, waste, stock"


class LittleGate(Gate):
    """Gate with four rails."""

    columns = 4


class Minerva(Patience):
    """Seven columns of four, every other card face down; eleven in the reserve; Kings fill.

    Alternating colours; any run moves; one redeal.
    """

    column_cards, columns_hide = (4,), "every other"
    columns_in_disorder = True
    posts, post_cards, posts_hide = 1, 11, "all but top"
    unit = "run"
    space_rank: str | None = "K"
    redeals = 1


class Munger(Minerva):
    """Minerva with seven in the reserve and no redeal."""

    post_cards, redeals = 7, 0


class Mystique(Minerva):
    """Minerva with nine in the reserve, no redeal, and spaces for any card."""

    post_cards, redeals, space_rank = 9, 0, None


class Klondike(Patience):
    """Seven columns of one to seven cards, the top one face up; alternating colours; any run moves.

    Only a King starts a column. Foundation cards may come back. The stock is turned by threes, as
    often as one likes.
    """

    column_cards, columns_hide = (1, 2, 3, 4, 5, 6, 7), "all but top"
    unit = "run"
    space_rank = "K"
    worry_back = "always"
    turn_sizes, redeals = (3,), None


class FreeCell(Patience):
    """Eight open columns, four cells for one card each, no stock; one card moves, any fills."""

    columns, column_cards = 8, (7, 7, 7, 7, 6, 6, 6, 6)
    cells, has_stock, has_waste = 4, False, False
    columns_in_disorder = True


class Yukon(Patience):
    """Seven columns; a face-up card moves with all that lies on it, in order or not; Kings fill."""

    column_cards, columns_hide = (1, 6, 7, 8, 9, 10, 11), "all but five"
    has_stock, has_waste = False, False
    columns_in_disorder = True
    unit = "heap"
    space_rank = "K"


class FortyThieves(Patience):
    """Two packs; ten columns of four; down in suit; one card at a time; any card into a space."""

    packs, columns, column_cards = 2, 10, (4,)
    columns_in_disorder = True
    suits = "same"


class Calculation(Patience):
    """Ace, 2, 3 and 4 lie out, and are built by ones, twos, threes and fours, whatever the suit.

    Every foundation takes thirteen cards and goes on from the King to the Ace. A stock card is
    turned only when the waste is empty; from there it goes to a foundation or on any of four
    columns, which take cards from the waste only. Column tops go to foundations only.
    """

    columns, column_cards = 4, (0,)
    waste_full_at_one = True
    starters = True
    by_hand = "waste"

    def goes_up(self, card: str, number: int, pile: list[str], base: str | None) -> bool:
        wanted = [RANKS[(number * step - 1) % 13] for step in range(1, 14)]
        return len(pile) < 13 and card[0] == wanted[len(pile)]

    def lies_on(self, upper: str, lower: str, base: str | None) -> bool:
        return True

    def columns_take_from(self) -> str:
        return "W"

    def may_turn(self, position: Position) -> bool:
        return bool(position.piles["S"]) and not position.piles["W"]

    def alike(self, position: Position) -> str:
        return "T"


class MissMilligan(Patience):
    """Two packs; the stock gives a card to each of eight columns, spaces too, until it is out.

    Alternating colours; any run moves; Kings fill spaces. When the stock is out a pocket opens: it
    holds one run, which comes out whole, or its top card goes to a foundation.
    """

    packs, columns = 2, 8
    has_waste = False
    columns_in_disorder = True
    unit = "run"
    space_rank = "K"
    cells, pocket = 1, "run"

    def turn(self, position: Position) -> None:
        for label in position.group("T"):
            if position.piles["S"]:
                position.piles[label].append(position.piles["S"].pop())

    def alike(self, position: Position) -> str:
        return "FC" if position.piles["S"] else "TFC"


GAMES: dict[str, type[Patience]] = {
    "acme": Acme,
    "american-toad": AmericanToad,
    "calculation": Calculation,
    "canfield": Canfield,
    "canfield-rush": CanfieldRush,
    "casino-canfield": CasinoCanfield,
    "chameleon": Chameleon,
    "demon": Demon,
    "double-canfield": DoubleCanfield,
    "double-demon": DoubleDemon,
    "duchess": Duchess,
    "duke": Duke,
    "eagle-wing": EagleWing,
    "forty-thieves": FortyThieves,
    "freecell": FreeCell,
    "gate": Gate,
    "kansas": Kansas,
    "klondike": Klondike,
    "little-gate": LittleGate,
    "minerva": Minerva,
    "miss-milligan": MissMilligan,
    "munger": Munger,
    "mystique": Mystique,
    "rainbow": Rainbow,
    "rainfall": Rainfall,
    "selective-canfield": SelectiveCanfield,
    "storehouse": Storehouse,
    "superior-canfield": SuperiorCanfield,
    "variegated-canfield": VariegatedCanfield,
    "yukon": Yukon,
}


def named(name: str, small: bool = False) -> Patience:
    """The game of that name, its options applied one after another; or with a small pack.

    :raises KeyError: for a game or option that is not described here.
    """
    from naive.readings import READINGS, SMALL

    game_id, *options = name.split("+")
    changes: dict[str, object] = {}
    for option in options:
        changes |= READINGS[game_id][option]
    if small:
        changes |= SMALL[game_id][0]
    game: Patience = type(name, (GAMES[game_id],), changes)()
    return game
