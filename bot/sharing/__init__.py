"""One process of several on one database: the shards it connects and the interactions it answers."""
