"""What follows changes of an event by itself, also after a crash: messages, tables, queues, deadlines."""
