"""Everything that is shown can be reached, on every screen, at every size, in every language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from reach import unreachable
from serving import Server
from table import Seen

Look = Callable[..., Seen]

WINDOWS = [(1440, 900), (1366, 768), (2560, 1440), (820, 1180), (1180, 820), (390, 844), (844, 390), (320, 568)]
SEATS = {"duo": 2, "classic-4": 4, "classic-3": 3, "dice-2": 2, "dice-4": 4, "3d-tower-2": 2, "3d-pyramid-4": 4}
SCREENS = ["/lobby", "/puzzles", "/learn", "/learn/3d", "/learn/dice", "/games", "/ranking"]
SCREENS += ["/account", "/privacy", "/nothing"]


def look_over(seen: Seen, what: str, windows: list[tuple[int, int]] = WINDOWS) -> list[str]:
    """What cannot be reached in any of the windows."""
    wrong = []
    for width, height in windows:
        seen.page.set_viewport_size({"width": width, "height": height})
        seen.drawn()
        wrong += [f"{what} at {width}x{height}: {sentence}" for sentence in unreachable(seen.page)]
    return wrong


def visit(server: Server, look: Look, ruleset: str, **options: Any) -> Seen:
    """A table of one person and computers."""
    game = server.open(ruleset, "here", *["computer"] * (SEATS[ruleset] - 1))
    seen = look(f"{server.url}/game/{game['game']}#{game['token']}", **options)
    seen.board()
    return seen


@pytest.mark.parametrize("ruleset", SEATS)
def test_every_control_of_a_table_is_reached(server: Server, look: Look, ruleset: str) -> None:
    seen = visit(server, look, ruleset, locale="fr-FR")
    wrong = look_over(seen, ruleset)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("ruleset", ["duo", "classic-4", "3d-tower-2"])
def test_advice_covers_nothing_and_is_read(server: Server, look: Look, ruleset: str) -> None:
    seen = visit(server, look, ruleset)
    seen.page.get_by_role("button", name="Advice").click()
    seen.page.wait_for_selector(".panel .detail", timeout=30_000)
    wrong = look_over(seen, f"{ruleset} with advice")
    assert not wrong, "\n".join(wrong)
    seen.page.set_viewport_size({"width": 844, "height": 390})
    assert seen.page.locator(".panelframe").bounding_box()["height"] > 150, "more than a line is read"


@pytest.mark.parametrize("locale", ["en-US", "de-DE", "fr-FR", "es-ES"])
def test_every_control_of_every_screen_is_reached(server: Server, look: Look, locale: str) -> None:
    seen = look(f"{server.url}/", locale=locale)
    seen.board()
    wrong = look_over(seen, "/")
    first = f"/puzzle/{server.http.get('/api/puzzles').json()['puzzles'][0]['name']}"
    for screen in (*SCREENS, first):
        seen.page.goto(server.url + screen)
        seen.page.wait_for_selector("main h1, main canvas, main svg.board")
        seen.page.wait_for_timeout(300)  # what a screen fetches comes after its heading
        wrong += look_over(seen, screen, WINDOWS if locale == "fr-FR" else [(820, 1180), (844, 390), (390, 844)])
    assert not wrong, "\n".join(wrong)
