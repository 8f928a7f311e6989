"""What crosses the wire: every message and resource."""
