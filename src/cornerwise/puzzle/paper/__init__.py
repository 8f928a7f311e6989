"""Puzzles on paper: pages drawn by hand into PDF."""
