"""From the written form of a game to its resolved `Rules`: defaults filled in, nothing left open.

The groups come from `group_defaults`; here the stock, the dealing orders, the count of the cards
and the texts join them. Faults are reported with the path of the key that they are about; whatever
depends on a value that was left out for a fault is not judged.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from patience.language import merge
from patience.language.deal_orders import Order, follow_order
from patience.language.group_defaults import (
    GroupMaker,
    Report,
    amount,
    dealt,
    starter_count,
)
from patience.language.model import (
    FoundationsForm,
    StockForm,
)
from patience.language.rules import (
    Condition,
    Deck,
    Goal,
    Group,
    Lock,
    Option,
    Rules,
    Step,
    Stock,
)
from patience.language.tree import Node, plain
from patience.language.written import Written


def resolve(written: Written, node: Node, id: str, chosen: tuple[str, ...]) -> tuple[Rules, Report]:
    """The rules of a game, and what is wrong with them.

    ``id``: its printable name; ``chosen``: the options that are laid over the file already.
    The rules are fit for play only if nothing is wrong.
    """
    return _Resolver(written, node).run(id, chosen)


class _Resolver:
    """One resolution: the written form, and the faults found so far."""

    def __init__(self, written: Written, node: Node) -> None:
        self.written = written
        self.node = node
        self.file = written.file
        self.deck = self.file.deck or Deck()
        self.report: Report = []
        self.counted = False  # whether the number of cards dealt can be judged

    def say(self, *path: object, message: str) -> None:
        """Note a fault."""
        self.report.append((path, message))

    def run(self, id: str, chosen: tuple[str, ...]) -> tuple[Rules, Report]:
        """The rules."""
        maker = GroupMaker(self.written, self.deck, self.report)
        groups = maker.run()
        self.counted = maker.counted
        stock_form = self.file.stock or next(
            (form for form in self.written.groups.values() if isinstance(form, StockForm)), None
        )
        scripts, cards = self.scripts(groups)
        groups = tuple(
            replace(group, deal=(cards,), face_down="all") if group.kind == "stock" else group
            for group in groups
        )
        title = self.file.game or id
        if self.file.game is None and self.written.sound("game") and self.written.whole:
            self.say(message="the file wants 'game:', the game's name")
        founding = next(
            (f for f in self.written.groups.values() if isinstance(f, FoundationsForm)), None
        )
        rules = Rules(
            id=id,
            title=title,
            deck=self.deck,
            groups=groups,
            stock=self.stock(stock_form, cards),
            scripts=scripts,
            goal=self.file.win or Goal(),
            until_base=_lock(founding),
            uses=tuple(sorted(set(self.file.uses or ()))),
            also=self.file.also or (),
            family=self.file.family or "",
            notes=self.file.notes or (),
            sources=self.file.sources or (),
            options=self.options(),
            chosen=chosen,
        )
        return rules, self.report

    # ------------------------------------------------------------------ stock and deals

    def stock(self, form: StockForm | None, cards: int) -> Stock | None:
        """The stock's own rules."""
        if form is None:
            return None
        turn = form.turn
        if turn is not None:
            target = self.written.groups.get(turn.group)
            piles = getattr(target, "piles", None) or 1
            if piles == 1:
                turn = replace(turn, each=False, piles=None)
            elif turn.piles == tuple(range(piles)):
                turn = replace(turn, each=True, piles=None)
            counts = list(turn.counts)
            while len(counts) > 1 and counts[-1] == counts[-2]:
                counts.pop()
            turn = replace(turn, counts=tuple(counts))
        redeals = None if form.redeals == "unlimited" else form.redeals or 0
        return Stock(cards, turn, form.when or Condition(), redeals)

    def scripts(
        self, groups: tuple[Group, ...]
    ) -> tuple[tuple[tuple[str, tuple[Step, ...]], ...], int]:
        """The dealing orders by source, and how many cards are left for the stock."""
        written = dict(self.file.deals or {})
        own = written.pop("own", None)
        scripts = [("own", self.default_script(groups) if own is None else own)]
        scripts += sorted(written.items())
        names = {group.name for group in groups}
        cards = 0
        done = []
        for source, steps in scripts:
            twice = sum(step.verb == "choose" for step in steps) > 1
            if twice:
                message = "this order chooses a base twice, but a game has one"
                self.say("deals", source, message=message)
            steps = _without_last_choice(steps)
            done.append((source, steps))
            if all(step.group in names for step in steps) and not twice:
                order = follow_order(steps, groups, self.deck)
                if source == "own":
                    cards = order.left
                    self.count(groups, order)
                if self.counted and (own is not None or source != "own"):
                    for message in (*order.problems, *_no_place_to_wait(groups, order)):
                        self.say("deals", source, message=message)
        return tuple(done), cards

    def default_script(self, groups: tuple[Group, ...]) -> tuple[Step, ...]:
        """Groups in file order, each round by round and from the left."""
        return tuple(
            Step("deal", dealt(group), group.name)
            for group in groups
            if group.kind != "stock" and dealt(group)
        )

    def count(self, groups: tuple[Group, ...], order: Order) -> None:
        """Whether all cards are accounted for; the message says the arithmetic."""
        if not self.counted or (order.problems and self.file.deals):
            return
        name = next((group.name for group in groups if group.kind == "stock"), None)
        form = self.written.groups[name] if name else None
        checksum = form.cards if isinstance(form, StockForm) else None
        sums = arithmetic(self.deck, groups, order.extra, None)
        left = order.left
        if not groups:
            wanted = "'foundations:', 'tableau:', 'stock:' and the like"
            self.say(message=f"the file has no group of piles; expected {wanted}")
        elif left < 0:
            self.say("deck", message=f"{sums} is more than the {self.deck.size} cards there are")
        elif name is None and left:
            message = f"{sums}: {amount(left, 'card')} of {self.deck.size} would be left over"
            self.say("deck", message=f"{message}, and there is no stock")
        elif checksum is not None and checksum != left:
            total = self.deck.size - left + checksum
            sums = arithmetic(self.deck, groups, order.extra, checksum)
            message = f"{self.deck.size} cards: {sums} = {total}; the stock should have {left}"
            self.say(name, "cards", message=message)

    # ------------------------------------------------------------------ texts

    def options(self) -> tuple[Option, ...]:
        """The options with what they change."""
        node = self.node.mapping.get("options")
        return tuple(
            Option(
                name,
                tuple(
                    (".".join(path), _value_at(overlay, path)) for path in merge.leaf_paths(overlay)
                ),
                _texts(overlay.mapping.get("sources")),
            )
            for name, overlay in (node.mapping if node else {}).items()
        )


