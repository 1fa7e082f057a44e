"""Many games at once: the smoke test of a rule file."""
