"""What lasts: games as logs, people, ratings and all else in a database, its tables, and the one writer."""
