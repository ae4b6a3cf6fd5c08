"""The table as a page, for a phone beside the webcam, a tablet in the middle, a projector."""
