"""A study on a Dask cluster: blocks of deals are tasks there, the store stays here.

Nothing is home-made: Dask gives a block whose worker dies to another one. The workers need this
package, with the same version of it, and for a rule file of one's own the file under the same path.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Any

from patience.errors import StudyError
from patience.study.extras import needs_extra
from patience.study.task import Task, do_block
from patience.study.workers import AHEAD, Crew, Future, Rows, in_order

WAIT = "10s"
"""How long to wait for the scheduler's answer."""

_ADDRESS = re.compile(r"inproc://.+|((tcp|tls|ucx|wss?)://)?[^/]+:\d+(/.*)?")


class Cluster(Crew):
    """The workers of a Dask scheduler.

    :param scheduler: its address, as ``tcp://10.0.0.1:8786``, or a `distributed.Client` or cluster
        of one's own.
    :raises StudyError: if there is no such scheduler, or the extra ``cluster`` is not installed.
    """

    def __init__(self, scheduler: Any) -> None:
        try:
            distributed: Any = import_module("distributed")
        except ImportError:
            raise needs_extra("a cluster needs", "cluster") from None
        if isinstance(scheduler, str) and not _ADDRESS.fullmatch(scheduler):
            # Dask would find that out, too, but with a traceback when its client is thrown away
            raise StudyError(
                f"no Dask scheduler answers at '{scheduler}'; tcp://HOST:PORT was expected"
            )
        self._ours = not isinstance(scheduler, distributed.Client)
        try:
            self._client = (
                distributed.Client(scheduler, timeout=WAIT, set_as_default=False)
                if self._ours
                else scheduler
            )
        except (OSError, TimeoutError, ValueError) as error:
            where = scheduler if isinstance(scheduler, str) else "the cluster"
            raise StudyError(f"no Dask scheduler answers at {where} ({error})") from None

    def blocks(self, task: Task, blocks: Iterable[Sequence[int]]) -> Rows:
        """As `Crew.blocks`.

        :raises StudyError: if a block's workers died again and again, or a worker's package or
            rules differ.
        """
        distributed: Any = import_module("distributed")

        def submit(task: Task, block: Sequence[int]) -> Future:
            future: Future = self._client.submit(do_block, task, list(block), pure=False)
            return future

        workers = len(self._client.scheduler_info().get("workers", {}))
        try:
            yield from in_order(submit, task, blocks, AHEAD * max(workers, 2))
        except distributed.KilledWorker as error:
            raise StudyError(
                f"the cluster gave up on a block whose workers died ({error}); the same command "
                "goes on from here"
            ) from None
        except (distributed.client.FutureCancelledError, OSError) as error:
            raise StudyError(
                f"the cluster went away ({error}); the same command goes on from here"
            ) from None

    def close(self, at_once: bool = False) -> None:
        """Leave the cluster; it goes on without us."""
        if self._ours:
            self._client.close()
