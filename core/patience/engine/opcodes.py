"""Which word of the resolved rules is which opcode of the table."""

from __future__ import annotations

from patience.engine.table import Available, BaseMode, Kind, Lock, Unit, When, WorryBack

KINDS: dict[str, Kind] = {
    "stock": Kind.STOCK,
    "waste": Kind.WASTE,
    "foundations": Kind.FOUNDATION,
    "tableau": Kind.TABLEAU,
    "reserve": Kind.RESERVE,
    "cells": Kind.CELL,
    "offer": Kind.OFFER,
}
UNITS: dict[str, Unit] = {
    "top card": Unit.TOP,
    "sequence": Unit.SEQUENCE,
    "any group": Unit.GROUP,
    "whole pile": Unit.PILE,
    "top card or whole pile": Unit.TOP_OR_PILE,
    "whole sequence": Unit.RUN,
    "nothing": Unit.NOTHING,
}
AVAILABLE: dict[str, Available] = {
    "top card": Available.TOP,
    "all": Available.ALL,
    "both ends": Available.BOTH_ENDS,
    "only when alone": Available.ALONE,
}
CONDITIONS: dict[str, When] = {
    "always": When.ALWAYS,
    "no spaces": When.NO_SPACES,
    "waste empty": When.WASTE_EMPTY,
    "stock empty": When.STOCK_EMPTY,
    "reserve empty": When.RESERVE_EMPTY,
    "after redeal": When.REDEALT,
}
BASE_MODES: dict[str, BaseMode] = {
    "fixed": BaseMode.FIXED,
    "dealt": BaseMode.DEALT,
    "chosen": BaseMode.CHOSEN,
    "set by first card": BaseMode.FIRST_CARD,
    "any": BaseMode.FREE,
    "list": BaseMode.FREE,
}
LOCKS: dict[str, Lock] = {
    "nothing else": Lock.ALL,
    "reserve may be packed": Lock.PACKING,
    "anything": Lock.NONE,
}
WORRY_BACK: dict[str, WorryBack] = {
    "no": WorryBack.NEVER,
    "yes": WorryBack.ALWAYS,
    "all but base": WorryBack.NOT_BASE,
}
# From which kinds a pile of a kind may take a card at all. Foundations never feed cells, cells
# never feed cells (that would change nothing), and the stock feeds a space only through a chain.
TAKES: dict[Kind, tuple[Kind, ...]] = {
    Kind.STOCK: (),
    Kind.OFFER: (),
    Kind.FOUNDATION: (Kind.WASTE, Kind.TABLEAU, Kind.RESERVE, Kind.CELL, Kind.OFFER),
    Kind.TABLEAU: (Kind.WASTE, Kind.TABLEAU, Kind.RESERVE, Kind.CELL, Kind.FOUNDATION),
    Kind.CELL: (Kind.WASTE, Kind.TABLEAU, Kind.RESERVE),
    Kind.RESERVE: (Kind.WASTE, Kind.TABLEAU, Kind.RESERVE, Kind.CELL),
    Kind.WASTE: (Kind.TABLEAU, Kind.RESERVE, Kind.CELL),
}
