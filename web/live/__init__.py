"""The path from a commit to open pages.

A page consists of named parts. What has changed is made once for all readers of the same thing in the same
language, and once for several commits that follow each other faster than that.
"""
