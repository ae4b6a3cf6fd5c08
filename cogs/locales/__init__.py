"""The texts in other languages: catalogues of gettext, how they are read, and how they are kept complete."""
