"""A table as values: its terms, its clock and its dice, how it opens and what it comes to."""
