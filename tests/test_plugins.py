"""Plugins: what they may bring, and that a broken one is named and never stops anything."""

from __future__ import annotations

import inspect
import itertools
import random
import re
import subprocess
import sys
import textwrap
import tomllib
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import patience
from patience import plugins
from patience.plugins import Plugins, Score


def module(name: str = "stranger", /, **hooks: Callable[..., Any]) -> ModuleType:
    """A plugin module with these hooks."""
    made = ModuleType(name)
    for hook, function in hooks.items():
        setattr(made, hook, patience.hookimpl(function))
    return made


def with_plugin(**hooks: Callable[..., Any]) -> Plugins:
    found = Plugins()
    found.add("stranger", module(**hooks))
    return found


def only_problem(found: Plugins) -> str:
    (problem,) = found.problems
    assert str(problem).startswith("plugin 'stranger' is left out")
    return str(problem)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Makes `install(name, code)`: a distribution with one plugin module, on the path."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def install(name: str, code: str, entry: str | None = None) -> None:
        (tmp_path / f"{name}.py").write_text(textwrap.dedent(code), encoding="utf-8")
        info = tmp_path / f"{name}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[patience]\n{name} = {entry or name}\n")

    yield install
    for name in [name for name in sys.modules if name.startswith("stranger")]:
        del sys.modules[name]


HOOKS = [name for name in vars(plugins.Hooks) if name.startswith("patience_")]

GOOD = """
    import patience

    @patience.hookimpl
    def patience_relations():
        return {"any-red": lambda lower, upper, base: 13 <= upper < 39}
"""


# ---------------------------------------------------------------------- what is installed


def test_the_shipped_plugins_come_in_by_entry_points() -> None:
    from importlib.metadata import entry_points

    declared = {entry.name: entry.value for entry in entry_points(group="patience")}
    assert plugins.SHIPPED.items() <= declared.items()


def test_shipped_plugins_are_all_there_and_sound() -> None:
    found = plugins.load()
    assert set(plugins.SHIPPED) <= set(found.names)
    assert all(found.is_shipped(name) for name in plugins.SHIPPED)
    assert found.problems == ()


def test_shipped_plugins_load_without_their_metadata(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plugins, "entry_points", lambda group: ())
    found = plugins.load()
    assert set(found.names) == set(plugins.SHIPPED)
    assert len(found.rules) >= 29


def test_a_strangers_plugin_is_found_beside_the_shipped_ones(site: Callable[..., None]) -> None:
    site("stranger_good", GOOD)
    found = plugins.load()
    assert "stranger_good" in found.names and not found.is_shipped("stranger_good")
    assert found.relations["any-red"](0, 13, -1) is True
    assert plugins.load(only_shipped=True).relations == {}


