"""Write web/src/wire.ts, the TypeScript types of everything that crosses the wire; --check only compares."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel
from pydantic.json_schema import JsonSchemaMode, models_json_schema

from cornerwise.engine.level import CAP
from cornerwise.server.wire import archive, bots, home, lobby, messages, moderation, notices, people, ranking, resources
from cornerwise.server.wire.wire import OUTDATED, SIGNED_OUT, VERSION, Wire

TARGET = Path(__file__).resolve().parent.parent / "web" / "src" / "wire.ts"
SENT = (
    resources.NewGame,
    resources.Laid,
    people.ChangedPerson,
    people.NewPassword,
    people.PasswordSignIn,
    people.RecoverySignIn,
    people.NewPasskey,
    people.MadePasskey,
    people.PasskeySignIn,
    people.Adopted,
    people.Farewell,
)
NESTED = (resources.NewSeat, people.ShownGame, home.HomeGame)  # parts of what is sent
HEADER = "// Written by tools/wire_types.py from src/cornerwise/server/wire/; do not edit: run `make wire`.\n"


LISTS = (
    bots.BotView,
    bots.BotList,
    bots.BotToken,
    lobby.TempoView,
    lobby.Tempos,
    lobby.RunningTables,
    moderation.ReportView,
    moderation.RulingView,
    moderation.Desk,
)


def members(union: Any) -> tuple[type[BaseModel], ...]:
    """The models of a discriminated union, in order."""
    return get_args(get_args(union)[0])


def models() -> list[tuple[type[BaseModel], JsonSchemaMode]]:
    """Every model and its direction: what a client sends may leave out fields that have a default."""
    sent = [*SENT, *members(messages.ClientMessage)]
    received = [
        value
        for value in (vars(resources) | vars(people) | vars(ranking) | vars(archive) | vars(notices)).values()
        if isinstance(value, type) and issubclass(value, Wire) and value not in (Wire, *NESTED, *SENT)
    ]
    heard = [model for model in members(messages.ServerMessage) if model is not messages.Change]
    return [
        *((model, "validation") for model in sent),
        *((model, "serialization") for model in (*received, *LISTS, *heard)),
        (messages.Change, "validation"),  # says only what is different
    ]


def text(schema: dict[str, Any]) -> str:
    """The TypeScript type of a JSON schema."""
    if "$ref" in schema:
        return schema["$ref"].rsplit("/", 1)[-1]
    if "const" in schema:
        return f'"{schema["const"]}"'
    if "enum" in schema:
        return " | ".join(f'"{value}"' for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(text(part) for part in schema["anyOf"]))
    match schema.get("type"):
        case "integer" | "number":
            return "number"
        case "string":
            return "string"
        case "boolean":
            return "boolean"
        case "null":
            return "null"
        case "array" if "prefixItems" in schema:
            return f"[{', '.join(text(part) for part in schema['prefixItems'])}]"
        case "array":
            item = text(schema["items"])
            return f"({item})[]" if " | " in item else f"{item}[]"
        case "object" if "properties" not in schema:
            values = [schema["additionalProperties"]] if "additionalProperties" in schema else []
            values += schema.get("patternProperties", {}).values()
            return f"Record<string, {' | '.join(text(part) for part in values if part)}>"
    raise ValueError(f"no TypeScript for {schema}")


def interface(name: str, schema: dict[str, Any]) -> str:
    """One interface, its fields commented with their descriptions."""
    lines = [f"/** {schema['description']} */"] if "description" in schema else []
    lines.append(f"export interface {name} {{")
    required = schema.get("required", [])
    for field, part in schema.get("properties", {}).items():
        if "description" in part:
            lines.append(f"  /** {part['description']} */")
        is_tag = field == "type" and "const" in part
        lines.append(f"  {field}{'' if field in required or is_tag else '?'}: {text(part)};")
    return "\n".join([*lines, "}"])


def source() -> str:
    """The whole file."""
    _, schema = models_json_schema(models(), ref_template="#/$defs/{model}")
    parts = [HEADER]
    parts += [interface(name, part) for name, part in sorted(schema["$defs"].items())]
    for alias in ("ClientMessage", "ServerMessage"):
        names = "".join(f"\n  | {model.__name__}" for model in members(getattr(messages, alias)))
        parts.append(f"export type {alias} ={names};")
    codes = " | ".join(f'"{code}"' for code in get_args(messages.ErrorCode))
    parts.append(f"export type ErrorCode = {codes};")
    parts.append(f"/** What the page tells when it connects. */\nexport const VERSION = {VERSION};")
    parts.append(f"/** Closes the connection of a page of another version. */\nexport const OUTDATED = {OUTDATED};")
    parts.append(
        "/** Closes the connection of a browser that is no longer signed in. */\n"
        f"export const SIGNED_OUT = {SIGNED_OUT};"
    )
    parts.append(f"/** Characters that the record of a game may have. */\nexport const RECORD = {resources.RECORD};")
    parts.append(
        f"/** Seconds after which a level moves, whatever is left to think about. */\nexport const CAP = {CAP:g};"
    )
    return "\n\n".join(parts) + "\n"


def main() -> int:
    """Write the file, or say whether it is stale."""
    if "--check" in sys.argv[1:]:
        if not TARGET.exists() or TARGET.read_text() != source():
            print("web/src/wire.ts is stale: run `make wire`.", file=sys.stderr)
            return 1
        return 0
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(source())
    return 0


if __name__ == "__main__":
    sys.exit(main())
