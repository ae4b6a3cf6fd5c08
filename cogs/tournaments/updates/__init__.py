"""Automatic follow-up of an event's changes, also after a crash: messages, tables, queues, deadlines."""
