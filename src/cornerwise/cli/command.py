"""What every command shares: help that reads well, and JSON for programs."""

from __future__ import annotations

import json
import re
from dataclasses import fields, is_dataclass
from shutil import get_terminal_size
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from cornerwise._core import Move, Position
from cornerwise.cli.saying import complain

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]


NARROW = 80  # columns of a terminal, below which types have no column of their own


def _quiet(params: list[Any], ctx: Any) -> list[Any]:
    """The same parameters, of which switches show no type: `--plain`, not `--plain <bool>`."""
    is_narrow = get_terminal_size().columns < NARROW
    for param in params:
        if not is_narrow and not getattr(param, "is_flag", False):
            continue
        told = [param.display_type_rich(ctx=ctx) or "", param._get_number_range_help_str() or ""]
        said = [each.strip("<>") for each in told if not re.fullmatch(r"<[a-z\[\] ]*>", each, re.IGNORECASE)]
        if is_narrow and any(said):
            param.help = f"{param.help or ''} ({', '.join(filter(None, said)).replace('|', ' | ')})"
        param.display_type_rich = lambda ctx: None
        param._get_number_range_help_str = lambda: ""
    return params


def _fold() -> None:
    """Lets the tables of the help go on in the next line with what is too long for a column, where they cut it."""
    from rich.table import Table
    from typer import rich_utils

    class Whole(Table):
        def add_row(self, *cells: Any, **options: Any) -> None:
            super().add_row(*cells, **options)
            for column in self.columns:
                column.overflow = "fold"

    vars(rich_utils)["Table"] = Whole


class Command(TyperCommand):
    """A command whose help shows no types of switches."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Everything it can be given."""
        return _quiet(super().get_params(ctx), ctx)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Prints its help."""
        _fold()
        super().format_help(ctx, formatter)

    def invoke(self, ctx: Any) -> Any:
        """Runs it; an interruption that it does not answer itself is told all the same."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            complain("interrupted; nothing was kept.")
            raise SystemExit(130) from None


class Group(TyperGroup):
    """A group of commands, likewise."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Everything it can be given."""
        return _quiet(super().get_params(ctx), ctx)


def print_json(value: Any) -> None:
    """Prints a value of the library as JSON: moves and positions as their texts."""
    print(json.dumps(plain(value), ensure_ascii=False, indent=2), flush=True)


def plain(value: Any) -> Any:
    """A value of the library as plain data."""
    if isinstance(value, Move):
        return str(value)
    if isinstance(value, Position):
        return value.text
    if is_dataclass(value) and not isinstance(value, type):
        return {name: plain(getattr(value, name)) for name in (field.name for field in fields(value))}
    if isinstance(value, dict):
        return {str(name): plain(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    return value
