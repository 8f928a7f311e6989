"""A drawing on paper: polygons, disks, cubes and words in points, written as SVG or as PDF."""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal
from xml.sax.saxutils import escape

A4 = (595.0, 842.0)
MM = 72 / 25.4  # points in a millimeter
Paper = Literal["a4", "letter"]
PAPERS: dict[Paper, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}  # millimeters
ROUND = 0.5523  # how far the handles of a curve reach that looks like a quarter of a circle
Point = tuple[float, float]


@dataclass
class Page:
    """One sheet of paper; the origin is at the top left, y points down."""

    size: tuple[float, float] = A4
    unit: str = ""  # of the size in SVG: "pt" prints at its true size, none is as large as the screen likes
    _svg: list[str] = field(default_factory=list)
    _pdf: list[str] = field(default_factory=list)

    def polygon(
        self,
        points: list[Point],
        fill: str | None,
        line: str | None = "#333333",
        width: float = 0.8,
        delay: float | None = None,
    ) -> None:
        """A closed shape; with a delay it appears after that many seconds in an animated picture."""
        path = " ".join(f"{x:.2f},{y:.2f}" for x, y in points)
        self._svg.append(
            f'<polygon points="{path}" fill="{fill or "none"}" stroke="{line or "none"}" '
            f'stroke-width="{width}" '
            f'stroke-linejoin="round">{_motion(delay)}</polygon>'
        )
        steps = [f"{x:.2f} {self.size[1] - y:.2f} {'l' if i else 'm'}" for i, (x, y) in enumerate(points)]
        paint = "b" if fill and line else "f" if fill else "s"
        colors = (_rgb(fill, "rg") if fill else "") + (_rgb(line, "RG") if line else "")
        self._pdf.append(f"{colors}{width} w 1 j {' '.join(steps)} h {paint}")

    def disk(self, x: float, y: float, radius: float, fill: str | None, line: str = "#8a8172") -> None:
        """A disk, or without a fill a ring."""
        self._svg.append(
            f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{radius:.2f}" fill="{fill or "none"}" '
            f'stroke="{"none" if fill else line}" stroke-width="0.8"/>'
        )
        y = self.size[1] - y
        curve = f"{x + radius:.2f} {y:.2f} m"
        for a, b, c, d in ((1, 0, 0, 1), (0, 1, -1, 0), (-1, 0, 0, -1), (0, -1, 1, 0)):
            # From one quarter (a, b) to the next (c, d), by a handle on either side of the bend.
            bends = (a + c * ROUND, b + d * ROUND), (c + a * ROUND, d + b * ROUND), (c, d)
            curve += "".join(f" {x + radius * i:.2f} {y + radius * j:.2f}" for i, j in bends) + " c"
        self._pdf.append(f"{_rgb(fill, 'rg') if fill else _rgb(line, 'RG')}0.8 w {curve} {'f' if fill else 's'}")

    def cubes(self, cells: Iterable[tuple[int, int, int]], x: float, y: float, unit: float, fill: str) -> None:
        """A piece of cubes seen from the front; one above the ground is drawn a little to the right and up."""
        cells = sorted(cells, key=lambda cell: (cell[2], -cell[1]))
        height = max(b + c * 0.45 for _, b, c in cells) + 1
        for a, b, c in cells:
            left, top = x + (a + 0.45 * c) * unit, y + (height - 1 - b - 0.45 * c) * unit
            corners = [(left, top), (left + unit, top), (left + unit, top + unit), (left, top + unit)]
            self.polygon(corners, fill, "#1f1c18", 0.7)

    def words(
        self, x: float, y: float, text: str, size: float = 11.0, color: str = "#222222", delay: float | None = None
    ) -> None:
        """A line of text with its baseline at (x, y); with a delay it appears like a polygon."""
        self._svg.append(
            f'<text x="{x:.2f}" y="{y:.2f}" font-size="{size:g}" fill="{color}">{_motion(delay)}{escape(text)}</text>'
        )
        safe = text.encode("cp1252", "replace").decode("cp1252")
        safe = safe.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
        self._pdf.append(f"{_rgb(color, 'rg')}BT /F1 {size} Tf {x:.2f} {self.size[1] - y:.2f} Td ({safe}) Tj ET")

    def svg(self) -> str:
        """The page as an SVG document."""
        width, height = self.size
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}{self.unit}" '
            f'height="{height:g}{self.unit}" font-family="Helvetica,Arial,sans-serif" role="img">'
            f'<rect width="{width:g}" height="{height:g}" fill="#ffffff"/>{"".join(self._svg)}</svg>\n'
        )

    def content(self) -> bytes:
        """The page's drawing commands for PDF."""
        return "\n".join(self._pdf).encode("cp1252", "replace")


def pdf(pages: list[Page]) -> bytes:
    """The pages as one PDF document."""
    kids = " ".join(f"{4 + 2 * i} 0 R" for i in range(len(pages)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    for i, page in enumerate(pages):
        width, height = page.size
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width:g} {height:g}] /Contents {5 + 2 * i} 0 R "
            f"/Resources << /Font << /F1 3 0 R >> >> >>".encode()
        )
        packed = zlib.compress(page.content())
        objects.append(b"<< /Length %d /Filter /FlateDecode >>\nstream\n" % len(packed) + packed + b"\nendstream")
    out = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n" % number + body + b"\nendobj\n"
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)
    return bytes(out)


def _motion(delay: float | None) -> str:
    return "" if delay is None else f'<set attributeName="visibility" to="hidden" begin="0s" dur="{delay:.2f}s"/>'


def _rgb(color: str, operator: str) -> str:
    parts = (int(color[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return " ".join(f"{part:.3f}" for part in parts) + f" {operator} "
