"""One process of several on one database: which shards it connects, and whom it answers."""
