"""The SVG document: its frame, its style sheet and the few elements every picture is made of."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import get_args
from xml.sax.saxutils import escape, quoteattr

from cornerwise.errors import CornerwiseError, WrongType
from cornerwise.render.options import Marks, Tones
from cornerwise.render.palette import DARK, LIGHT, PATTERNS, Paint, Theme, shade
from cornerwise.render.request import check_choice

FONT = "system-ui,'Segoe UI','Helvetica Neue','Liberation Sans','DejaVu Sans',sans-serif"
SCOPE = "\0"  # stands for the picture's own class until the picture is complete
SPECIAL = re.compile("[&<>\"'\n\t\r]")
LARGEST = 8000  # pixels
WON = "★"  # what is said of a winner where no words are
LONGEST_NAME = 18  # letters


@dataclass(frozen=True)
class Look:
    """The choices a caller makes about a picture."""

    paints: Mapping[str, Paint]  # of the ruleset's colors
    marks: Marks = "pattern"
    dots: bool = False  # mark the cells where the color to move can attach
    coordinates: bool = True
    trays: bool = True  # the shapes every color has left
    panel: bool = True  # what stands beside the board, and the panel behind it all
    names: tuple[str, ...] = ()  # of the seats; none: they are numbered
    theme: Tones = "auto"
    view: int = 0  # quarter turns of the board
    size: int | None = None  # width in pixels

    def __post_init__(self) -> None:
        check_choice("marks", self.marks, get_args(Marks))
        check_choice("theme", self.theme, get_args(Tones))
        if not isinstance(self.view, int):
            raise WrongType(f"A board is turned by whole quarters, not by {type(self.view).__name__}.")
        if self.size is not None and (not isinstance(self.size, int) or isinstance(self.size, bool)):
            raise WrongType(f"The size of a picture is its width in whole pixels, not {type(self.size).__name__}.")
        if self.size is not None and not 1 <= self.size <= LARGEST:
            raise CornerwiseError(f"A picture is 1 to {LARGEST} pixels wide, not {str(self.size)[:20]}.")


def element(name: str, *children: str, **attributes: object) -> str:
    """One element; underscores in attribute names become dashes, `class_` becomes `class`."""
    words = [name]
    for key, value in attributes.items():
        text = _number(value)
        words.append(f"{_named(key)}={quoteattr(text)}" if SPECIAL.search(text) else f'{_named(key)}="{text}"')
    start = " ".join(words)
    body = "".join(children)
    return f"<{start}>{body}</{name}>" if body else f"<{start}/>"


@lru_cache
def _named(key: str) -> str:
    return key if key == "viewBox" else key.rstrip("_").replace("_", "-")


def group(*children: str, x: float = 0, y: float = 0, **attributes: object) -> str:
    """A group moved to (x, y)."""
    if x or y:
        attributes["transform"] = f"translate({_number(x)} {_number(y)})"
    return element("g", *children, **attributes)


def text(x: float, y: float, words: str, size: float, class_: str = "cw-text", **attributes: object) -> str:
    """A line of text whose baseline starts at (x, y)."""
    return element("text", escape(words), x=x, y=y, font_size=size, class_=class_, **attributes)


def shortened(name: str) -> str:
    """A name that leaves room for what stands beside it."""
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"


def heading(x: float, y: float, words: str, remark: str) -> str:
    """Bold words with a fainter remark behind them, however wide the viewer's font is."""
    strong = element("tspan", escape(words), font_size=14, class_="cw-text cw-bold")
    faint = element("tspan", escape(remark), font_size=11, class_="cw-muted", dx=8)
    return element("text", strong, faint, x=x, y=y)


