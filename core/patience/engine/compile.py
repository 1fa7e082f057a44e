"""From resolved rules to the compiled table. The only place that knows both."""

from __future__ import annotations

from collections.abc import Mapping

from patience.engine.masks import Pack, Relation, follow_table, narrowed, one_way
from patience.engine.opcodes import (
    AVAILABLE,
    BASE_MODES,
    CONDITIONS,
    KINDS,
    LOCKS,
    TAKES,
    UNITS,
    WORRY_BACK,
)
from patience.engine.table import (
    ANY,
    BASES,
    NO_LIMIT,
    STOCK,
    UNLIMITED,
    UNTURNED,
    Alike,
    BaseMode,
    ByBase,
    FollowTable,
    Group,
    Kind,
    Link,
    Step,
    Table,
    Test,
    WorryBack,
)
from patience.language import rules as r


class _Compiler:
    """Holds what the parts of one compilation share."""

    def __init__(self, rules: r.Rules, relations: Mapping[str, Relation]) -> None:
        self.rules = rules
        self.relations = relations
        self.pack = Pack(rules.deck)
        self.follows: list[FollowTable] = []
        self.groups = self._with_offer(rules)
        self.numbers = {group.name: index for index, group in enumerate(self.groups)}
        self.firsts: list[int] = []
        count = 0
        for group in self.groups:
            self.firsts.append(count)
            count += group.piles
        self.founding = next((g for g in self.groups if g.kind == "foundations"), None)

    @staticmethod
    def _with_offer(rules: r.Rules) -> tuple[r.Group, ...]:
        """The groups, and one more for cards of which the player chooses the base, if any are."""
        offered = max(
            (s.count for _, script in rules.scripts for s in script if s.verb == "choose"),
            default=0,
        )
        if not offered:
            return rules.groups
        return (*rules.groups, r.Group("offer", "offer", "O", offered, (1,) * offered))

    # ------------------------------------------------------------------ sequences and spaces

    def follow(self, sequences: tuple[r.Sequence, ...], number: int) -> int:
        """The index of the table for these rules, made once."""
        if all(sequence.direction == "nothing" for sequence in sequences):
            return -1
        table = follow_table(sequences, number, self.pack, self.relations)
        if table not in self.follows:
            self.follows.append(table)
        return self.follows.index(table)

    def _by_pile(self, group: r.Group, sequences: tuple[r.Sequence, ...]) -> tuple[int, ...]:
        if any(sequence.step == "pile number" for sequence in sequences):
            return tuple(self.follow(sequences, number + 1) for number in range(group.piles))
        return (self.follow(sequences, 1),) * group.piles

    def _ranks_by_base(self, group: r.Group) -> ByBase:
        """What the ranks of `Space` let into an empty pile, base by base."""
        space, pack = group.space, self.pack
        if not space.links:
            return (0,) * BASES
        if space.below_base:
            return tuple(
                pack.mask((pack.below(base),)) if base in pack.deck.ranks else 0
                for base in range(-1, BASES - 1)
            )
        return (pack.mask(space.ranks),) * BASES

    def start(self, group: r.Group) -> tuple[ByBase, ...]:
        """What an empty pile takes, pile by pile."""
        everything = self.pack.mask()
        if group.kind == "cells":
            return ((everything,) * BASES,) * group.piles
        if group.kind != "foundations":
            return (self._ranks_by_base(group),) * group.piles
        base = group.base
        if base.kind == "list":
            return tuple((self.pack.mask((rank,)),) * BASES for rank in base.ranks)
        if base.kind == "any":
            masks: ByBase = (everything,) * BASES
        elif base.kind == "fixed":
            masks = (self.pack.mask(base.ranks),) * BASES
        else:
            # While the base is open any card may become it; from where, the engine says.
            masks = (everything, *(self.pack.mask((rank,)) for rank in range(BASES - 1)))
        return (masks,) * group.piles

    def chain(self, links: tuple[r.Link, ...]) -> tuple[Link, ...]:
        """Sources by index."""
        words = {"any": ANY, "stock": STOCK, "unturned stock": UNTURNED}
        return tuple(
            Link(
                words[link.source] if link.source in words else self.numbers[link.source],
                link.fuller,
            )
            for link in links
        )

    # ------------------------------------------------------------------ groups

    def sources(self, group: r.Group) -> int:
        """The groups that this one takes cards from by hand, as bits."""
        mask = 0
        for index, source in enumerate(self.groups):
            if KINDS[source.kind] not in TAKES[KINDS[group.kind]]:
                continue
            if group.sources is not None and source.name not in group.sources:
                continue
            if source.kind == "foundations" and source.worry_back == "no":
                continue
            mask |= 1 << index
        return mask

    def alike(self, group: r.Group, follow: tuple[int, ...], start: tuple[ByBase, ...]) -> Alike:
        """When the order of the group's piles stops mattering."""
        if len(set(follow)) > 1 or len(set(start)) > 1:
            return Alike.NEVER
        for other in self.groups:
            # An automatic fill and a "fuller" chain pick one pile of several by its place.
            if group.piles > 1 and any(link.source == group.name for link in other.refill):
                return Alike.NEVER
            if any(link.source == group.name and link.fuller for link in other.space.links):
                return Alike.NEVER
        stock = self.rules.stock
        if stock and stock.turn and stock.turn.group == group.name and group.piles > 1:
            return Alike.STOCK_EMPTY
        return Alike.ALWAYS

    def limit(self, group: r.Group) -> int:
        """The most cards that a pile of the group may hold."""
        if group.kind == "foundations":
            return group.complete
        if group.kind == "cells" and group.holds == "card":
            return 1
        return NO_LIMIT if group.limit is None else group.limit

    def group(self, index: int) -> Group:
        """One group, compiled."""
        group = self.groups[index]
        fixed = any(s.direction == "up or down fixed by first card" for s in group.pack)
        follow = self._by_pile(group, group.pack)
        start = self.start(group)
        return Group(
            index=index,
            name=group.name,
            kind=KINDS[group.kind],
            label=group.label,
            first=self.firsts[index],
            size=group.piles,
            follow=follow,
            run=self.follow(narrowed(group.pack, group.move.suits), 1) if group.pack else -1,
            unit=UNITS[group.move.mode],
            start=start,
            space=() if group.kind in ("foundations", "cells") else self.chain(group.space.links),
            refill=self.chain(group.refill),
            accepts=self.pack.mask(group.only.ranks, group.only.suits),
            sources=self.sources(group),
            limit=self.limit(group),
            units=group.kind in ("tableau", "reserve") or group.holds == "sequence",
            available=AVAILABLE[group.available],
            open=self.test(group.open),
            worry_back=WORRY_BACK[group.worry_back],
            alike=self.alike(group, follow, start),
            fixed_direction=fixed,
            follow_up=self._by_pile(group, one_way(group.pack, "up")) if fixed else (),
            follow_down=self._by_pile(group, one_way(group.pack, "down")) if fixed else (),
        )

    @staticmethod
    def test(condition: r.Condition) -> Test:
        """A condition as an opcode."""
        return Test(CONDITIONS[condition.kind], condition.number)

    # ------------------------------------------------------------------ the deal

    def step(self, step: r.Step) -> Step:
        """One dealing step in table terms."""
        index = self.numbers[step.group]
        group, first = self.groups[index], self.firsts[index]
        chosen = tuple(range(group.piles)) if step.piles is None else step.piles
        piles = tuple(first + pile for pile in chosen)
        if step.right_to_left:
            piles = piles[::-1]
        if step.verb == "choose":
            offer = step.count
            source = self.numbers["offer"] if offer else index
            return Step(source, 0, piles, (1,) * len(piles), choose=True, offer=offer)
        if step.verb == "starters":
            return Step(index, 0, (), (), starters=True)
        fill = False
        if step.each or step.piles is not None:
            quota = (step.count,) * len(piles)
            count = sum(quota)
        else:
            count = step.count
            quota = (NO_LIMIT,) * len(piles)
            if group.kind in ("tableau", "reserve", "cells") and group.piles > 1:
                quota, fill = tuple(group.deal[pile - first] for pile in piles), True
        return Step(
            index, count, piles, quota, fill=fill,
            pile_by_pile=step.pile_by_pile, empty=step.empty, last=step.last,
        )  # fmt: skip

    def starters(self) -> tuple[tuple[int, int], ...]:
        """Which cards go to which foundations before the deal."""
        found: list[tuple[int, int]] = []
        for index, group in enumerate(self.groups):
            first = self.firsts[index]
            if isinstance(group.starters, tuple):
                found += [(first + place, 1 << card) for place, card in enumerate(group.starters)]
            elif group.starters != "none":
                ranks = group.base.ranks
                count = group.piles if group.starters == "all" else 1
                found += [
                    (first + pile, self.pack.mask((ranks[pile % len(ranks)],)))
                    for pile in range(count)
                ]
        return tuple(found)

    def down(self) -> tuple[tuple[bool, ...], ...]:
        """Face-down flags of the dealt cards, pile by pile, bottom first."""
        return tuple(
            down_flags(group.deal[pile], group.face_down, pile)
            for group in self.groups
            for pile in range(group.piles)
        )

    def turn(self) -> tuple[tuple[int, ...], tuple[int, ...], bool]:
        """Counts, piles and "each" of a turn."""
        stock = self.rules.stock
        if stock is None or stock.turn is None:
            return (), (), False
        turn = stock.turn
        index = self.numbers[turn.group]
        chosen = range(self.groups[index].piles) if turn.piles is None else turn.piles
        piles = tuple(self.firsts[index] + pile for pile in chosen)
        return turn.counts, piles, turn.each or turn.piles is not None


