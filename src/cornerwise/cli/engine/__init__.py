"""Commands for whoever works on the engine: measure it, train it, let other programs use it."""
