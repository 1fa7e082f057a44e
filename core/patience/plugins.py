"""Plugins: the hooks, and the manager that loads what is installed.

A plugin is a module named in the entry point group ``patience``; the shipped games come in by the
same door. It may bring rule files, relations between two cards, arrangements of the pack, and
scores (docs/plugins.md explains each hook with an example). One that fails in any way is named
among the `Plugins.problems` and left out; it never stops a game that does not need it.

Nothing is imported before somebody asks for what plugins bring.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.metadata import EntryPoint, entry_points
from importlib.resources.abc import Traversable
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

import pluggy

from patience.errors import PluginError
from patience.language.merge import option_slug

if TYPE_CHECKING:
    from patience.engine.state import State

PROJECT = "patience"
"""pluggy's project name, and the entry point group."""

DISTRIBUTION = "patience-engine"
SHIPPED = {
    name: f"patience.variants.{name}" for name in ("duchess", "canfield", "demon", "classics")
}
"""The shipped plugins, as pyproject.toml declares them: a copy without its metadata still plays."""

SWITCH = "PATIENCE_PLUGINS"
"""The environment variable that, set to 0, leaves out all plugins but the shipped ones."""

Relation = Callable[[int, int, int], bool]
"""``relation(lower, upper, base)``: whether the card ``upper`` may lie on the card ``lower``.

Cards are those of `patience.cards`; ``base`` is the base rank, or -1 while it is not known. It is
asked once for each pair when a game is compiled, so it must depend on nothing else.
"""

Arrangement = Callable[[tuple[int, ...]], "tuple[int, ...]"]
"""The shuffled pack in dealing order, arranged anew before it is dealt: the same cards."""

hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)

MOST = 1000
"""Files, relations and the like that one hook of a plugin may bring: some answers never end."""

_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Score:
    """What a position is worth in a game that is scored.

    ``value`` is a whole number of ``unit``. ``about`` says in a sentence what counts, and whose
    rule that is.
    """

    name: str
    value: Callable[[State], int]
    unit: str = "points"
    about: str = ""


class Hooks:
    """What a plugin may implement; every hook is optional."""

    @staticmethod
    @hookspec
    def patience_rules() -> Iterable[Traversable]:
        """Rule files: files, or folders whose ``*.yaml`` files are taken."""
        raise NotImplementedError

    @staticmethod
    @hookspec
    def patience_relations() -> Mapping[str, Relation]:
        """Relations between two cards, by the name that ``pack: relation NAME`` uses."""
        raise NotImplementedError

    @staticmethod
    @hookspec
    def patience_deals() -> Mapping[str, Arrangement]:
        """Arrangements of the pack before the deal, by the name that ``uses:`` lists."""
        raise NotImplementedError

    @staticmethod
    @hookspec
    def patience_scores() -> Mapping[str, Score]:
        """Scores, by the id of the game that is scored."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a plugin, or a part of it, was left out."""

    plugin: str
    reason: str

    def __str__(self) -> str:
        return f"plugin '{self.plugin}' {self.reason}"


@dataclass(frozen=True, slots=True)
class Brought:
    """One thing that a plugin brings, and which plugin that is."""

    plugin: str
    value: Any


def _new_manager() -> pluggy.PluginManager:
    manager = pluggy.PluginManager(PROJECT)
    manager.add_hookspecs(Hooks)
    return manager


def _why(error: BaseException) -> str:
    """An exception in one line, whatever a stranger's exception makes of `str`."""
    try:
        text = " ".join(str(error).split())
    except Exception:
        text = ""
    shown = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)
    return f"{type(error).__name__}: {shown}" if shown else type(error).__name__