def down_flags(dealt: int, face_down: str | tuple[int, ...], pile: int) -> tuple[bool, ...]:
    """Which of a pile's dealt cards lie face down, bottom first."""
    if face_down == "all":
        return (True,) * dealt
    if face_down == "all but top":
        return (True,) * (dealt - 1) + (False,) * min(dealt, 1)
    if face_down == "every other":
        return tuple(place % 2 == 0 for place in range(dealt))
    assert isinstance(face_down, tuple)
    down = face_down[pile if len(face_down) > 1 else 0]
    return tuple(place < down for place in range(dealt))


def _labels(groups: tuple[Group, ...]) -> tuple[str, ...]:
    numbered = (Kind.TABLEAU, Kind.FOUNDATION, Kind.OFFER)
    return tuple(
        f"{group.label}{number + 1}" if group.size > 1 or group.kind in numbered else group.label
        for group in groups
        for number in range(group.size)
    )


def _first_of(groups: tuple[Group, ...], kind: Kind) -> int:
    return next((group.first for group in groups if group.kind == kind), -1)


def _redeals(stock: r.Stock | None) -> int:
    if stock is None:
        return 0
    return UNLIMITED if stock.redeals is None else stock.redeals


def _gives(group: Group) -> bool:
    """Whether cards may leave the group by hand."""
    if group.kind == Kind.FOUNDATION:
        return group.worry_back != WorryBack.NEVER
    return group.kind != Kind.STOCK


