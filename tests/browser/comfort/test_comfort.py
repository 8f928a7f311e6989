"""Small things people expect: a near start, confirming, colors as printed, results, statistics, shared games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from serving import Server
from table import Seen

Look = Callable[..., Seen]


def sit(server: Server, look: Look, *seats: str, **options: Any) -> Seen:
    """A fresh game of Duo as its host."""
    game = server.open("duo", *seats)
    seen = look(f"{server.url}/game/{game['game']}#{game['token']}", **options)
    seen.board()
    return seen


def setting(seen: Seen, label: str, value: str | None = None) -> None:
    """Switch something on, or choose a value."""
    seen.page.get_by_role("button", name="Settings").click()
    if value is None:
        seen.page.get_by_label(label).check()
    else:
        seen.page.get_by_label(label).select_option(label=value)
    seen.page.keyboard.press("Escape")


def finished(server: Server) -> dict[str, Any]:
    """A game that the host has won against somebody elsewhere."""
    game = server.open("duo", "here", "link")
    with server.join(game) as host:
        tokens = [seat["token"] for seat in host.snapshot["seats"] if seat["token"]]
    with server.join(game, game["token"], *tokens) as both:
        while not both.snapshot["is_over"]:
            legal = both.snapshot["legal"]
            both.play(legal[-1] if both.snapshot["turn"]["actor"] == 0 else legal[0])
        assert both.snapshot["winners"] == [0]
    return game


def test_the_own_start_is_near(server: Server, look: Look) -> None:
    seen = sit(server, look, "here", "computer")
    box = seen.page.locator("svg.board").bounding_box()
    assert seen.point("e10")[1] > box["y"] + box["height"] / 2
    start = seen.page.locator("svg.board .start-dot").first.bounding_box()
    assert abs(start["x"] + start["width"] / 2 - seen.point("e10")[0]) < 3
    alone = sit(server, look, "here", "here")
    assert alone.page.locator(".stage").get_attribute("data-turned") == "0", "two at one screen share the view"


# Which squares of its box a drawn piece fills.
SQUARES = """(body) => {
  const { x, y, width, height } = body.getBBox();
  const found = [];
  for (let column = 0; column < Math.round(width); column++)
    for (let row = 0; row < Math.round(height); row++)
      if (body.isPointInFill(new DOMPoint(x + column + 0.5, y + row + 0.5))) found.push(`${column},${row}`);
  return found.join(" ");
}"""


def test_a_piece_is_held_as_the_tray_shows_it(server: Server, look: Look) -> None:
    seen = sit(server, look, "here", "computer")
    assert seen.page.locator(".stage").get_attribute("data-turned") == "2"
    for shape in ("F", "L5", "N"):
        slot = seen.page.locator(f"[data-shape='{shape}']")
        shown = slot.locator("path.body").evaluate(SQUARES)
        assert len(shown.split()) == 5
        slot.click()
        seen.page.mouse.move(*seen.point("g7"))
        held = seen.page.locator("svg.ghost path.body")
        assert held.evaluate(SQUARES) == shown
        seen.page.keyboard.press("r")
        assert held.evaluate(SQUARES) == slot.locator("path.body").evaluate(SQUARES) != shown
        seen.page.keyboard.press("Escape")
    seen.page.mouse.click(*seen.point("e10"))
    fan = seen.page.locator(".fits .fit").first
    shown = fan.locator("path.body").evaluate(SQUARES)
    fan.click()
    assert seen.page.locator("svg.ghost path.body").evaluate(SQUARES) == shown


def test_a_click_can_ask_to_be_confirmed(server: Server, look: Look) -> None:
    seen = sit(server, look, "here", "here")
    setting(seen, "With a mouse, confirm each move")
    seen.page.locator("[data-shape='X']").click()
    seen.page.mouse.click(*seen.point("e10"))
    seen.page.mouse.move(*seen.point("h3"))
    assert seen.page.locator(".stage").get_attribute("data-at") == "e10", "it waits where it was clicked"
    assert seen.pieces() == 0
    assert "then confirm" in seen.said(), "what a click does is told as it is"
    seen.page.mouse.click(*seen.point("e10"))
    seen.page.wait_for_function("() => document.querySelectorAll('svg.board > g.piece.solid').length === 1")


def test_printed_colors_are_called_by_their_names(server: Server, look: Look) -> None:
    seen = sit(server, look, "here", "here")
    assert "violet" in seen.said()
    setting(seen, "Colors of the pieces", "As printed")
    assert seen.wait_for_words("black")
    color = "() => getComputedStyle(document.querySelector('[data-shape] .body')).fill"
    red, green, blue = (int(part) for part in seen.page.evaluate(color).removeprefix("rgb(").rstrip(")").split(","))
    assert max(red, green, blue) < 64


def test_a_black_piece_is_seen_in_the_dark(server: Server, look: Look) -> None:
    seen = sit(server, look, "here", "here", color_scheme="dark")
    setting(seen, "Colors of the pieces", "As printed")
    assert seen.wait_for_words("black")
    # In srgb and alpha: what is seen of it lies over the ground of the tray.
    stroke = seen.page.locator("[data-shape='X'] .edge").evaluate(
        """(edge) => {
          const paper = new OffscreenCanvas(1, 1).getContext("2d");
          paper.fillStyle = getComputedStyle(document.querySelector(".trayframe")).backgroundColor;
          paper.fillRect(0, 0, 1, 1);
          paper.fillStyle = getComputedStyle(edge).stroke;
          paper.fillRect(0, 0, 1, 1);
          return [...paper.getImageData(0, 0, 1, 1).data];
        }"""
    )
    light = [((part / 255 + 0.055) / 1.055) ** 2.4 for part in stroke[:3]]
    assert 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2] > 3 * (0.015 + 0.05) - 0.05, stroke


def test_my_games_show_how_they_ended(server: Server, look: Look) -> None:
    game = finished(server)
    seen = look(f"{server.url}/game/{game['game']}#{game['token']}")
    seen.board()
    seen.page.goto(f"{server.url}/games")
    seen.page.wait_for_selector(".outcome")
    assert seen.page.locator(".outcome").inner_text() == "Won"
    loaded = (
        "() => { const thumb = document.querySelector('.thumb'); return thumb?.complete && thumb.naturalWidth > 0 }"
    )
    seen.page.wait_for_function(loaded)
    words = seen.page.locator("[data-statistics]").inner_text()
    assert "Duo" in words and "violet" in words and "100%" in words


def test_nobody_at_a_shared_game_is_you(server: Server, look: Look) -> None:
    game = finished(server)
    path = server.http.get(f"/api/games/{game['game']}/share").json()["path"]
    seen = look(f"{server.url}{path}")
    seen.board()
    assert "You" not in seen.page.locator(".seats").inner_text()
    seen.page.get_by_role("button", name="Result").click()
    assert "You win" not in seen.page.locator("dialog[open]").inner_text()
    seen.page.goto(f"{server.url}/games")
    seen.page.wait_for_selector("li.card")
    assert seen.page.locator("[data-statistics]").count() == 0, "it is nobody's own result"


def test_every_game_has_a_page_of_rules_with_a_moving_board(server: Server, look: Look) -> None:
    seen = look(f"{server.url}/learn", reduced_motion="no-preference")
    seen.page.wait_for_selector("a[href='/rules/duo']")
    seen.page.locator("a[href='/rules/duo']").click()
    seen.page.wait_for_selector("[data-rules=duo] ol li")
    assert "start square" in seen.page.locator("[data-rules=duo]").inner_text()
    shown = "() => Number(document.querySelector('.example').dataset.shown)"
    first = seen.page.evaluate(shown)
    seen.page.wait_for_function(f"(first) => ({shown})() > first", arg=first)
    still = look(f"{server.url}/rules/classic")
    still.page.wait_for_selector(".example[data-shown='16']")
    assert still.page.locator(".example g.piece").count() == 16, "without motion all of it lies there at once"
    space = look(f"{server.url}/rules/3d", phone=True)
    space.page.wait_for_selector(".example svg")
    assert space.page.locator(".example svg").bounding_box()["width"] > 200, "a body is as large as a board would be"
