"""Actions as people type them: ``R2 F``, ``T1 T3 4``, ``W T2``, ``S T3``, ``turn``, ``redeal``.

A pile is named by its label. A lone group prefix (``F``) stands for the one pile of it that takes
the card. The number of cards is needed only where several would be legal. Instead of the number the
lowest card of the unit may be named: ``T1 7C T3``. Where cards below the top are available that is
how one is taken: ``R 5H F``, or by its place from the bottom, ``R @2 F``, if the name will not do.
"""

from __future__ import annotations

from patience.cards import FACE, card_text, parse_card
from patience.engine import refusals
from patience.engine.moves import remembered_actions
from patience.engine.position import MOVE, REDEAL, TURN, Action, Pile, Position
from patience.engine.table import BURIED, Kind, Table
from patience.errors import DealError, IllegalAction, NotationError

_FORM = "a source, a target and perhaps a number of cards (as 'T1 T3 4'), 'turn' or 'redeal'"


def action_text(table: Table, position: Position, action: Action) -> str:
    """The shortest text that `parse_action` reads back as this action in this position."""
    if action.verb != MOVE:
        return action.verb
    source, target = table.labels[action.source], table.labels[action.target]
    legal = remembered_actions(table, position, every=False)
    group = table.groups[table.group_of[action.target]]
    if group.kind == Kind.FOUNDATION and action in legal:
        into = [
            other
            for other in legal
            if other.verb == MOVE
            and (other.source, other.skip) == (action.source, action.skip)
            and table.groups[table.group_of[other.target]].label == group.label
        ]
        if len(into) == 1:
            target = group.label
    words = [source]
    if action.skip:
        words.append(_name_below(table, position, action))
    words.append(target)
    every = refusals.matching(table, position, action.source, action.target, None, action.skip)
    if action.count > 1 or len(every) > 1:
        words.append(str(action.count))
    return " ".join(words)


def _piles(table: Table, word: str) -> list[int]:
    """The piles that a label, or a group's prefix, names."""
    label = word.upper()
    if label in table.labels:
        return [table.labels.index(label)]
    found = [
        index for index, group in enumerate(table.group_of) if table.groups[group].label == label
    ]
    if not found:
        raise NotationError(f"there is no pile '{word}': the piles are {_all_labels(table)}")
    return found


def _is_pile(table: Table, word: str) -> bool:
    labels = {*table.labels, *(group.label for group in table.groups)}
    return word.upper() in labels


def _all_labels(table: Table) -> str:
    names = []
    for group in table.groups:
        labels = table.labels[group.first : group.first + group.size]
        names.append(labels[0] if len(labels) == 1 else f"{labels[0]}-{labels[-1]}")
    return " ".join(names)


def _source(table: Table, word: str) -> int:
    piles = _piles(table, word)
    if len(piles) > 1:
        labels = ", ".join(table.labels[pile] for pile in piles)
        raise NotationError(f"'{word}' could be any of {labels}: name one")
    return piles[0]


def _count(word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= 3 and int(word)):
        raise NotationError(f"'{word}' is no number of cards: a line is {_FORM}")
    return int(word)


def _name_below(table: Table, position: Position, action: Action) -> str:
    """The card that a move takes from below the top, or its place where the name would not do."""
    pile = position.piles[action.source]
    name = card_text(pile[-1 - action.skip] & FACE)
    named = _named(table, position, action.source, action.target, name)
    return name if named == [action] else f"@{len(pile) - action.skip}"


def _depths(pile: Pile, word: str) -> list[int] | None:
    """How many cards lie above the named one, for each card of that name; None = no card's name."""
    if word.startswith("@"):
        digits = word[1:]
        place = int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 4 else 0
        return [len(pile) - place] if 0 < place <= len(pile) else None
    try:
        card = parse_card(word)
    except DealError:
        return None
    return [depth for depth, held in enumerate(reversed(pile)) if held & FACE == card]


def _named(
    table: Table, position: Position, source: int, target: int, word: str
) -> list[Action] | None:
    """The legal moves of a named card to a pile: it alone, or else it and all that lies on it."""
    depths = _depths(position.piles[source], word)
    if depths is None:
        return None
    alone = [
        action
        for depth in depths
        for action in refusals.matching(table, position, source, target, 1, depth)
    ]
    return alone or [
        action
        for depth in depths
        for action in refusals.matching(table, position, source, target, depth + 1, 0)
    ]


