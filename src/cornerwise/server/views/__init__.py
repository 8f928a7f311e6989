"""What the wire says about the rooms below: sessions, rulesets, puzzles, pictures, advice and its questions."""
