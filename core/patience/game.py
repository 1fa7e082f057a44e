"""A game, loaded: the facade over rules, table, deals and states."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from patience import deals
from patience.engine.compile import compile_rules
from patience.engine.dealing import lay_out
from patience.engine.state import State, parse_state, read_fields
from patience.engine.table import Table
from patience.errors import Fault, PatienceError, RuleError, StateError
from patience.language.rules import Rules

if TYPE_CHECKING:
    from patience.language.linter import Remark
    from patience.solver import Limits, Verdict


@dataclass(frozen=True, slots=True)
class Origin:
    """Where the rules of a game were read, so that they can be read again with one more option.

    ``parent``: the text and the name of the file that this one extends, if it does.
    """

    text: bytes
    file: str
    id: str
    options: tuple[str, ...]
    settings: tuple[str, ...]
    parent: tuple[str | bytes, str] | None = None

    def rules(self, *more: str) -> Rules:
        """The rules with ``more`` options.

        :raises PatienceError: if they cannot be combined.
        """
        from patience.language.loading import load_rules
        from patience.rulebook import rulebook

        return load_rules(
            (self.text, self.file),
            find=rulebook().parent,
            options=(*self.options, *more),
            settings=self.settings,
            id=self.id,
        )

    def parent_rules(self) -> Rules | None:
        """The rules of the file that this one extends, if it does."""
        from patience.language.loading import load_rules
        from patience.rulebook import rulebook

        return load_rules(self.parent, find=rulebook().parent) if self.parent else None


class Game:
    """One game by one set of rules: a file with its options and settings applied.

    :ivar rules: the resolved rules.
    :ivar table: the same, compiled; what the engine reads.
    """

    def __init__(self, rules: Rules, table: Table, origin: Origin | None = None) -> None:
        self.rules = rules
        self.table = table
        self._origin = origin

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

        return rules_text(self.rules, self.variants())

    def variants(self) -> dict[str, Rules]:
        """The rules with one more option of the file, for each that can still be chosen."""
        found: dict[str, Rules] = {}
        if self._origin is None:
            return found
        for option in self.rules.options:
            if option.name not in self.rules.chosen:
                with suppress(PatienceError):  # it changes what another chosen option changes
                    found[option.name] = self._origin.rules(option.name)
        return found

    def option_faults(self) -> tuple[Fault, ...]:
        """What is wrong with the options of the file, each chosen by itself beside the chosen ones.

        Words that an option misspells are faults of the file, and it is not loaded; here is what
        shows only when the option is laid over the file, as a wrong number of cards.
        """
        found: list[Fault] = []
        origin = self._origin
        if origin is None:
            return ()
        for option in self.rules.options:
            try:
                origin.rules(option.name)
            except RuleError as error:
                choice = f" (with the option '{option.name}')"
                found += [replace(one, message=one.message + choice) for one in error.faults]
            except PatienceError:
                continue  # it changes what another chosen option changes
        return tuple(found)

    def remarks(self) -> list[Remark]:
        """What the linter warns of and notes, of the game, its options and what it inherits."""
        from patience.language.linter import lint, lint_child, lint_options

        parent = self._origin.parent_rules() if self._origin else None
        remarks = lint(self.rules) + lint_options(self.rules, self.variants())
        return remarks + (lint_child(self.rules, parent) if parent else [])

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

    def solve(self, state: State, limits: Limits | None = None) -> Verdict:
        """Whether a state can be won, all cards known: see `patience.solver`."""
        from patience import solver

        return solver.solve(state, limits or solver.Limits())

    def kernel_support(self) -> str | None:
        """Why the native kernel cannot serve this game, or None if it can."""
        from patience.solver import kernel_support

        return kernel_support(self.table)

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
    parents: list[tuple[bytes, str]] = []

    def find(parent: str, from_file: str) -> tuple[bytes, str]:
        parents.append(rulebook().parent(parent, from_file))
        return parents[-1]

    text, chosen, keys = entry.read(), (*named, *options), tuple(settings)
    rules = load_rules((text, entry.file), find=find, options=chosen, settings=keys, id=entry.id)
    origin = Origin(text, entry.file, entry.id, chosen, keys, next(iter(parents), None))
    return Game(rules, compile_rules(rules, plugins.relations(rules.uses)), origin)


def parse(text: str) -> State:
    """Read a state's text or JSON; the game is loaded by the name that stands in it.

    :raises StateError: where it is no state.
    """
    named = read_fields(text).get("game", "").split(" ")[0]
    if not named:
        raise StateError("the text names no game: 'game: NAME' was expected")
    return load(named).parse(text)
