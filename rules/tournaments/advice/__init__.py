"""What a tournament's numbers say: suggested rounds, points that make the top cut, reasons of pairings."""
