"""Learning the engine's tables from its own games."""
