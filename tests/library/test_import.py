"""What `import cornerwise` brings along."""

import subprocess

import pytest

from interpreter import PYTHON

HEAVY = (
    "numpy",
    "typer",
    "rich",
    "click",
    "resvg_py",
    "fastapi",
    "sqlalchemy",
    "torch",
    "onnxruntime",
    "asyncio",
)


def modules_after(program):
    listing = subprocess.check_output(
        [*PYTHON, "-c", f"{program}\nimport sys\nprint(*sys.modules)"], text=True, timeout=60
    )
    return set(listing.split())


@pytest.mark.parametrize("program", ["import cornerwise", "import cornerwise as cw; cw.start('duo').play('e10')"])
def test_importing_the_library_brings_nothing_heavy(program):
    loaded = modules_after(program)
    assert not loaded.intersection(HEAVY)
    above = ("cornerwise.render", "cornerwise.engine", "cornerwise.advice", "cornerwise.puzzle", "cornerwise.cli")
    assert not [name for name in loaded if name.startswith(above)]


def test_the_front_door_opens_on_everything():
    """Every name it lists is there, found when it is asked for, and the same thing as in its room."""
    import cornerwise as cw
    from cornerwise.engine import Engine
    from cornerwise.render import svg

    assert cw.Engine is Engine and cw.svg is svg
    assert all(hasattr(cw, name) for name in cw.__all__)
    assert set(cw.__all__) <= set(dir(cw))
    assert cw.Table.__module__ == "cornerwise.notebook"
    with pytest.raises(AttributeError, match="no attribute 'Motor'"):
        _ = cw.Motor


def python_without(modules, program):
    """What a program prints where these modules are not installed."""
    program = f"import sys\nfor name in {modules}: sys.modules[name] = None\n{program}"
    return subprocess.check_output([*PYTHON, "-c", program], text=True, timeout=60)


def test_a_plain_install_has_every_listed_name_and_its_help():
    extras = ["anywidget", "pydantic", "PIL", "resvg_py", "ortools", "fastapi", "sqlalchemy"]
    program = "from cornerwise import *\nimport cornerwise, pydoc\nprint(start, pydoc.render_doc(cornerwise))"
    assert "play_game" in python_without(extras, program)


@pytest.mark.parametrize("missing", ["anywidget", "traitlets", "pydantic"])
def test_a_table_without_its_extra_says_what_to_install(missing):
    program = "import cornerwise as cw\ntry: cw.Table\nexcept cw.CornerwiseError as error: print(error)"
    assert python_without([missing], program).strip().endswith("pip install 'cornerwise[notebook]'.")


def test_drawing_needs_no_command_line():
    loaded = modules_after("import cornerwise as cw; cw.start('duo')._repr_svg_()")
    assert "cornerwise.render" in loaded
    assert not loaded.intersection(("typer", "rich", "resvg_py"))
