"""Games as pages in a browser, pushed from what is committed: a surface beside the commands and buttons.

It says what the commands say, by the same words, and decides nothing by rules.
"""
