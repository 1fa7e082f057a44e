"""Deciding deals: verdicts, the search in Python, the kernel, and the choice between the two."""
