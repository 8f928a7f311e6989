"""Lost a piece: the page leads to files that the server makes, in every game and language; axe."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from axe import inspect
from serving import Server
from table import Seen

Look = Callable[..., Seen]


def files(seen: Seen, server: Server) -> dict[str, bytes]:
    """What the links on the page give, by how their paths end."""
    found = {}
    for link in seen.page.locator("a[download]").all():
        path = str(link.get_attribute("href"))
        answer = server.http.get(path)
        assert answer.status_code == 200, path
        found[path.split("?")[0].rsplit("/", 1)[1]] = answer.content
    return found


def test_a_piece_is_chosen_and_made(server: Server, look: Look) -> None:
    seen = look(f"{server.url}/learn")
    page = seen.page
    page.get_by_role("link", name="Lost a piece?").click()
    page.get_by_label("Color").select_option("red")
    page.get_by_label("Width of a square").fill("19.5")
    page.get_by_role("button", name="L5", exact=True).click()
    link = page.get_by_role("link", name="Sheet to cut out")
    assert link.get_attribute("href") == "/api/craft/classic-4/piece/L5.pdf?color=red&square=19.5&paper=a4"
    made = files(seen, server)
    assert set(made) == {"L5.pdf", "L5.stl", "board.pdf"}
    assert made["L5.pdf"].startswith(b"%PDF")
    # Whoever changes the game keeps no piece that is not in it.
    page.get_by_label("Game").select_option("3d")
    page.get_by_label("Structure").select_option("stairs")
    page.wait_for_selector('a[href^="/api/craft/3d-stairs-4/piece/all.pdf"]')
    assert set(files(seen, server)) == {"all.pdf", "all.stl", "board.pdf"}
    # Shapes of the Dice Game are drawn; there are sheets to print, but no pieces.
    page.get_by_label("Game").select_option("dice")
    page.get_by_role("heading", name="Score sheets").wait_for()
    assert set(files(seen, server)) == {"board.pdf"}
    page.get_by_label("Width of a square").fill("13")
    assert set(files(seen, server)) == {"board.pdf"}
    page.get_by_label("Width of a square").fill("13.1")
    page.get_by_role("alert").wait_for()
    assert page.locator("a[download]").count() == 0


@pytest.mark.parametrize(
    "language, title",
    [("de-DE", "Ein Teil verloren?"), ("fr-FR", "Une pièce perdue\u00a0?"), ("es-ES", "¿Has perdido una pieza?")],
)
def test_every_language_on_a_phone(server: Server, look: Look, language: str, title: str) -> None:
    seen = look(f"{server.url}/lost", phone=True, locale=language)
    seen.page.wait_for_selector(".pieces .one")
    assert seen.page.locator("h1").inner_text() == title
    assert seen.page.evaluate("document.documentElement.scrollWidth") <= 390
    inspect(seen, "lost")
