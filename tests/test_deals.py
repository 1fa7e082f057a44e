"""Deals: numbers that other programs have, our own for ever, lists, files, and what is refused."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import permutations
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from patience.cards import card_text, make_card, parse_card
from patience.deals import DealtPack, pack_order, random_deal_number
from patience.errors import DealError

ONE = tuple(range(52))
TWO = ONE * 2
SMALL = tuple(make_card(rank, suit) for suit in range(4) for rank in range(5))
REPO = Path(__file__).resolve().parent.parent


def order(spec: object, pack: Sequence[int] = ONE) -> str:
    """The deal's cards as text, first dealt first."""
    return " ".join(map(card_text, pack_order(spec, pack).cards))


def columns(spec: str, piles: int = 8) -> list[str]:
    """FreeCell's columns: the cards round by round, left to right."""
    cards = order(spec).split()
    return [" ".join(cards[pile::piles]) for pile in range(piles)]


# --- deals of other programs -----------------------------------------------------------------


def test_microsofts_freecell_24_is_pysolfcs() -> None:
    expected = [
        "4C 2C 9C 8C QS 4S 2H",
        "5H QH 3C AC 3H 4H QD",
        "QC 9S 6H 9H 3S KS 3D",
        "5D 2S JC 5C JH 6D AS",
        "2D KD TH TC TD 8D",
        "7H JS KH TS KC 7C",
        "AH 5S 6S AD 8H JD",
        "7S 6C 7D 4D 8S 9D",
    ]
    assert columns("pysol:24") == columns("ms:24") == expected


def test_the_first_microsoft_deal() -> None:
    """The layout that every FreeCell program shows for its game 1."""
    assert columns("ms:1") == [
        "JD KD 2S 4C 3S 6D 6S",
        "2D KC KS 5C TD 8S 9C",
        "9H 9S 9D TS 4S 8D 2H",
        "JC 5S QD QH TH QS 6H",
        "5D AD JS 4H 8H 6C",
        "7H QC AS AC 2C 3D",
        "7C KH AH 4D JH 8C",
        "5H 3H 3C 7S 7D TC",
    ]


@pytest.mark.parametrize(
    ("spec", "first_column"),
    [
        ("ms:123456", "QD TC AS KC AH KH 6H"),
        ("ms:2147483647", "9S JH 7S 5S 5D 5C 7D"),
        ("ms:3000000000", "8D TS JS TD JH JD JC"),
        ("ms:6000000000", "2D 2C QS 8D KD 8C 4C"),
        ("ms:8589934591", "TC 8S 8C 6C 5H 5C 9C"),
    ],
)
def test_microsofts_three_ranges(spec: str, first_column: str) -> None:
    assert columns(spec)[0] == first_column


def test_pysolfcs_twister() -> None:
    assert order("pysol:123456") == (
        "3D 2D 2C 9C AC 6H 4C KC 6C TC 8S 8C 9D TH 2S JS AS 4H AH QH 7H 8H 3S 9H TS JD KD 3C 6D QS "
        "6S 4S QC TD KH 5D KS 7D 5H 7S 8D 2H 5S 9S JH JC 3H AD 4D 5C 7C QD"
    )


def test_two_packs_are_not_rearranged() -> None:
    assert order("pysol:24", TWO).startswith(
        "KC TH QS TS 4H KD 7H 7S 8S 6S 9D JD AD 5H TC JH KC 4H JC 6H JH 9C 2H 4D 2C KH AH AC 2D AC "
        "2C 5D 5S 3D AS 9H 4S 8S JD 5D 9D AS 6H 7D QC 9H 2D 5C QH 3D 6D 7C"
    )
    assert order("ms:24", TWO) == order("pysol:24", TWO)


def test_pysolfc_changes_its_generator_at_32000() -> None:
    """The program uses the twister from 32000 on; its card library, used alone, from 32001 on."""
    assert order("pysol:31999") == order("ms:31999")
    first_fan = slice(0, 9, 4)
    assert order("pysol:32000").split()[first_fan] == ["7S", "6D", "JC"]
    assert order("ms:32000").split()[first_fan] == ["QD", "2C", "3S"]


def test_solvitaires_seed() -> None:
    """Its Canfield with seed 1: the stock, the reserve, the columns, the base."""
    assert order("solvitaire:1") == (
        "6H KS TC QH AC 2S 4H QC QS 3S AD 5C 2D 4D KC 7C 4S 9C 5S 7D TH 3H 6C TS 2H 3D 6S 9S "
        "QD 4C 9D 5D 3C 8H JS TD AS KD 8C 5H 8S JC 7S 7H 8D 6D 2C 9H JH KH AH JD"
    )


