"""`cornerwise bench`: a signature that must not change by accident, then how fast this machine is."""

from __future__ import annotations

import json
import platform
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

import cornerwise as cw
from cornerwise import _core
from cornerwise.player import RandomPlayer

GAMES = ("duo", "classic-4", "3d-tower-4", "dice-4")
HISTORY = Path("benchmarks") / "history.jsonl"
SEED = 20
REPEATS = 8
"""Other work on a machine only ever slows a run down, so of several short ones the best tells most."""


def bench(
    seconds: Annotated[float, typer.Option(min=0.01, max=60, help="CPU time for all runs of a figure.")] = 1.0,
    history: Annotated[
        Path | None,
        typer.Option(help="Append a line to this file; by default to benchmarks/history.jsonl if it exists."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,
) -> None:
    """Measure the kernel: a deterministic signature first, then speed and memory.

    Every figure is the best of eight runs, by CPU time.

    **Examples**

        cornerwise bench

        cornerwise bench --seconds 0.2 --json
    """
    report: dict[str, Any] = {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "version": cw.__version__,
        "commit": _commit(),
        "cpu": _cpu(),
        "signature": signature(),
        "repeats": REPEATS,
        "kernels": {},
    }
    if not as_json:
        print(f"signature {report['signature']}")
        print(f"The best of {REPEATS} runs each, by CPU time:", flush=True)
    chosen = _core.kernel()
    try:
        for name in _core.kernels():
            _core.use_kernel(name)
            if (found := signature()) != report["signature"]:
                raise cw.CornerwiseError(f"The instruction set {name} differs: its signature is {found}.")
            report["kernels"][name] = _speed(seconds)
            if not as_json:
                _print_speed(name, report["kernels"][name])
    finally:
        _core.use_kernel(chosen)
    report |= _rest()
    target = history or (HISTORY if HISTORY.parent.is_dir() else None)
    if target is not None:
        with target.open("a", encoding="utf-8") as file:
            file.write(json.dumps(_rounded(report)) + "\n")
    if as_json:
        print(json.dumps(_rounded(report)))
    else:
        _print_rest(report)


def signature() -> str:
    """Counts lines of play and plays seeded random games of every ruleset: equal kernels, equal signature."""
    nodes, mixed = 0, 0
    for name in cw.rulesets():
        position = cw.start(name)
        _, pieces, checksum = _core.random_games(position, 20, SEED)
        nodes += position.perft(2) + pieces
        mixed = (mixed * 31 + checksum) % 2**32
    return f"{nodes}-{mixed:08x}"


def _speed(seconds: float) -> dict[str, float]:
    duo = cw.start("duo")
    figures = {"perft duo 3, s": _best(lambda: duo.perft(3))}
    for name in GAMES:
        position = cw.start(name)
        games = 100
        while (spent := _timed(partial(_core.random_games, position, games, SEED))) < seconds / REPEATS:
            games = max(2 * games, int(games * 1.1 * seconds / REPEATS / max(spent, 1e-6)))
        figures[f"random games {name}, 1/s"] = games / _best(partial(_core.random_games, position, games, SEED))
    return figures


def _rest() -> dict[str, Any]:
    """What does not depend on the instruction set."""
    middle = cw.Game("classic-4").play_on(RandomPlayer(SEED).choose, until=lambda position: position.ply >= 24)
    calls, copies = 10_000, 1_000_000
    wheels = sorted(Path("dist").glob("cornerwise-*.whl"))
    return {
        "legal_ids, us": _best(lambda: [middle.legal_ids for _ in range(calls)]) / calls * 1e6,
        "position copy, ns": _best(lambda: _core.copy_many(middle, copies)) / copies * 1e9,
        "import, ms": _import_seconds() * 1e3,
        "atlas, KiB": {name: cw.ruleset(name).atlas.nbytes / 1024 for name in GAMES},
        "wheel, KiB": wheels[-1].stat().st_size / 1024 if wheels else None,
    }


def _rounded(value: Any) -> Any:
    """Figures with four digits; more of them would only be noise."""
    if isinstance(value, dict):
        return {key: _rounded(each) for key, each in value.items()}
    return float(f"{value:.4g}") if isinstance(value, float) else value


def _timed(work: Callable[[], object]) -> float:
    """CPU seconds, so that a busy machine does not spoil the figures."""
    started = time.process_time()
    work()
    return time.process_time() - started


def _best(work: Callable[[], object]) -> float:
    return min(_timed(work) for _ in range(REPEATS))


def _import_seconds() -> float:
    """What `import cornerwise` adds to the start of Python."""
    program = "import time; t = time.process_time(); import cornerwise; print(time.process_time() - t)"
    command = [sys.executable, "-c", program]
    return min(float(subprocess.check_output(command, text=True)) for _ in range(REPEATS))


def _commit() -> str | None:
    command = ["git", "rev-parse", "--short", "HEAD"]
    try:
        return subprocess.check_output(command, text=True, stderr=subprocess.DEVNULL).strip()
    except (OSError, subprocess.CalledProcessError):
        return None


def _cpu() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def _print_speed(name: str, figures: dict[str, float]) -> None:
    print(f"\n{name}")
    for key, value in figures.items():
        label, _, unit = key.rpartition(", ")
        print(f"  {label:28} {f'{value:,.0f}' if unit == '1/s' else f'{value:.4f}':>10} {unit}", flush=True)


def _print_rest(report: dict[str, Any]) -> None:
    print()
    for key in ("legal_ids, us", "position copy, ns", "import, ms"):
        label, _, unit = key.rpartition(", ")
        print(f"  {label:28} {report[key]:10.2f} {unit.replace('us', 'µs')}")
    for name, size in report["atlas, KiB"].items():
        print(f"  {f'atlas {name}':28} {size:10,.0f} KiB")
    if report["wheel, KiB"]:
        print(f"  {'wheel':28} {report['wheel, KiB']:10,.0f} KiB")
