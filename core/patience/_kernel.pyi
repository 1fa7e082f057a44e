"""What the native kernel offers to Python (native/bind.cpp)."""

from collections.abc import Callable

Piles = list[list[int]]
Line = list[tuple[int, int, int, int, int]]

ALL_PRUNINGS: int

class Kernel:
    def __init__(self, table: list[int]) -> None: ...
    def perft(self, piles: Piles, base: int, redeals: int, turned: bool, depth: int) -> int: ...
    def solve(
        self,
        piles: Piles,
        base: int,
        redeals: int,
        turned: bool,
        states: int,
        seconds: float,
        memory: int,
        prunings: int,
        scout: int,
        poll: Callable[[int], bool] | None,
    ) -> tuple[int, int, int, int, int, Line]: ...
    def simulate(
        self,
        piles: Piles,
        base: int,
        redeals: int,
        turned: bool,
        player: int,
        dice: int,
        cap: int,
    ) -> tuple[int, list[int], list[int], Piles, int, int]: ...
