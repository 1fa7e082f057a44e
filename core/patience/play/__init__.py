"""A game in progress: what every face of Patience shares.

A face (the command line, the terminal application, the browser) shows what stands here and passes
on what its user types or clicks. Nothing in this room prints, reads input or knows a terminal.
"""
