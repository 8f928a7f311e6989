"""Many games: matches between sides, their openings, and what they say about strength."""