def test_solvitaire_deals_small_packs() -> None:
    """From its printed layout for a game with ``"max rank": 5``."""
    assert order("solvitaire:1", SMALL) == (
        "3C 5S 4C 4D AC AH 2C 5H 4S AS 5C AD 3D 3S 2S 5D 2D 2H 4H 3H"
    )


# --- our own generator -----------------------------------------------------------------------

GOLDEN = [
    (
        0,
        ONE,
        "8S JH 9C 2S 2D QD 6S TC 3D AC JC 7C 9H 8C QS KH 5H 2C 3H 5C AH 6C 4S TD 5D 8H 8D AD "
        "QH TS QC JD 3S 4D 2H 9D 3C KD AS 7S 9S 7D JS 6H KS 4C 7H 5S 6D 4H KC TH",
    ),
    (
        1,
        ONE,
        "7D 9C 4D 8H 8D 5S JD 6D 9S JC 5D KD 3C 2D JH 5H 7H 4H 2C AD 6S KC KH TH TS JS TD 8S "
        "QC 4S 6C 7C AS 5C AH KS 6H QS QH QD 9D 3D 3S AC 4C 2H 8C TC 3H 2S 9H 7S",
    ),
    (
        7,
        ONE,
        "4D 5C JH 3S 4H TH KS 6D 4S 7H 9D 2C KD JS TC 2H 7C 4C 7S 2S TS 9S 3C QH 2D 8D 6S AC "
        "9C JD 6H 3D 3H 8H AH KH 6C AS 7D 5H 9H 5S QS AD KC TD 8C JC 5D 8S QD QC",
    ),
    (
        946,
        ONE,
        "9H 4C 3H AH 8D TH 5C 7S 5S 4H KC TD 2S 8H JH QH 2H 3S 5H JD QD QS 7C 7D 8C AC 2D 9C "
        "6C KD 7H QC 3C 2C AS AD JC 9D 4S KS 6H KH 4D 6S 8S 5D 9S JS TC 6D TS 3D",
    ),
    (
        2**64 - 1,
        ONE,
        "JC KS 7S 4C AD JH 5D 2H AH 7D 6D 6S 4D AS 4S 7H 3D 2D 9H QH 8D 3S 5S 9S AC 8S QD TD "
        "7C QS 9C 4H JD KH KC 6H 9D 8H 8C TH 6C KD 2S 3H QC JS 3C 5H TS 2C TC 5C",
    ),
    (
        7,
        TWO,
        "9C 2S AC KD 4S KS 8S 4D TS 8S QD 9S 7H 3S 6D 2H 3D 4H 9H 7C 5H 4C 6S QC 3D KH QD 5S "
        "JH TH JC JS 7S 9S 5D JC 6C JS TC 5D JD 5C 3H KH AS 9C 2C 5H AH 5C 9H 3C QS 2D JH AS "
        "TC AD KS 4S QS 7C 6H 8H TS 4H 6D KC 3S 9D 8D 6H 8C 2D 5S 7D 8C 8D 7D QH 2C QH TH 2H "
        "4C 9D AH JD 3H AC 7S TD KD 6C 8H AD 6S 3C 7H TD 4D KC 2S QC",
    ),
    (
        7,
        SMALL,
        "5C 2C 3C AS 2S 4S 5D 2D 4H 4C 4D AD 5S 3H 3S AH 2H AC 5H 3D",
    ),
]


@pytest.mark.parametrize(("number", "pack", "cards"), GOLDEN)
def test_own_deals_never_change(number: int, pack: Sequence[int], cards: str) -> None:
    """Frozen: if this fails, every deal that anyone has noted down has changed."""
    assert order(number, pack) == cards


def test_the_documented_algorithm_is_the_generator() -> None:
    """The listing in docs/deals.md, run as it stands there, gives the same cards."""
    text = (REPO / "docs" / "deals.md").read_text(encoding="utf-8")
    listing = re.search(r"```python\n(def own.*?)```", text, re.DOTALL)
    assert listing
    namespace: dict[str, Any] = {}
    exec(listing[1], namespace)
    own = cast("Callable[[int, Sequence[int]], list[int]]", namespace["own"])
    for pack in (ONE, TWO, SMALL):
        for number in (*range(60), 10**9, 2**32, 2**64 - 1):
            assert tuple(own(number, pack)) == pack_order(number, pack).cards


def test_own_deals_do_not_depend_on_how_the_pack_is_kept() -> None:
    for pack in (ONE, TWO, SMALL):
        shuffled = random.Random(1).sample(pack, len(pack))
        for spec in ("7", "solvitaire:7"):
            assert pack_order(spec, pack).cards == pack_order(spec, shuffled).cards