class Plugins:
    """A set of registered plugins and what they bring.

    >>> plugins = Plugins()
    >>> plugins.add("empty", object())
    >>> print(*plugins.problems)
    plugin 'empty' is left out: it implements none of the hooks (patience_rules, ...)
    """

    def __init__(self) -> None:
        self._manager = _new_manager()
        self._shipped: set[str] = set()
        self._problems: list[Problem] = []

    # ------------------------------------------------------------------ registration

    def add(self, name: str, plugin: object, *, shipped: bool = False) -> None:
        """Register a module or object; a faulty one becomes a problem instead."""
        trial = _new_manager()
        try:
            trial.register(plugin, name)
            trial.check_pending()
            if not trial.get_hookcallers(plugin):
                raise PluginError("it implements none of the hooks (patience_rules, ...)")
            self._manager.register(plugin, name)
        except PluginError as error:
            self._leave_out(name, str(error))
        except Exception as error:  # whatever a stranger's module does when it is looked at
            self._leave_out(name, _why(error))
        else:
            if shipped:
                self._shipped.add(name)

    def add_entry_point(self, entry: EntryPoint, *, shipped: bool = False) -> None:
        """Import and register an entry point; one that cannot be imported becomes a problem."""
        try:
            plugin = entry.load()
        except (Exception, SystemExit) as error:  # an import may do anything, even try to leave
            self._leave_out(entry.name, f"it cannot be imported ({_why(error)})")
        else:
            self.add(entry.name, plugin, shipped=shipped)

    def _leave_out(self, name: str, reason: str) -> None:
        self._problems.append(Problem(name, f"is left out: {reason}"))

    # ------------------------------------------------------------------ what there is

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What was left out so far, and why, in the order of its discovery."""
        return tuple(self._problems)

    @property
    def names(self) -> tuple[str, ...]:
        """The registered plugins."""
        return tuple(name for name, _ in self._manager.list_name_plugin())

    def is_shipped(self, name: str) -> bool:
        """Whether a plugin is one of ours."""
        return name in self._shipped

    @cached_property
    def rules(self) -> tuple[Brought, ...]:
        """The rule files and folders that plugins bring."""
        found: list[Brought] = []
        for name, answer in self._answers("patience_rules"):
            before = len(found)
            with _Reporter(self, name, "patience_rules"):
                for number, item in enumerate(answer):
                    if number == MOST:
                        del found[before:]
                        raise _too_many()
                    if not isinstance(item, Traversable):
                        raise PluginError(
                            f"it gives {item!r}; expected paths, as importlib.resources.files() has"
                        )
                    found.append(Brought(name, item))
        return tuple(found)

    @cached_property
    def relations(self) -> Mapping[str, Relation]:
        """The relations by name."""
        return self._named("patience_relations", _checked_relation, callable, "a function")

    @cached_property
    def deals(self) -> Mapping[str, Arrangement]:
        """The arrangements by name."""
        return self._named("patience_deals", _checked_arrangement, callable, "a function")

    @cached_property
    def scores(self) -> Mapping[str, Score]:
        """The scores by game id."""
        return self._named(
            "patience_scores",
            _checked_score,
            lambda value: isinstance(value, Score),
            "a patience.Score",
        )

    def require(self, uses: Iterable[str]) -> None:
        """Check what a game lists under ``uses:``.

        :raises PluginError: for the first name that no plugin brings.
        """
        for name in map(option_slug, uses):  # the reader writes hyphens as spaces
            if name not in self.relations and name not in self.deals:
                raise PluginError(
                    f"the game uses '{name}', and no installed plugin brings a relation or a deal "
                    "of that name"
                )

    def arrange(self, pack: tuple[int, ...], uses: Iterable[str]) -> tuple[int, ...]:
        """The pack after every arrangement among ``uses``, in that order.

        :raises PluginError: if one fails or does not give the same cards back.
        """
        for name in map(option_slug, uses):
            if name in self.deals:
                pack = self.deals[name](pack)
        return pack

    # ------------------------------------------------------------------ asking the plugins

    def _answers(self, hook: str) -> list[tuple[str, Any]]:
        """Each plugin's answer to a hook, one by one so that a failure has a name."""
        answers: list[tuple[str, Any]] = []
        callers = self._manager.list_name_plugin()
        for name, plugin in callers:
            others = [other for _, other in callers if other is not plugin]
            with _Reporter(self, name, hook):
                caller = self._manager.subset_hook_caller(hook, others)
                answers.extend((name, answer) for answer in caller())
        return answers

    def _named(
        self,
        hook: str,
        check: Callable[[str, str, Any], T],
        is_right: Callable[[object], bool],
        expected: str,
    ) -> Mapping[str, T]:
        """The things of one kind by name. Of two with one name the first one stays."""
        found: dict[str, T] = {}
        for plugin, answer in self._answers(hook):
            with _Reporter(self, plugin, hook):
                if not isinstance(answer, Mapping):
                    raise PluginError(f"it gives {answer!r}; expected a dict")
                items = list(islice(answer.items(), MOST + 1))
                if len(items) > MOST:
                    raise _too_many()
                for name, value in items:
                    with _Reporter(self, plugin, hook):
                        _check_name(name)
                        if not is_right(value):
                            raise PluginError(f"'{name}' is {value!r}; expected {expected}")
                        if name in found:
                            raise PluginError(f"another plugin brings '{name}' already")
                        found[name] = check(plugin, name, value)
        return found


