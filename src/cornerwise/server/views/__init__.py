"""What the wire says about the rooms below: a session, a ruleset, a puzzle, a picture."""
