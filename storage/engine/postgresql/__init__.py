"""PostgreSQL: for owners who have a server anyway, or want a second one to take over."""