def _lock(form: FoundationsForm | None) -> Lock:
    """What is legal until the base is chosen; it says nothing where it is not chosen."""
    chosen = form is not None and form.base is not None and form.base.kind == "chosen"
    return (form.until_base if form is not None and chosen else None) or "nothing else"


def _without_last_choice(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """The steps without a choice at the very end, where it comes anyway."""
    last = steps[-1] if steps else None
    return steps[:-1] if last and last.verb == "choose" and not last.count else steps


def _no_place_to_wait(groups: tuple[Group, ...], order: Order) -> Iterator[str]:
    """Cards that are dealt after the choice of the base wait in the stock; is there one?"""
    if order.waiting and all(group.kind != "stock" for group in groups):
        wait = f"{amount(order.waiting, 'card')} {'has' if order.waiting == 1 else 'have'} to wait"
        yield (
            f"{wait} in the stock while the base is chosen, but there is none; add 'stock: {{}}', "
            "or choose the base at the end of the deal"
        )


def arithmetic(
    deck: Deck, groups: tuple[Group, ...], extra: int = 0, stock: int | None = None
) -> str:
    """Where the cards go, as a sum: ``4×3 reserve + 4×1 tableau + 36 stock``."""
    parts = [f"{count} starters" for group in groups if (count := starter_count(group))]
    for group in groups:
        if dealt(group):
            same = len(set(group.deal)) == 1 and group.piles > 1
            number = f"{group.piles}×{group.deal[0]}" if same else str(dealt(group))
            parts.append(f"{number} {group.name}")
    if extra:
        parts.append(f"{extra} chosen as base")
    if stock is not None:
        parts.append(f"{stock} stock")
    return " + ".join(parts) or "0"


def _value_at(node: Node, path: Iterable[str]) -> str:
    """A value of an option as its file spells it, in one line."""
    for part in path:
        node = node.mapping[part]
    return _flow(plain(node))


def _flow(value: object) -> str:
    if value is None:
        return "~"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return f"[{', '.join(map(_flow, value))}]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_flow(item)}" for key, item in value.items()) + "}"
    return str(value)


def _texts(node: Node | None) -> tuple[str, ...]:
    """Source texts of an option, whichever way they are given."""
    if node is None:
        return ()
    value = plain(node)
    items = list(value.values()) if isinstance(value, dict) else value
    texts = items if isinstance(items, list) else [items]
    return tuple(" ".join(str(text).split()) for text in texts)
