"""Draw the pictures of the page in docs/images/ anew: python tools/page_pictures.py

Runs the real server and Chromium; the games are played by the engine with a fixed seed.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import cornerwise as cw
from cornerwise.engine import Engine

ROOT = Path(__file__).resolve().parent.parent
sys.path += [str(ROOT / "tests" / "server"), str(ROOT / "tests" / "browser")]

from PIL import Image  # noqa: E402
from playwright.sync_api import Page  # noqa: E402

from serving import Server  # noqa: E402
from table import Seen  # noqa: E402
from visit import visit  # noqa: E402

OUT = ROOT / "docs" / "images"
DESK = {"viewport": {"width": 1120, "height": 700}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LEVEL = 3


def played(server: Server, ruleset: str, moves: int) -> str:
    """The address of a game with so many moves of the engine, in which the first seat is ours to move."""
    position = cw.start(ruleset)
    engine = Engine(ruleset, LEVEL, seed=4)
    game = server.open(ruleset, *["here"] * position.ruleset.seats)
    with server.join(game) as host:
        done = 0
        while not host.snapshot["is_over"] and (done < moves or host.snapshot["turn"]["actor"] != 0):
            if host.snapshot["may_roll"]:
                host.at_table("roll")
            else:
                host.play(str(engine.choose(cw.Position.parse(host.snapshot["position"]))))
                done += 1
            host.join(game["game"], game["token"])
            time.sleep(0.1)  # the server slows down whoever hurries
        for seat in range(1, position.ruleset.seats):
            host.ask("set_seat", game=game["game"], seat=seat, kind="computer", level=2, name=None)
    return f"{server.url}/game/{game['game']}#{game['token']}"


def keep(page: Page, name: str) -> None:
    """A picture in few colors, small enough for a repository."""
    page.wait_for_timeout(400)
    file = OUT / f"{name}.png"
    page.screenshot(path=str(file))
    Image.open(file).convert("RGB").quantize(256).save(file, optimize=True)
    print(file.relative_to(ROOT), file.stat().st_size)


def draw(browser: Any, server: Server) -> None:
    """All of them."""

    def look(url: str, **options: Any) -> Seen:
        page = browser.new_context(**{"reduced_motion": "reduce", "locale": "en-US"} | options).new_page()
        page.goto(url)
        seen = Seen(page, True)
        seen.board()
        return seen

    seen = look(played(server, "classic-4", 40), **DESK)
    seen.page.locator(f"[data-shape='{seen.shapes()[2]}']").click()
    occupied = seen.page.locator("svg.board > g.piece").first.bounding_box()
    seen.page.mouse.move(occupied["x"] + 30, occupied["y"] + 30)
    seen.wait_for_words("already|edge|corner")
    keep(seen.page, "page-classic")
    seen = look(played(server, "classic-4", 16), **DESK)
    seen.page.keyboard.press("h")
    seen.page.wait_for_selector(".findings li", timeout=60_000)
    seen.page.wait_for_function("() => !document.querySelector('progress, [role=progressbar]')", timeout=60_000)
    keep(seen.page, "page-advice")
    seen = look(played(server, "duo", 100), **DESK)
    seen.page.get_by_role("button", name="More", exact=True).click()
    seen.page.get_by_role("button", name="Review").click()
    seen.page.locator("section.panel .line").first.click(timeout=90_000)
    keep(seen.page, "page-review")
    keep(look(played(server, "dice-3", 15), **DESK).page, "page-dice")
    seen = look(played(server, "3d-pyramid-4", 20), **DESK, color_scheme="dark")
    seen.page.keyboard.press(seen.shapes()[0][0].lower())
    seen.page.keyboard.press("g")
    keep(seen.page, "page-3d-dark")
    seen = look(played(server, "duo", 10), **PHONE)
    seen.page.locator(f"[data-shape='{seen.shapes()[0]}']").tap()
    keep(seen.page, "page-duo-phone")


def main() -> None:
    """Start what is needed and draw."""
    with visit() as (browser, server):
        draw(browser, server)


if __name__ == "__main__":
    main()
