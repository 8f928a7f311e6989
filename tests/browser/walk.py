"""A random walk through the page: tables on the server and at home in every ruleset and option, puzzles, lessons and
rules, with every view, panel and setting; any complaint ends it.

`make test-page-long WALK="--minutes 20 --seed 7"` walks long; the suite walks for under a minute.
"""

from __future__ import annotations

import argparse
import itertools
import random
import sys
import time
from collections import Counter
from typing import Any

import cornerwise as cw
from serving import Server
from visit import visit

SIZES = [(1440, 900), (390, 844), (844, 390), (820, 1180), (320, 568), (1024, 768)]
TABLES = ("home", "server")
PLACES = ("home", "puzzle", "server", "learn", "home", "rules", "server")  # home is where most games are played
LANGUAGES = ["en-US", "de-DE", "fr-FR", "es-ES"]
BOARD = "svg.board[aria-label], canvas"
# Milliseconds: a page may open slowly on a busy machine, which is no fault; what is on it must answer soon.
OPENING, ANSWER = 60_000, 2_000
IGNORED = ("GL Driver Message",)  # about the software that draws WebGL in tests


class Walk:
    """One visit that goes where chance takes it."""

    def __init__(self, browser: Any, server: Server, rng: random.Random) -> None:
        self.server, self.rng = server, rng
        width, height = rng.choice(SIZES)
        self.is_touch = rng.random() < 0.4
        context = browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=self.is_touch,
            locale=rng.choice(LANGUAGES),
            color_scheme=rng.choice(["light", "dark"]),
            reduced_motion=rng.choice(["reduce", "no-preference"]),
        )
        self.page = context.new_page()
        self.complaints: list[str] = []
        self.trail: list[str] = []
        self.section = "/"
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.complaints.append(f"page error: {error}"))

    def _hear(self, message: Any) -> None:
        if message.type in ("error", "warning") and not any(each in message.text for each in IGNORED):
            self.complaints.append(f"{message.type}: {message.text}")

    def open(self, ruleset: str, options: dict[str, str]) -> None:
        """Sit down at a new game, with some of its moves made."""
        kinds = [self.rng.choice(["here", "computer"]) for _ in range(cw.ruleset(ruleset).seats)]
        kinds[0] = "here"
        game = self.server.open(ruleset, *kinds, options=options)
        self.trail.append(f"{ruleset} {options} {kinds}")
        self._visit(f"game/{game['game']}#{game['token']}", BOARD)

    def open_home(self, family: str) -> None:
        """Begin a game at home, set up as chance wants."""
        self._visit("games", "main button.primary")
        for _ in range(4):
            self._begin(family)
            self.page.wait_for_url("**/game/*")
            if "/game/home-" in self.page.url:
                break
            # The tables here were not ready in time, so the server took the game: the next one is played here.
            self.page.go_back()
        else:
            raise AssertionError(f"no game of {family} is played at home")
        self.trail.append(f"{family} at home")
        self.page.wait_for_selector(BOARD)
        self.section = "/game/"

    def _begin(self, family: str) -> None:
        self.page.locator("main button.primary").last.click()
        self.page.locator(f"[data-setup='{family}']").click()
        for _ in range(4):
            # What is not played by somebody here or by the computer would be played on the server.
            choices = self.page.locator("dialog[open] .segment:not(:has(.glyph)), dialog[open] .structures .segment")
            if not choices.count():
                break
            choices.nth(self.rng.randrange(choices.count())).click()
        self.page.locator("dialog[open] .go").click()

    def open_page(self, section: str, name: str) -> None:
        """Open a puzzle, a lesson or a page of rules."""
        self.trail.append(f"{section}/{name}")
        self._visit(f"{section}/{name}", "main h1" if section == "rules" else BOARD)

    def _visit(self, path: str, sign: str) -> None:
        self.section = f"/{path.split('/')[0]}"
        self.page.goto(f"{self.server.url}/{path}")
        self.page.wait_for_selector(sign)

    @property
    def is_gone(self) -> bool:
        """Whether a button has led to another part of the page."""
        return self.section not in self.page.url

    def step(self) -> None:
        """Do something a person could do now."""
        deeds = {
            self._play: 10,
            self._press: 5,
            self._key: 3,
            self._board: 3,
            self._setting: 1,
            self._resize: 1,
        }
        deed = self.rng.choices(list(deeds), list(deeds.values()))[0]
        self.trail.append(deed.__name__)
        try:
            deed()
        except Exception as error:
            if "Timeout" not in str(error) and "not attached" not in str(error):
                raise

    def _play(self) -> None:
        if self.page.locator("dialog[open]").count():
            self.page.keyboard.press("Escape")
        if self.page.locator(".throw").count():
            self.page.locator(".throw").click()
            return
        piece = self._any("[data-shape]:not([disabled]):not(:has(.faded))")
        if piece is None:
            self.page.wait_for_timeout(150)
            return
        piece.click()
        self.page.keyboard.press("g")
        self.page.keyboard.press("Enter")

    def _any(self, selector: str) -> Any:
        """One of what is there now; a moment later there may be less, and then it is not found."""
        found = self.page.locator(selector)
        count = found.count()
        return found.nth(self.rng.randrange(count)) if count else None

    def _press(self) -> None:
        chosen = self._any("dialog[open] button:enabled") or self._any(
            "main button:enabled:visible, header button:enabled:visible"
        )
        if chosen is None:
            return
        self.trail[-1] += f" {chosen.get_attribute('aria-label') or chosen.inner_text()!r}"
        chosen.click()

    def _key(self) -> None:
        keys = ["ArrowLeft", "ArrowRight", "ArrowUp", "Home", "End", "Escape", "h", "q", "Shift+Q", "r", "f", "F", "g"]
        keys += ["d", "?", "/", "Enter", "Space", "Control+z", "Control+y", *"iltvwxyzpnu125"]
        for key in self.rng.choices(keys, k=3):
            self.trail[-1] += f" {key}"
            self.page.keyboard.press(key)

    def _board(self) -> None:
        boards = self.page.locator(".boardbox")
        box = boards.first.bounding_box() if boards.count() else None
        if not box:
            return
        x, y = (box["x"] + box["width"] * self.rng.random(), box["y"] + box["height"] * self.rng.random())
        self.page.mouse.move(x, y)
        if self.rng.random() < 0.5:
            self.page.mouse.wheel(0, self.rng.choice([-120, 120]))
        self.page.mouse.click(x, y, button=self.rng.choice(["left", "left", "right"]))

    def _setting(self) -> None:
        if self.page.locator("dialog[open]").count():
            self.page.keyboard.press("Escape")
        self.page.locator("header .right button").first.click()
        boxes = self.page.locator("dialog[open] input[type=checkbox]")
        boxes.first.wait_for()
        for _ in range(2):
            boxes.nth(self.rng.randrange(boxes.count())).click(force=True)
        lists = self.page.locator("dialog[open] select")
        chosen = lists.nth(self.rng.randrange(lists.count()))
        value = self.rng.choice(chosen.locator("option").evaluate_all("(all) => all.map((each) => each.value)"))
        self.trail[-1] += f" {value}"
        chosen.select_option(value)
        self.page.keyboard.press("Escape")

    def _resize(self) -> None:
        width, height = self.rng.choice(SIZES)
        self.page.set_viewport_size({"width": width, "height": height})

    def close(self) -> None:
        """Leave; what was complained about is told with the way that led there."""
        self.page.wait_for_timeout(100)
        self.page.context.close()
        if self.complaints:
            raise AssertionError("\n".join([*self.complaints[:5], "after:", *self.trail[-40:]]))


