"""Broken YAML in plain words: one sentence instead of the parser's own terms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from yaml import MarkedYAMLError

# Parts of the parser's messages (both implementations) and what they mean to an author. The first
# that occurs wins; {from} is where the broken construct began.
_SENTENCES = (
    (
        "mapping values are not allowed",
        "a ':' cannot stand here; expected one key and one value a line"
        " (put text that holds ': ' in quotes)",
    ),
    ("could not find expected ':'", "a ':' is missing; expected 'key: value'"),
    (
        "unexpected end of stream while scanning a quoted scalar",
        "the quote that opens at {from} is never closed",
    ),
    ("flow mapping", "the '{{' that opens at {from} is not closed; expected ',' or '}}'"),
    ("flow sequence", "the '[' that opens at {from} is not closed; expected ',' or ']'"),
    (
        "block mapping",
        "this does not fit the keys that start at {from}; expected another key in the same column,"
        " or the value in quotes",
    ),
    (
        "block collection",
        "this does not fit the list that starts at {from}; expected '- ' in the same column",
    ),
    ("flow node", "a value is missing here, or a bracket above is not closed"),
    ("block node", "a value cannot start like this; expected it in quotes"),
    ("plain scalar", "a ':' cannot stand here; expected a space after it, or the text in quotes"),
    ("mapping keys are not allowed", "a '?' cannot stand here; expected 'key: value'"),
    ("nesting depth", "nested far too deeply"),
    (
        "sequence entries are not allowed",
        "a list cannot start here; expected it on its own lines, or in brackets as [a, b]",
    ),
    ("undefined tag handle", "this tag is not allowed; expected a plain value"),
    ("alias", "'*' starts an alias; expected its name, or the text in quotes"),
    ("anchor", "'&' starts an anchor; expected its name, or the text in quotes"),
    ("tag", "'!' starts a tag; expected a plain value, or the text in quotes"),
    ("block scalar", "after '|' or '>' the text starts on the next line, indented"),
    (
        "quoted scalar",
        "this is no escape in a text in double quotes; expected one of YAML's, or single quotes",
    ),
    ("directive", "a line that starts with '%' is no rule; expected 'key: value'"),
    ("<document start>", "this cannot follow here; expected 'key: value'"),
    ("incompatible YAML", "another version of YAML is asked for; expected none, or 1.2"),
)


_AFTER_A_LINE = ("mapping values are not allowed", "could not find expected ':'")
"""Problems that the line above may have caused."""


def explain(error: MarkedYAMLError, lines: list[str]) -> str:
    """What is wrong and what was expected, in one sentence without a full stop."""
    problem, context = error.problem or "", error.context or ""
    if "cannot start any token" in problem:
        return _bad_start(error.problem_mark, lines)
    if any(part in problem for part in _AFTER_A_LINE) and (said := _line_above(error, lines)):
        return said
    said = f"{problem} {context}"
    for part, sentence in _SENTENCES:
        if part in said:
            return sentence.format(**{"from": _place(error.context_mark)})
    return f"this cannot be read as YAML ({said.strip()})"


def _bad_start(mark: Any, lines: list[str]) -> str:
    line = lines[mark.line] if mark and mark.line < len(lines) else ""
    sign = line[mark.column : mark.column + 1] if mark else ""
    if sign == "\t":
        return "a tab cannot stand here; expected spaces"
    return f"a value cannot start with '{sign}'; expected it in quotes"


def _line_above(error: MarkedYAMLError, lines: list[str]) -> str:
    """The sentence on the line before the fault if it looks like a key that lacks its colon."""
    mark = error.problem_mark
    for number in range(min(mark.line if mark else 0, len(lines)), 0, -1):
        text = lines[number - 1].split(" #")[0].strip()
        if text and not text.startswith("#"):
            if text[0] in "-\"'[{|>?" or ": " in text or text.endswith(":"):
                return ""
            if ":" in text:
                return f"in line {number} above a space is missing; expected one after the ':'"
            return f"line {number} above has no ':'; expected 'key: value'"
    return ""


def _place(mark: Any) -> str:
    return f"line {mark.line + 1}, column {mark.column + 1}" if mark else "this file"
