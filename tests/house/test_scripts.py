"""Benchmarks, tools and examples, which no test runs whole: what they import of the package exists."""

from __future__ import annotations

import ast
import importlib.util
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPTS = sorted(path for room in ("benchmarks", "examples", "tools") for path in (ROOT / room).rglob("*.py"))


def test_the_scripts_are_found() -> None:
    """Every room has some."""
    assert len(SCRIPTS) > 30, "The scripts are not where this test looks."


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_a_script_imports_exists(path: Path) -> None:
    """A name that has moved or gone is noticed before somebody runs the script."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(node, ast.ImportFrom) or (node.module or "").split(".")[0] != "cornerwise":
            continue
        try:
            module = importlib.import_module(str(node.module))
        except ModuleNotFoundError as error:
            assert (error.name or "").split(".")[0] != "cornerwise", error
            continue  # an optional package is not installed
        for alias in node.names:
            known = hasattr(module, alias.name) or importlib.util.find_spec(f"{node.module}.{alias.name}")
            assert known, f"{path.name}:{node.lineno}: {node.module} has no {alias.name}"
