"""Where the engine in WebAssembly spends its time: its module linked with names, run and sampled in Node.

`python benchmarks/browser/wasm_profile.py [--position "classic-4, opening"]`. It tells shares of the time inside the
module, which other work on the machine does not change. Node 20 has an older V8 than Chromium.
"""

from __future__ import annotations

import argparse
import functools
import http.server
import json
import os
import re
import runpy
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import browser

TOOLS = Path(__file__).resolve().parents[2] / "tools"
RUN = """
import { Session } from "node:inspector/promises";
import { writeFileSync } from "node:fs";
const [base, bundle, out, task] = process.argv.slice(2);
const heard = [];
globalThis.location = { href: base };
globalThis.self = { postMessage: (said) => heard.push(said) };
await import(bundle);
const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.setSamplingInterval", { interval: 500 });
// Once beforehand, so that every function is compiled as well as it will be.
await self.onmessage({ data: JSON.parse(task) });
await session.post("Profiler.start");
await self.onmessage({ data: JSON.parse(task) });
writeFileSync(out, JSON.stringify((await session.post("Profiler.stop")).profile));
"""


def named() -> Path:
    """The module of games with the names of its functions."""
    tool = runpy.run_path(str(TOOLS / "build_wasm.py"))
    jobs = [job for job in tool["jobs"]() if job[1] in ("", "wasm") and not job[0].startswith(tool["NOT_FOR_GAMES"])]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        objects = list(pool.map(tool["compile_source"], jobs))
    target: Path = tool["WORK"] / "named.wasm"
    link = [flag for flag in tool["LINK"] if flag != "-Wl,--strip-all"]
    tool["zig"](*link, *map(str, objects), "-o", str(target))
    return target


def short(name: str) -> str:
    """A function's name without the rooms it lies in and what it takes."""
    plain = re.sub(r"\(anonymous namespace\)::|cornerwise::|portable::|<\d+(, \w+)*>", "", name)
    return plain.split("(")[0].split(" ")[-1] or name


def main() -> None:
    """Sample the search in a few positions and print the functions that take most of the time."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--position", action="append", help='such as "duo, middle"; all of them unless told')
    parser.add_argument("--simulations", type=int, default=20_000)
    parser.add_argument("--least", type=float, default=2, help="percent of the time below which a function is left out")
    options = parser.parse_args()
    module = named()
    manifest = json.loads((browser.KERNEL / "manifest.json").read_text("utf-8"))

    class Files(browser.Files):
        def translate_path(self, path: str) -> str:
            return str(module) if path.endswith(manifest["wasm"]) else super().translate_path(path)

    built = browser.bundle("worker")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Files))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory() as folder:
        script, out = Path(folder) / "run.mjs", Path(folder) / "profile.json"
        script.write_text(RUN, "utf-8")
        bundle = Path(folder) / "worker.mjs"
        bundle.write_bytes(built.read_bytes())
        base = f"http://127.0.0.1:{server.server_address[1]}/"
        for name, (position, last) in browser.positions().items():
            if options.position and name not in options.position:
                continue
            task = {"position": position.text, "last": last, "simulations": options.simulations, "repeats": 1}
            run = ["node", str(script), base, str(bundle), str(out), json.dumps(task)]
            subprocess.run(run, check=True, stdout=sys.stderr)
            tell(name, json.loads(out.read_text("utf-8")), options.least)


def tell(name: str, profile: dict[str, list[dict[str, object]]], least: float) -> None:
    """Print the shares of the functions of the module."""
    taken: Counter[str] = Counter()
    for node in profile["nodes"]:
        frame = node["callFrame"]
        assert isinstance(frame, dict)
        if str(frame["url"]).startswith("wasm://"):
            taken[short(str(frame["functionName"]))] += int(str(node["hitCount"]))
    total = taken.total()
    print(f"{name}: {total} samples")
    for function, hits in taken.most_common():
        if 100 * hits >= least * total:
            print(f"  {hits / total:6.1%}  {function}")


if __name__ == "__main__":
    main()
