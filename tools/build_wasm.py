"""Build the kernel for the browser: the native sources as WebAssembly, and the games, levels and networks as data.

Zig, which brings a C++ compiler for WebAssembly, comes from PyPI. The files go to web/public/kernel, which the page's
build copies, and where the page is already built also beside it; their names carry a hash of their content, and
manifest.json names them all. Until it is there, the page lets the server think.
"""

from __future__ import annotations

import gzip
import hashlib
import importlib.util
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

from kernel_sources import KERNEL as OUT
from kernel_sources import fingerprint

import cornerwise as cw
from cornerwise._core import NETWORK_PARTS
from cornerwise.engine.level import levels
from cornerwise.engine.tuning import tuning_of
from cornerwise.puzzle import Puzzle, puzzle
from cornerwise.puzzle.difficulty import LABELS
from cornerwise.puzzle.generate import BOXES, blank
from cornerwise.puzzle.puzzle import CONTACTS, GOALS
from cornerwise.puzzle.read import ranks
from cornerwise.ruleset import kernel_data
from cornerwise.server.views.puzzles import detail_of
from cornerwise.server.wire.wire import VERSION

ROOT = Path(__file__).resolve().parent.parent
NATIVE = ROOT / "native"
WORK = ROOT / "build" / "wasm"
PAGE = ROOT / "src" / "cornerwise" / "server" / "static"
MOST = {"games": 400_000, "puzzles": 200_000}  # bytes that a browser fetches, compressed
ROOMS = ("ground", "kernel", "thinking", "advice", "puzzles", "doors/wasm")  # with the rooms in them
# What only the pages of puzzles need has a module of its own, which games do not fetch; it takes these rooms and files.
PUZZLES = (
    *("ground/", "kernel/", "puzzles/", "doors/wasm/door.cpp", "doors/wasm/failure.cpp", "doors/wasm/json.cpp"),
    *("doors/wasm/runtime.cpp", "doors/wasm/ruleset.cpp", "doors/wasm/puzzle.cpp"),
)
NOT_FOR_GAMES = ("puzzles/", "doors/wasm/puzzle.cpp")
FLAGS = [
    *("-target", "wasm32-wasi", "-std=gnu++20", "-O3", "-fno-exceptions", "-fno-rtti", "-ffp-contract=off"),
    *("-Wall", "-Wextra", f"-I{NATIVE}", "-DCORNERWISE_ISA=portable"),
]
LINK = [
    *("-target", "wasm32-wasi", "-mexec-model=reactor", "-Wl,--strip-all", "-Wl,--gc-sections"),
    *("-Wl,-z,stack-size=4194304", "-Wl,--max-memory=1073741824"),
]
# Where boards are bit strings in registers; the other sources are compiled once for both builds.
VECTORS = ("kernel/isa/isa.cpp", "thinking/endgames/duel.cpp")


def main() -> int:
    """Compile, write the data, and say how large it all is."""
    if not zig_is_there():
        print("The kernel for the browser needs ziglang, which could not be installed from PyPI.", file=sys.stderr)
        return 1
    files = dict(data_files())
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        all_jobs = list(jobs())
        objects = dict(zip(all_jobs, pool.map(compile_source, all_jobs), strict=True))
    for kind in ("wasm", "plain"):
        own = [job for job in all_jobs if job[1] in ("", kind) and not job[0].startswith(NOT_FOR_GAMES)]
        files[f"{kind}.wasm"] = link(kind, [objects[job] for job in own])
    # The solvers count bits in words, so one build serves every browser.
    own = [job for job in all_jobs if job[1] in ("", "plain") and job[0].startswith(PUZZLES)]
    files["puzzles.wasm"] = link("puzzles", [objects[job] for job in own])
    fetched = dict.fromkeys(MOST, 0)
    for name, data in files.items():
        if name != "plain.wasm":
            fetched["puzzles" if name.startswith("puzzles.") else "games"] += len(gzip.compress(data, 9))
    for target in [OUT, *([PAGE / "kernel"] if PAGE.exists() else [])]:
        write(target, files)
    print(
        f"The kernel for the browser is {fetched['games'] / 1000:.0f} kB compressed, with all networks; "
        f"puzzles and their solvers are {fetched['puzzles'] / 1000:.0f} kB."
    )
    for part, size in fetched.items():
        if size > MOST[part]:
            print(f"{part.capitalize()} may have {MOST[part] / 1000:.0f} kB.", file=sys.stderr)
    return int(any(size > MOST[part] for part, size in fetched.items()))


