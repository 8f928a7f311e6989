"""The tables of docs/hosting/security.md as data: who may do what is written there once, and the tests try it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

SECURITY = Path(__file__).parents[3] / "docs" / "hosting" / "security.md"
YES = "yes"


@dataclass(frozen=True)
class Row:
    """One line of a table: what is tried, and for every role `yes` or the code of the refusal."""

    name: str
    cells: dict[str, str]

    @property
    def refused(self) -> dict[str, str]:
        """The roles that may not, and what they are told."""
        return {role: code for role, code in self.cells.items() if code != YES}

    @property
    def allowed(self) -> list[str]:
        """The roles that may."""
        return [role for role, code in self.cells.items() if code == YES]

    @property
    def word(self) -> str:
        """The message or the route, without what is said about it."""
        found = re.match(r"`([^`]+)`", self.name)
        assert found, f"{self.name!r} does not begin with a message or a route"
        return found[1]


def rows(heading: str) -> list[Row]:
    """The table under a heading."""
    text = SECURITY.read_text()
    assert f"\n### {heading}\n" in text, f"docs/hosting/security.md has no heading {heading!r}"
    section = re.split(r"^##+ ", text.split(f"\n### {heading}\n")[1], flags=re.MULTILINE)[0]
    lines = [
        [cell.strip() for cell in line.strip().strip("|").split("|")]
        for line in section.splitlines()
        if line.startswith("|")
    ]
    head, _, *body = lines
    assert all(len(line) == len(head) for line in body), f"the table under {heading!r} is ragged"
    return [Row(line[0], dict(zip(head[1:], line[1:], strict=True))) for line in body]
