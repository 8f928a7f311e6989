"""Environments: many games at once, as arrays, for learning and planning."""

from cornerwise.env.batch import Batch
from cornerwise.env.observation import feature_names, plane_names

__all__ = ["Batch", "feature_names", "plane_names"]
