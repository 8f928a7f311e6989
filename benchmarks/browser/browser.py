"""Simulations a second in Chromium, one worker and two, beside the native engine in the same run.

`make bench-browser`. Other work on the machine slows any run down, so of several short ones the best is told, and
native and browser take turns. Native time is the processor's; a browser tells only the wall's, so on a busy machine it
looks slower than it is.
"""

from __future__ import annotations

import argparse
import functools
import http.server
import json
import platform
import random
import subprocess
import threading
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

import cornerwise as cw
from cornerwise import _core
from cornerwise.engine.tuning import tuning_of

ROOT = Path(__file__).resolve().parents[2]
BUILT = ROOT / "build" / "bench-browser"
KERNEL = ROOT / "web" / "public" / "kernel"
GAMES = ("duo", "classic-4")
PARTS = {"opening": 0.1, "middle": 0.45, "late": 0.62}

MEASURE = """async ({tasks, workers}) => {
  window.workers ??= [];
  while (window.workers.length < workers) {
    const worker = new Worker('/worker.js', {type: 'module'});
    const ready = await new Promise((done, failed) => {
      worker.onmessage = (e) => done(e.data);
      worker.onerror = (e) => failed(e.message);
    });
    window.ready ??= ready;
    window.workers.push(worker);
  }
  return Promise.all(window.workers.slice(0, workers).map((worker) => new Promise((done, failed) => {
    worker.onmessage = (e) => done({...e.data, ready: window.ready});
    worker.onerror = (e) => failed(e.message);
    worker.postMessage(tasks);
  })));
}"""


class Files(http.server.SimpleHTTPRequestHandler):
    """The worker and the kernel's files."""

    def translate_path(self, path: str) -> str:
        """Where a file lies."""
        name = path.split("?")[0].lstrip("/")
        return str(KERNEL / name.removeprefix("kernel/") if name.startswith("kernel/") else BUILT / name)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


def bundle(name: str) -> Path:
    """Build what is to run in workers or in Node, as one file."""
    command = ["npx", "vite", "build", "--config", "bench/vite.config.ts", "--logLevel", "error", "--mode", name]
    subprocess.run(command, cwd=ROOT / "web", check=True)
    return BUILT / f"{name}.js"


def line_of(name: str, rng: random.Random) -> list[tuple[cw.Position, int]]:
    """The positions of a game in which large pieces are laid first, and the placement before each."""
    position, last, line = cw.start(name), -1, []
    while not position.is_over:
        line.append((position, last))
        largest = max(len(move.cells) for move in position.legal_moves)
        move = rng.choice([move for move in position.legal_moves if len(move.cells) == largest])
        position, last = position.play(move), move.placement
    return line


def positions() -> dict[str, tuple[cw.Position, int]]:
    """Positions early, in the middle and late in a game of each kind."""
    found = {}
    for name in GAMES:
        line = line_of(name, random.Random(f"search {name}"))
        for part, share in PARTS.items():
            found[f"{name}, {part}"] = line[int(share * len(line))]
    return found


def native(position: cw.Position, last: int, simulations: int, repeats: int) -> float:
    """The best of several runs of the native engine on one thread."""
    best = 0.0
    for _ in range(repeats):
        search = _core.Search(position.ruleset, tuning_of(position.ruleset), 1, 1, 64)
        result = search.run(position, simulations, last=last)
        best = max(best, result.simulations / result.cpu_seconds)
    return best


def browser(page: Page, position: cw.Position, last: int, simulations: int, repeats: int, workers: int) -> list[Any]:
    """The same in workers of the page, one answer for each."""
    task = {"position": position.text, "last": last, "simulations": simulations, "repeats": repeats}
    answers: list[Any] = page.evaluate(MEASURE, {"tasks": task, "workers": workers})
    return answers


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--simulations", type=int, default=1000)
    parser.add_argument("--repeats", type=int, default=8)
    parser.add_argument("--workers", type=int, default=2, help="compare one worker with so many")
    options = parser.parse_args()
    bundle("worker")
    (BUILT / "index.html").write_text("<!doctype html><title>bench</title>", encoding="utf-8")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Files))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    fastest = _core.kernels()[0]
    rows: dict[str, dict[str, float]] = {}
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        page = chromium.new_page()
        page.goto(f"http://127.0.0.1:{server.server_address[1]}/")
        print(f"{platform.machine()}, Chromium {chromium.version}, the best of {options.repeats} runs each")
        print(f"{'simulations a second':22}{fastest:>10}{'portable':>10}{'browser':>10}{'share':>8}{'two':>8}")
        for name, (position, last) in positions().items():
            row = {"native": 0.0, "portable": 0.0, "browser": 0.0, "together": 0.0}
            for _ in range(options.repeats):
                for kernel, column in ((fastest, "native"), ("portable", "portable")):
                    _core.use_kernel(kernel)
                    row[column] = max(row[column], native(position, last, options.simulations, 1))
                _core.use_kernel(fastest)
                [one] = browser(page, position, last, options.simulations, 1, 1)
                row["browser"] = max(row["browser"], *one["rates"])
            for _ in range(options.repeats):
                both = browser(page, position, last, options.simulations, 1, options.workers)
                row["together"] = max(row["together"], sum(each["rates"][0] for each in both))
            rows[name] = row
            if not row["browser"]:
                print(f"{name:22}  solved before the first simulation", flush=True)
                continue
            share, gain = row["browser"] / row["native"], row["together"] / row["browser"]
            print(
                f"{name:22}{row['native']:>10,.0f}{row['portable']:>10,.0f}{row['browser']:>10,.0f}{share:>8.0%}{gain:>8.2f}",
                flush=True,
            )
        ready = browser(page, position, last, 1, 1, 1)[0]["ready"]
        chromium.close()
    print(f"The kernel was ready {ready['loaded']:.0f} ms after a worker asked for it.")
    print(json.dumps(rows))


if __name__ == "__main__":
    main()
