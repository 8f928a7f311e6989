"""How soon the first board is drawn and the engine is ready after it, and what a dragged piece costs on a large board.

    python benchmarks/browser/page.py [--repeats 5] [--json]

Runs the real server and Debian's Chromium. Times are medians; CPU times count the page's main thread only, so a busy
machine disturbs them little.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path += [str(ROOT / "tests" / "server"), str(ROOT / "tests" / "browser")]

from playwright.sync_api import CDPSession, Page  # noqa: E402

from serving import Server  # noqa: E402
from visit import visit  # noqa: E402

# A mid-range phone on "Fast 4G" as Chromium's own tools define them.
SLOWER = 4
NETWORK = {"offline": False, "latency": 165, "downloadThroughput": 8.1e6 / 8, "uploadThroughput": 1.35e6 / 8}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
DESK = {"viewport": {"width": 1440, "height": 900}}
FRAMES = 240

# Notes when something was first painted: two frames after it entered the page.
WATCH = """
window.seen = {};
new MutationObserver(() => {
  for (const [name, css] of Object.entries({ board: 'svg.board', piece: '[data-shape]:not([disabled])' }))
    if (!(name in seen) && document.querySelector(css)) {
      seen[name] = -1;
      requestAnimationFrame(() => setTimeout(() => (seen[name] = performance.now())));
    }
}).observe(document, { childList: true, subtree: true, attributes: true });
// The first game gets its address when the engine has opened it.
const replace = history.replaceState;
history.replaceState = function (...change) {
  const result = replace.apply(this, change);
  if (location.pathname.startsWith('/game/home-')) seen.engine ??= performance.now();
  else if (location.pathname.startsWith('/game/')) seen.server = true;
  return result;
};
"""
RATE = """(frames) => new Promise((done) => {
  const times = [];
  const tick = (now) => (times.push(now), times.length > frames ? done(times) : requestAnimationFrame(tick));
  requestAnimationFrame(tick);
})"""
PARTS = ("ScriptDuration", "LayoutDuration", "RecalcStyleDuration", "TaskDuration")


def cpu(tools: CDPSession) -> dict[str, float]:
    """CPU milliseconds of the main thread so far, by what they were spent on."""
    metrics = tools.send("Performance.getMetrics")["metrics"]
    return {each["name"]: 1000 * each["value"] for each in metrics if each["name"] in PARTS}


def tools_of(page: Page) -> CDPSession:
    """The browser's own measuring tools for a page."""
    tools = page.context.new_cdp_session(page)
    tools.send("Performance.enable", {"timeDomain": "threadTicks"})
    return tools


def first_board(browser: Any, url: str, *, phone: bool) -> dict[str, float]:
    """A first visit: milliseconds to the board and to a piece, from the board to the engine, and CPU spent."""
    context = browser.new_context(**(PHONE if phone else DESK))
    page = context.new_page()
    tools = tools_of(page)
    if phone:
        tools.send("Network.enable")
        tools.send("Network.emulateNetworkConditions", NETWORK)
        tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.add_init_script(WATCH)
    page.goto(url, wait_until="commit")
    page.wait_for_function("() => seen.board > 0 && seen.piece > 0", timeout=60_000)
    spent = cpu(tools)
    page.wait_for_function("() => seen.engine > 0 || seen.server", timeout=60_000)
    seen = page.evaluate("seen")
    context.close()
    figures = {"board": seen["board"], "piece": seen["piece"]}
    # After the board; nan where the engine took so long that the server got the first game, or is not built.
    figures["engine after"] = seen["engine"] - seen["board"] if "engine" in seen else math.nan
    return figures | {"cpu": spent["TaskDuration"], "script": spent["ScriptDuration"]}


def play_half(server: Server) -> str:
    """The address of a game of Classic with many pieces on the board and a person to move."""
    game = server.open("classic-4", "here", "here", "here", "here")
    with server.join(game) as host:
        for _ in range(40):
            legal = host.snapshot["legal"]
            host.ask("play", game=game["game"], ply=host.snapshot["ply"], move=legal[len(legal) // 2])
            host.join(game["game"], game["token"])
    return f"{server.url}/game/{game['game']}#{game['token']}"


def drag(browser: Any, url: str) -> dict[str, float]:
    """A piece carried over the board: frames a second, and CPU milliseconds of the main thread a frame."""
    context = browser.new_context(**DESK)
    page = context.new_page()
    tools = tools_of(page)
    page.goto(url)
    page.wait_for_selector("[data-shape]:not([disabled])")
    box = page.locator("svg.board").bounding_box()
    assert box
    page.locator("[data-shape]:not([disabled])").first.click()
    page.mouse.move(box["x"] + 40, box["y"] + 40)
    page.wait_for_timeout(300)
    page.evaluate(f"window.rate = ({RATE})({FRAMES})")
    before = cpu(tools)
    moves = FRAMES
    for step in range(moves):
        # A wide sweep that enters a new cell nearly every time.
        x = box["x"] + box["width"] * (0.05 + 0.9 * ((step * 7) % 97) / 97)
        y = box["y"] + box["height"] * (0.05 + 0.9 * ((step * 5) % 89) / 89)
        tools.send("Input.dispatchMouseEvent", {"type": "mouseMoved", "x": x, "y": y})
    after = cpu(tools)
    times = page.evaluate("window.rate")
    context.close()
    spent = {name: (after[name] - before[name]) / moves for name in PARTS}
    gaps = [b - a for a, b in pairwise(times)]
    return {
        "fps": 1000 / statistics.median(gaps),
        "mean fps": 1000 / statistics.mean(gaps),
        "task": spent["TaskDuration"],
        "script": spent["ScriptDuration"],
        "style": spent["RecalcStyleDuration"],
        "layout": spent["LayoutDuration"],
    }


def median(rows: list[dict[str, float]]) -> dict[str, float]:
    """The median of every figure."""
    return {key: round(statistics.median(row[key] for row in rows), 1) for key in rows[0]}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with visit() as (browser, server):
        first_board(browser, server.url, phone=False)  # the server's caches are warm, as for every visitor but one
        repeats = range(options.repeats)
        found = {
            "first board, phone": median([first_board(browser, server.url, phone=True) for _ in repeats]),
            "first board, desk": median([first_board(browser, server.url, phone=False) for _ in repeats]),
        }
        url = play_half(server)
        found["drag, 20x20"] = median([drag(browser, url) for _ in repeats])
    if options.json:
        print(json.dumps(found))
        return
    for name, figures in found.items():
        print(f"{name:20}" + "  ".join(f"{key} {value:g}" for key, value in figures.items()))


if __name__ == "__main__":
    main()
