"""What campaigns run against: the bot's processes, their Discord and PostgreSQL, faults put between them."""
