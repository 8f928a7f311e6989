"""All games of a process: found by name, kept going, and in step with other processes."""
