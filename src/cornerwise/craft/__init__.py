"""Things to make at home: lost pieces, boards and score sheets, at their true size."""

from cornerwise.craft.board import board_pages
from cornerwise.craft.cutout import piece_pages
from cornerwise.craft.drawing import pdf
from cornerwise.craft.lost import Lost, lost
from cornerwise.craft.solid import solids, stl

__all__ = ["Lost", "board_pages", "lost", "pdf", "piece_pages", "solids", "stl"]
