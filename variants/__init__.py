"""The shipped games, as plugins: an example to copy, for a stranger's are made the same way.

Each module brings rule files and what YAML cannot say; it imports only the public `patience`.
"""