def tables() -> list[tuple[str, dict[str, str]]]:
    """Every ruleset with every choice of its options."""
    found = []
    for name in cw.rulesets():
        offered = cw.ruleset_options(name)
        for values in itertools.product(*offered.values()):
            found.append((name, dict(zip(offered, values, strict=True))))
    return found


def walk(browser: Any, server: Server, seed: int, seconds: float, steps: int = 25) -> Counter[str]:
    """Walk from place to place until the time is over; returns how many of each kind were visited."""
    rng = random.Random(seed)
    families = list(dict.fromkeys(each["family"] for each in server.http.get("/api/welcome").json()["rulesets"]))
    puzzles = [each["name"] for each in server.http.get("/api/puzzles").json()["puzzles"]]
    waiting: list[tuple[str, dict[str, str]]] = []
    visited: Counter[str] = Counter()
    end = time.monotonic() + seconds
    for place in itertools.cycle(PLACES):
        if time.monotonic() >= end:
            return visited
        one = Walk(browser, server, rng)
        one.page.set_default_timeout(OPENING)
        try:
            match place:
                case "server":
                    if not waiting:
                        waiting = tables()
                        rng.shuffle(waiting)
                    one.open(*waiting.pop())
                case "home":
                    one.open_home(rng.choice(families))
                case "puzzle":
                    one.open_page(place, rng.choice(puzzles))
                case _:
                    one.open_page(place, rng.choice(families))
            one.page.set_default_timeout(ANSWER)
            for _ in range(steps if place in TABLES else steps // 3):
                if one.complaints or one.is_gone or time.monotonic() > end + 5:
                    break
                one.step()
        finally:
            one.close()
        visited[place] += 1
    raise AssertionError


def main() -> int:
    """Walk for minutes, with seeds one after another."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--minutes", type=float, default=15.0, help="how long to walk")
    parser.add_argument("--seed", type=int, default=0, help="where chance begins")
    given = parser.parse_args()
    with visit() as (browser, server):
        visited = walk(browser, server, given.seed, 60 * given.minutes, steps=60)
    print(", ".join(f"{place} {count}" for place, count in visited.items()) + " visited, no complaint.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
