"""Games as pages in a browser, pushed after commits: a surface beside commands and buttons.

It uses the commands' texts, and makes no rules decisions.
"""
