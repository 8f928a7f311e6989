"""The SVG document: its frame, its style sheet and the few elements every picture is made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args
from xml.sax.saxutils import escape, quoteattr

from cornerwise.errors import WrongType
from cornerwise.render.palette import DARK, LIGHT, PATTERNS, Paint, Theme, shade
from cornerwise.render.request import check_choice

FONT = "system-ui,'Segoe UI','Helvetica Neue','Liberation Sans','DejaVu Sans',sans-serif"


Marks = Literal["pattern", "letter", "none"]  # the second channel beside color
Tones = Literal["auto", "light", "dark"]  # auto: as the viewer's system wishes


@dataclass(frozen=True)
class Look:
    """The choices a caller makes about a picture."""

    paints: Mapping[str, Paint]  # of the ruleset's colors
    marks: Marks = "pattern"
    dots: bool = False  # mark the cells where the color to move can attach
    coordinates: bool = True
    trays: bool = True  # the shapes every color has left
    theme: Tones = "auto"
    view: int = 0  # 3D: quarter turns of the table

    def __post_init__(self) -> None:
        check_choice("marks", self.marks, get_args(Marks))
        check_choice("theme", self.theme, get_args(Tones))
        if not isinstance(self.view, int):
            raise WrongType(f"A table is turned by whole quarters, not by {type(self.view).__name__}.")


def element(name: str, *children: str, **attributes: object) -> str:
    """One element; underscores in attribute names become dashes, `class_` becomes `class`."""
    text = "".join(
        f" {key.rstrip('_').replace('_', '-')}={quoteattr(_number(value))}" for key, value in attributes.items()
    )
    body = "".join(children)
    return f"<{name}{text}>{body}</{name}>" if body else f"<{name}{text}/>"


def group(*children: str, x: float = 0, y: float = 0, **attributes: object) -> str:
    """A group moved to (x, y)."""
    if x or y:
        attributes["transform"] = f"translate({_number(x)} {_number(y)})"
    return element("g", *children, **attributes)


def text(x: float, y: float, words: str, size: float, class_: str = "cw-text", **attributes: object) -> str:
    """A line of text whose baseline starts at (x, y)."""
    return element("text", escape(words), x=x, y=y, font_size=size, class_=class_, **attributes)


def heading(x: float, y: float, words: str, remark: str) -> str:
    """Bold words with a fainter remark behind them, however wide the viewer's font is."""
    strong = element("tspan", escape(words), font_size=14, class_="cw-text cw-bold")
    faint = element("tspan", escape(remark), font_size=11, class_="cw-muted", dx=8)
    return element("text", strong, faint, x=x, y=y)


def document(width: float, height: float, title: str, description: str, body: str, look: Look) -> str:
    """A complete picture: body on a panel that is readable on light and dark pages."""
    return element(
        "svg",
        element("title", escape(title)),
        element("desc", escape(description)),
        element("style", _style(look)),
        element("defs", _patterns(look.paints)),
        element("rect", width=width, height=height, rx=10, class_="cw-page"),
        body,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_number(width)} {_number(height)}",
        width=width,
        height=height,
        role="img",
        font_family=FONT,
    )


def _number(value: object) -> str:
    return f"{value:.5g}" if isinstance(value, float) else str(value)


def _patterns(paints: Mapping[str, Paint]) -> str:
    parts = []
    for name, paint in paints.items():
        tile = group(PATTERNS[paint.pattern], fill=paint.ink, stroke=paint.ink, opacity=0.3)
        parts.append(
            element("pattern", tile, id=f"cw-pattern-{name}", width=8, height=8, patternUnits="userSpaceOnUse")
        )
    return "".join(parts)


def _style(look: Look) -> str:
    """Plain rules first, so that a reader without media queries draws the light picture."""
    common = [".cw-letter{font-weight:700;text-anchor:middle}", ".cw-bold{font-weight:600}"]
    for name, paint in look.paints.items():
        common.append(f".cw-{name}{{fill:{paint.fill}}}")
        common.append(f".cw-{name}-left{{fill:{shade(paint.fill, 0.16)}}}")
        common.append(f".cw-{name}-right{{fill:{shade(paint.fill, 0.32)}}}")
        common.append(f".cw-{name}-ink{{fill:{paint.ink}}}")
    light, dark = _tones(LIGHT, look.paints, False), _tones(DARK, look.paints, True)
    if look.theme == "auto":
        return "".join(common) + light + "@media (prefers-color-scheme:dark){" + dark + "}"
    return "".join(common) + (dark if look.theme == "dark" else light)


def _tones(theme: Theme, paints: Mapping[str, Paint], is_dark: bool) -> str:
    rules = [
        f".cw-page{{fill:{theme.page}}}",
        f".cw-board{{fill:{theme.board};stroke:{theme.edge}}}",
        f".cw-line{{stroke:{theme.line};fill:none}}",
        f".cw-edge{{stroke:{theme.edge};fill:none}}",
        f".cw-plate{{fill:{theme.line};stroke:{theme.edge}}}",
        f".cw-text{{fill:{theme.text}}}",
        f".cw-muted{{fill:{theme.muted}}}",
        f".cw-strong{{stroke:{theme.text};fill:none}}",
        f".cw-halo{{stroke:{theme.halo};fill:none}}",
        f".cw-cross{{stroke:{theme.cross};fill:none}}",
        f".cw-printed{{fill:{theme.board};stroke:{theme.muted}}}",
        f".cw-ghost{{fill:{theme.line};stroke:{theme.edge}}}",
    ]
    for name, paint in paints.items():
        rules.append(f".cw-{name}-line{{stroke:{paint.outline_dark if is_dark else paint.outline};fill:none}}")
    return "".join(rules)
