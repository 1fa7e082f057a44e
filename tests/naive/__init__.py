"""A second reading of the rules: slow, obvious, and written from the rules in words alone.

Nothing here reads a rule file or uses any part of `patience`. `words` holds the common habits of a
patience, `reserved` and `classics` the games, `moves` what a player may do, `judge` what follows
from it.
"""
