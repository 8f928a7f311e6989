"""The floor everybody stands on: text files and worker processes."""
