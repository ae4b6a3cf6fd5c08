"""Heavy work in processes of its own: the pool, its fair queue, and the program that a worker is."""