# ---- the code ---------------------------------------------------------------------------------


def zig_is_there() -> bool:
    """Whether the compiler can be run; it is installed where it is not."""
    if importlib.util.find_spec("ziglang"):
        return True
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes"]
    run = subprocess.run([*install, "-r", str(ROOT / "tools" / "requirements-wasm.txt")], check=False)
    return run.returncode == 0


def jobs() -> Iterator[tuple[str, str]]:
    """Every source with the build it is compiled for; with an empty one for both."""
    for room in ROOMS:
        for path in sorted((NATIVE / room).rglob("*.cpp")):
            name = path.relative_to(NATIVE).as_posix()
            if name not in VECTORS:
                yield name, ""
    for name in VECTORS:
        yield name, "wasm"
        yield name, "plain"


def compile_source(job: tuple[str, str]) -> Path:
    """The object of a source; compiled anew only if the source, a header of its own or the flags have changed."""
    name, build = job
    # The solvers come in several widths, and advice is asked for rarely, so they are kept small; it costs little speed.
    is_small = name.startswith(("puzzles/", "advice/"))
    flags = [*FLAGS, *(["-msimd128"] if build == "wasm" else []), *(["-Os"] if is_small else [])]
    digest = hashlib.sha256(" ".join(flags).encode())
    for part in sorted(parts_of(name)):
        digest.update((NATIVE / part).read_bytes())
    target = WORK / f"{name.replace('/', '-')}-{digest.hexdigest()[:16]}.o"
    if not target.exists():
        WORK.mkdir(parents=True, exist_ok=True)
        half_done = target.with_suffix(".part.o")
        zig(*flags, "-c", str(NATIVE / name), "-o", str(half_done))
        half_done.rename(target)
    return target


@cache
def parts_of(name: str) -> frozenset[str]:
    """A source with everything of ours that it includes, directly or not."""
    included = re.findall(r'^#include "(.+)"', (NATIVE / name).read_text("utf-8"), re.MULTILINE)
    return frozenset({name}).union(*map(parts_of, included))


def link(kind: str, objects: list[Path]) -> bytes:
    """The module made of these objects."""
    target = WORK / f"{kind}.wasm"
    zig(*LINK, *map(str, objects), "-o", str(target))
    return target.read_bytes()


def zig(*arguments: str) -> None:
    """Run the compiler, or end with what it complains about."""
    cache = {name: str(WORK / "cache") for name in ("ZIG_GLOBAL_CACHE_DIR", "ZIG_LOCAL_CACHE_DIR")}
    command = [sys.executable, "-m", "ziglang", "c++", *arguments]
    run = subprocess.run(command, env={**cache, **os.environ}, capture_output=True, text=True, check=False)
    if run.returncode != 0:
        sys.exit(f"{run.stderr}\nThe kernel for the browser failed to build.")


# ---- the data ---------------------------------------------------------------------------------


