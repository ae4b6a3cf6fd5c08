"""PostgreSQL: for owners who have a server anyway, or want a standby for failover."""
