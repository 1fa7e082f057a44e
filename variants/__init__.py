"""The shipped games, as plugins: an example to copy, since a stranger's plugin is made the same way.

Each module brings rule files and what YAML cannot say; it imports only the public `patience`.
"""
