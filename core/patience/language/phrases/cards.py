"""Ranks, suits, cards and sets of cards in words: ``King``, ``King or Ace``, ``Ace of spades``."""

from __future__ import annotations

from collections.abc import Iterable

from patience.cards import RANK_NAMES, RANKS, SUIT_NAMES, SUITS, make_card
from patience.language.phrases.words import EMPTY_LIST, NUMBERS, Cursor, PhraseError, shown
from patience.language.rules import CardFilter, Deck
from patience.language.tree import suggest

COLOURS = {"red": (1, 2), "black": (0, 3)}

_EXPECTED = "Ace, 2 to 10, Jack, Queen or King"
_ALL_RANKS = tuple(range(len(RANKS)))


def _rank_words() -> dict[str, int]:
    words: dict[str, int] = {}
    for rank, name in enumerate(RANK_NAMES):
        for form in (name, RANKS[rank]):
            words[form.lower()] = rank
            words[form.lower() + "s"] = rank
    for word, number in NUMBERS.items():
        if 2 <= number <= 10:
            words[word] = number - 1
            words[word + ("es" if word.endswith("x") else "s")] = number - 1
    return words


_RANK_WORDS = _rank_words()
_SUIT_WORDS = {
    form: suit
    for suit, name in enumerate(SUIT_NAMES)
    for form in (name, name[:-1], SUITS[suit].lower())
}


def find_rank(word: object) -> int | None:
    """The rank (0 Ace to 12 King) that a word or number names, or None."""
    if isinstance(word, bool) or not isinstance(word, (str, int)):
        return None
    return _RANK_WORDS.get(str(word).strip().lower())


def parse_rank(word: object) -> int:
    """Read a rank: ``King``, ``Kings``, ``K``, ``10``, ``tens``.

    :raises PhraseError: with one sentence.
    """
    rank = find_rank(word)
    if rank is None:
        text = str(word)
        hint = "; did you mean 'Ace'?" if text == "1" else suggest(text, RANK_NAMES)
        raise PhraseError(f"{shown(word)} is not a rank: expected {_EXPECTED}{hint}")
    return rank


def parse_suit(word: object) -> int:
    """Read a suit (0 to 3: clubs, diamonds, hearts, spades).

    :raises PhraseError: with one sentence.
    """
    suit = _SUIT_WORDS.get(word.strip().lower()) if isinstance(word, str) else None
    if suit is None:
        hint = suggest(str(word), SUIT_NAMES)
        raise PhraseError(
            f"{shown(word)} is not a suit: expected clubs, diamonds, hearts or spades{hint}"
        )
    return suit


def parse_card(text: object) -> int:
    """Read a card: ``Ace of spades``, ``AS``, ``10H``.

    :raises PhraseError: with one sentence.
    """
    if isinstance(text, str):
        parts = text.lower().split()
        if len(parts) == 3 and parts[1] == "of":
            return make_card(parse_rank(parts[0]), parse_suit(parts[2]))
        short = text.strip().lower()
        rank, suit = _RANK_WORDS.get(short[:-1]), _SUIT_WORDS.get(short[-1:])
        if rank is not None and suit is not None:
            return make_card(rank, suit)
    raise PhraseError(f"{shown(text)} is not a card: write it as 'Ace of spades' or 'AS'")


def format_card(card: int) -> str:
    """The card by name, as ``Ace of spades``."""
    suit, rank = divmod(card, len(RANKS))
    return f"{RANK_NAMES[rank]} of {SUIT_NAMES[suit]}"


def format_ranks(ranks: Iterable[int]) -> str:
    """Ranks as ``Ace or King``."""
    return " or ".join(RANK_NAMES[rank] for rank in ranks)


def take_ranks(cursor: Cursor) -> tuple[int, ...]:
    """Read ranks joined by ``or``; none if none stands here. Sorted, each once.

    :raises PhraseError: if something else than a rank follows ``or``.
    """
    ranks: set[int] = set()
    while not cursor.done and (not ranks or cursor.take("or", "and")):
        rank = None if cursor.done else find_rank(cursor.words[cursor.at])
        if rank is None:
            if ranks:
                raise cursor.wrong((), "a rank", RANK_NAMES)
            return ()
        ranks.add(rank)
        cursor.at += 1
    return tuple(sorted(ranks))


