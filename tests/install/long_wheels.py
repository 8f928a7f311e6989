"""Every wheel, the source distribution and a fresh clone, each in a new environment: they play and show the page.

`make test-wheels` runs it. Packages come from wherever pip is configured to find them.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NEWCOMER = ROOT / "tests" / "install" / "newcomer.py"
QEMU = "qemu-aarch64-static"
#: What an ARM64 Python needs, from Debian.
PYTHON = ("python3.11-minimal", "libpython3.11-minimal", "libpython3.11-stdlib", "libc6", "libgcc-s1", "libstdc++6")
LIBRARIES = ("zlib1g", "libexpat1", "libssl3", "libffi8", "liblzma5", "libbz2-1.0", "libsqlite3-0", "libuuid1")
GIVEN = [Path(name) for name in os.environ.get("WHEELS", "").split()]


def packages(pattern: str) -> list[Path]:
    """What was built, newest last."""
    return GIVEN or sorted((ROOT / "dist").glob(pattern), key=lambda path: path.stat().st_mtime)


def run(*command: str | Path, **more: object) -> str:
    """Run a command; what it said, or a failure that shows it."""
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, **more)  # type: ignore[call-overload]
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return str(done.stdout)


def install(folder: Path, *wanted: str) -> Path:
    """A new environment with these packages; its Python."""
    run(sys.executable, "-m", "venv", folder)
    python = folder / "bin" / "python"
    run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *wanted)
    return python


def test_the_wheel_for_this_machine_plays_and_shows_the_page(tmp_path: Path) -> None:
    (wheel,) = packages(f"cornerwise-*manylinux*_{platform.machine()}.whl")[-1:]
    python = install(tmp_path / "env", f"{wheel}[server]")
    said = run(python, NEWCOMER, cwd=tmp_path)
    assert "plays" in said and "parts" in said
    assert "cornerwise" in run(tmp_path / "env" / "bin" / "cornerwise", "--help")


def test_the_source_distribution_builds_and_shows_the_page(tmp_path: Path) -> None:
    (archive,) = packages("cornerwise-*.tar.gz")[-1:]
    python = install(tmp_path / "env", f"{archive}[server]")
    assert "parts" in run(python, NEWCOMER, cwd=tmp_path)


def test_a_fresh_clone_installs_with_its_page(tmp_path: Path) -> None:
    run("git", "clone", "--quiet", ROOT, tmp_path / "clone")
    python = install(tmp_path / "env", f"{tmp_path / 'clone'}[server]")
    assert "parts" in run(python, NEWCOMER, "--no-kernel", cwd=tmp_path)


def test_the_wheel_for_arm64_plays(tmp_path: Path) -> None:
    """With Debian's Python for ARM64, in an emulator where this machine is another."""
    if platform.machine() != "aarch64" and not (shutil.which(QEMU) and shutil.which("apt-get")):
        pytest.skip(f"Nothing here runs ARM64 programs; on Debian: apt-get install qemu-user-static ({QEMU}).")
    (wheel,) = packages("cornerwise-*manylinux*_aarch64.whl")[-1:]
    root, site = tmp_path / "arm64", tmp_path / "site-packages"
    debian(root)
    run(
        *(sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--target", site),
        *("--platform", "manylinux_2_28_aarch64", "--platform", "manylinux_2_17_aarch64", "--only-binary", ":all:"),
        *("--python-version", "3.11", "--implementation", "cp", wheel),
    )
    emulator = [QEMU, "-L", root] if platform.machine() != "aarch64" else []
    python = next(root.glob("usr/bin/python3.11"))
    environment = {"PYTHONHOME": str(root / "usr"), "PYTHONPATH": str(site)}
    said = run(*emulator, python, NEWCOMER, "--library", cwd=tmp_path, env=environment)
    assert "plays" in said


def debian(root: Path) -> None:
    """Unpack Debian's Python for ARM64 into a folder; nothing is installed on this machine."""
    state = root.parent / "apt"
    for folder in ("lists/partial", "cache/archives/partial"):
        (state / folder).mkdir(parents=True)
    options = [
        *("-o", "APT::Architecture=arm64", "-o", "APT::Architectures=arm64", "-o", f"Dir::State::Lists={state}/lists"),
        *("-o", f"Dir::Cache={state}/cache", "-o", "Dir::State::status=/dev/null", "-o", "APT::Sandbox::User=root"),
    ]
    run("apt-get", *options, "-q", "update")
    run("apt-get", *options, "-q", "download", *PYTHON, *LIBRARIES, cwd=state)
    for package in state.glob("*.deb"):
        run("dpkg", "--extract", package, root)
