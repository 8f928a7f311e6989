"""Saying why: what speaks for a move, and how the moves of a game compare with better ones."""