def data_files() -> Iterator[tuple[str, bytes]]:
    """The games with all their options, and the networks that rate moves in them."""
    games: list[dict[str, Any]] = []
    tunings: list[Any] = []
    families: list[Any] = []
    networks: dict[str, bytes] = {}
    for rules in every_ruleset():
        tuning = tuning_of(rules)
        network = tuning.pop("network", None)
        name: str | None = rules.spec["tuning"] if network else None
        if network and name:
            networks[name] = b"".join(
                network[part].astype(network[part].dtype.newbyteorder("<")).tobytes() for part in NETWORK_PARTS
            )
        family = [{key: value for key, value in asdict(each).items() if key != "number"} for each in levels(rules)]
        games.append(
            {
                "name": rules.name,
                "key": rules.key,
                "title": rules.title,
                "options": rules.options,
                "choices": cw.ruleset_options(rules.name),
                "rules": kernel_data(rules),
                "tuning": number_of(tuning, tunings),
                "levels": number_of(family, families),
                "network": name,
            }
        )
    data = {"games": games, "tunings": tunings, "levels": families}
    yield "games.json", json.dumps(data, separators=(",", ":"), ensure_ascii=False).encode()
    for name, weights in networks.items():
        yield f"{name}.bin", weights
    yield "puzzles.json", json.dumps(puzzle_data(), separators=(",", ":"), ensure_ascii=False).encode()


def puzzle_data() -> dict[str, Any]:
    """The library's puzzles from the easiest to the hardest, and the empty boxes that the puzzles of days fill."""
    days = [
        [told(blank(kind, box, f"{kind}-{label}")) for label, box in boxes.items()] for kind, boxes in BOXES.items()
    ]
    known = [told(puzzle(name)) | {"difficulty": rank} for name, rank in ranks().items()]
    return {"puzzles": known, "days": days, "difficulties": LABELS}


def told(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle as the page shows it, and as the kernel takes it."""
    return {
        "detail": detail_of(puzzle).model_dump(mode="json"),
        "rules": kernel_data(puzzle.ruleset),
        "shapes": puzzle.shapes,
        "problem": {
            "supply": puzzle.supply,
            "goal": GOALS.index(puzzle.goal),
            "contact": CONTACTS.index(puzzle.contact),
            "descending": puzzle.order == "descending",
            "layable": puzzle.layable,
            "rooted": puzzle.rooted,
            "givens": [
                [puzzle.colors.index(laid.color), puzzle.shapes.index(laid.shape), *laid.cells]
                for laid in puzzle.givens
            ],
        },
    }


def every_ruleset() -> Iterator[cw.Ruleset]:
    """The catalogue's rulesets with every choice of their options."""
    for name in cw.rulesets():
        options = cw.ruleset_options(name)
        for values in product(*options.values()):
            yield cw.ruleset(name, **dict(zip(options, values, strict=True)))


def number_of(value: Any, known: list[Any]) -> int:
    """Where a value stands in a list, to whose end it goes where it is new."""
    if value not in known:
        known.append(value)
    return known.index(value)


def write(folder: Path, files: dict[str, bytes]) -> None:
    """The files under names that carry a hash, and the manifest last, so that what it names is there."""
    folder.mkdir(parents=True, exist_ok=True)
    names = {}
    for name, data in files.items():
        stem, dot, ending = name.rpartition(".")
        names[name] = f"{stem}-{hashlib.sha256(data).hexdigest()[:12]}{dot}{ending}"
        (folder / names[name]).write_bytes(data)
    manifest = {
        "wire": VERSION,
        "sources": fingerprint(),
        "version": hashlib.sha256(" ".join(sorted(names.values())).encode()).hexdigest()[:12],
        "wasm": names["wasm.wasm"],
        "plain": names["plain.wasm"],
        "games": names["games.json"],
        "puzzles": {"wasm": names["puzzles.wasm"], "data": names["puzzles.json"]},
        "networks": {name.removesuffix(".bin"): names[name] for name in names if name.endswith(".bin")},
    }
    half_done = folder / ".manifest"
    half_done.write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")
    half_done.rename(folder / "manifest.json")
    for path in folder.iterdir():
        if path.name not in {*names.values(), "manifest.json"}:
            path.unlink()


if __name__ == "__main__":
    sys.exit(main())
