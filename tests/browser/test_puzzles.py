"""Puzzles in a real browser: laid by hand, with hints, and solved on request."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx

from serving import Server
from table import Seen

Look = Callable[..., Seen]


def smallest(server: Server) -> dict[str, Any]:
    """The puzzle with the fewest cells."""
    puzzles: list[dict[str, Any]] = httpx.get(f"{server.url}/api/puzzles").json()["puzzles"]
    return min(puzzles, key=lambda puzzle: puzzle["cells"])


def test_the_list_begins_with_the_puzzle_of_the_day(server: Server, look: Look) -> None:
    seen = look(f"{server.url}/puzzles")
    seen.page.wait_for_selector("a[href^='/puzzle/']")
    assert seen.page.locator("li.daily").count() == 1
    seen.page.locator("li.daily a").click()
    seen.board()


def test_a_puzzle_solved_with_hints(server: Server, look: Look) -> None:
    puzzle = smallest(server)
    seen = look(f"{server.url}/puzzle/{puzzle['name']}")
    seen.board()
    hint = seen.page.locator("[data-hint]")
    said = []
    for _ in range(puzzle["pieces"] + 1):
        if "Solved" in seen.said():
            break
        for rung in ("marked cells", "Try this piece", "It goes here"):
            hint.click()
            said.append(seen.wait_for_words(rung))
        before = seen.pieces()
        hint.click()
        seen.page.wait_for_function("(n) => document.querySelectorAll('svg.board > g.piece').length > n", arg=before)
        seen.wait_for_words("to go|Solved")
    assert "Solved" in seen.wait_for_words("Solved")
    assert len(said) >= 3
    seen.page.goto(f"{server.url}/puzzles")
    seen.page.wait_for_selector(f"a[href='/puzzle/{puzzle['name']}'] .glyph")


def test_a_solution_on_request_and_what_was_laid_is_kept(server: Server, look: Look) -> None:
    puzzle = smallest(server)
    seen = look(f"{server.url}/puzzle/{puzzle['name']}")
    seen.board()
    seen.page.get_by_role("button", name="Show a solution").click()
    seen.wait_for_words("This is a solution")
    laid = seen.pieces()
    seen.page.reload()
    seen.board()
    assert seen.pieces() == laid
    seen.wait_for_words("This is a solution")  # having seen it is not having solved it
    seen.page.get_by_role("button", name="Clear").click()
    assert seen.pieces() < laid
