"""Actions as people type them: ``R2 F``, ``T1 T3 4``, ``W T2``, ``S T3``, ``turn``, ``redeal``.

A pile is named by its label. A lone group prefix (``F``) stands for the one pile of it that takes
the card. The number of cards is needed only where several would be legal. Where cards below the top
are available the card is named after the pile: ``R 5H F``; where equal cards lie above it, by its
place from the bottom: ``R @2 F``.
"""

from __future__ import annotations

from patience.cards import FACE, card_text, parse_card
from patience.engine import refusals
from patience.engine.moves import legal_actions
from patience.engine.position import MOVE, REDEAL, TURN, Action, Position
from patience.engine.table import Kind, Table
from patience.errors import DealError, IllegalAction, NotationError

_FORM = "a source, a target and perhaps a number of cards (as 'T1 T3 4'), 'turn' or 'redeal'"


def action_text(table: Table, position: Position, action: Action) -> str:
    """The shortest text that `parse_action` reads back as this action in this position."""
    if action.verb != MOVE:
        return action.verb
    source, target = table.labels[action.source], table.labels[action.target]
    legal = legal_actions(table, position)
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
        pile = position.piles[action.source]
        name = card_text(pile[-1 - action.skip] & FACE)
        if _skip(position, action.source, name) != action.skip:
            name = f"@{len(pile) - action.skip}"
        words.append(name)
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


def _skip(position: Position, source: int, word: str) -> int | None:
    """How many cards lie above the named one, or None where the word names no card of the pile."""
    size = len(position.piles[source])
    if word.startswith("@") and word[1:].isascii() and word[1:].isdigit() and len(word) < 5:
        return size - int(word[1:]) if 0 < int(word[1:]) <= size else None
    try:
        card = parse_card(word)
    except DealError:
        return None
    for skip, held in enumerate(reversed(position.piles[source])):
        if held == card:
            return skip
    return None


def parse_action(table: Table, position: Position, text: str) -> Action:
    """Read one line.

    :raises NotationError: where it is no action, or could be several.
    :raises IllegalAction: where the rules refuse it; the message says why.
    """
    words = text.split()
    verb = words[0].lower() if words else ""
    if len(words) == 1 and verb in (TURN, REDEAL):
        for action in legal_actions(table, position):
            if action.verb == verb:
                return action
        why = refusals.why_no_turn if verb == TURN else refusals.why_no_redeal
        raise IllegalAction(why(table, position) or f"'{verb}' is not possible now")
    if not 2 <= len(words) <= 4:
        raise NotationError(f"'{text.strip()}' is no action: a line is {_FORM}")
    source = _source(table, words[0])
    skip = 0
    if len(words) > 2:
        named = _skip(position, source, words[1])
        if named is not None:
            skip = named
            del words[1]
    if len(words) > 3 or len(words) < 2:
        raise NotationError(f"'{text.strip()}' is no action: a line is {_FORM}")
    count = _count(words[2]) if len(words) == 3 else None
    return _chosen(table, position, source, _piles(table, words[1]), count, skip)


def _chosen(
    table: Table, position: Position, source: int, targets: list[int], count: int | None, skip: int
) -> Action:
    """The one legal action that the words mean."""
    if len(targets) == 1:
        found = refusals.matching(table, position, source, targets[0], count, skip)
    else:
        found = [
            action
            for action in legal_actions(table, position)
            if action.source == source and action.target in targets and action.skip == skip
            and count in (None, action.count)
        ]  # fmt: skip
    if len(found) == 1:
        return found[0]
    if not found:
        raise IllegalAction(_refusal(table, position, source, targets, count, skip))
    label = table.labels[source]
    if len({action.target for action in found}) > 1:
        places = " or ".join(dict.fromkeys(table.labels[action.target] for action in found))
        raise NotationError(f"{label} could go to {places}: name one")
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
