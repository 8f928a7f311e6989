"""A page takes no kernel for the browser that other sources made: its advice would speak of what it does not know."""

from __future__ import annotations

import json
import runpy
from pathlib import Path
from typing import Any

import pytest

TOOL = runpy.run_path(str(Path(__file__).parents[2] / "tools" / "kernel_sources.py"))


def kernel(folder: Path, **manifest: Any) -> Path:
    """A folder with a kernel that says this of itself."""
    made = folder / "kernel"
    made.mkdir()
    (made / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    (made / "wasm-0123456789ab.wasm").write_bytes(b"\0asm")
    return made


@pytest.mark.parametrize("manifest", [{}, {"sources": "0123456789ab"}])
def test_a_kernel_of_other_sources_goes(tmp_path: Path, manifest: dict[str, str]) -> None:
    folder = kernel(tmp_path, wire=1, **manifest)
    assert TOOL["drop_other_kernel"](folder)
    assert not folder.exists()


def test_a_kernel_of_these_sources_stays(tmp_path: Path) -> None:
    folder = kernel(tmp_path, wire=1, sources=TOOL["fingerprint"]())
    assert not TOOL["drop_other_kernel"](folder)
    assert (folder / "wasm-0123456789ab.wasm").exists()


def test_without_a_kernel_nothing_happens(tmp_path: Path) -> None:
    assert not TOOL["drop_other_kernel"](tmp_path / "kernel")
