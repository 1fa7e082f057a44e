"""What an empty pile would take, as a sign on the board and in words.

Both are read from the compiled table through the engine's own functions, so that they cannot
disagree with what the engine allows.
"""

from __future__ import annotations

from patience.engine.position import Position, choosing, redeals_left
from patience.engine.table import ANY, STOCK, UNLIMITED, UNTURNED, Group, Kind, Table
from patience.engine.targets import holds, space_source
from patience.language.card_words import cards_words, mask_of
from patience.play.segments import Glyphs
from patience.play.wording import counted


def start_mask(table: Table, position: Position, pile: int) -> int:
    """The cards that an empty pile may begin with, whatever they come from."""
    group = table.groups[table.group_of[pile]]
    return group.start[pile - group.first][position.base + 1] & group.accepts & mask_of(table.pack)


def _only_rank(mask: int) -> int | None:
    ranks = {bit % 13 for bit in range(52) if mask >> bit & 1}
    return ranks.pop() if len(ranks) == 1 else None


def _takes_nothing(table: Table, group: Group) -> bool:
    """Whether no card ever comes here by hand."""
    if group.kind in (Kind.STOCK, Kind.WASTE, Kind.OFFER):
        return True
    return not group.sources and not group.space


def source_words(table: Table, position: Position, group: Group) -> str:
    """Where the next card for a space has to come from: "", or "from the reserve" and the like."""
    if not group.space:
        return ""
    link, _ = space_source(table, position, group)
    if link == ANY or link < 0:
        return ""
    if link in (STOCK, UNTURNED):
        return "from the stock, unseen"
    return f"from the {table.groups[link].name}"


def sign(table: Table, position: Position, pile: int, glyphs: Glyphs) -> str:
    """Up to four characters in the place of an empty pile."""
    group = table.groups[table.group_of[pile]]
    if group.kind == Kind.STOCK:
        return _redeal_sign(table, position)
    if _takes_nothing(table, group):
        return "--"
    mask = start_mask(table, position, pile)
    if not mask or not holds(table, position, group.open):
        return "--"
    rank = _only_rank(mask)
    if rank is not None:
        return f"({glyphs.rank(rank)})"
    if group.kind == Kind.FOUNDATION:
        return "( )" if mask == mask_of(table.pack) and position.base >= 0 else "(?)"
    if group.space:
        link, _ = space_source(table, position, group)
        if link < 0:
            return "--"
        if link in (STOCK, UNTURNED):
            return f"({table.labels[table.stock]})"
        if link != ANY:
            return f"({table.groups[link].label})"
    return "( )" if mask == mask_of(table.pack) else "(*)"


def words(table: Table, position: Position, pile: int) -> str:
    """The same as a clause: "empty; takes a 7", "empty; takes nothing"."""
    group = table.groups[table.group_of[pile]]
    if group.kind == Kind.STOCK:
        return f"empty; {redeals_words(table, position)}"
    if group.kind in (Kind.WASTE, Kind.OFFER):
        return "empty"
    if _takes_nothing(table, group):
        return "empty; no card may be put here"
    mask = start_mask(table, position, pile)
    if group.space and space_source(table, position, group)[0] < 0:
        mask = 0
    if not mask or not holds(table, position, group.open):
        return "empty; takes nothing now"
    if group.kind == Kind.FOUNDATION and choosing(table, position):
        return "empty; takes the base, which is still to be chosen"
    source = source_words(table, position, group)
    return f"empty; takes {cards_words(mask, mask_of(table.pack))}{' ' + source if source else ''}"


def redeals_words(table: Table, position: Position) -> str:
    """How many redeals are left, in words."""
    if not has_redeals(table):
        return "no redeal"
    if table.redeals == UNLIMITED:
        return "redeals without limit"
    left = max(table.redeals - position.redeals, 0)
    return f"{counted(left, 'redeal')} left" if left else "no redeal left"


def has_redeals(table: Table) -> bool:
    """Whether the rules of this game know redeals at all."""
    return table.redeals != 0 and table.stock >= 0 and table.waste >= 0


def _redeal_sign(table: Table, position: Position) -> str:
    if not has_redeals(table) or not redeals_left(table, position):
        return "--"
    if table.redeals == UNLIMITED:
        return "(r)"
    return f"(r{table.redeals - position.redeals})"
