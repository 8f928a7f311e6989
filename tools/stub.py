"""Writes the types of the native kernel from the kernel itself: `python tools/stub.py`."""

import re
from pathlib import Path

from nanobind.stubgen import StubGen

from cornerwise import _core

STUB = Path(__file__).parent.parent / "src" / "cornerwise" / "_core.pyi"


def stub() -> str:
    """The text of _core.pyi."""
    generator = StubGen(_core, include_private=True)
    generator.put(_core)
    text = str(generator.get())
    text = text.replace("from cornerwise.guess import missing as __getattr__\n", "")  # no name that there is
    # What a Python container holds, nanobind cannot know where no signature was given.
    text = re.sub(r"\b(tuple|list)(?=:| =|\)|$)", r"\1[Any, ...]", text, flags=re.MULTILINE)
    return re.sub(r"(?<=: )dict(?=[),])", "dict[str, Any]", text).replace("list[Any, ...]", "list[Any]")


if __name__ == "__main__":
    STUB.write_text(stub(), encoding="utf-8")
