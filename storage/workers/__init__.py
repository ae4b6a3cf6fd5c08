"""Heavy work in separate processes: the pool, its fair queue, and the program that a worker is."""
