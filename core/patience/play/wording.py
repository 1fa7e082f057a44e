"""Numbers and times as the faces say them, in figures."""

from __future__ import annotations

import re
import textwrap

from patience.language.english import plural

_ACTION = re.compile(r"\b([A-Z]\d*) (?=[A-Z]\d*\b)")
_HELD = "\N{NO-BREAK SPACE}"


def counted(count: int, noun: str) -> str:
    """A number with its noun.

    >>> counted(1, "move"), counted(143, "move")
    ('1 move', '143 moves')
    """
    return f"{count} {plural(noun, count)}"


def clock_words(seconds: float) -> str:
    """A playing time.

    >>> clock_words(372.4), clock_words(3753)
    ('6:12', '1:02:33')
    """
    whole = int(seconds)
    hours, minutes = whole // 3600, whole // 60 % 60
    if hours:
        return f"{hours}:{minutes:02}:{whole % 60:02}"
    return f"{minutes}:{whole % 60:02}"


def wrapped(text: str, width: int) -> list[str]:
    """Lines of at most ``width`` columns, indented as the text is; an action is not torn apart.

    >>> wrapped("Choose the base (R1 F, R2 F).", 20)
    ['Choose the base', '(R1 F, R2 F).']
    >>> wrapped("  undo   u   take back", 18)
    ['  undo   u   take', '    back']
    """
    lines = []
    for line in text.split("\n"):
        own = len(line) - len(line.lstrip(" "))
        indent = " " * min(own + 2, width // 2) if own else ""
        held = _ACTION.sub(rf"\1{_HELD}", line)
        parts = textwrap.wrap(held, max(width, 10), subsequent_indent=indent) or [""]
        lines += [part.replace(_HELD, " ") for part in parts]
    return lines
