"""Foreign programs as players under their documented name; they live in `cornerwise.arena.gtp_player`."""

from cornerwise.arena.gtp_player import GtpPlayer

__all__ = ["GtpPlayer"]
