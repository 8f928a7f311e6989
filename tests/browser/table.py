"""A page as a person sees and uses it: what is said, what can be taken, where to click."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

USABLE = "[data-shape]:not([disabled]):not(:has(.faded))"
MINE = f"() => document.querySelector('dialog[open], .throw, {USABLE}') !== null"
MOVED = """(before) => document.querySelector('.timeline input').max !== before
                      || document.querySelector('dialog[open]')"""
#: What stands in the way of a key: where it would go, which panels are open, what is held.
KEYBOARD = """() => ({
  focus: [document.hasFocus(), document.activeElement?.outerHTML.slice(0, 100)],
  dialogs: [...document.querySelectorAll('dialog[open]')].map((dialog) => dialog.getAttribute('aria-label')),
  held: [...document.querySelectorAll('[data-shape][aria-pressed=true]')].map((slot) => slot.dataset.shape),
  said: document.querySelector('[data-status]')?.textContent, at: location.pathname,
})"""
# Two frames: the first may have begun before the change.
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


class Seen:
    """A page with a table on it."""

    def __init__(self, page: Any, quiet: bool) -> None:
        self.page = page
        self.quiet = quiet
        self.complaints: list[str] = []
        page.on("console", lambda message: message.type == "error" and self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def board(self) -> None:
        """Wait until a board can be used; the first one of a visit is drawn a little before that."""
        self.page.wait_for_selector("svg.board[aria-label], canvas", timeout=20_000)

    def drawn(self) -> None:
        """Wait until what has changed is drawn."""
        self.page.evaluate(DRAWN)

    def said(self) -> str:
        """The sentence under the seats."""
        return self.page.locator("[data-status]").inner_text()

    def wait_for_words(self, pattern: str) -> str:
        """Wait until the sentence matches."""
        js = "(pattern) => new RegExp(pattern).test(document.querySelector('[data-status]')?.textContent ?? '')"
        self.page.wait_for_function(js, arg=pattern, timeout=20_000)
        return self.said()

    def pieces(self) -> int:
        """How many pieces lie on the board."""
        return self.page.locator("svg.board > g.piece.solid").count()

    def shapes(self) -> list[str]:
        """The pieces that can be taken and have a place, largest first."""
        usable = self.page.locator(USABLE)
        return usable.evaluate_all("(slots) => slots.map((slot) => slot.dataset.shape)")

    def next_shape(self) -> str:
        """The largest piece that can be taken, once a move on its way has arrived and the next may be made."""
        self.page.wait_for_selector(USABLE, timeout=20_000)
        return self.shapes()[0]

    def wait_for_moves(self, count: int) -> None:
        """Wait until so many moves were made, not only drawn before their answer."""
        js = "(count) => Number(document.querySelector('.timeline input').max) === count"
        self.page.wait_for_function(js, arg=count, timeout=20_000)

    def held(self) -> str | None:
        """The piece in hand."""
        held = self.page.locator("[data-shape][aria-pressed=true]")
        return held.first.get_attribute("data-shape") if held.count() else None

    def point(self, cell: str) -> tuple[float, float]:
        """Where a cell of a flat board is on the screen."""
        box = self.page.locator("svg.board").bounding_box()
        left, top, width, _ = map(float, self.page.locator("svg.board").get_attribute("viewBox").split())
        size = re.search(r"(\d+)\D+(\d+)", self.page.locator("svg.board").get_attribute("aria-label"))
        assert size
        rows = int(size[2])
        match = re.fullmatch(r"([a-z])(\d+)", cell)
        assert match
        column, row = ord(match[1]) - ord("a"), rows - int(match[2])
        if self.page.locator(".stage[data-turned='2']").count():  # one's own start is near
            column, row = int(size[1]) - 1 - column, rows - 1 - row
        unit = box["width"] / width
        return box["x"] + (column + 0.5 - left) * unit, box["y"] + (row + 0.5 - top) * unit

    def is_over(self) -> bool:
        """Whether the ceremony has begun."""
        return self.page.locator("dialog[open]").count() > 0

    def play_out(self, place: Callable[[Seen], None], limit: int = 120) -> int:
        """Let a way of placing play until the game is over; returns how many times it was called."""
        for turn in range(limit):
            self.page.wait_for_function(MINE, timeout=60_000)
            if self.is_over():
                return turn
            if self.page.locator(".throw").count():
                self.page.locator(".throw").click()
                self.page.wait_for_function("() => !document.querySelector('.throw')", timeout=20_000)
                continue
            before = self.page.locator(".timeline input").get_attribute("max")
            place(self)
            self.page.wait_for_function(MOVED, arg=before, timeout=30_000)
        raise AssertionError("the game did not end")


def by_mouse(seen: Seen) -> None:
    """Ask a dot what fits, choose the first piece of the fan, click where it lies."""
    for dot in range(seen.page.locator("svg.board circle.dot").count()):
        box = seen.page.locator("svg.board circle.dot").nth(dot).bounding_box()
        seen.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        seen.page.wait_for_selector(".fits")
        fan = seen.page.locator(".fits .fit")
        if fan.count():
            fan.first.click()
            at = seen.page.locator(".stage").get_attribute("data-at")
            assert at, "the chosen piece lies on the board"
            seen.page.mouse.move(*seen.point(at))
            assert seen.page.locator(".stage").get_attribute("data-fits") == "true"
            seen.page.mouse.click(*seen.point(at))
            return
        seen.page.keyboard.press("Escape")
    raise AssertionError("no dot has a piece that fits")


def by_keys(seen: Seen) -> None:
    """Type a piece's letter until it is held, go to a place that fits, press Enter."""
    shape = seen.next_shape()
    for _ in range(4):
        seen.page.keyboard.press(shape[0].lower())
        if seen.held() == shape:
            break
    assert seen.held() == shape, seen.page.evaluate(KEYBOARD)
    seen.page.keyboard.press("g")
    seen.page.keyboard.press("Enter")


