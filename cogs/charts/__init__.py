"""The life chart: from a game's log to its curves and to the picture, drawn in another process."""