class Drawing(str):
    """The text of an SVG document, which notebooks show as the picture it is."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def document(
    width: float, height: float, title: str, description: str, body: str, look: Look, motion: str = ""
) -> Drawing:
    """A complete picture: body on a panel that is readable on light and dark pages.

    Everything its style sheet says holds inside this picture only, so that pictures of different tones can stand on one
    page. Its class is made from what it shows: the same picture has the same class, and the same text.
    """
    name = "cw-" + blake2b(f"{look.theme}{title}{motion}{body}".encode(), digest_size=5).hexdigest()
    panel = element("rect", width=width, height=height, rx=10, class_="cw-page") if look.panel else ""
    scale = look.size / width if look.size else 1.0
    picture = element(
        "svg",
        element("title", escape(title)),
        element("desc", escape(description)),
        element("style", _style(tuple(look.paints.items()), look.theme) + motion),
        element("defs", _patterns(tuple(look.paints.items()))),
        panel,
        body,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_number(width)} {_number(height)}",
        width=look.size or width,
        height=height * scale,
        role="img",
        font_family=FONT,
        class_=SCOPE,
    )
    return Drawing(picture.replace(SCOPE, name))


def _number(value: object) -> str:
    return f"{value:.5g}" if isinstance(value, float) else str(value)


@lru_cache(maxsize=64)
def _patterns(paints: tuple[tuple[str, Paint], ...]) -> str:
    parts = []
    for name, paint in paints:
        tile = group(PATTERNS[paint.pattern], fill=paint.ink, stroke=paint.ink, opacity=0.3)
        parts.append(element("pattern", tile, id=f"{SCOPE}-{name}", width=8, height=8, patternUnits="userSpaceOnUse"))
    return "".join(parts)


@lru_cache(maxsize=64)
def _style(paints: tuple[tuple[str, Paint], ...], tones: Tones) -> str:
    """Plain rules first, so that a reader without media queries draws the light picture."""
    common = ["cw-letter{font-weight:700;text-anchor:middle}", "cw-bold{font-weight:600}"]
    common += ["cw-warm{fill:#e8590c}", "cw-cold{fill:#1c7ed6}"]
    for name, paint in paints:
        common.append(f"cw-{name}{{fill:{paint.fill}}}")
        common.append(f"cw-{name}-left{{fill:{shade(paint.fill, 0.16)}}}")
        common.append(f"cw-{name}-right{{fill:{shade(paint.fill, 0.32)}}}")
        common.append(f"cw-{name}-ink{{fill:{paint.ink}}}")
        common.append(f"cw-{name}-pattern{{fill:url(#{SCOPE}-{name})}}")
    light, dark = _tones(LIGHT, paints, False), _tones(DARK, paints, True)
    if tones == "auto":
        return _scoped(common + light) + "@media (prefers-color-scheme:dark){" + _scoped(dark) + "}"
    return _scoped(common + (dark if tones == "dark" else light))


def _scoped(rules: list[str]) -> str:
    return "".join(f".{SCOPE} .{rule}" for rule in rules)


def _tones(theme: Theme, paints: tuple[tuple[str, Paint], ...], is_dark: bool) -> list[str]:
    return [
        f"cw-page{{fill:{theme.page}}}",
        f"cw-board{{fill:{theme.board};stroke:{theme.edge}}}",
        f"cw-line{{stroke:{theme.line};fill:none}}",
        f"cw-edge{{stroke:{theme.edge};fill:none}}",
        f"cw-plate{{fill:{theme.line};stroke:{theme.edge}}}",
        f"cw-text{{fill:{theme.text}}}",
        f"cw-muted{{fill:{theme.muted}}}",
        f"cw-strong{{stroke:{theme.text};fill:none}}",
        f"cw-halo{{stroke:{theme.halo};fill:none}}",
        f"cw-cross{{stroke:{theme.cross};fill:none}}",
        f"cw-sign{{stroke:{theme.cross};fill:none}}",
        f"cw-tag{{fill:{theme.board};stroke:{theme.text}}}",
        f"cw-printed{{fill:{theme.board};stroke:{theme.muted}}}",
        f"cw-ghost{{fill:{theme.line};stroke:{theme.edge}}}",
        *(
            f"cw-{name}-line{{stroke:{paint.outline_dark if is_dark else paint.outline};fill:none}}"
            for name, paint in paints
        ),
    ]
