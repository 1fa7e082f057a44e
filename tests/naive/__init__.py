"""A second reading of the rules: slow, obvious, and written from the rules in words alone.

Nothing here reads a rule file, and only `bridge`, which carries positions to and fro, uses any part
of `patience`. `words` holds the common habits of a patience, `games` and `readings` the games and
their options, `layout` deals and made-up positions, `moves` what a player may do, `judge` what
follows from it.
"""
