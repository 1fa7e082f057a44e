"""What to set besides, where a setting changes how many cards go where.

A file's dealing orders and its count of the stock hold for its own layout, so a setting that
changes the layout contradicts them. The settings that would make it a game are found by trying.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from dataclasses import replace

from patience.language.phrases.dealing import format_step
from patience.language.rules import Rules, Step

AWAY = "default"
"""The word that takes a key away in a setting (``~`` is the home folder for a shell)."""


def remedy(rules: Rules, is_sound: Callable[[tuple[str, ...]], bool]) -> str:
    """The settings to add, as a shell takes them; nothing if none would do.

    ``rules``: the faulty rules; ``is_sound``: whether they have no fault with more settings.
    """
    for settings in _candidates(rules):
        if is_sound(settings):
            return " ".join(f"--set {shlex.quote(setting)}" for setting in settings)
    return ""


def _candidates(rules: Rules) -> Iterator[tuple[str, ...]]:
    """Settings that might help, the least of them first."""
    stock = next((group.name for group in rules.groups if group.kind == "stock"), "stock")
    uncounted = f"{stock}.cards={AWAY}"
    yield (uncounted,)
    orders = [f"deals={AWAY}", f"deals=[{', '.join(_fitted(rules))}]"]
    if any(step.verb == "choose" for step in rules.script("own")):
        orders.reverse()  # without its own order it would be another choice
    for order in orders:
        yield (order,)
        yield order, uncounted


def _fitted(rules: Rules) -> list[str]:
    """Our own dealing order with as many cards for each group as it is to have."""
    steps = rules.script("own")
    wanted = {group.name: sum(group.deal) for group in rules.groups if any(group.deal)}

    def fitted(step: Step) -> Step:
        alone = sum(step.group == other.group for other in steps) == 1
        if not alone or step.each or step.piles is not None or not step.count:
            return step
        offered = int(step.verb == "choose")  # the card that becomes the base
        return replace(step, count=wanted.get(step.group, step.count) + offered)

    return [f'"{format_step(fitted(step))}"' for step in steps]
