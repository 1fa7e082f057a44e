"""The other readings of each game: what an option changes, by the option's printed name."""

from __future__ import annotations

Reading = dict[str, object]

WHOLE: Reading = {"unit": "column"}
RUNS: Reading = {"unit": "run"}
FROM_WASTE: Reading = {"by_hand": "waste"}
WORRY: Reading = {"worry_back": "not the base card"}
WORRY_ALL: Reading = {"worry_back": "always"}
SINGLY: Reading = {"turn_sizes": (1,)}
OPEN: Reading = {"posts_hide": "none"}
CLOSED: Reading = {"posts_hide": "all but top"}
ALTERNATE: Reading = {"suits": "alternate"}
GATE_PYSOLFC: Reading = {
    "worry_back": "always",
    "by_itself": "fuller post, waste",
    "by_hand": "any",
}
"""Spaces fill at once from the fuller post, of equal ones the left, then from the waste."""

CANFIELD: dict[str, Reading] = {
    "whole-columns": WHOLE,
    "any-sequence": RUNS,
    "spaces-from-waste": FROM_WASTE,
    "worrying-back": WORRY,
}

READINGS: dict[str, dict[str, Reading]] = {
    "acme": {"coyote": RUNS},
    "american-toad": {
        "whole-columns": WHOLE,
        "any-sequence": RUNS,
        "free-spaces": {"by_hand": "any"},
        "closed-reserve": CLOSED,
        "alternate-colours": ALTERNATE,
    },
    "calculation": {"nothing-laid-out": {"starters": False}, "three-heaps": {"columns": 3}},
    "canfield": {
        **CANFIELD,
        "one-at-a-time": SINGLY,
        "three-redeals": {"redeals": 3},
        "as-solvitaire": {"unit": "run", "stops_at_base": True},
        "as-solvitaire-strict": {
            "unit": "column",
            "stops_at_base": True,
            "by_itself": "reserve, waste",
            "by_hand": "none",
        },
    },
    "canfield-rush": CANFIELD,
    "casino-canfield": CANFIELD,
    "chameleon": {"any-sequence": RUNS, "spaces-from-waste": FROM_WASTE, "worrying-back": WORRY},
    "demon": {
        "any-sequence": RUNS,
        "worrying-back": WORRY,
        "one-at-a-time": SINGLY,
        "three-redeals": {"redeals": 3},
        "top-card-may-move": {"unit": "card or column"},
        "as-in-germany": {"unit": "run", "by_hand": "none", "turn_sizes": (1,)},
        "as-solvitaire": {"stops_at_base": True},
    },
    "double-canfield": {
        "any-sequence": RUNS,
        "spaces-from-waste": FROM_WASTE,
        "worrying-back": WORRY,
    },
    "double-demon": {
        "whole-columns": WHOLE,
        "spaces-from-waste": FROM_WASTE,
        "worrying-back": WORRY,
    },
    "duchess": {
        "whole-columns": WHOLE,
        "waste-only": {"by_hand": "reserve, waste"},
        "free-spaces": {"by_hand": "reserve, any"},
        "stock-only-before-the-first-turn": {
            "by_hand": "reserve, waste, stock before the first turn"
        },
        "no-redeal": {"redeals": 0},
        "free-opening": {"before_choice": "anything"},
        "as-pysolfc": {
            "unit": "column",
            "by_hand": "reserve, waste",
            "before_choice": "packing reserve cards",
        },
    },
    "duke": {
        "reserve-first": {"by_hand": "reserve, any"},
        "no-worrying-back": {"worry_back": "never"},
    },
    "eagle-wing": {
        "no-packing": {"suits": "not at all", "by_hand": "waste, stock"},
        "any-sequence": RUNS,
        "spaces-from-waste": {"by_hand": "waste, stock"},
        "spaces-stay-empty": {"by_hand": "none"},
    },
    "forty-thieves": {"worrying-back": WORRY_ALL},
    "freecell": {
        "worrying-back": WORRY_ALL,
        "three-cells": {"cells": 3},
        "two-cells": {"cells": 2},
    },
    "gate": {
        "single-cards": {"unit": "card"},
        "worrying-back": WORRY_ALL,
        "as-pysolfc": GATE_PYSOLFC,
    },
    "kansas": {"worrying-back": WORRY, "thirteen-in-reserve": {"post_cards": 13}},
    "klondike": {
        "one-at-a-time": SINGLY,
        "two-redeals": {"redeals": 2},
        "no-redeal": {"redeals": 0},
        "whole-columns": {"unit": "whole run"},
        "no-worrying-back": {"worry_back": "never"},
    },
    "little-gate": {
        "worrying-back": WORRY_ALL,
        "as-pysolfc": GATE_PYSOLFC,
        "whole-columns": WHOLE,
    },
    "minerva": {"open-reserve": OPEN},
    "miss-milligan": {
        "one-card-in-the-pocket": {"pocket": "card"},
        "no-pocket": {"cells": 0, "pocket": None},
        "any-card-into-spaces": {"space_rank": None},
        "worrying-back": WORRY_ALL,
    },
    "munger": {"open-reserve": OPEN, "one-redeal": {"redeals": 1}},
    "mystique": {"open-reserve": OPEN, "kings-only": {"space_rank": "K"}},
    "rainbow": {
        **CANFIELD,
        "by-threes": {"turn_sizes": (3,), "redeals": None},
        "one-redeal": {"redeals": 1},
        "two-redeals": {"redeals": 2},
        "alternate-colours": {"suits": "alternate", "redeals": 2},
    },
    "rainfall": CANFIELD,
    "selective-canfield": CANFIELD,
    "storehouse": {**CANFIELD, "one-redeal": {"redeals": 1}},
    "superior-canfield": {"whole-columns": WHOLE, "any-sequence": RUNS, "worrying-back": WORRY},
    "variegated-canfield": {
        "any-sequence": RUNS,
        "spaces-from-waste": FROM_WASTE,
        "closed-reserve": CLOSED,
    },
    "yukon": {"russian": {"suits": "same"}},
}

SMALL: dict[str, tuple[Reading, tuple[str, ...]]] = {
    "duchess": (
        {"ranks": "A23456", "columns": 2, "post_cards": 2},
        ("deck={packs: 1, ranks: A-6}", "tableau.piles=2", "reserve.deal=2", "stock.cards=14"),
    ),
    "canfield": (
        {"ranks": "A23456", "columns": 2, "post_cards": 5},
        ("deck={packs: 1, ranks: A-6}", "tableau.piles=2", "reserve.deal=5", "stock.cards=16"),
    ),
    "superior-canfield": (
        {"ranks": "A2345", "columns": 3, "post_cards": 6},
        ("deck={packs: 1, ranks: A-5}", "tableau.piles=3", "reserve.deal=6", "stock.cards=10"),
    ),
    "eagle-wing": (
        {"ranks": "A234567", "columns": 3, "post_cards": 4},
        ("deck={packs: 1, ranks: A-7}", "tableau.piles=3", "reserve.deal=4", "stock.cards=20"),
    ),
    "double-demon": (
        {"ranks": "A234", "columns": 3, "post_cards": 9},
        ("deck={packs: 2, ranks: A-4}", "tableau.piles=3", "reserve.deal=9", "stock.cards=19"),
    ),
}
"""Games with few ranks: what changes, and the engine's settings for it (besides ``deals=~``)."""
