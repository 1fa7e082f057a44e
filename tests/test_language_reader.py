"""The strict YAML reader: values, places, every fault at once, and hostile input."""

from __future__ import annotations

import os
import random
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from patience.language import reader
from patience.language.reader import MAX_BYTES, MAX_DEPTH, MAX_NODES, normal_key, read, read_path
from patience.language.tree import Node, Spot, broken_paths, plain, quote, spot_at, suggest


@pytest.fixture(params=["libyaml", "pure"], autouse=True)
def parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Everything here holds with the C parser and without it."""
    if request.param == "pure":
        monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    elif not hasattr(yaml, "CSafeLoader"):
        pytest.skip("PyYAML was built without libyaml")
    yield request.param


def values(text: str | bytes) -> Any:
    node, faults = read(text, "f.yaml")
    assert faults == []
    return plain(node)


def faults_of(text: str | bytes) -> list[str]:
    return [str(found) for found in read(text, "f.yaml")[1]]


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("no", "no"), ("on", "on"), ("yes", "yes"), ("Off", "Off"), ("1:30", "1:30"),
        ("0o7", "0o7"), ("010", "010"), ("0x1F", "0x1F"), ("1_000", "1_000"), (".inf", ".inf"),
        ("2024-01-01", "2024-01-01"), ("12", 12), ("-3", -3), ("+3", 3), ("0", 0), ("1.5", 1.5),
        ("1e3", 1000.0), ("true", True), ("False", False), ("~", None), ("null", None), ("", None),
        ("'12'", "12"), ('"true"', "true"), ("'~'", "~"), ("down in suit", "down in suit"),
        ("[1, no, '~']", [1, "no", "~"]), ("{a: 1}", {"a": 1}), ("|\n  two\n  lines", "two\nlines"),
    ],
)  # fmt: skip
def test_scalars_have_one_meaning(written: str, value: object) -> None:
    got = values(f"key: {written}")["key"]
    assert got == value and type(got) is type(value)


def test_spellings_of_a_key_are_one_key() -> None:
    assert normal_key("face-down") == normal_key("face_down") == normal_key("face  down")
    assert values("face_down: 1\nas-Solvitaire: 2") == {"face down": 1, "as Solvitaire": 2}


def test_places_of_keys_values_and_items() -> None:
    node, _ = read("game: X\ntableau:\n  piles: 4\n  deal: [1, 22, {a: b}]\n", "f.yaml")
    assert node.spot == Spot("f.yaml", 1, 1)
    assert spot_at(node, ["tableau"]) == Spot("f.yaml", 3, 3)
    assert spot_at(node, ["tableau"], key=True) == Spot("f.yaml", 2, 1)
    assert spot_at(node, ["tableau", "piles"]) == Spot("f.yaml", 3, 10)
    assert spot_at(node, ["tableau", "deal", 1]) == Spot("f.yaml", 4, 13)
    assert spot_at(node, ["tableau", "deal", 2, "a"]) == Spot("f.yaml", 4, 21)


def test_a_path_that_leads_nowhere_gives_its_nearest_ancestor() -> None:
    node, _ = read("tableau:\n  piles: [1]\n", "f.yaml")
    assert spot_at(node, ["tableau", "model", "piles"]) == Spot("f.yaml", 2, 3)
    assert spot_at(node, ["tableau", "piles", 7]) == Spot("f.yaml", 2, 10)
    assert spot_at(node, ["waste"]) == node.spot


def test_columns_count_characters_not_bytes() -> None:
    node, _ = read("a: {é♥𝄞: 1, b: 2}", "f.yaml")
    assert spot_at(node, ["a", "b"], key=True).column == 13


def test_a_byte_order_mark_is_no_character() -> None:
    assert values(b"\xef\xbb\xbfgame: X") == {"game": "X"}
    assert read(b"\xef\xbb\xbfgame: X", "f")[0].mapping["game"].key_spot == Spot("f", 1, 1)


def test_aliases_are_expanded_where_they_stand() -> None:
    node, faults = read("a: &x {b: [1]}\nc: *x\n", "f.yaml")
    assert not faults and plain(node) == {"a": {"b": [1]}, "c": {"b": [1]}}
    assert spot_at(node, ["c"]) == Spot("f.yaml", 2, 4)


def test_all_faults_at_once() -> None:
    text = (
        "game: X\nface_down: 1\nface-down: 2\n<<: {a: 1}\n2: two\n~: none\n? [a]\n: b\n"
        "tag: !!python/object:os.system x\nhuge: 9999999999999999999\nalias: *nobody\n"
        "tableau: {piles: 4, deal: 1, piles: 5}\nloop: &l {a: *l}\nlast: 1\n"
    )
    assert faults_of(text) == [
        "f.yaml:3:1: 'face-down' is given twice; the first is at line 2, column 1"
        " (as 'face_down', the same key)",
        "f.yaml:4:1: merge keys '<<' are not allowed; build on another game by 'extends:'",
        "f.yaml:5:1: '2' cannot be a key; expected a word",
        "f.yaml:6:1: '~' cannot be a key; expected a word",
        "f.yaml:7:3: a list cannot be a key; expected a word",
        "f.yaml:9:6: the tag '!!python/object:os.system' is not allowed; expected a plain value",
        "f.yaml:10:7: the number '9999999999999999999' is far too large; expected at most 18"
        " digits",
        "f.yaml:11:8: the alias '*nobody' stands for nothing; expected '&nobody' above",
        "f.yaml:12:30: 'piles' is given twice; the first is at line 12, column 11",
        "f.yaml:13:14: the alias '*l' contains itself",
    ]
    node, _ = read(text, "f.yaml")
    assert plain(node) == {
        "game": "X", "face down": 1, "tag": None, "huge": None, "alias": None,
        "tableau": {"piles": 4, "deal": 1}, "loop": {"a": None}, "last": 1,
    }  # fmt: skip
    assert set(broken_paths(node)) == {("tag",), ("huge",), ("alias",), ("loop", "a")}


def test_a_refused_item_takes_its_whole_list_along() -> None:
    node, faults = read("a: [1, !x 2, 3]\nb: 1", "f.yaml")
    assert plain(node) == {"a": None, "b": 1} and len(faults) == 1
    assert list(broken_paths(node)) == [("a",)]


def test_an_empty_item_is_a_fault() -> None:
    assert faults_of("a: [1, ~]\nb:\n  -\n  - 2\nc: [null]") == [
        "f.yaml:1:8: an item of this list is empty; expected a value",
        "f.yaml:3:4: an item of this list is empty; expected a value",
        "f.yaml:5:5: an item of this list is empty; expected a value",
    ]


def test_a_mapping_that_lost_a_key_is_broken_a_repeated_key_loses_nothing() -> None:
    node, _ = read(
        "a: {<<: {b: 1}, c: 2}\nd: {2: 1}\ne: {f: 1, f: 2}\ng: &x {~: 1}\nh: *x", "f.yaml"
    )
    assert set(broken_paths(node)) == {("a",), ("d",), ("g",), ("h",)}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "f.yaml:1:1: the file is empty; expected 'game: NAME' and the pile groups"),
        ("# nothing\n", "f.yaml:1:1: the file is empty; expected 'game: NAME' and the pile groups"),
        ("- a\n", "f.yaml:1:1: this is a list; expected a mapping, as 'game: Duchess' and the pile"
         " groups"),
        ("word", "f.yaml:1:1: this is a single value; expected a mapping, as 'game: Duchess' and"
         " the pile groups"),
        ("a: b\x00c", "f.yaml:1:5: an unprintable character (U+0000); expected a YAML file, which"
         " is text"),
        (b"a: 1\nb: caf\xe9", "f.yaml:2:7: not UTF-8 text (byte 0xE9); expected a YAML file in"
         " UTF-8"),
        ("a: \ud800", "f.yaml:1:4: an unprintable character (U+D800); expected a YAML file, which"
         " is text"),
        ("a:\n  b: 1\n \tc: 1\n\td: 1\n", "f.yaml:3:2: this line is indented with a tab (so do 1"
         " more, the last in line 4); expected spaces (nothing else was read)"),
    ],
)  # fmt: skip
def test_what_is_no_rule_file_at_all(text: str | bytes, message: str) -> None:
    node, _ = read(text, "f.yaml")
    assert node.value is None and faults_of(text) == [message]


def test_an_escape_makes_nothing_that_a_file_may_not_hold() -> None:
    text = 'a: "x\\e[31m"\n"b\\0": 1\nc: "\\u00e9\\t"'
    assert faults_of(text) == [
        "f.yaml:1:4: an unprintable character (U+001B) by an escape; expected text",
        "f.yaml:2:1: an unprintable character (U+0000) by an escape; expected text",
    ]


@pytest.mark.parametrize(
    ("text", "place", "part"),
    [
        ("a: b: c", "1:5", "a ':' cannot stand here; expected one key and one value a line"),
        ("piles 4\ndeal: 1", "2:5", "line 1 above has no ':'; expected 'key: value'"),
        (
            "a:\n  piles:4\n  deal: 1",
            "3:7",
            "in line 2 above a space is missing; expected one after",
        ),
        ("a: {b: c\nd: e", "2:2", "the '{' that opens at line 1, column 4 is not closed"),
        ("a: [b, c\nd: e", "2:2", "the '[' that opens at line 1, column 4 is not closed"),
        ("a: 'b", "1:6", "the quote that opens at line 1, column 4 is never closed"),
        ("a:\n  b: 1\n c: 2", "3:2", "this does not fit the keys that start at line 1, column 1"),
        ("- {b: 1}\n  - c", "2:3", "this does not fit the list that starts at line 1, column 1"),
        ("a: @b", "1:4", "a value cannot start with '@'; expected it in quotes"),
        ("a: - b", "1:4", "a list cannot start here; expected it on its own lines, or in brackets"),
        ("a: *", "1:5", "'*' starts an alias; expected its name, or the text in quotes"),
        ("a: &", "1:5", "'&' starts an anchor; expected its name, or the text in quotes"),
        ("a: |x", "1:5", "after '|' or '>' the text starts on the next line, indented"),
        ("%YAML 2.0\n---\na: b", "1:1", "another version of YAML is asked for"),
        ("a: !b!c d", "1:4", "this tag is not allowed; expected a plain value"),
        ("a: 1\n---\nb: 2", "2:1", "a second document starts here; expected one game"),
    ],
)
def test_broken_yaml_ends_the_reading_and_says_so(text: str, place: str, part: str) -> None:
    node, _ = read(text, "f.yaml")
    (message,) = faults_of(text)
    assert node.value is None
    assert message.startswith(f"f.yaml:{place}: {part}")
    assert message.endswith(" (the rest of the file was not read)")


def test_faults_before_broken_yaml_are_kept() -> None:
    places = [message.split(": ")[0] for message in faults_of("a: 1\na: 2\nb: [\n")]
    assert places[0] == "f.yaml:2:1" and len(places) == 2


LAUGHS = "a0: &a0 [" + "x, " * 9 + "x]\n"
LAUGHS += "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 12))


@pytest.mark.parametrize(
    "text",
    [
        LAUGHS, "[" * 100_000, "{a: " * 50_000, "- " * 100_000, "? " * 100_000, "[a, " * 60_000,
        "k: " + "a: " * 80_000, "'" * 200_001, "&a " * 80_000, '"\\x' * 80_000, "!" * 200_000,
        "\n" * 200_000 + "a", "#" * 200_000, "{" * 200_000,
        "\n".join(f"k{n}: 1" for n in range(20_000)), "- 1\n" * 60_000, "a: " + "9" * 250_000,
        "a: " + "[*a" * 5_000, "*" * 200_000,
    ],
    ids=lambda text: repr(text[:12]),
)  # fmt: skip
def test_bombs_are_refused_quickly(text: str) -> None:
    start = time.process_time()
    faults = faults_of(text)
    assert time.process_time() - start < 1
    assert faults and all(len(message) < 300 for message in faults)


@pytest.mark.parametrize(
    "text",
    ["a: |\n" + " x\n" * 80_000, "a: &a" + "b" * 200_000 + " 1", "a:" + " " * 200_000],
    ids=["text", "anchor", "spaces"],
)
def test_long_but_harmless_files_are_read_quickly(text: str) -> None:
    start = time.process_time()
    assert list(values(text)) == ["a"]
    assert time.process_time() - start < 1


def test_the_bounds_themselves() -> None:
    assert not faults_of("a: " + "[" * (MAX_DEPTH - 1) + "]" * (MAX_DEPTH - 1))
    assert "nested deeper than 20 levels" in faults_of("a: " + "[" * 20 + "]" * 20)[0]
    deep = "a: &a " + "[" * 10 + "]" * 10 + "\nb: " + "[" * 9 + "*a" + "]" * 9
    assert not faults_of(deep)
    assert "nested deeper than 20 levels by the alias '*a'" in faults_of(
        deep.replace("b: ", "b: [") + "]"
    )[0]  # fmt: skip
    ones = (MAX_NODES - 3) * ["1"]
    assert not faults_of(f"a: [{','.join(ones)}]")
    assert "more than 5,000 values" in faults_of(f"a: [{','.join(ones)}, 1]")[0]
    assert not faults_of("a: b #".ljust(MAX_BYTES))
    assert faults_of("a: b #".ljust(MAX_BYTES + 1)) == [
        "f.yaml: too large: a rule file has at most 262,144 bytes"
    ]
    assert "too large" in faults_of("a: b #" + "é" * (MAX_BYTES // 2))[0]


def test_files_that_are_none(tmp_path: Path) -> None:
    fifo, folder, big, shut = (tmp_path / name for name in ("fifo", "folder", "big", "shut"))
    os.mkfifo(fifo)
    folder.mkdir()
    big.write_bytes(b"a: b\n" * 2_000_000)
    shut.write_text("a: b")
    shut.chmod(0)

    def message(path: Path) -> str:
        node, (found,) = read_path(str(path))
        assert node.value is None and found.file == str(path) and found.line == 0
        return found.message

    assert message(tmp_path / "none") == "there is no such file"
    assert message(fifo) == "this is no ordinary file (a pipe or a device); expected a rule file"
    assert message(Path("/dev/zero")) == message(fifo)
    assert message(folder) == "this is a directory; expected a rule file"
    assert message(big) == "too large (10,000,000 bytes): a rule file has at most 262,144"
    assert message(tmp_path / ("x" * 300)).startswith("this file cannot be opened (")
    assert message(tmp_path / "a\0b") == "this file cannot be opened (not a file name)"
    if os.getuid() != 0:  # root may read everything
        assert message(shut) == "this file may not be read (permission denied)"
    assert stat.S_ISFIFO(fifo.stat().st_mode)


def test_a_file_and_standard_input(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text("game: X\n")
    node, faults = read_path(str(path))
    assert plain(node) == {"game": "X"} and not faults and node.spot.file == str(path)
    code = "from patience.language.reader import read_path as r; print(*r('-')[1])"

    def said(data: bytes) -> str:
        done = subprocess.run([sys.executable, "-c", code], input=data, capture_output=True)
        return done.stdout.decode().strip()

    assert said(b"game: X") == ""
    assert said(b"- a").startswith("standard input:1:1: this is a list")
    assert said(b"#" * (MAX_BYTES + 1)).endswith("a rule file has at most 262,144 bytes")


def test_suggestions_and_quotes() -> None:
    assert suggest("tabelau", ["tableau", "stock"]) == "; did you mean 'tableau'?"
    assert suggest("FaceDown", ["face down"]) == "; did you mean 'face down'?"
    assert suggest("xyzzy", ["tableau"]) == ""
    assert suggest("t\u0430bleau", ["tableau"]) == (
        "; did you mean 'tableau'? (letter 2 is cyrillic small letter a, U+0430)"
    )
    assert quote("a\u202eb") == "'a\\u202eb'"
    assert len(quote("x" * 9999)) == 52


SCALARS = st.one_of(
    st.booleans(),
    st.integers(-(10**16), 10**16),
    st.text("ab :#-'\"\\{[&*!~é", max_size=8),
)
TREES = st.dictionaries(
    st.text("abc", min_size=1, max_size=3),
    st.recursive(
        SCALARS,
        lambda inner: st.one_of(
            st.lists(inner, max_size=3),
            st.dictionaries(st.text("abc", min_size=1, max_size=3), inner, max_size=3),
        ),
        max_leaves=12,
    ),
    min_size=1,
    max_size=4,
)
quick = settings(max_examples=150, deadline=None, derandomize=True)


@quick
@given(TREES, st.booleans())
def test_what_a_dumper_writes_is_read_back(tree: dict[str, Any], flow: bool) -> None:
    text = yaml.safe_dump(tree, default_flow_style=flow, allow_unicode=True, sort_keys=False)
    assert "*id" in text or values(text) == tree


def check_invariants(text: str | bytes) -> None:
    node, faults = read(text, "f.yaml")
    assert (isinstance(node.value, dict)) or (node.value is None and faults)
    for found in faults:
        assert found.message.isprintable() and len(found.message) < 300
        assert found.line >= 0 and found.column >= 0 and found.file == "f.yaml"

    def walk(inner: Node) -> None:
        assert inner.spot.line >= 1 and inner.spot.column >= 1
        children = inner.value if isinstance(inner.value, list) else inner.mapping.values()
        for child in children:
            walk(child)

    walk(node)


@quick
@given(st.one_of(st.binary(max_size=80), st.text(max_size=80)))
def test_random_bytes_and_text(text: str | bytes) -> None:
    check_invariants(text)


@quick
@given(st.text("ab:- \n[]{},'\"#&*!|>%@`\t?~<0123", max_size=60))
def test_random_yaml_signs(text: str) -> None:
    check_invariants(text)


def test_damaged_rule_files() -> None:
    sample = (
        "game: X # c\ntableau:\n  piles: 4\n  deal: [1, 2]\n  pack: {direction: down, step: 2}\n"
        "options:\n  'no redeal': {stock: &a {redeals: none}}\n  b: {stock: *a}\nnotes: |\n  text\n"
    )
    chance = random.Random(20)
    for _ in range(400):
        letters = list(sample)
        for _ in range(chance.randint(1, 4)):
            place = chance.randrange(len(letters))
            letters[place : place + chance.randint(0, 3)] = chance.choices(
                "\n\t :-[]{},'\"&*!|>#ab1", k=chance.randint(0, 2)
            )
        check_invariants("".join(letters))


def test_reading_is_quick_enough_for_the_first_board(parser: str) -> None:
    text = "game: X\n" + "".join(
        f"pile{n}:\n  kind: tableau\n  piles: 4\n  pack: down in suit\n  space: any\n"
        for n in range(8)
    )
    start = time.process_time()
    for _ in range(10):
        read(text, "f.yaml")
    assert (time.process_time() - start) / 10 < (0.02 if parser == "libyaml" else 0.1)


def test_yaml_is_imported_only_when_reading() -> None:
    code = f"import sys, {reader.__name__}; print('yaml' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.strip() == "False"
