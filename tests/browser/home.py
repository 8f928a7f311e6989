"""What tests of the table at home do: wait until it is ready, cut the network, begin a game."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from table import Seen

KERNEL = Path(__file__).parents[2] / "src" / "cornerwise" / "server" / "static" / "kernel" / "manifest.json"
IS_MISSING = not KERNEL.exists() and os.environ.get("CORNERWISE_TESTS") != "all"
#: What every test of a room has that plays without a network.
AT_HOME = [
    pytest.mark.skipif(IS_MISSING, reason="The kernel is not built for the browser; run make wasm."),
    pytest.mark.keeps,
]
STOCKED = "() => (localStorage.getItem('cornerwise.stocked') ?? '\"\"') !== '\"\"'"


def ready(seen: Seen) -> Seen:
    """Wait until there is a game at home: a newcomer's first, or the next one where the server was quicker."""
    seen.board()
    seen.page.wait_for_url("**/game/*", timeout=20_000)
    for _ in range(6):
        if "/game/home-" in seen.page.url:
            return seen
        start(seen, "duo")
    raise AssertionError("no game is played at home")


def cut(seen: Seen) -> None:
    """Pull the cable, once the page has everything it needs."""
    seen.page.wait_for_function(STOCKED, timeout=60_000)
    seen.page.context.set_offline(True)


def start(seen: Seen, family: str) -> None:
    """Begin a game of a kind by its card."""
    before = seen.page.url
    seen.page.get_by_role("button", name="New game").first.click()
    seen.page.locator(f"[data-game='{family}']").click()
    seen.page.wait_for_function("(before) => location.href !== before", arg=before)
    seen.board()


def hinted_and_solved(seen: Seen) -> None:
    """Ask for every rung of a hint, lay the piece, and have the rest solved."""
    hint = seen.page.locator("[data-hint]")
    while "It goes here" not in seen.said():
        before = seen.said()
        hint.click()
        seen.wait_for_words(f"^(?!{re.escape(before)})")
    hint.click()
    seen.wait_for_words("to go")
    seen.page.get_by_role("button", name="Show a solution").click()
    seen.wait_for_words("This is a solution")


def with_words_before(words: str, route: object) -> None:
    """Answer with a worker that does something else first."""
    answer = route.fetch()  # type: ignore[attr-defined]
    route.fulfill(response=answer, body=words + answer.text())  # type: ignore[attr-defined]
