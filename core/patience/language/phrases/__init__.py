"""The phrases of the rule language: read into the dataclasses of `rules`, and written back."""
