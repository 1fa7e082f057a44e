"""A game, loaded: the facade over rules, table, deals and states."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from patience import deals
from patience.engine.compile import compile_rules
from patience.engine.dealing import lay_out
from patience.engine.state import State, parse_state, read_fields
from patience.engine.table import Table
from patience.errors import StateError
from patience.language.rules import Rules

if TYPE_CHECKING:
    from patience.language.linter import Remark


class Game:
    """One game by one set of rules: a file with its options and settings applied.

    :ivar rules: the resolved rules.
    :ivar table: the same, compiled; what the engine reads.
    """

    def __init__(self, rules: Rules, table: Table) -> None:
        self.rules = rules
        self.table = table

    @property
    def id(self) -> str:
        """The printable name, options included, as ``canfield+as-solvitaire``."""
        return self.rules.id

    @property
    def title(self) -> str:
        """The name of the game in its file."""
        return self.rules.title

    @property
    def rules_hash(self) -> str:
        """16 hex digits that identify everything in the rules that affects play."""
        return self.rules.hash

    def rules_text(self) -> str:
        """The rules in plain English, generated from the resolved file."""
        from patience.language.words import rules_text

        return rules_text(self.rules)

    def remarks(self) -> list[Remark]:
        """What the linter warns of and notes."""
        from patience.language.linter import lint

        return lint(self.rules)

    def pack(self, deal: object) -> deals.DealtPack:
        """The shuffled pack of a deal, the first card dealt first.

        :param deal: a number (our own generator), a text as ``pysol:24``, or a list of cards.
        :raises DealError: if it is none of these, or does not fit the game's pack.
        """
        from patience.plugins import arrange

        dealt = deals.pack_order(deal, self.table.pack)
        return replace(dealt, cards=arrange(dealt.cards, self.rules.uses))

    def deal(self, deal: object = 1) -> State:
        """A new state: the layout of a deal, as `pack` reads it, in its source's dealing order.

        :raises DealError: as `pack`.
        """
        dealt = self.pack(deal)
        return State(self.table, lay_out(self.table, dealt.cards, dealt.source))

    def parse(self, text: str) -> State:
        """Read a state of this game from its text or JSON.

        :raises StateError: where it is none.
        """
        return parse_state(self.table, text)

    def perft(self, state: State, depth: int) -> int:
        """The number of action sequences of that length from a state."""
        return state.perft(depth)


def load(source: str | Path, *, options: Iterable[str] = (), settings: Iterable[str] = ()) -> Game:
    """Load a game.

    :param source: a name as ``duchess`` or ``canfield+as-solvitaire``, or the path of a rule file.
    :param options: named options of the file, besides those in the name.
    :param settings: single keys to override, as ``tableau.move=whole pile``.
    :raises UnknownGame: if no game goes by the name.
    :raises RuleError: with all faults of a file.
    :raises PluginError: if the file uses something that no plugin brings.
    """
    from patience import plugins
    from patience.language.loading import load_rules
    from patience.rulebook import rulebook, split

    name, named = split(str(source))
    entry = rulebook().find(name)
    rules = load_rules(
        (entry.read(), entry.file),
        find=rulebook().parent,
        options=(*named, *options),
        settings=settings,
        id=entry.id,
    )
    return Game(rules, compile_rules(rules, plugins.relations(rules.uses)))


def parse(text: str) -> State:
    """Read a state's text or JSON; the game is loaded by the name that stands in it.

    :raises StateError: where it is no state.
    """
    named = read_fields(text).get("game", "").split(" ")[0]
    if not named:
        raise StateError("the text names no game: 'game: NAME' was expected")
    return load(named).parse(text)
