"""What can be done at a table besides placing: seats, variations, records, sharing, looking closer."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from chromium import HOME
from serving import Server
from table import Seen, by_keys, by_mouse

Look = Callable[..., Seen]
COUNT = "(n) => document.querySelectorAll('svg.board > g.piece').length === n"


def table(server: Server, look: Look, *seats: str, ruleset: str = "duo", **options: Any) -> Seen:
    """A fresh game opened by its host."""
    game = server.open(ruleset, *seats)
    seen = look(f"{server.url}/game/{game['game']}#{game['token']}", **options)
    seen.board()
    return seen


def play(seen: Seen, count: int) -> None:
    """Lay so many pieces for whoever is to move."""
    for laid in range(count):
        seen.page.wait_for_selector("[data-shape]:not([disabled])")
        by_keys(seen)
        seen.page.wait_for_function(COUNT, arg=laid + 1)


def menu(seen: Seen, entry: str) -> None:
    """Choose an entry of the table's menu."""
    seen.page.get_by_role("button", name="More").click()
    seen.page.get_by_role("button", name=entry).click()


def test_seats_are_swapped_in_mid_game(server: Server, look: Look) -> None:
    seen = table(server, look, "here", "computer")
    by_keys(seen)
    seen.page.wait_for_function(COUNT, arg=2)
    seen.page.locator(".seat button").nth(1).click()
    seen.page.locator(".kinds").get_by_role("button", name="Here").click()
    seen.page.keyboard.press("Escape")
    by_keys(seen)
    seen.wait_for_words("Choose a piece for orange")
    # Now the computer takes over violet, and the person goes on as orange.
    seen.page.locator(".seat button").nth(0).click()
    seen.page.locator(".kinds").get_by_role("button", name="Computer").click()
    seen.page.keyboard.press("Escape")
    by_keys(seen)
    seen.page.wait_for_function(COUNT, arg=5)
    seen.wait_for_words("Choose a piece for orange")


def test_the_computer_finishes(server: Server, look: Look) -> None:
    seen = table(server, look, "here", "computer")
    by_keys(seen)
    seen.page.wait_for_function(COUNT, arg=2)
    menu(seen, "Let the computer finish")
    seen.page.locator("[data-yes]").click()
    seen.page.wait_for_selector("dialog[open] .scores", timeout=90_000)
    assert "The computer finished for you." in seen.page.locator("dialog[open]").inner_text()
    assert seen.page.get_by_role("button", name="Review").is_visible()


def test_resigning_ends_a_game_for_two(server: Server, look: Look) -> None:
    seen = table(server, look, "here", "computer")
    by_keys(seen)
    seen.page.wait_for_function(COUNT, arg=2)
    menu(seen, "Resign")
    seen.page.locator("[data-yes]").click()
    seen.page.wait_for_selector("dialog[open] .scores")
    assert "wins this one" in seen.page.locator("dialog[open] h2").inner_text()


def test_another_move_after_undo_is_a_variation(server: Server, look: Look) -> None:
    seen = table(server, look, "here", "here")
    play(seen, 2)
    seen.page.keyboard.press("Control+z")
    seen.page.wait_for_function(COUNT, arg=1)
    for key in ("x", "g", "Enter"):
        seen.page.keyboard.press(key)
    seen.page.wait_for_function(COUNT, arg=2)
    menu(seen, "Review")
    other = seen.page.locator("section.panel ul .line")
    other.wait_for(timeout=60_000)
    before = seen.page.locator("svg.board > g.piece path.body").last.get_attribute("d")
    other.click()
    changed = "(d) => [...document.querySelectorAll('svg.board > g.piece path.body')].at(-1).getAttribute('d') !== d"
    seen.page.wait_for_function(changed, arg=before)
    assert seen.pieces() == 2


def test_a_record_is_saved_and_opened(server: Server, look: Look, tmp_path: Path) -> None:
    seen = table(server, look, "here", "here")
    play(seen, 3)
    menu(seen, "Share")
    with seen.page.expect_download() as download:
        seen.page.get_by_role("link", name="Save the record").click()
    file = tmp_path / "game.json"
    download.value.save_as(file)
    record = json.loads(file.read_text())
    record["tags"]["seat 2"] = "computer 2"
    file.write_text(json.dumps(record))
    other = look(f"{server.url}/games")
    other.page.wait_for_selector("h1")
    other.page.locator("input[type=file]").set_input_files(file)
    other.board()
    other.page.wait_for_function(COUNT, arg=3)
    assert other.said() == "The computer is paused"
    other.page.get_by_role("button", name="Continue").click()
    other.page.wait_for_function(COUNT, arg=4)
    file.write_text("no record")
    other.page.goto(f"{server.url}/games")
    other.quiet = False  # the refused request is noted in the console
    other.page.locator("input[type=file]").set_input_files(file)
    assert len(other.page.locator("[role=alert]").inner_text()) > 20


def test_a_link_holds_the_whole_game(server: Server, look: Look) -> None:
    seen = table(server, look, "here", "here", permissions=["clipboard-read", "clipboard-write"])
    play(seen, 3)
    menu(seen, "Share")
    seen.page.get_by_role("button", name="Copy link").click()
    seen.page.get_by_role("button", name="Copied").wait_for()
    link = seen.page.evaluate("navigator.clipboard.readText()")
    assert "/share#" in link
    friend = look(link)
    friend.board()
    friend.page.wait_for_function(COUNT, arg=3)
    assert "/game/" in friend.page.url
    assert friend.said() == "Choose a piece for orange"
    drawn = "(paths) => paths.map((path) => path.getAttribute('d')).sort()"
    pieces = "svg.board > g.piece path.body"
    assert friend.page.eval_on_selector_all(pieces, drawn) == seen.page.eval_on_selector_all(pieces, drawn)
    by_mouse(friend)
    friend.page.wait_for_function(COUNT, arg=4)


