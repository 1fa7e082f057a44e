"""Games built by hand from the resolved dataclasses, for tests that need odd ones."""

from __future__ import annotations

from dataclasses import replace

from patience.language.rules import (
    Base,
    Condition,
    Deck,
    Group,
    Link,
    Rules,
    Sequence,
    Space,
    Step,
    Stock,
    Turn,
    Unit,
)

IN_SUIT = Sequence("up", suits="in suit")
ALTERNATE = Sequence("down", suits="in alternate colours")
TURNING = replace(ALTERNATE, corner="turns")
SUIT_UP = replace(IN_SUIT, corner="turns")


def group(name: str, label: str, piles: int, deal: int, **more: object) -> Group:
    """A group whose name is its kind, unless ``kind`` says otherwise."""
    kind = more.pop("kind", name)
    return Group(name, kind, label, piles, (deal,) * piles, **more)  # type: ignore[arg-type]


def duchess() -> Rules:
    """Duchess as the founding description has it."""
    chain = Space((Link("reserve"), Link("waste"), Link("stock")))
    return Rules(
        id="duchess",
        title="Duchess",
        deck=Deck(),
        groups=(
            group("reserve", "R", 4, 3),
            group(
                "foundations", "F", 4, 0,
                pack=(replace(IN_SUIT, corner="turns"),), base=Base("chosen", (), "reserve"),
            ),
            group("tableau", "T", 4, 1, pack=(TURNING,), move=Unit("sequence"), space=chain),
            group("stock", "S", 1, 0),
            group("waste", "W", 1, 0),
        ),
        stock=Stock(36, Turn((1,), "waste"), redeals=1),
        scripts=(("own", (Step("deal", 12, "reserve"), Step("deal", 4, "tableau"))),),
        also=("Glenwood", "Dutchess"),
        family="reserved packer",
    )  # fmt: skip


def klondike() -> Rules:
    """Klondike by threes."""
    tableau = Group(
        "tableau", "tableau", "T", 7, (1, 2, 3, 4, 5, 6, 7), "all but top",
        pack=(ALTERNATE,), move=Unit("sequence"), space=Space((Link("any"),), (12,)),
    )  # fmt: skip
    return Rules(
        id="klondike",
        title="Klondike",
        deck=Deck(),
        groups=(
            group("foundations", "F", 4, 0, pack=(IN_SUIT,), worry_back="yes"),
            tableau,
            group("stock", "S", 1, 0),
            group("waste", "W", 1, 0),
        ),
        stock=Stock(24, Turn((3,), "waste"), redeals=None),
        scripts=(("own", (Step("deal", 28, "tableau"),)),),
    )


def pocketed() -> Rules:
    """Two packs dealt row by row, with a pocket that opens late (Miss Milligan's shape)."""
    return Rules(
        id="pocketed",
        title="Pocketed",
        deck=Deck(packs=2),
        groups=(
            group("foundations", "F", 8, 0, pack=(IN_SUIT,)),
            group(
                "tableau", "T", 8, 1,
                pack=(ALTERNATE,), move=Unit("sequence"), space=Space((Link("any"),), (12,)),
            ),
            group("stock", "S", 1, 0),
            group(
                "pocket", "P", 1, 0, kind="cells", holds="sequence", open=Condition("stock empty")
            ),
        ),
        stock=Stock(96, Turn((1,), "tableau", each=True)),
        scripts=(("own", (Step("deal", 8, "tableau"),)),),
    )  # fmt: skip


def rich() -> Rules:
    """A game in which every field of the rules has something to say."""
    plain = duchess()
    cells = group("cells", "C", 2, 0, kind="cells", open=Condition("stock empty"))
    return replace(plain, groups=(*plain.groups, cells))


def changed(rules: Rules, name: str, **changes: object) -> Rules:
    """The rules with some fields of one group changed."""
    groups = tuple(
        replace(g, **changes) if g.name == name else g  # type: ignore[arg-type]
        for g in rules.groups
    )
    return replace(rules, groups=groups)
