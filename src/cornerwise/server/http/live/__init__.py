"""The live connection: what it hears, asks the lobby, solves and says."""
