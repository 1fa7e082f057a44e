"""The sentence for a library that is not installed."""

from __future__ import annotations

from patience.errors import StudyError


def needs_extra(what: str, extra: str) -> StudyError:
    """The error for what an optional library is needed for.

    It says both ways to install it, since in a clone the name would fetch another copy.

    :param what: the subject with its verb, as ``a cluster needs``.
    """
    return StudyError(
        f"{what} the extra '{extra}': pip install '.[{extra}]' in the clone, "
        f"elsewhere pip install 'patience-engine[{extra}]'"
    )
