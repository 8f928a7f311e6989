"""Commands for whoever hosts a server: run it, back it up, moderate it."""
