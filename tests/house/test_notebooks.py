"""The example notebooks run from their first cell to their last, and what they show can be shown."""

import ast
import json
from pathlib import Path

import pytest

import cornerwise as cw

NOTEBOOKS = sorted((Path(__file__).parents[2] / "examples").glob("*.ipynb"))


def run(cell, names):
    """Runs a code cell as a notebook does; the value of its last line, if that is an expression."""
    tree = ast.parse("".join(cell["source"]))
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, cell["id"], "exec"), names)
    return eval(compile(ast.Expression(last.value), cell["id"], "eval"), names) if last else None


def shown(value):
    """What a notebook would show of a value: its picture, its page, its board or its text."""
    if isinstance(value, cw.Table):
        return str(value._repr_mimebundle_()[0]["application/vnd.jupyter.widget-view+json"]["model_id"])
    for way in ("_repr_svg_", "_repr_html_"):
        if hasattr(value, way):
            return getattr(value, way)()
    return repr(value)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_shows_pictures(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    cells = [cell for cell in json.loads(path.read_text("utf-8"))["cells"] if cell["cell_type"] == "code"]
    names = {"__name__": "__main__"}
    values = [value for cell in cells if (value := run(cell, names)) is not None]
    assert any(isinstance(value, cw.Table) for value in values), "somebody can play in it"
    views = [shown(value) for value in values]
    assert len(views) > 3 and all(views)
    assert any("<svg" in view for view in views)


def test_notebooks_are_kept_without_outputs():
    assert [path.stem for path in NOTEBOOKS] == ["analyze_a_game", "first_steps", "puzzles"]
    for path in NOTEBOOKS:
        notebook = json.loads(path.read_text("utf-8"))
        assert notebook["nbformat"] == 4
        for cell in notebook["cells"]:
            assert not cell.get("outputs") and cell.get("execution_count") is None
