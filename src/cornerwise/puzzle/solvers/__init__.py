"""How puzzles are solved: rows for exact cover, the beam, constraints, and counting in parts."""