class _Reporter:
    """Turns an exception into a problem of the plugin, and goes on."""

    def __init__(self, plugins: Plugins, name: str, hook: str) -> None:
        self.plugins, self.name, self.hook = plugins, name, hook

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        if not isinstance(error, (Exception, SystemExit)):
            return False
        reason = str(error) if isinstance(error, PluginError) else f"it failed ({_why(error)})"
        self.plugins._problems.append(Problem(self.name, f"is left out of {self.hook}: {reason}"))
        return True


def _too_many() -> PluginError:
    return PluginError(f"it gives more than {MOST} things, perhaps without end")


def _check_name(name: object) -> None:
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise PluginError(f"{name!r} is no name; expected small letters, digits and hyphens")


def _guarded(plugin: str, what: str, function: Callable[..., T]) -> Callable[..., T]:
    """The function, its exceptions turned into a `PluginError` that names the plugin."""

    def call(*arguments: Any) -> T:
        try:
            return function(*arguments)
        except (Exception, SystemExit) as error:  # a plugin does not end the program
            raise PluginError(f"plugin '{plugin}': {what} failed ({_why(error)})") from error

    return call


def _checked_relation(plugin: str, name: str, relation: Relation) -> Relation:
    def asked(lower: int, upper: int, base: int) -> bool:
        return bool(relation(lower, upper, base))

    return _guarded(plugin, f"the relation '{name}'", asked)


def _checked_arrangement(plugin: str, name: str, arrange: Arrangement) -> Arrangement:
    def arranged(pack: tuple[int, ...]) -> tuple[int, ...]:
        after = tuple(islice(arrange(pack), len(pack) + 1))
        if sorted(after) != sorted(pack):
            raise ValueError("it does not give back the cards that it was given")
        return after

    return _guarded(plugin, f"the deal '{name}'", arranged)


def _checked_score(plugin: str, game: str, score: Score) -> Score:
    value = _guarded(plugin, f"the score '{score.name}' of {game}", score.value)
    return Score(score.name, value, score.unit, score.about)


# ---------------------------------------------------------------------- what is installed


def load(*, only_shipped: bool = False) -> Plugins:
    """The shipped plugins and, unless ``only_shipped``, those that are installed beside them."""
    plugins = Plugins()
    entries = sorted(entry_points(group=PROJECT), key=lambda entry: entry.name)
    ours = {entry.name for entry in entries if _is_ours(entry)}
    for name, module in SHIPPED.items():
        if name not in ours:  # a checkout on the path, or a copy that lost its metadata
            plugins.add_entry_point(EntryPoint(name, module, PROJECT), shipped=True)
    for entry in entries:
        if _is_ours(entry):
            plugins.add_entry_point(entry, shipped=True)
    if not only_shipped:
        for entry in entries:
            if not _is_ours(entry):
                plugins.add_entry_point(entry)
    return plugins


def _is_ours(entry: EntryPoint) -> bool:
    name = entry.dist.name if entry.dist is not None else ""
    return name.lower().replace("_", "-") == DISTRIBUTION


@cache
def installed() -> Plugins:
    """The plugins of this process; all but the shipped ones stay out if `SWITCH` is 0."""
    return load(only_shipped=os.environ.get(SWITCH, "").strip() == "0")


def only_shipped() -> None:
    """From here on this process, and those it starts, use no plugin but the shipped ones."""
    os.environ[SWITCH] = "0"
    installed.cache_clear()


def relations(uses: Iterable[str]) -> Mapping[str, Relation]:
    """The relations that a game with these ``uses`` is compiled with.

    :raises PluginError: if no installed plugin brings one of the names.
    """
    uses = tuple(uses)
    if not uses:  # most games: no plugin need be looked at
        return {}
    installed().require(uses)
    return installed().relations


def arrange(pack: tuple[int, ...], uses: Iterable[str]) -> tuple[int, ...]:
    """The pack as a game with these ``uses`` deals it: see `Plugins.arrange`."""
    uses = tuple(uses)
    return installed().arrange(pack, uses) if uses else pack
