"""What is public in the package, read from its source: names, where they are defined, and their members."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src"

Definition = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef | ast.Assign | ast.AnnAssign


def reference() -> dict[str, dict[str, Any]]:
    """The pages of the reference as docs/reference.toml has them."""
    return tomllib.loads((ROOT / "docs" / "reference.toml").read_text("utf-8"))


@cache
def module(name: str) -> ast.Module | None:
    """The source of a module, of a package, or of the stub of a native module."""
    base = SOURCE / Path(*name.split("."))
    for file in (base / "__init__.py", base.with_suffix(".py"), base.with_suffix(".pyi")):
        if file.is_file():
            return ast.parse(file.read_text("utf-8"))
    return None


def names_of(name: str) -> list[str]:
    """The public names of a module: its `__all__`, or the classes and functions it defines."""
    tree = module(name)
    assert tree is not None, f"there is no module {name}"
    for node in tree.body:
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == "__all__" for t in node.targets):
            return list(ast.literal_eval(node.value))
    kinds = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    found = [node.name for node in tree.body if isinstance(node, kinds) and not node.name.startswith("_")]
    return list(dict.fromkeys(found))  # an overloaded function is one name


class PublicNames:
    """The names of the reference, each told once, even if several modules offer it."""

    def __init__(self) -> None:
        named = [entry for page in reference().values() for entry in page["names"]]
        #: Where a thing is defined → the name it is told under.
        self.told: dict[str, str] = {}
        for entry in sorted(named, key=self.is_module):  # names one by one come before whole modules
            for name in self._spelled(entry):
                self.told.setdefault(self.home(name), name)

    @staticmethod
    def is_module(entry: str) -> bool:
        """Whether an entry stands for a whole module; a package's own name for something wins over its submodule."""
        parent, _, last = entry.rpartition(".")
        return module(entry) is not None and not (parent and last in names_of(parent))

    def _spelled(self, entry: str) -> list[str]:
        return [f"{entry}.{name}" for name in names_of(entry)] if self.is_module(entry) else [entry]

    def entries(self, named: Iterable[str]) -> list[str]:
        """The names a page tells of, modules spelled out, without what is told elsewhere."""
        spelled = [name for entry in named for name in self._spelled(entry)]
        return [name for name in spelled if self.told[self.home(name)] == name]

    def home(self, name: str) -> str:
        """Where a name is defined, following imports from module to module."""
        parent, _, last = name.rpartition(".")
        tree = module(parent)
        assert tree is not None, f"there is no module {parent}"
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("cornerwise"):
                for alias in node.names:
                    if (alias.asname or alias.name) == last and module(f"{node.module}.{alias.name}") is None:
                        return self.home(f"{node.module}.{alias.name}")
                    if (alias.asname or alias.name) == last and alias.name in names_of(node.module):
                        return self.home(f"{node.module}.{alias.name}")
        return name

    def definition(self, name: str) -> Definition:
        """The statement that defines a name."""
        parent, _, last = self.home(name).rpartition(".")
        tree = module(parent)
        assert tree is not None, f"there is no module {parent}"
        for node in tree.body:
            if getattr(node, "name", None) == last:
                assert isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
                return node
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            if isinstance(node, ast.Assign | ast.AnnAssign) and any(getattr(t, "id", None) == last for t in targets):
                return node
        raise LookupError(f"{name} is defined nowhere")

    def members(self, name: str) -> dict[str, ast.stmt]:
        """The public methods, properties and fields that a class defines; nothing for other names."""
        node = self.definition(name)
        found: dict[str, ast.stmt] = {}
        for statement in node.body if isinstance(node, ast.ClassDef) else []:
            if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
                found.setdefault(statement.name, statement)
            elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                found.setdefault(statement.target.id, statement)
        return {member: each for member, each in found.items() if not member.startswith("_")}
