"""What the kernel for the browser is made of, as one hash, so that a page never takes a kernel of other sources."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NATIVE = ROOT / "native"
KERNEL = ROOT / "web" / "public" / "kernel"
PYTHON_ONLY = ("doors/python/", "batch/")
DATA = ("catalogue.toml", "engine/levels.toml")


def fingerprint() -> str:
    """A hash of the sources and tables that the browser's kernel is built from."""
    digest = hashlib.sha256()
    for path in sorted(NATIVE.rglob("*")):
        name = path.relative_to(NATIVE).as_posix()
        if path.suffix in (".cpp", ".h", ".inl") and not name.startswith(PYTHON_ONLY):
            digest.update(name.encode() + b"\0" + path.read_bytes())
    for name in DATA:
        digest.update((ROOT / "src" / "cornerwise" / name).read_bytes())
    return digest.hexdigest()[:12]


def drop_other_kernel(folder: Path = KERNEL) -> bool:
    """Removes a kernel built from other sources; tells whether there was one."""
    manifest = folder / "manifest.json"
    if not manifest.exists() or json.loads(manifest.read_text("utf-8")).get("sources") == fingerprint():
        return False
    shutil.rmtree(folder)
    return True
