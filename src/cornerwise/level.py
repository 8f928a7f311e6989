"""Levels and limits under their documented name; they live in `cornerwise.engine.level`."""

from cornerwise.engine.level import TOP, Level, Limit, level, levels

__all__ = ["TOP", "Level", "Limit", "level", "levels"]
