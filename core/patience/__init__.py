"""Patience: a game is a YAML file."""
