"""What a screen answers: pieces that cannot be had say why, a menu goes, looking back shows the past."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from serving import Server
from table import Seen, by_keys

Look = Callable[..., Seen]


def visit(server: Server, look: Look, ruleset: str, *seats: str, phone: bool = False) -> Seen:
    """Look at a fresh game as its host."""
    game = server.open(ruleset, *seats)
    seen = look(f"{server.url}/game/{game['game']}#{game['token']}", phone=phone)
    seen.board()
    return seen


def test_a_piece_that_fits_nowhere_says_so(server: Server, look: Look) -> None:
    seen = visit(server, look, "dice-2", "here", "here", phone=True)
    seen.page.locator(".throw").tap()
    seen.page.wait_for_function("() => !document.querySelector('.throw')")
    cross = seen.page.locator("[data-shape='X']")  # it covers no corner of the sheet, whatever the dice show
    reason = cross.get_attribute("aria-label")
    assert reason.startswith("X, no place for"), "strikes are left, so that any row may be drawn"
    cross.tap(force=True)  # what is aria-disabled counts as disabled there
    assert seen.wait_for_words("^X") == reason
    assert seen.held() is None


def test_the_menu_of_a_phone_goes(server: Server, look: Look) -> None:
    seen = visit(server, look, "duo", "here", "here", phone=True)
    page, burger, lobby = seen.page, seen.page.locator(".burger"), seen.page.locator("header nav a").nth(1)

    def open_menu() -> None:
        burger.tap()
        lobby.wait_for(state="visible")

    open_menu()
    page.keyboard.press("Escape")
    lobby.wait_for(state="hidden")
    open_menu()
    page.locator("svg.board").tap(position={"x": 9, "y": 300})
    lobby.wait_for(state="hidden")
    open_menu()
    lobby.tap()
    page.wait_for_url("**/lobby")
    open_menu()
    page.go_back()
    lobby.wait_for(state="hidden")
    assert burger.get_attribute("aria-expanded") == "false"


def test_the_tray_and_the_frame_look_back_with_the_board(server: Server, look: Look) -> None:
    seen = visit(server, look, "duo", "here", "here")
    laid = []
    for count in (1, 2, 3):
        laid.append(seen.next_shape())
        by_keys(seen)
        seen.wait_for_moves(count)
    frame = "() => getComputedStyle(document.querySelector('.seat.active')).getPropertyValue('--color')"
    now = seen.page.evaluate(frame)
    seen.page.keyboard.press("Home")
    seen.page.wait_for_selector("[data-shape]")
    assert seen.page.locator(".slot.used").count() == 0, "nothing had been placed"
    assert seen.page.evaluate(frame) != now, "the first color begins, and the second is to move"


@pytest.mark.parametrize(("width", "height"), [(568, 320), (640, 360)])
def test_a_held_piece_can_be_placed_in_a_low_window(server: Server, look: Look, width: int, height: int) -> None:
    game = server.open("duo", "here", "computer")
    seen = look(f"{server.url}/game/{game['game']}#{game['token']}", viewport={"width": width, "height": height})
    seen.board()
    seen.page.keyboard.press("x")
    bar = seen.page.get_by_role("toolbar", name="Place it").get_by_role("button")
    boxes = [bar.nth(index).bounding_box() for index in range(bar.count())]
    assert len(boxes) == 6 and all(box["x"] + box["width"] <= width for box in boxes), boxes
    cut = "(names) => names.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent)"
    assert seen.page.locator(".seat strong").evaluate_all(cut) == []


def test_in_ones_own_turn_there_is_no_computer_to_pause(server: Server, look: Look) -> None:
    seen = visit(server, look, "duo", "here", "computer")
    seen.next_shape()
    seen.page.get_by_role("button", name="More").click()
    seen.page.get_by_role("button", name="Resign").wait_for()
    assert seen.page.get_by_role("button", name="Pause the computer").count() == 0


def test_a_game_with_a_coach_ends_like_any_other(server: Server, look: Look) -> None:
    seen = look(server.url)
    seen.board()
    seen.page.wait_for_url("**/game/*")
    seen.page.locator(".welcome").get_by_role("link").click()
    seen.page.wait_for_selector(".coach")
    by_keys(seen)
    seen.wait_for_words("Choose a piece")
    seen.page.get_by_role("button", name="More").click()
    seen.page.get_by_role("button", name="Resign").click()
    seen.page.locator("[data-yes]").click()
    seen.page.wait_for_selector("dialog[open] .scores")
    assert seen.page.locator(".coach").count() == 0
    seen.page.goto(f"{server.url}/games")
    assert seen.page.locator(".outcome").inner_text() == "Lost"


def test_what_the_server_would_tell_says_that_it_is_away(server: Server, look: Look) -> None:
    seen = look("about:blank", quiet=False)
    seen.page.route("**/api/**", lambda route: route.abort())
    seen.page.goto(f"{server.url}/account")
    seen.page.get_by_role("alert").get_by_text("The server cannot be reached").wait_for()
    seen.page.unroute("**/api/**")
    seen.page.get_by_role("button", name="Try again").click()
    seen.page.get_by_role("heading", name="Create an account").wait_for()


def test_a_file_that_is_too_large_is_no_record(server: Server, look: Look, tmp_path: Path) -> None:
    seen = look(f"{server.url}/games")
    file = tmp_path / "large.json"
    file.write_text(" " * 3_000_000)
    seen.page.locator("input[type=file]").set_input_files(file)
    seen.page.get_by_role("alert").get_by_text("This file is too large").wait_for()
