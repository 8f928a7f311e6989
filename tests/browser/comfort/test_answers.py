"""What a screen answers: pieces that cannot be had say why, a menu goes, looking back shows the past."""

from __future__ import annotations

from collections.abc import Callable

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
