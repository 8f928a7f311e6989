"""A session: one live game, its log, who is there and what they may do."""
