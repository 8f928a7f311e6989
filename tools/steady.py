"""Run pytest; run a few failures once more by themselves, and name them, so that a busy machine does not decide."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

MOST = 5  # failures that may come from load; more than these are a fault


def pytest(cache: str, *arguments: str) -> int:
    """The exit code of pytest with a cache of its own."""
    command = [sys.executable, "-m", "pytest", "-o", f"cache_dir={cache}", *arguments]
    return subprocess.run(command, check=False).returncode


def failures(cache: str) -> list[str]:
    """The tests that failed in the last run."""
    path = Path(cache, "v/cache/lastfailed")
    return sorted(json.loads(path.read_text("utf-8"))) if path.exists() else []


def main(arguments: list[str]) -> int:
    """Run the tests with these arguments of pytest."""
    with tempfile.TemporaryDirectory() as cache:
        code = pytest(cache, *arguments)
        failed = failures(cache)
        if code != 1 or not 0 < len(failed) <= MOST:
            return code
        print(f"\n{len(failed)} failed and now run again, one at a time:", *failed, sep="\n  ", flush=True)
        code = pytest(cache, *failed)
        if code == 0:
            print("UNSTEADY, passed the second time:", *failed, sep="\n  ", flush=True)
        return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
