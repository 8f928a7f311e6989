"""The rooms below as the wire tells them: a session, a ruleset, a puzzle, a picture."""
