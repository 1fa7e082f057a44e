"""Turns and steps of a deal: ``3 to waste``, ``1 to each tableau pile``, ``choose base from …``."""

from __future__ import annotations

from patience.language.phrases.words import Cursor, PhraseError, plain_number
from patience.language.rules import Step, Turn

MAX_PILES = 60
"""Piles that a group may have at most; also the highest pile number in a phrase."""

_ORDERS = ("round by round", "pile by pile")
_RIGHT = "right to left"
_LEFT = "left to right"


def parse_turn(value: object) -> Turn:
    """Read a turn of the stock.

    ``3 to waste``, ``1 to each tableau pile``, ``1 to tableau piles 1-3``,
    ``3 then 2 then 1 to waste`` (one number a pass, the last one goes on).

    :raises PhraseError: with one sentence.
    """
    cursor = Cursor(value, "a turn of the stock", "3 to waste")
    counts = [cursor.number("a number of cards")]
    while cursor.take("then"):
        counts.append(cursor.number("a number of cards"))
    cursor.expect("to", *(() if len(counts) > 3 else ("then",)))
    each = cursor.take("each") is not None
    group = cursor.name()
    piles = _piles(cursor)
    cursor.end(*(() if piles else ("piles",)))
    if not all(counts):
        raise PhraseError(f"'{cursor.text}' turns no card: it wants a number from 1")
    return Turn(tuple(counts), group, each or piles is not None, piles)


def _piles(cursor: Cursor) -> tuple[int, ...] | None:
    """Read ``pile``, ``piles`` or ``piles 1-3 and 5``; counted from 0. None: all of them."""
    at = cursor.at
    if cursor.take("pile by pile"):  # the order of the deal, which is read later
        cursor.at = at
        return None
    if not cursor.take("piles", "pile"):
        return None
    piles: set[int] = set()
    while not cursor.done:
        low, dash, high = cursor.words[cursor.at].partition("-")
        first, last = plain_number(low), plain_number(high if dash else low)
        if first is None or last is None:
            break
        if not 1 <= first <= last <= MAX_PILES:
            raise PhraseError(
                f"'{cursor.text}': '{cursor.words[cursor.at]}' are no piles; "
                f"they count from 1 to {MAX_PILES}, the lower number first"
            )
        piles.update(range(first - 1, last))
        cursor.at += 1
        cursor.take("and")
    return tuple(sorted(piles)) if piles else None


def format_piles(piles: tuple[int, ...]) -> str:
    """Piles counted from 0 as ``piles 1-3 and 5``."""
    runs: list[list[int]] = []
    for pile in piles:
        if runs and runs[-1][-1] == pile - 1:
            runs[-1].append(pile)
        else:
            runs.append([pile])
    texts = [f"{run[0] + 1}-{run[-1] + 1}" if len(run) > 1 else f"{run[0] + 1}" for run in runs]
    return ("pile " if len(piles) == 1 else "piles ") + " and ".join(texts)


def format_turn(turn: Turn) -> str:
    """The turn as its phrase; `parse_turn` reads it back."""
    counts = " then ".join(map(str, turn.counts))
    if turn.piles is not None:
        return f"{counts} to {turn.group} {format_piles(turn.piles)}"
    return f"{counts} to each {turn.group} pile" if turn.each else f"{counts} to {turn.group}"


def turn_mapping(turn: Turn) -> dict[str, object]:
    """The turn as its mapping."""
    mapping: dict[str, object] = {
        "cards": turn.counts[0] if len(turn.counts) == 1 else list(turn.counts),
        "to": turn.group,
        "each": "yes" if turn.each else "no",
    }
    return mapping | ({} if turn.piles is None else {"piles": [pile + 1 for pile in turn.piles]})


STARTERS_FROM_END = Step("starters", 0, "foundations", last=True)


def parse_step(value: object) -> Step:
    """Read one step of a deal.

    ``[last] N to [each] [empty] GROUP [piles a-b] [round by round | pile by pile]
    [right to left]``, ``choose base from GROUP``, ``choose base from N dealt, rest to GROUP``,
    ``starters from the end``.

    :raises PhraseError: with one sentence.
    """
    cursor = Cursor(value, "a step of a deal", "4 to tableau")
    if cursor.take("choose"):
        cursor.expect("base from")
        return _choice(cursor)
    if cursor.take("starters"):
        cursor.expect("from the end")
        cursor.end()
        return STARTERS_FROM_END
    last = cursor.take("last") is not None
    if cursor.done or plain_number(cursor.words[cursor.at]) is None:
        raise cursor.wrong(
            () if last else ("choose base from", "last", "starters from the end"),
            "a number of cards",
        )
    count = cursor.number()
    cursor.expect("to")
    each = cursor.take("each") is not None
    empty = cursor.take("empty") is not None
    group = cursor.name()
    piles = _piles(cursor)
    order = cursor.take(*_ORDERS)
    side = cursor.take(_RIGHT, _LEFT)
    order = order or cursor.take(*_ORDERS)
    cursor.end(*(() if order else _ORDERS), *(() if side else (_RIGHT,)))
    if not count:
        raise PhraseError(f"'{cursor.text}' deals no card: it wants a number from 1")
    return Step(
        "deal",
        count,
        group,
        each or piles is not None,
        piles,
        order == "pile by pile",
        side == _RIGHT,
        empty,
        last,
    )


def _choice(cursor: Cursor) -> Step:
    """The rest of ``choose base from``."""
    if cursor.done or plain_number(cursor.words[cursor.at]) is None:
        group = cursor.name("the name of a group or a number of cards")
        cursor.end()
        return Step("choose", 0, group)
    count = cursor.number()
    if not cursor.take("dealt,", "dealt"):
        raise cursor.wrong(("dealt",))
    cursor.expect("rest to")
    group = cursor.name()
    cursor.end()
    if count < 2:
        raise PhraseError(f"'{cursor.text}' leaves no choice: deal 2 cards or more for it")
    return Step("choose", count, group)


def format_step(step: Step) -> str:
    """The step as its phrase; `parse_step` reads it back."""
    if step.verb == "choose":
        if step.count:
            return f"choose base from {step.count} dealt, rest to {step.group}"
        return f"choose base from {step.group}"
    if step.verb == "starters":
        return "starters from the end"
    words = ["last"] if step.last else []
    words += [str(step.count), "to"]
    if step.each and step.piles is None:
        words.append("each")
    if step.empty:
        words.append("empty")
    words.append(step.group)
    if step.piles is not None:
        words.append(format_piles(step.piles))
    elif step.each:
        words.append("pile")
    if step.pile_by_pile:
        words.append("pile by pile")
    if step.right_to_left:
        words.append(_RIGHT)
    return " ".join(words)


def step_mapping(step: Step) -> dict[str, object]:
    """The step as its mapping, without what is not said."""
    if step.verb == "choose":
        mapping: dict[str, object] = {"choose base from": step.count or step.group}
        return mapping | ({"rest to": step.group} if step.count else {})
    if step.verb == "starters":
        return {"starters": "from the end"}
    mapping = {"cards": step.count, "to": step.group}
    if step.piles is not None:
        mapping["piles"] = [pile + 1 for pile in step.piles]
    elif step.each:
        mapping["each"] = "yes"
    if step.empty:
        mapping["empty"] = "yes"
    if step.pile_by_pile:
        mapping["order"] = "pile by pile"
    if step.right_to_left:
        mapping["direction"] = _RIGHT
    if step.last:
        mapping["from end"] = "yes"
    return mapping
