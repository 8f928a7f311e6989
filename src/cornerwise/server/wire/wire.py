"""What every model on the wire has in common, and the few bounded texts they are made of."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

VERSION = 1
"""Grows when a page made for the number before could misunderstand the server or the kernel built for the browser; it
is then told to load anew."""
OUTDATED = 4010
"""Closes the connection of a page of another version."""
SIGNED_OUT = 4011
"""Closes the connection of a browser that is no longer signed in."""

GameId = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{8,32}$")]
Token = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{16,64}$")]
NAME_LENGTH = 40
Name = Annotated[str, Field(min_length=1, max_length=NAME_LENGTH, pattern=r"^[^\x00-\x1f\x7f\u2028\u2029]+$")]
Key = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,39}$")]
CellNumber = Annotated[int, Field(ge=0, le=4095)]
SeatNumber = Annotated[int, Field(ge=0, le=3)]
Ply = Annotated[int, Field(ge=0, le=1_000_000)]
LevelNumber = Annotated[int, Field(ge=1, le=10)]

Values = dict[str, str | int]

Job = Literal["play", "advise", "review", "solve"]
SeatKind = Literal["here", "link", "person", "computer"]
GivenKind = Literal["here", "link", "computer"]  # a person sits down by agreement, and is never put anywhere


class Wire(BaseModel):
    """A model that crosses the wire: unknown fields are refused, values never change."""

    model_config = ConfigDict(extra="forbid", frozen=True, json_schema_serialization_defaults_required=True)
