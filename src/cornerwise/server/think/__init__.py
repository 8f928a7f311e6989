"""Thinking for the tables: a fair pool of threads, and the one place that asks the engine."""
