"""Puzzles in a real browser: laid by hand, with hints, and solved on request."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import httpx

from serving import Server
from table import Seen

Look = Callable[..., Seen]


def smallest(server: Server) -> dict[str, Any]:
    """The puzzle of the library with the fewest cells: always the same one, other than the puzzle of the day."""
    puzzles: list[dict[str, Any]] = httpx.get(f"{server.url}/api/puzzles").json()["puzzles"]
    return min((each for each in puzzles if not each["name"].startswith("daily-")), key=lambda puzzle: puzzle["cells"])


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
        if hint.is_disabled():  # no cell is left
            break
        while "It goes here" not in seen.said():
            before = seen.said()
            hint.click()
            seen.page.wait_for_function(
                "(said) => ![said, ''].includes(document.querySelector('[data-status]').innerText)", arg=before
            )
            said.append(seen.said())
            assert re.search("marked cells|Try this piece|It goes here", said[-1])
        pieces = seen.pieces()
        hint.click()
        seen.page.wait_for_function("(n) => document.querySelectorAll('svg.board > g.piece').length > n", arg=pieces)
        seen.wait_for_words("to go|to fill|Solved")
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


def test_puzzles_go_from_gentle_to_monstrous_and_show_what_lies_there(server: Server, look: Look) -> None:
    seen = look(f"{server.url}/puzzles")
    seen.page.wait_for_selector("[data-rank]")
    ranks = seen.page.locator("li:not(.daily) [data-rank]").evaluate_all("(all) => all.map((e) => e.dataset.rank)")
    order = ["easy", "medium", "hard", "expert", "monstrous"]
    assert ranks == sorted(ranks, key=order.index)
    assert {ranks[0], ranks[-1]} == {"easy", "monstrous"}
    link = "a[href='/puzzle/two-sets-5x8']"
    assert seen.page.locator(f"{link} .art g.piece").count() == 0
    seen.page.locator(link).click()
    seen.board()
    seen.page.get_by_role("button", name="Show a solution").click()
    seen.wait_for_words("This is a solution")
    seen.page.go_back()
    seen.page.wait_for_selector(f"{link} .art g.piece")
    assert seen.page.locator(f"{link} strong .glyph").count() == 0, "a solution shown is not one found"


def test_past_days_can_be_solved_and_make_a_streak(server: Server, look: Look) -> None:
    puzzles = httpx.get(f"{server.url}/api/puzzles").json()["puzzles"]
    today = date.fromisoformat(puzzles[0]["name"].removeprefix("daily-"))
    seen = look(f"{server.url}/puzzles")
    before = [f"daily-{today - timedelta(days=days)}" for days in (1, 2)]
    seen.page.evaluate("(names) => localStorage.setItem('cornerwise.solved', JSON.stringify(names))", before)
    seen.page.reload()
    seen.page.wait_for_selector("[data-streak='2']")
    seen.page.locator(f"a[href='/puzzle/{before[1]}']").click()
    seen.board()


def test_a_piece_that_does_not_fit_is_told_why(server: Server, look: Look) -> None:
    seen = look(f"{server.url}/puzzle/pentominoes-6x10")
    seen.board()
    for _ in range(2):
        seen.page.keyboard.press("x")
        if seen.held() is None:
            seen.page.keyboard.press("p")
        seen.page.keyboard.press("ArrowLeft")
        seen.page.keyboard.press("Enter")
    assert "already a piece" in seen.wait_for_words("already a piece")


def test_a_solved_body_of_125_cubes_fits_the_screen(server: Server, look: Look) -> None:
    seen = look(f"{server.url}/puzzle/cube-5", viewport={"width": 1366, "height": 768})
    seen.board()
    seen.page.get_by_role("button", name="Show a solution").click()
    seen.wait_for_words("This is a solution")
    box = seen.page.locator(".solid svg").bounding_box()
    assert box["y"] + box["height"] <= 768
    assert len(set(seen.page.locator(".solid svg g").evaluate_all("(all) => all.map((e) => e.style.cssText)"))) > 4


# How many shades each color has, and whether each cube has a shade at all.
SHADES = """(cubes) => {
  const shades = new Map();
  for (const cube of cubes) {
    const drawn = getComputedStyle(cube.querySelector('.south')).fill;
    const color = cube.style.getPropertyValue('--color').match(/--(?:blue|yellow|red|green)/)[0];
    shades.set(color, (shades.get(color) ?? new Set()).add(drawn));
  }
  return [...shades.values()].map((each) => each.size);
}"""


def test_pieces_of_one_color_have_shades_of_their_own(server: Server, look: Look) -> None:
    seen = look(f"{server.url}/puzzle/cube-5")
    seen.board()
    seen.page.get_by_role("button", name="Show a solution").click()
    seen.wait_for_words("This is a solution")
    shades = seen.page.locator(".solid svg g").evaluate_all(SHADES)
    assert shades and all(1 < each <= 3 for each in shades)