def _marks_turns(groups: tuple[Group, ...]) -> bool:
    return any(link.group == UNTURNED for group in groups for link in (*group.space, *group.refill))


def _redeal_cap(rules: r.Rules, counts: tuple[int, ...]) -> int:
    """From how many redeals on their number makes no difference any more."""
    stock = rules.stock
    conditions = [group.open for group in rules.groups] + ([stock.when] if stock else [])
    asked = [c.number for c in conditions if c.kind == "after redeal"]
    limit = stock.redeals or 0 if stock else 0
    return max([limit, len(counts) - 1, *asked, 0])


def _base_group(compiler: _Compiler, rules: r.Rules) -> int:
    founding = compiler.founding
    if founding is None or founding.base.kind != "chosen":
        return -1
    offered = any(s.verb == "choose" and s.count for _, script in rules.scripts for s in script)
    return compiler.numbers["offer" if offered else founding.base.group or ""]


def compile_rules(rules: r.Rules, relations: Mapping[str, Relation] | None = None) -> Table:
    """The table of a game.

    :param relations: what plugins bring, by name.
    :raises PluginError: for a relation that is missing or fails.
    """
    compiler = _Compiler(rules, relations or {})
    groups = tuple(compiler.group(index) for index in range(len(compiler.groups)))
    counts, turn_piles, each = compiler.turn()
    stock = rules.stock
    founding = compiler.founding
    mode = BASE_MODES[founding.base.kind] if founding else BaseMode.FREE
    goal = -1
    if rules.goal.kind == "empty" and rules.goal.group is not None:
        goal = compiler.numbers[rules.goal.group]
    return Table(
        id=rules.id,
        hash=rules.hash,
        groups=groups,
        labels=_labels(groups),
        group_of=tuple(group.index for group in groups for _ in range(group.size)),
        follows=tuple(compiler.follows),
        pack=tuple(compiler.pack.faces) * rules.deck.packs,
        stock=_first_of(groups, Kind.STOCK),
        waste=_first_of(groups, Kind.WASTE),
        turn_counts=counts,
        turn_piles=turn_piles,
        turn_each=each,
        turn_when=compiler.test(stock.when) if stock else Test(),
        redeals=_redeals(stock),
        redeal_cap=_redeal_cap(rules, counts),
        base_mode=mode,
        base=founding.base.ranks[0] if founding and mode == BaseMode.FIXED else -1,
        base_group=_base_group(compiler, rules),
        lock=LOCKS[rules.until_base],
        goal=goal,
        starters=compiler.starters(),
        scripts={
            source: tuple(compiler.step(step) for step in script)
            for source, script in rules.scripts
        },
        down=compiler.down(),
        packs=rules.deck.packs,
        marks_turns=_marks_turns(groups),
        givers=tuple(group for group in groups if _gives(group)),
    )
