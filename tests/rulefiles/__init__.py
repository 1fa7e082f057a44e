"""Whole rule files made by dice, out of every word of the language that the kernel plays.

`phrases` throws single phrases, `composer` puts groups, deal and goal together so that the cards
add up, `vocabulary` counts which words a file says. `small` and `wings` throw small files of one
shape each, in few words. One seed gives one file, on any machine.
"""
