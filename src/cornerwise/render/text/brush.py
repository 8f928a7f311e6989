"""The brush: color around text, as deep as a terminal allows."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TextIO

from cornerwise.render.palette import DARK, Paint, channels

RESET = "\x1b[0m"
DEPTHS = ("plain", "basic", "256", "truecolor")
# The levels of the 6 x 6 x 6 color cube of 256-color terminals; it begins at 16, a ramp of grays at 232.
CUBE = (0, 95, 135, 175, 215, 255)


def color_depth(stream: TextIO, environment: Mapping[str, str] = os.environ) -> str:
    """What a stream can show: "truecolor", "256", "basic" or "plain" (not a terminal, or color unwanted)."""
    term = environment.get("TERM", "")
    if environment.get("NO_COLOR") or term == "dumb":
        return "plain"
    if not stream.isatty() and not environment.get("FORCE_COLOR"):
        return "plain"
    if environment.get("COLORTERM", "").lower() in ("truecolor", "24bit") or "direct" in term:
        return "truecolor"
    return "256" if "256" in term else "basic"


class Brush:
    """Puts color around text, as deep as the terminal allows."""

    def __init__(self, depth: str, paints: Mapping[str, Paint]) -> None:
        self.depth = depth
        self.paints = paints

    @property
    def is_plain(self) -> bool:
        """Whether color is off."""
        return self.depth == "plain"

    def on(self, color: str, words: str) -> str:
        """Words in the ink of a color on its fill."""
        if self.is_plain:
            return words
        paint = self.paints[color]
        if self.depth == "basic":
            ink = 30 if paint.ink != "#ffffff" else 97
            return f"\x1b[{paint.basic};{ink}m{words}{RESET}"
        return self._paint(words, paint.ink, paint.fill)

    def ink(self, color: str, words: str) -> str:
        """Words in a color, on the board."""
        if self.is_plain:
            return words
        if self.depth == "basic":
            return f"\x1b[{self.paints[color].basic - 10}m{words}{RESET}"
        return self._paint(words, self.paints[color].outline_dark, DARK.board)

    def tint(self, color: str, words: str) -> str:
        """Words in a color, on whatever the terminal's background is."""
        if self.is_plain:
            return words
        paint = self.paints[color]
        code = str(paint.basic - 10) if self.depth == "basic" else self._code(38, paint.fill)
        return f"\x1b[{code}m{words}{RESET}"

    def board(self, words: str) -> str:
        """Empty cells, faint on the board."""
        if self.is_plain:
            return words
        if self.depth == "basic":
            return f"\x1b[90m{words}{RESET}"
        return self._paint(words, DARK.edge, DARK.board)

    def bold(self, words: str) -> str:
        """Words that matter."""
        return words if self.is_plain else f"\x1b[1m{words}{RESET}"

    def faint(self, words: str) -> str:
        """Words that matter less."""
        return words if self.is_plain else f"\x1b[2m{words}{RESET}"

    def _paint(self, words: str, ink: str, fill: str) -> str:
        return f"\x1b[{self._code(38, ink)};{self._code(48, fill)}m{words}{RESET}"

    def _code(self, layer: int, fill: str) -> str:
        red, green, blue = channels(fill)
        if self.depth == "truecolor":
            return f"{layer};2;{red};{green};{blue}"
        if max(red, green, blue) - min(red, green, blue) < 16:
            return f"{layer};5;{232 + max(0, min(23, round((green - 8) / 10)))}"
        steps = [min(range(6), key=lambda step: abs(CUBE[step] - part)) for part in (red, green, blue)]
        return f"{layer};5;{16 + 36 * steps[0] + 6 * steps[1] + steps[2]}"