def test_own_deals_of_successive_numbers_are_even() -> None:
    """All 24 orders of four cards come equally often (chi-square, 23 degrees of freedom)."""
    pack = (0, 1, 2, 3)
    seen = Counter(pack_order(number, pack).cards for number in range(12_000))
    assert set(seen) == set(permutations(pack))
    chi_square = sum((count - 500) ** 2 / 500 for count in seen.values())
    assert 7 < chi_square < 50


def test_every_card_comes_to_every_place() -> None:
    """52 cards in 52 places over 5,200 deals: about 100 each, chi-square within 5 deviations."""
    counts = [[0] * 52 for _ in range(52)]
    for number in range(5_200):
        for place, card in enumerate(pack_order(number, ONE).cards):
            counts[place][card] += 1
    chi_square = sum((count - 100) ** 2 / 100 for row in counts for count in row)
    freedom = 51 * 51
    assert abs(chi_square - freedom) < 5 * (2 * freedom) ** 0.5


def test_a_random_number_is_one_of_ours_and_short() -> None:
    numbers = {random_deal_number() for _ in range(50)}
    assert len(numbers) > 45
    assert all(0 < number < 10**10 for number in numbers)


# --- how a deal is written -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spec", "source", "number", "text"),
    [
        (7, "own", 7, "7"),
        ("own:7", "own", 7, "7"),
        (" 007 ", "own", 7, "7"),
        (0, "own", 0, "0"),
        (2**64 - 1, "own", 2**64 - 1, str(2**64 - 1)),
        ("pysol:24", "pysol", 24, "pysol:24"),
        ("PySol : 0000000024", "pysol", 24, "pysol:24"),
        (f"pysol:{10**20 - 1}", "pysol", 10**20 - 1, f"pysol:{10**20 - 1}"),
        ("ms:8589934591", "ms", 2**33 - 1, "ms:8589934591"),
        ("solvitaire:0", "solvitaire", 0, "solvitaire:0"),
        ("solvitaire:2147483647", "solvitaire", 2**31 - 1, "solvitaire:2147483647"),
    ],
)
def test_numbers(spec: object, source: str, number: int, text: str) -> None:
    deal = pack_order(spec, ONE)
    assert (deal.source, deal.number, deal.text) == (source, number, text)
    assert sorted(deal.cards) == list(ONE)
    assert pack_order(deal.text, ONE) == deal
    assert pack_order(deal, ONE) == deal


@given(st.one_of(st.integers(0, 2**64 - 1), st.permutations(TWO)))
@settings(max_examples=60, deadline=None)
def test_the_canonical_text_gives_the_same_deal(spec: int | list[int]) -> None:
    deal = pack_order(spec, TWO)
    assert pack_order(deal.text, TWO) == deal
    assert Counter(deal.cards) == Counter(TWO)


CARDS = " ".join(map(card_text, random.Random(3).sample(ONE, 52)))


@pytest.mark.parametrize(
    "spec",
    [
        CARDS,
        CARDS.lower(),
        CARDS.replace(" ", ","),
        CARDS.replace(" ", ", "),
        CARDS.replace(" ", "\n"),
        CARDS.replace("T", "10"),
        CARDS.replace("C", "♣").replace("D", "♦").replace("H", "♥").replace("S", "♠"),
        CARDS.split(),
        [parse_card(card) for card in CARDS.split()],
        iter(CARDS.split()),
    ],
)
def test_lists_of_cards(spec: object) -> None:
    deal = pack_order(spec, ONE)
    assert (deal.source, deal.number, deal.text) == ("list", None, CARDS)


def test_files_of_cards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = CARDS.split()
    text = "\ufeff# a deal from an evening\r\n" + "\r\n".join(
        " ".join(lines[start : start + 13]) + "  # a row" for start in range(0, 52, 13)
    )
    (tmp_path / "a deal.txt").write_bytes(text.encode())
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    expected = DealtPack("list", None, CARDS, tuple(map(parse_card, lines)))
    for spec in ("@a deal.txt", "file:a deal.txt", "FILE: a deal.txt", "@~/a deal.txt"):
        assert pack_order(spec, ONE) == expected


