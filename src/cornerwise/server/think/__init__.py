"""Thinking for the tables: a fair pool of threads, a queue for other processes, the one place that asks the engine."""
