"""What every part of the package may use: text files and worker processes."""
