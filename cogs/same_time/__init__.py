"""Events at the same time as a loss or an ending: the event is checked again as a whole."""