def parse_action(table: Table, position: Position, text: str) -> Action:
    """Read one line.

    :raises NotationError: where it is no action, or could be several.
    :raises IllegalAction: where the rules refuse it; the message says why.
    """
    words = text.split()
    verb = words[0].lower() if words else ""
    if len(words) == 1 and verb in (TURN, REDEAL):
        # A turn that does what a move does is listed as the move only; it is legal all the same.
        for action in remembered_actions(table, position, every=True):
            if action.verb == verb:
                return action
        why = refusals.why_no_turn if verb == TURN else refusals.why_no_redeal
        raise IllegalAction(why(table, position) or f"'{verb}' is not possible now")
    if not 2 <= len(words) <= 4:
        raise NotationError(f"'{text.strip()}' is no action: a line is {_FORM}")
    source = _source(table, words[0])
    if len(words) > 2 and _depths(position.piles[source], words[1]) is not None:
        if len(words) > 3:
            raise NotationError(f"'{text.strip()}' names a card and a number: one is enough")
        return _chosen_card(table, position, source, _piles(table, words[2]), words[1])
    if len(words) > 3:
        raise NotationError(f"'{text.strip()}' is no action: a line is {_FORM}")
    if len(words) == 3 and not words[2].isdigit() and not _is_pile(table, words[1]):
        raise NotationError(f"'{words[1]}' is neither a pile nor a card: a line is {_FORM}")
    count = _count(words[2]) if len(words) == 3 else None
    return _chosen(table, position, source, _piles(table, words[1]), count)


def _chosen_card(
    table: Table, position: Position, source: int, targets: list[int], word: str
) -> Action:
    """The one legal action that moves the named card."""
    found: list[Action] = []
    for target in targets:
        found += _named(table, position, source, target, word) or []
    legal = remembered_actions(table, position, every=False)
    found = [action for action in found if action in legal] or found
    if len(found) == 1:
        return found[0]
    label = table.labels[source]
    if found:
        if len({action.target for action in found}) > 1:
            raise _several(table, found)
        places = " or ".join(f"@{len(position.piles[source]) - a.skip}" for a in found)
        raise NotationError(f"{label} has that card more than once: say {places} for its place")
    depths = _depths(position.piles[source], word)
    if not depths:
        raise IllegalAction(f"{label} has no {word.upper()}")
    buried = table.groups[table.group_of[source]].available in BURIED
    count, skip = (1, depths[0]) if buried else (depths[0] + 1, 0)
    raise IllegalAction(_refusal(table, position, source, targets, count, skip))


def _several(table: Table, found: list[Action]) -> NotationError:
    label = table.labels[found[0].source]
    places = " or ".join(dict.fromkeys(table.labels[action.target] for action in found))
    return NotationError(f"{label} could go to {places}: name one")


def _chosen(
    table: Table, position: Position, source: int, targets: list[int], count: int | None
) -> Action:
    """The one legal action that the words mean."""
    if len(targets) == 1:
        found = refusals.matching(table, position, source, targets[0], count, 0)
    else:
        found = [
            action
            for action in remembered_actions(table, position, every=False)
            if action.source == source and action.target in targets and not action.skip
            and count in (None, action.count)
        ]  # fmt: skip
    if len(found) == 1:
        return found[0]
    if not found:
        raise IllegalAction(_refusal(table, position, source, targets, count, 0))
    if len({action.target for action in found}) > 1:
        raise _several(table, found)
    label = table.labels[source]
    sizes = [str(action.count) for action in found]
    target = table.labels[found[0].target]
    raise NotationError(
        f"{label} could move {', '.join(sizes[:-1])} or {sizes[-1]} cards to {target}: "
        f"say how many, as '{label} {target} {sizes[-1]}'"
    )


def _refusal(
    table: Table, position: Position, source: int, targets: list[int], count: int | None, skip: int
) -> str:
    """One sentence for all the piles that a prefix names, by what they take together."""
    sentences = {
        target: refusals.why_not(table, position, source, target, count, skip) or ""
        for target in targets
    }
    fitting = [target for target, sentence in sentences.items() if ": it takes " in sentence]
    if len(fitting) > 1:
        label = table.groups[table.group_of[targets[0]]].label
        head = sentences[fitting[0]].split(" cannot go to ")[0]
        wanted = refusals.wanted_words(table, position, fitting)
        return f"{head} cannot go to any {label}: they take {wanted}"
    return sentences[fitting[0] if fitting else targets[0]]
