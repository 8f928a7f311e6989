"""One word per concept: names that the vocabulary rules out do not come back."""

from __future__ import annotations

import ast
import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = {".py", ".h", ".cpp", ".ts", ".svelte", ".js"}
PROSE = SOURCE | {".md", ".toml", ".txt", ".html"}
#: docs/vocabulary.md: names that say nothing.
EMPTY_WORDS = re.compile(r"(Manager|Helpers?|Utils?|Base|Info)$")
EMPTY_FILES = re.compile(r"(^|_)(manager|helpers?|utils?|misc|common|info)$")
#: American spelling, and "ruleset" for what others call a variant; names in CSS and C++ stay.
RULED_OUT = re.compile(r"colour|(?<!std::)(?<!font-)variants?\b", re.IGNORECASE)
#: These name the words in order to rule them out.
EXEMPT = {"vocabulary.md", "test_names.py", "test_puzzle_read.py", "CONTRIBUTING.md"}
#: Adapters answer to the words of the outside world.
FOREIGN = "adapters"
#: Methods that a library asks a class of ours to have.
ASKED_FOR = {"get_params", "get_attr"}


@cache
def tracked() -> tuple[Path, ...]:
    """The project's own files; data that other programs wrote keeps their words."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if listed.returncode:
        pytest.skip("Only a clone knows which files are the project's own.")
    paths = [Path(name) for name in listed.stdout.decode().split("\0") if name]
    assert {path.suffix for path in paths} >= SOURCE, "every kind of source is looked at"
    return tuple(path for path in paths if "data" not in path.parts and (ROOT / path).is_file())


def test_words() -> None:
    """Neither the spelling nor the word that the vocabulary rules out, but in the vocabulary itself."""
    wrong = []
    for path in tracked():
        if path.suffix not in PROSE or path.name in EXEMPT:
            continue
        for number, line in enumerate((ROOT / path).read_text("utf-8").splitlines(), 1):
            if RULED_OUT.search(line):
                wrong.append(f"{path}:{number}: {line.strip()[:100]}")
    assert not wrong, "\n".join(wrong)


def test_file_names() -> None:
    """A file is named after one noun."""
    wrong = [str(path) for path in tracked() if path.suffix in SOURCE and EMPTY_FILES.search(path.stem.lower())]
    assert not wrong, wrong


def _is_getter(name: str) -> bool:
    return name.lstrip("_").startswith("get_") and name not in ASKED_FOR


def test_python_names() -> None:
    """No get_, no class whose name ends in an empty word."""
    wrong = []
    for path in tracked():
        if path.suffix != ".py" or FOREIGN in path.parts:
            continue
        for node in ast.walk(ast.parse((ROOT / path).read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and _is_getter(node.name):
                wrong.append(f"{path}:{node.lineno} {node.name}")
            if isinstance(node, ast.ClassDef) and EMPTY_WORDS.search(node.name):
                wrong.append(f"{path}:{node.lineno} {node.name}")
    assert not wrong, "\n".join(wrong)


def test_native_names() -> None:
    """The same in C++ and TypeScript."""
    declared = re.compile(r"\b(?:class|struct|enum class|interface|type)\s+(\w+)|\b(get_\w+)\s*\(")
    known = {"get_if", "get_deleter"}
    wrong = []
    for path in tracked():
        if path.suffix not in SOURCE - {".py"}:
            continue
        for name, getter in declared.findall((ROOT / path).read_text("utf-8")):
            if (name and EMPTY_WORDS.search(name)) or (getter and getter not in known):
                wrong.append(f"{path} {name or getter}")
    assert not wrong, "\n".join(wrong)
