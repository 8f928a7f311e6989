"""Puzzles as data, solved, counted, proved, hinted at, rated and made."""

from cornerwise.puzzle.outcome import Outcome, Report
from cornerwise.puzzle.puzzle import Laid, Puzzle, Solution
from cornerwise.puzzle.read import open_puzzle, parse_puzzle, puzzle, puzzles, read_puzzle, with_givens
from cornerwise.puzzle.solve import finish, random_solutions, solutions, solve
from cornerwise.puzzle.verify import verify

__all__ = [
    "Laid",
    "Outcome",
    "Puzzle",
    "Report",
    "Solution",
    "finish",
    "open_puzzle",
    "parse_puzzle",
    "puzzle",
    "puzzles",
    "random_solutions",
    "read_puzzle",
    "solutions",
    "solve",
    "verify",
    "with_givens",
]
