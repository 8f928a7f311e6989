"""The bus: how processes, and the parts of one, tell each other that something changed."""
