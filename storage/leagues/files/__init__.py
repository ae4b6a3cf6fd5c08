"""Results of leagues as files: written for spreadsheets, and read in the shapes that people have."""
