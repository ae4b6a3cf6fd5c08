"""Tools for the catalogues: every text of the code collected, edited English with its translations kept."""