def parse_filter(text: object) -> CardFilter:
    """Read which cards a group takes: ``King``, ``hearts``, ``red``, ``King or Ace of spades``.

    :raises PhraseError: with one sentence.
    """
    if isinstance(text, int) and not isinstance(text, bool):
        return CardFilter(ranks=(parse_rank(text),))
    cursor = Cursor(text, "a choice of cards", "King")
    if cursor.take("any card"):
        cursor.end()
        return CardFilter()
    colour = cursor.take(*COLOURS)
    suits = COLOURS[colour] if colour else _take_suits(cursor)
    ranks: tuple[int, ...] = ()
    if colour or not suits:
        ranks = take_ranks(cursor)
        if not ranks and not suits:
            raise cursor.wrong((*COLOURS,), "a rank, a suit", (*RANK_NAMES, *SUIT_NAMES))
    if ranks and not suits and cursor.take("of"):
        suits = _take_suits(cursor)
        if not suits:
            raise cursor.wrong(SUIT_NAMES)
    cursor.take("cards") if colour and not ranks else None
    cursor.end()
    return CardFilter(ranks or None, suits or None)


def _take_suits(cursor: Cursor) -> tuple[int, ...]:
    """Read suits joined by ``or``; none if none stands here."""
    suits: set[int] = set()
    while not cursor.done and (not suits or cursor.take("or", "and")):
        suit = None if cursor.done else _SUIT_WORDS.get(cursor.words[cursor.at].lower())
        if suit is None:
            if suits:
                raise cursor.wrong(SUIT_NAMES)
            return ()
        suits.add(suit)
        cursor.at += 1
    return tuple(sorted(suits))


def format_filter(cards: CardFilter) -> str:
    """The cards as a phrase; `parse_filter` reads it back."""
    ranks = format_ranks(cards.ranks) if cards.ranks else ""
    if not cards.suits:
        return ranks or "any card"
    colour = next((name for name, suits in COLOURS.items() if suits == cards.suits), None)
    if colour:
        return f"{colour} {ranks}" if ranks else colour
    suits = " or ".join(SUIT_NAMES[suit] for suit in cards.suits)
    return f"{ranks} of {suits}" if ranks else suits


def filter_mapping(cards: CardFilter) -> dict[str, object]:
    """The cards as a mapping; empty for any card."""
    mapping: dict[str, object] = {}
    if cards.ranks is not None:
        mapping["ranks"] = [rank_value(rank) for rank in cards.ranks]
    if cards.suits is not None:
        mapping["suits"] = [SUIT_NAMES[suit] for suit in cards.suits]
    return mapping


def rank_value(rank: int) -> int | str:
    """A rank as YAML has it: a number from 2 to 10, or a name."""
    name = RANK_NAMES[rank]
    return int(name) if name.isdigit() else name


def parse_rank_set(value: object) -> tuple[int, ...]:
    """Read the ranks of a pack: ``A-5``, ``7-K``, ``King``, or a list of such; sorted.

    :raises PhraseError: with one sentence.
    """
    if value == []:
        raise PhraseError(EMPTY_LIST)
    ranks: set[int] = set()
    for part in value if isinstance(value, list) else [value]:
        ends = part.split("-") if isinstance(part, str) else []
        if len(ends) == 2:
            low, high = parse_rank(ends[0].strip()), parse_rank(ends[1].strip())
            if high < low:
                raise PhraseError(
                    f"{shown(part)} runs backwards: write the lower rank first, as "
                    f"'{RANKS[high]}-{RANKS[low]}'"
                )
            ranks.update(range(low, high + 1))
        else:
            ranks.add(parse_rank(part))
    return tuple(sorted(ranks))


def format_rank_set(ranks: tuple[int, ...]) -> str | list[str]:
    """The ranks of a pack as ``A-5``, or as a list of such if they have gaps."""
    runs: list[list[int]] = []
    for rank in ranks:
        if runs and runs[-1][-1] == rank - 1:
            runs[-1].append(rank)
        else:
            runs.append([rank])
    texts = [
        f"{_short(run[0])}-{_short(run[-1])}" if len(run) > 1 else RANK_NAMES[run[0]]
        for run in runs
    ]
    return texts[0] if len(texts) == 1 else texts


def _short(rank: int) -> str:
    return "10" if rank == 9 else RANKS[rank]


def parse_deck(text: object) -> Deck:
    """Read how many packs: ``1 pack``, ``two packs``.

    :raises PhraseError: with one sentence.
    """
    cursor = Cursor(text, "a deck", "1 pack")
    packs = cursor.number("a number of packs")
    cursor.expect("packs", "pack")
    cursor.end()
    if not 1 <= packs <= 8:
        raise PhraseError(f"'{cursor.text}' is not a deck: 1 to 8 packs can be played with")
    return Deck(packs)


def deck_mapping(deck: Deck) -> dict[str, object]:
    """The deck as its mapping."""
    return {
        "packs": deck.packs,
        "suits": [SUIT_NAMES[suit] for suit in deck.suits],
        "ranks": format_rank_set(deck.ranks),
    }
