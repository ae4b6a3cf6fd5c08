"""Games as pages in a browser, pushed after commits: a surface beside commands and buttons.

It says what the commands say, by the same words, and decides nothing by rules.
"""
