"""The rules of a game as a page of a rule book, and the differences between two games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from patience.language.english import capital, listed, plural, sentence, wrap
from patience.language.rules import Option, Rules, Source
from patience.language.words.deal import layout_facts, need_facts
from patience.language.words.foundations import aim_fact, foundation_facts
from patience.language.words.piles import cell_facts, reserve_facts, tableau_facts
from patience.language.words.stock import end_fact, stock_facts, waste_facts
from patience.language.words.terms import Fact, Names, Terms

NOT_THERE = "(not in this game)"
"""What a comparison says where one of the games lacks the topic."""

_ORDER = ("foundations", "tableau", "reserve", "cells", "stock", "waste")
_WRITERS = {
    "foundations": foundation_facts,
    "tableau": tableau_facts,
    "reserve": reserve_facts,
    "cells": cell_facts,
    "stock": stock_facts,
    "waste": waste_facts,
}


def facts(rules: Rules, *, silent: bool = False) -> list[Fact]:
    """Everything that there is to say of the rules, in reading order.

    ``silent``: do not explain words, so that equal rules have equal texts in any game.
    """
    names, terms = Names(rules), Terms(silent)
    said = need_facts(rules)
    said.append(aim_fact(rules, names, terms))
    said += layout_facts(rules, names, terms)
    for kind in _ORDER:
        for group in rules.groups:
            if group.kind == kind:
                said += _WRITERS[kind](group, rules, names, terms)
    said.append(end_fact(rules, names))
    return said


def differences(a: Rules, b: Rules) -> list[tuple[str, str, str]]:
    """The topics in which two games differ, with what each says: (topic, text of a, text of b)."""
    ours, theirs = by_topic(a), by_topic(b)
    topics = list(ours) + [topic for topic in theirs if topic not in ours]
    rows = [(t, ours.get(t, NOT_THERE), theirs.get(t, NOT_THERE)) for t in topics]
    return [row for row in rows if row[1] != row[2]]


def by_topic(rules: Rules) -> dict[str, str]:
    """What there is to say of each topic, in the words that comparisons use."""
    found: dict[str, str] = {}
    for fact in facts(rules, silent=True):
        if fact.topic:
            text = sentence(fact.text.removeprefix("- ").rstrip(";."))
            found[fact.topic] = f"{found[fact.topic]} {text}" if fact.topic in found else text
    return found


def rules_text(rules: Rules, variants: Mapping[str, Rules] | None = None) -> str:
    """The rules in plain English, wrapped at 78 columns, good enough to play from.

    ``variants``: the game with each of its options, by the option's name, so that the options are
    told in the same words as the rules; without it, as their lines in the rule file.
    """
    pages = [_title(rules)]
    told: set[Source] = set()
    section = ""
    for fact in facts(rules):
        if fact.section != section:
            section = fact.section
            pages.append(_heading(section))
        pages.append(_paragraph(fact.text))
        for source in rules.sources:
            if source not in told and _key(source.about) in fact.keys and source.about:
                told.add(source)
                pages.append(_note(source.text))
    pages += _options(rules, variants or {})
    pages += _sources([source for source in rules.sources if source not in told])
    if rules.notes:
        pages.append(_heading("Notes"))
        pages += [_paragraph(sentence(note)) for note in rules.notes]
    return _joined(pages)


def _joined(pages: list[str]) -> str:
    """Paragraphs with a blank line between them; the items of a list stand close together."""
    lines: list[str] = []
    for page in pages:
        close = page.startswith(("  - ", "  [")) and lines
        if lines and not close:
            lines.append("")
        lines.append(page)
    return "\n".join(lines) + "\n"


def _title(rules: Rules) -> str:
    lines = [rules.title, "=" * len(rules.title), ""]
    if rules.also:
        lines.append(wrap(f"Also known as {listed(rules.also)}."))
    if rules.family:
        lines.append(wrap(f"Family: {rules.family}."))
    if rules.chosen:
        many = plural("option", len(rules.chosen))
        lines.append(
            wrap(f"Played here with the {many} {listed([f'“{n}”' for n in rules.chosen])}.")
        )
    return "\n".join(lines).rstrip("\n")


def _heading(text: str) -> str:
    return f"{text}\n{'-' * len(text)}"


def _paragraph(text: str) -> str:
    if text.startswith("- "):
        return wrap(text[2:], first="  - ", rest="    ")
    return wrap(text)


def _note(text: str) -> str:
    text = text.strip()
    stop = "" if text.endswith((".", "!", "?")) else "."
    return wrap(f"{text}{stop}]", first="  [Sources: ", rest="  ")


def _key(about: str) -> str:
    return about.strip().lower().replace("_", " ").replace("-", " ")


def _sources(sources: list[Source]) -> list[str]:
    if not sources:
        return []
    pages = [_heading("Sources")]
    for source in sources:
        about = f"{capital(source.about.replace('.', ', '))}: " if source.about else ""
        pages.append(_paragraph(sentence(about + source.text)))
    return pages


def _options(rules: Rules, variants: Mapping[str, Rules]) -> list[str]:
    if not rules.options:
        return []
    pages = [_heading("Options")]
    pages.append(_paragraph("Some play otherwise. Each of these may be chosen by its name."))
    pages += [_option(option, rules, variants.get(option.name)) for option in rules.options]
    return pages


def _told(rows: list[tuple[str, str, str]], variant: Rules) -> Iterator[str]:
    """What differs in a variant, each group that it lacks named once."""
    groups, gone = {group.name for group in variant.groups}, set[str]()
    for topic, ours, text in rows:
        name, _, about = topic.partition(": ")
        if text != NOT_THERE:
            yield text
        elif about == "starters":
            yield "No cards are taken out of the pack before it is shuffled."
        elif not about or name in groups:
            yield f"This is no rule then: “{ours}”"
        elif name not in gone:
            gone.add(name)
            yield f"There is no {name}."


def _option(option: Option, rules: Rules, variant: Rules | None) -> str:
    if option.name in rules.chosen:
        words = "Chosen here."
    elif variant is not None:
        words = " ".join(_told(differences(rules, variant), variant))
    else:
        changes = [f"{key.replace('.', ', ')}: {value}" for key, value in option.changes]
        words = sentence("; ".join(changes)) if changes else ""
    lines = [f"“{option.name}”"]
    if words:
        lines.append(wrap(words, first="  ", rest="  "))
    if option.sources:
        lines.append(_note("; ".join(option.sources)))
    return "\n".join(lines)