def test_a_switch_leaves_strangers_out(
    site: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    site("stranger_good", GOOD)
    plugins.installed.cache_clear()
    monkeypatch.setenv(plugins.SWITCH, "1")
    assert "stranger_good" in plugins.installed().names
    plugins.only_shipped()
    assert "stranger_good" not in plugins.installed().names
    assert set(plugins.SHIPPED) <= set(plugins.installed().names)
    plugins.installed.cache_clear()


@pytest.mark.parametrize(
    ("code", "entry", "reason"),
    [
        ("raise OSError('no such luck')", None, "cannot be imported (OSError: no such luck)"),
        ("import sys; sys.exit(3)", None, "cannot be imported (SystemExit: 3)"),
        (
            "class Odd(Exception):\n    def __str__(self): raise ValueError\nraise Odd",
            None,
            "cannot be imported (Odd)",
        ),
        ("raise OSError('\\x1b[31m')", None, "cannot be imported (OSError: \\x1b[31m)"),
        ("def broken(:", None, "cannot be imported (SyntaxError"),
        ("", "stranger_bad:missing", "cannot be imported (AttributeError"),
        ("", "stranger_nowhere", "cannot be imported (ModuleNotFoundError"),
        ("", None, "implements none of the hooks"),
        ("import warnings; warnings.warn('old', DeprecationWarning)", None, "DeprecationWarning"),
    ],
)
def test_a_plugin_that_cannot_be_had_is_named(
    site: Callable[..., None], code: str, entry: str | None, reason: str
) -> None:
    site("stranger_bad", code, entry)
    found = plugins.load()
    (problem,) = found.problems
    assert str(problem).startswith("plugin 'stranger_bad' is left out: ")
    assert reason in str(problem)
    assert len(found.rules) >= 29


def test_a_plugin_with_the_name_of_a_shipped_one_does_not_replace_it(
    site: Callable[..., None],
) -> None:
    site("stranger_thief", GOOD)
    entry = EntryPoint("duchess", "stranger_thief", "patience")
    found = plugins.load()
    found.add_entry_point(entry)
    assert "plugin 'duchess' is left out" in str(found.problems[-1])
    assert found.is_shipped("duchess")


# ---------------------------------------------------------------------- broken hooks


def test_a_hook_with_a_wrong_signature_is_refused() -> None:
    found = with_plugin(patience_rules=lambda colour: [])
    assert "colour" in only_problem(found)


def test_an_unknown_hook_is_refused() -> None:
    found = with_plugin(patience_rulez=lambda: [])
    assert "patience_rulez" in only_problem(found)


@pytest.mark.parametrize("hook", ["patience_rules", "patience_relations", "patience_scores"])
def test_a_hook_that_raises_is_named(hook: str) -> None:
    def fail() -> None:
        raise RuntimeError("out of\ncards")

    found = with_plugin(**{hook: fail})
    assert not getattr(found, hook.removeprefix("patience_"))
    assert f"{hook}: it failed (RuntimeError: out of cards)" in only_problem(found)


@pytest.mark.parametrize(
    ("hook", "answer", "reason"),
    [
        ("patience_rules", 7, "TypeError"),
        ("patience_rules", ["rules/mine.yaml"], "expected paths"),
        ("patience_relations", [1], "expected a dict"),
        ("patience_relations", {"mine": 3}, "'mine' is 3; expected a function"),
        ("patience_relations", {"two words": max}, "expected small letters, digits"),
        ("patience_relations", {3: max}, "expected small letters, digits"),
        ("patience_relations", {"Mine": max}, "expected small letters, digits"),
        ("patience_deals", {"mine": None}, "expected a function"),
        ("patience_scores", {"duchess": 12}, "expected a patience.Score"),
    ],
)
def test_junk_is_named(hook: str, answer: object, reason: str) -> None:
    found = with_plugin(**{hook: lambda: answer})
    assert not getattr(found, hook.removeprefix("patience_"))
    assert reason in only_problem(found)


def test_one_bad_thing_does_not_cost_the_good_ones() -> None:
    found = with_plugin(patience_relations=lambda: {"bad": 1, "good": lambda a, b, c: True})
    assert list(found.relations) == ["good"]
    assert "'bad'" in only_problem(found)


def endless_numbers(kind: Callable[[int], Any]) -> Iterator[Any]:
    return map(kind, itertools.count())


class EndlessNames(dict[str, Any]):
    """A mapping whose items never end."""

    def items(self) -> Any:
        return endless_numbers(lambda number: (f"n{number}", max))


@pytest.mark.parametrize(
    ("hook", "answer"),
    [
        ("patience_rules", lambda: endless_numbers(lambda number: Path(f"{number}.yaml"))),
        ("patience_relations", EndlessNames),
        ("patience_deals", EndlessNames),
        ("patience_scores", EndlessNames),
    ],
)
def test_an_answer_without_end_is_left_out(hook: str, answer: Callable[[], Any]) -> None:
    found = with_plugin(**{hook: lambda: answer()})
    assert not getattr(found, hook.removeprefix("patience_"))
    assert f"{hook}: it gives more than 1000 things, perhaps without end" in only_problem(found)


def test_an_arrangement_without_end_is_refused() -> None:
    found = with_plugin(patience_deals=lambda: {"odd": lambda pack: itertools.cycle(pack)})
    with pytest.raises(patience.PluginError, match="does not give back the cards"):
        found.arrange((1, 2, 3), ["odd"])


def test_a_rules_hook_may_fail_half_way() -> None:
    def half() -> Iterator[Path]:
        yield Path("one.yaml")
        raise OSError("disk gone")

    found = with_plugin(patience_rules=half)
    assert [item.value for item in found.rules] == [Path("one.yaml")]
    assert "disk gone" in only_problem(found)


def test_of_two_things_with_one_name_the_first_stays() -> None:
    found = Plugins()
    for name in ("first", "second"):
        found.add(name, module(name, patience_deals=lambda name=name: {"mine": lambda p: p}))
    assert list(found.deals) == ["mine"]
    assert str(found.problems[0]).startswith("plugin 'second' is left out of patience_deals")


def test_a_plugin_that_gives_nothing_is_no_fault() -> None:
    found = with_plugin(patience_rules=lambda: [], patience_scores=lambda: None)
    assert (found.rules, found.scores, found.problems) == ((), {}, ())


# ---------------------------------------------------------------------- what plugins bring, at work


def test_what_a_game_uses_must_be_there() -> None:
    found = with_plugin(patience_relations=lambda: {"mine": lambda a, b, c: True})
    found.require(["mine"])
    found = with_plugin(patience_deals=lambda: {"twice-mine": lambda pack: pack, "mine": max})
    found.require(["twice mine", "Mine"])  # however a file spells it
    with pytest.raises(patience.PluginError, match="the game uses 'yours', and no installed"):
        found.require(["mine", "yours"])


def test_a_deal_arranges_the_pack() -> None:
    found = with_plugin(patience_deals=lambda: {"backwards": lambda pack: pack[::-1]})
    assert found.arrange((1, 2, 3), ["elsewhere", "backwards"]) == (3, 2, 1)
    assert found.arrange((1, 2, 3), []) == (1, 2, 3)


def test_a_deal_gives_back_the_cards_that_it_got() -> None:
    found = with_plugin(patience_deals=lambda: {"cheat": lambda pack: (0, *pack[1:])})
    with pytest.raises(patience.PluginError, match=r"'stranger': the deal 'cheat' failed .*cards"):
        found.arrange((1, 2, 3), ["cheat"])


def test_a_failing_relation_names_its_plugin() -> None:
    found = with_plugin(patience_relations=lambda: {"bad": lambda lower, upper, base: 1 // 0})
    with pytest.raises(patience.PluginError, match="'stranger': the relation 'bad' failed"):
        found.relations["bad"](0, 1, -1)


def test_a_plugin_does_not_end_the_program() -> None:
    found = with_plugin(patience_relations=lambda: {"leave": lambda *cards: sys.exit(3)})
    with pytest.raises(patience.PluginError, match=r"the relation 'leave' failed \(SystemExit: 3"):
        found.relations["leave"](0, 1, -1)


def test_a_failing_score_names_its_plugin() -> None:
    score = Score("mine", lambda state: state.gold, about="")  # type: ignore[attr-defined]
    found = with_plugin(patience_scores=lambda: {"duchess": score})
    state = patience.load("duchess").deal(1)
    with pytest.raises(patience.PluginError, match="'stranger': the score 'mine' of duchess"):
        found.scores["duchess"].value(state)


def test_the_casino_pays_five_a_card_and_takes_fifty_two() -> None:
    score = plugins.load(only_shipped=True).scores["canfield"]
    assert score.unit == "dollars"
    state = patience.load("canfield").deal("pysol:24")
    assert score.value(state) == 5 - 52  # the dealt base card is home
    home = 1
    while home < 3:
        action = next((a for a in state.actions() if " F" in state.text(a)), state.actions()[-1])
        home += " F" in state.text(action)
        state = state.play(action)
        assert score.value(state) == 5 * home - 52
    assert plugins.load(only_shipped=True).scores["casino-canfield"].name == score.name


# ---------------------------------------------------------------------- the guide

GUIDE = (Path(__file__).resolve().parent.parent / "docs" / "plugins.md").read_text(encoding="utf-8")


def files_in_the_guide() -> dict[str, str]:
    """The example's files: fenced blocks that follow a line with the file's name in bold."""
    blocks = re.findall(r"^\*\*(\S+)\*\*\n\n```\w+\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
    return dict(blocks)


@pytest.fixture
def doubling(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[patience.Game]:
    """The guide's example, installed as its pyproject.toml says, and its game."""
    example = files_in_the_guide()
    project = tomllib.loads(example.pop("pyproject.toml"))
    package = project["tool"]["setuptools"]["packages"]
    assert {name.split("/")[0] for name in example} == set(package)
    for name, text in example.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    info = tmp_path / f"{project['project']['name'].replace('-', '_')}-1.0.dist-info"
    info.mkdir()
    name, version = project["project"]["name"], project["project"]["version"]
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    entries = project["project"]["entry-points"]["patience"]
    lines = ["[patience]", *(f"{key} = {value}" for key, value in entries.items())]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delenv(plugins.SWITCH, raising=False)
    plugins.installed.cache_clear()
    try:
        yield patience.load("doubling")
    finally:
        plugins.installed.cache_clear()
        for name in package:
            sys.modules.pop(name, None)


def test_the_guide_explains_every_hook() -> None:
    headings = re.findall(r"^### `(\w+)\((.*)\)`$", GUIDE, re.MULTILINE)
    assert [name for name, _ in headings] == HOOKS
    for name, arguments in headings:
        wanted = inspect.signature(getattr(plugins.Hooks, name)).parameters
        assert arguments == ", ".join(wanted)


def test_the_guides_example_uses_every_hook(doubling: patience.Game) -> None:
    found = plugins.installed()
    assert found.problems == ()
    assert {"doubling", "halving"} <= set(found.relations)
    assert "aces-last" in found.deals and "doubling" in found.scores
    assert all(name in files_in_the_guide()["patience_doubling/__init__.py"] for name in HOOKS)


def test_the_guides_game_plays(doubling: patience.Game) -> None:
    state = doubling.deal(7)
    dealt = [card for pile in state.piles for card in pile]
    assert len(dealt) == 48 and not any(card % 13 == 12 for card in dealt)
    assert {card & 63 for card in state.pile("S")} >= {0, 13, 26, 39}  # the Aces came last
    score = plugins.installed().scores["doubling"]
    chance, home = random.Random(7), 0
    while not state.is_over and state.move_count < 300:
        up = [action for action in state.actions() if " F" in state.text(action)]
        state = state.play(up[0] if up else chance.choice(state.actions()))
        assert score.value(state) == home + bool(up)
        home = score.value(state)
    assert home > 4


def test_a_game_says_what_it_lacks_without_its_plugin(
    doubling: patience.Game, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(plugins.SWITCH, "0")
    plugins.installed.cache_clear()
    with pytest.raises(patience.PluginError, match="the game uses 'aces-last', and no installed"):
        patience.load(str(tmp_path / "patience_doubling" / "doubling.yaml"))
    with pytest.raises(patience.UnknownGame):
        patience.load("doubling")


# ---------------------------------------------------------------------- what a start costs


def test_asking_for_plugins_imports_nothing_heavy() -> None:
    code = (
        "import sys; from patience import plugins; plugins.installed().rules;"
        "print([m for m in ('yaml', 'pydantic', 'rich', 'numpy', 'textual') if m in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_a_game_that_uses_no_plugin_looks_at_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plugins, "installed", lambda: pytest.fail("asked for the plugins"))
    assert plugins.relations([]) == {}
    assert plugins.arrange((1, 2), []) == (1, 2)
