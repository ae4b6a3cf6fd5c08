"""What events show: their messages, tables and lines."""
