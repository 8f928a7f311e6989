"""Whole pictures: of a position or a move as SVG, as pixels, and of a game as a film."""
