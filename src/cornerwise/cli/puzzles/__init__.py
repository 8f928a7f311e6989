"""Commands for puzzles: puzzles, solve, count, hint, generate."""
