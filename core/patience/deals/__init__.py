"""Where deals come from: our own generator, those of other programs, and lists of cards.

A source knows only the game's pack. It gives the cards in dealing order; which pile each goes to
is the game's dealing order for that source (`patience.language.rules.Rules.scripts`).

>>> from patience.cards import card_text
>>> deal = pack_order("pysol:24", range(52))
>>> deal.text, " ".join(card_text(card) for card in deal.cards[:4])
('pysol:24', '4C 5H QC 5D')
"""

from __future__ import annotations

from patience.deals.spec import DealtPack, Source, pack_order, random_deal_number

__all__ = ["DealtPack", "Source", "pack_order", "random_deal_number"]
