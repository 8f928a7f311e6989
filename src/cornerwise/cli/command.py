"""What every command shares: help that reads well, and JSON for programs."""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from cornerwise._core import Move, Position
from cornerwise.cli.saying import complain

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]


def _quiet(params: list[Any]) -> list[Any]:
    """The same parameters, of which switches show no type: `--plain`, not `--plain <bool>`."""
    for param in params:
        if getattr(param, "is_flag", False):
            param.display_type_rich = lambda ctx: None
    return params


class Command(TyperCommand):
    """A command whose help shows no types of switches."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Everything it can be given."""
        return _quiet(super().get_params(ctx))

    def invoke(self, ctx: Any) -> Any:
        """Runs it; an interruption that it does not answer itself is told all the same."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            complain("interrupted.")
            raise SystemExit(130) from None


class Group(TyperGroup):
    """A group of commands, likewise."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Everything it can be given."""
        return _quiet(super().get_params(ctx))


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
