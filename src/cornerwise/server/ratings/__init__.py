"""Ratings: results of rated games in order, what they say about people, and the ranking of every ladder."""