# --- what is refused -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        (-1, "-1 is no deal number; our own go from 0 to 18446744073709551615"),
        ("-5", "'-5' is no deal number; our own are whole numbers from 0"),
        (2**64, "18446744073709551616 is no deal number"),
        pytest.param(10**5000, "a number of more than 40 digits is no deal number", id="huge"),
        pytest.param("9" * 5000, "is no deal number; our own are whole numbers", id="nines"),
        ("+5", "in plain digits"),
        ("1_000", "in plain digits"),
        ("7.5", "in plain digits"),
        ("７", "'７' is no deal number"),
        ("pysol:٣", "'٣' is no deal number; PySolFC's are whole numbers from 1"),
        ("pysol:", "'' is no deal number; PySolFC's"),
        ("pysol:0", "0 is no deal number; PySolFC's go from 1"),
        (f"pysol:{10**20}", "PySolFC's go from 1 to 99999999999999999999"),
        ("ms:0", "Microsoft's go from 1 to 8589934591"),
        ("ms:8589934592", "Microsoft's go from 1 to 8589934591"),
        ("solvitaire:-1", "'-1' is no deal number; Solvitaire's"),
        ("solvitaire:2147483648", "Solvitaire's go from 0 to 2147483647"),
        ("ms24", "'ms24' is no deal; did you mean ms:24?"),
        ("PySol #24", "did you mean pysol:24?"),
        ("duchess:946", "'duchess' is no source of deals; expected a number as 7, pysol:24"),
        ("", "the deal is empty; expected a number"),
        (" \u2028 ", "the deal is empty"),
        ("foo", "'foo' is no deal; expected a number as 7"),
        ("1e5", "'1e5' is no deal"),
        (None, "None is no deal; expected"),
        (True, "True is no deal; expected"),
        (7.0, "7.0 is no deal; expected"),
        (float("nan"), "nan is no deal; expected"),
        (b"7", "b'7' is no deal; expected"),
        (object, "is no deal; expected"),
        (CARDS.replace("KH", "KC"), "this game's pack of 52 cards; missing: KH; too many: KC"),
        (CARDS.replace("KH", ""), "missing: KH"),
        (CARDS + " KH", "too many: KH"),
        ("4C 4C", "missing: AC 2C 3C 5C 6C 7C 8C and 44 more; too many: 4C"),
        ("4C 1X 5C", "the deal, card 2: '1X' is no card"),
        ("4C [5C]", "card 2: '[5C]' lies face down"),
        ("4C " + "x" * 99, "xxx... is no card"),
        pytest.param(
            "AC " * 30_000, "the deal is 89999 characters long; at most 65536 are read", id="long"
        ),
        ([0, 52], "52 is no card; expected a text as TH or a number from 0 to 51"),
        ([None], "None is no card"),
        (iter(int, 1), "too many: AC AC"),
        ({}, "missing: AC"),
        ("@", "the deal's file has no name"),
        ("@no/such file", "the deal file 'no/such file' cannot be read: No such file"),
        ("@\0", "cannot be read"),
        ("@.", "the deal file '.' is no ordinary file"),
        pytest.param("@" + "x" * 5000, "cannot be read: File name too long", id="long path"),
    ],
)
def test_refusals(spec: object, said: str) -> None:
    with pytest.raises(DealError) as caught:
        pack_order(spec, ONE)
    message = str(caught.value)
    assert said in message
    assert len(message) < 300
    assert "\n" not in message
    assert caught.value.exit_status == 2


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "is empty"),
        (b"# nothing but talk", "is empty"),
        (b"\xff\xfe\x00", "is no text in UTF-8: byte 0"),
        (b"4C 5C " * 20_000, "is too long; at most 65536 bytes"),
        (b"4C\n5C # good\n1\n", "deal.txt', card 3: '1' is no card"),
        (b"4C 5C", "missing: AC"),
    ],
)
def test_files_that_hold_no_deal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, data: bytes, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("deal.txt").write_bytes(data)
    with pytest.raises(DealError, match=re.escape(said)):
        pack_order("@deal.txt", ONE)


@pytest.mark.parametrize("spec", ["pysol:24", "ms:24", "pysol:123456"])
@pytest.mark.parametrize("pack", [SMALL, ONE[:26] * 2, ONE[:51], (), ONE + SMALL])
def test_numbers_of_pysolfc_need_whole_packs(spec: str, pack: Sequence[int]) -> None:
    with pytest.raises(DealError, match="whole packs of 52 cards"):
        pack_order(spec, pack)


@pytest.mark.parametrize("pack", [ONE * 3, ONE[:26] * 2, ONE[:51], (), SMALL[1:], SMALL + ONE])
def test_numbers_of_solvitaire_need_full_ranks(pack: Sequence[int]) -> None:
    with pytest.raises(DealError, match="every rank from the Ace up"):
        pack_order("solvitaire:1", pack)


@given(st.text(max_size=40))
@settings(max_examples=300, deadline=None)
def test_any_text_is_a_deal_or_a_sentence(text: str) -> None:
    try:
        deal = pack_order(text, SMALL)
    except DealError as error:
        assert str(error)
    else:
        assert Counter(deal.cards) == Counter(SMALL)
