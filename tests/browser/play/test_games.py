"""Whole games in a real browser: with the mouse, by keys alone, by touch; flat, in space and with dice."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from serving import Server
from table import Seen, by_keys, by_mouse, by_touch

Look = Callable[..., Seen]


def table(server: Server, look: Look, ruleset: str, *seats: str, **options: object) -> Seen:
    """A fresh game opened by its host."""
    game = server.open(ruleset, *seats)
    seen = look(f"{server.url}/game/{game['game']}#{game['token']}", **options)
    seen.board()
    return seen


def test_a_newcomer_gets_a_playable_board_at_once(server: Server, look: Look) -> None:
    seen = look(server.url)
    seen.board()
    seen.page.wait_for_url("**/game/*")
    assert seen.said() == "Choose a piece for violet"
    by_keys(seen)
    seen.page.wait_for_function("() => document.querySelectorAll('svg.board > g.piece').length >= 2")


def test_duo_with_the_mouse_to_the_end(server: Server, look: Look) -> None:
    seen = table(server, look, "duo", "here", "computer")
    assert seen.play_out(by_mouse) >= 8
    assert seen.page.get_by_role("button", name="Rematch").is_visible()
    seen.page.get_by_role("button", name="Rematch").click()
    seen.wait_for_words("Choose a piece")
    assert seen.pieces() == 0


def test_classic_by_keys_alone(server: Server, look: Look) -> None:
    seen = table(server, look, "classic-4", "here", "computer", "computer", "computer")
    assert seen.play_out(by_keys) >= 8


def test_duo_on_a_phone_by_touch(server: Server, look: Look) -> None:
    seen = table(server, look, "duo", "here", "computer", phone=True)
    assert seen.page.evaluate("document.documentElement.scrollHeight <= innerHeight"), "nothing scrolls during play"
    assert seen.play_out(by_touch) >= 8


def test_a_finger_drags_the_piece(server: Server, look: Look) -> None:
    seen = table(server, look, "duo", "here", "computer", phone=True)
    seen.page.locator("[data-shape='X']").tap()
    before = seen.page.locator(".stage").get_attribute("data-at")
    x, y = seen.point(before)
    hand = seen.page.context.new_cdp_session(seen.page)
    touch = "Input.dispatchTouchEvent"
    hand.send(touch, {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 7):
        hand.send(touch, {"type": "touchMove", "touchPoints": [{"x": x + 15 * step, "y": y + 20 * step}]})
    hand.send(touch, {"type": "touchEnd", "touchPoints": []})
    after = seen.page.locator(".stage").get_attribute("data-at")
    assert seen.point(after)[0] > x and seen.point(after)[1] > y
    assert seen.page.get_by_role("button", name="Place it").is_visible()


@pytest.mark.parametrize("ruleset", ["3d-tower-2", "3d-pyramid-4"])
def test_in_space_to_the_end(server: Server, look: Look, ruleset: str) -> None:
    # Without a graphics card every pixel costs.
    small = {"width": 800, "height": 560}
    seen = table(server, look, ruleset, "here", *["computer"] * (int(ruleset[-1]) - 1), viewport=small)
    seen.page.wait_for_selector("canvas")
    assert seen.play_out(by_keys) >= 2  # three rivals can shut one out early


def test_in_space_from_above_with_the_mouse(server: Server, look: Look) -> None:
    seen = table(server, look, "3d-stairs-2", "here", "computer")
    seen.page.locator(".switch button").nth(1).click()
    seen.page.wait_for_selector("svg.board")
    for pieces in (1, 2):
        seen.page.wait_for_function("() => document.querySelectorAll('svg.board circle.dot').length > 0")
        by_mouse(seen)
        seen.page.wait_for_function("(n) => Number(document.querySelector('.timeline input').max) >= n", arg=2 * pieces)


def test_dice_to_the_end(server: Server, look: Look) -> None:
    seen = table(server, look, "dice-2", "here", "computer")
    assert seen.play_out(by_keys) >= 4
    assert seen.page.get_by_text("The dice came from this seed").is_visible()


def test_hot_seat(server: Server, look: Look) -> None:
    seen = table(server, look, "duo", "here", "here")
    by_keys(seen)
    seen.wait_for_words("orange")
    by_keys(seen)
    seen.wait_for_words("violet")
    assert seen.pieces() == 2


def test_a_friend_plays_by_link(server: Server, look: Look) -> None:
    seen = table(server, look, "duo", "here", "link", permissions=["clipboard-read", "clipboard-write"])
    seen.page.locator(".seat button").nth(1).click()
    seen.page.get_by_role("button", name="Copy the link for this seat").click()
    link = seen.page.evaluate("navigator.clipboard.readText()")
    seen.page.keyboard.press("Escape")
    friend = look(link)
    friend.board()
    by_keys(seen)
    friend.wait_for_words("Choose a piece for orange")
    by_keys(friend)
    seen.wait_for_words("Choose a piece for violet")
    assert seen.pieces() == friend.pieces() == 2