def test_links_are_copied_without_encryption(server: Server, look: Look) -> None:
    game = server.open("duo", "here", "link")
    url = server.url.replace("127.0.0.1", HOME)
    # Chromium notes that it heeds not every header of a page without encryption.
    seen = look(f"{url}/game/{game['game']}#{game['token']}", quiet=False)
    seen.board()
    assert not seen.page.evaluate("isSecureContext || 'clipboard' in navigator")
    seen.page.locator(".invite button").click()
    seen.page.locator(".invite").get_by_text("Copied").wait_for()
    seen.page.get_by_role("button", name="Settings").click()
    seen.page.locator("dialog input").first.evaluate("(field) => field.removeAttribute('maxlength')")
    seen.page.locator("dialog input").first.press("Control+v")
    link = seen.page.locator("dialog input").first.input_value()
    assert link.startswith(f"{url}/game/{game['game']}#")
    friend = look(link, quiet=False)
    friend.board()
    assert friend.page.locator(".seat strong").all_inner_texts() == ["Player 1", "You"]


def test_a_link_can_always_be_copied_by_hand(server: Server, look: Look) -> None:
    seen = table(server, look, "here", "link")
    seen.page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject() }")
    seen.page.evaluate("() => { document.execCommand = () => false }")
    shown: list[str] = []
    seen.page.on("dialog", lambda dialog: (shown.append(dialog.default_value), dialog.dismiss()))
    seen.page.locator(".invite button").click()
    assert "/game/" in shown[0] and "#" in shown[0]
    assert seen.page.locator(".invite").inner_text().strip() == "Copy link"


@pytest.mark.parametrize(("name", "kind"), [("SVG", "svg"), ("Picture", "PNG"), ("Film", "GIF")])
def test_pictures_are_exported(server: Server, look: Look, name: str, kind: str) -> None:
    seen = table(server, look, "here", "here")
    play(seen, 1)
    menu(seen, "Share")
    with seen.page.expect_download() as download:
        seen.page.get_by_role("link", name=name).click()
    body = Path(download.value.path()).read_bytes()
    if kind == "svg":
        assert body.startswith(b"<svg")
        assert b"Player 1" in body and b"seat 1" not in body, "people are called as on the page"
    else:
        image = Image.open(io.BytesIO(body))
        assert image.format == kind and image.width >= 600
        assert getattr(image, "n_frames", 1) == (2 if kind == "GIF" else 1)


def touch(seen: Seen, *steps: list[tuple[float, float]]) -> None:
    """Put fingers down, move them, and lift them."""
    hand = seen.page.context.new_cdp_session(seen.page)
    for number, fingers in enumerate(steps):
        points = [{"x": x, "y": y, "id": index} for index, (x, y) in enumerate(fingers)]
        kind = "touchStart" if number == 0 else "touchMove"
        hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_two_fingers_zoom_the_board(server: Server, look: Look) -> None:
    seen = table(server, look, *["here"] * 4, ruleset="classic-4", phone=True)
    small = seen.page.locator("svg.board").bounding_box()["width"]
    x, y = seen.point("j10")
    touch(seen, *([(x - apart, y), (x + apart, y)] for apart in (20, 40, 60, 80)))
    assert seen.page.locator("svg.board").bounding_box()["width"] > 1.8 * small
    seen.page.get_by_role("button", name="Whole board").tap()
    assert seen.page.locator("svg.board").bounding_box()["width"] == pytest.approx(small)


def test_a_held_finger_asks_what_fits(server: Server, look: Look) -> None:
    seen = table(server, look, "here", "computer", phone=True)
    x, y = seen.point("e10")
    hand = seen.page.context.new_cdp_session(seen.page)
    hand.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    seen.page.wait_for_selector(".fits .fit")
    hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    seen.page.locator(".fits .fit").first.tap()
    assert seen.page.locator(".stage").get_attribute("data-fits") == "true"
    seen.page.get_by_role("button", name="Place it").tap()
    seen.page.wait_for_function(COUNT, arg=2)


def test_moves_are_announced(server: Server, look: Look) -> None:
    seen = table(server, look, "here", "computer")
    by_keys(seen)
    spoken = "() => /Pip .orange. placed/.test(document.querySelector('[aria-live]').textContent)"
    seen.page.wait_for_function(spoken)


@pytest.mark.parametrize(("motion", "moves"), [("reduce", False), ("no-preference", True)])
def test_motion_is_left_out_where_the_system_asks(server: Server, look: Look, motion: str, moves: bool) -> None:
    seen = table(server, look, "here", "computer", reduced_motion=motion)
    seen.page.get_by_role("button", name="New game").click()
    seen.page.locator("dialog[open]").wait_for()
    took = "() => parseFloat(getComputedStyle(document.querySelector('dialog[open]')).animationDuration)"
    assert (seen.page.evaluate(took) > 0.05) is moves


@pytest.mark.keeps
def test_the_page_can_be_installed_and_opens_without_a_network(server: Server, look: Look) -> None:
    seen = table(server, look, "here", "computer", quiet=False)
    tools = seen.page.context.new_cdp_session(seen.page)
    assert tools.send("Page.getAppManifest")["errors"] == []
    problems = tools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [each["errorId"] for each in problems if each["errorId"] != "in-incognito"] == []
    seen.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    seen.page.reload()
    seen.board()
    seen.page.context.set_offline(True)
    answer = seen.page.goto(f"{server.url}/puzzles")
    assert seen.page.locator("nav").count() == 1
    assert "link" not in answer.all_headers(), "nothing is fetched ahead that nobody will use"
