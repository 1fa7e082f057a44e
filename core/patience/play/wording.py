"""Numbers and times as the faces say them, in figures."""

from __future__ import annotations

from patience.language.english import plural


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
