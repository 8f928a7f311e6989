"""Commands for players: play, look at a position, ask for advice."""
