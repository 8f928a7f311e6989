"""Live games: tables with their terms, sessions, and what keeps the games of a process going."""
