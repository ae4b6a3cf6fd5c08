"""Views of events: their messages, tables and lines."""
