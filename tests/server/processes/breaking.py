"""What can break beside servers and databases: a worker, and the disk."""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import subprocess
import sys
from pathlib import Path


class Worker:
    """`cornerwise worker` as a process of its own."""

    def __init__(self, database: str, threads: int = 2) -> None:
        command = [sys.executable, "-m", "cornerwise", "worker", "--database", database, "--threads", str(threads)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        assert "thinks" in self.process.stdout.readline()

    def kill(self) -> None:
        """End it without a warning."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        """Ask it to end and return its exit code."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(20)


class Disk:
    """A small disk under a directory, which can be filled to the last byte; where mounting is not allowed, a limit."""

    SIZE = 48 << 20  # the games of a test fill some megabytes themselves

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        mount = ["mount", "-t", "tmpfs", "-o", f"size={self.SIZE}", "tmpfs", str(directory)]
        self.is_mounted = subprocess.run(mount, capture_output=True).returncode == 0
        self.filler = directory / "filler"
        self.limits: tuple[int, int] | None = None

    def fill(self) -> None:
        """Leave no room."""
        if not self.is_mounted:
            self.limits = resource.getrlimit(resource.RLIMIT_FSIZE)
            for process in self._users():
                resource.prlimit(process, resource.RLIMIT_FSIZE, (0, self.limits[1]))
            return
        with self.filler.open("wb", buffering=0) as file, contextlib.suppress(OSError):
            while True:
                file.write(b"x" * 4096)

    def free(self) -> None:
        """Make room again."""
        if not self.is_mounted:
            assert self.limits is not None
            for process in self._users():
                resource.prlimit(process, resource.RLIMIT_FSIZE, self.limits)
            return
        self.filler.unlink(missing_ok=True)

    def _users(self) -> list[int]:
        """The processes that keep files open here."""
        found = []
        for process in map(int, filter(str.isdigit, os.listdir("/proc"))):
            with contextlib.suppress(OSError):
                for file in Path(f"/proc/{process}/fd").iterdir():
                    if os.readlink(file).startswith(str(self.directory)):
                        found.append(process)
                        break
        return found

    def close(self) -> None:
        """Give it back."""
        if self.is_mounted:
            subprocess.run(["umount", "-l", str(self.directory)], check=True)
