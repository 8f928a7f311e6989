"""What crosses the wire: every message and resource, and how the rooms below are told in them."""