def by_touch(seen: Seen) -> None:
    """Tap a piece, tap "next place", tap the check mark."""
    seen.page.locator(f"[data-shape='{seen.next_shape()}']").tap()
    seen.page.get_by_role("button", name="Next place that fits").tap()
    seen.page.get_by_role("button", name="Place it").tap()


def play_through(seen: Seen) -> None:
    """Steps through the expected line, by button and by keys; the game stays as it is."""
    page = seen.page
    before = page.locator(".timeline input").get_attribute("max")
    laid = seen.pieces()
    page.keyboard.press("h")
    # Drafts may change what is expected.
    page.wait_for_selector(".panel [data-headline]", timeout=60_000)
    page.wait_for_selector(".through button:not(:disabled)", timeout=60_000)
    count = page.locator("[data-expected] .ahead").count()
    assert page.locator("svg.board .proposal").count() == 1
    page.get_by_role("button", name="The next expected move").click()
    page.wait_for_function("() => document.querySelectorAll('[data-expected] .laid').length === 1")
    # The candidate and the answer lie there as pieces, with their numbers.
    assert page.locator("svg.board .proposal").count() == 0
    assert seen.pieces() == laid + 2
    assert page.locator("svg.board text.label").all_text_contents() == ["1", "2"]
    assert re.match(rf"1 of {count} on the board: \w+, ", page.locator(".through [role=status]").inner_text())
    page.locator("#board").focus()
    for shown in range(2, count + 1):
        page.keyboard.press(".")
        page.wait_for_function(
            "(shown) => document.querySelectorAll('[data-expected] .laid').length === shown", arg=shown
        )
    assert page.get_by_role("button", name="The next expected move").is_disabled()
    assert seen.pieces() == laid + 1 + count
    page.keyboard.press(",")
    page.wait_for_function(
        "(shown) => document.querySelectorAll('[data-expected] .laid').length === shown", arg=count - 1
    )
    # Escape takes the line away, and only then the panel.
    page.keyboard.press(".")
    page.keyboard.press("Escape")
    page.wait_for_selector("svg.board .proposal")
    assert seen.pieces() == laid
    assert page.locator(".timeline input").get_attribute("max") == before
    page.keyboard.press(".")
    page.wait_for_function("() => document.querySelectorAll('[data-expected] .laid').length === 1")
    page.locator(".panel").get_by_role("button", name="Close").click()
    page.wait_for_function("() => !document.querySelector('.panel')")
    assert seen.pieces() == laid
    # And the person still moves.
    by_keys(seen)
    page.wait_for_function("(before) => document.querySelector('.timeline input').max !== before", arg=before)
