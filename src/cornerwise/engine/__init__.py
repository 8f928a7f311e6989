"""Thinking: a search with a strength, tuned for every kind of game."""

from cornerwise.engine.engine import Engine
from cornerwise.engine.level import Limit

__all__ = ["Engine", "Limit"]
