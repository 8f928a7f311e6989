"""Pictures made of text: positions and shapes in a terminal."""
