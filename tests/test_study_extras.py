"""What is said where an optional library is not installed."""

from __future__ import annotations

import sys

import pytest

from patience.errors import StudyError
from patience.study import plots
from patience.study.cluster import Cluster


def test_both_ways_to_install_an_extra_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    for library in ("matplotlib", "distributed"):
        monkeypatch.setitem(sys.modules, library, None)  # as if it were not installed
    with pytest.raises(StudyError) as plotting:
        plots.check_library()
    assert str(plotting.value) == (
        "a page with plots needs the extra 'study': pip install '.[study]' in the clone, "
        "elsewhere pip install 'patience-engine[study]'"
    )
    with pytest.raises(StudyError, match=r"a cluster needs .* '\.\[cluster\]' in the clone"):
        Cluster("tcp://127.0.0.1:1")
