"""The log of a game in words: a line for each entry, on the board, page by page, and as a file."""
