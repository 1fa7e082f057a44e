"""Deciding deals: verdicts, the search in Python, the native kernel, and the choice between them."""
