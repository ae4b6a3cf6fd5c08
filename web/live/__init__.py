"""The path from a commit to open pages.

A page consists of named parts. Changed parts are rendered once for all readers of the same view in the same
language, and once for several commits in quick succession.
"""
