"""Tools for the catalogues: collect all texts of the code, and edit English while keeping translations."""
