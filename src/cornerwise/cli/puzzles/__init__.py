"""Commands for puzzles: solve, count, hint, generate."""
