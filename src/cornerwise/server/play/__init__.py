"""Live games: the log of a game, the session around it, and the computer at its table."""
