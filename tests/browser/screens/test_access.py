"""What those need who see, hear or move differently: axe on every page and panel, and the keyboard's way in and out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from axe import inspect
from serving import Server
from table import Seen, by_keys

Look = Callable[..., Seen]
ACCOUNT = """async () => {
  const headers = { "content-type": "application/json", "x-cornerwise": "page" };
  const body = JSON.stringify({ name: "Ada Axe", password: "corners and edges 7" });
  const guest = await fetch("/api/people/me", { method: "POST", headers });
  const kept = await fetch("/api/people/me/password", { method: "PUT", headers, body });
  return [guest.status, kept.status, (await fetch("/api/people/Ada%20Axe")).status];
}"""


def visit(seen: Seen, server: Server, game: dict[str, Any]) -> None:
    """Go to a game as its host."""
    seen.page.goto(f"{server.url}/game/{game['game']}#{game['token']}")
    seen.board()


def press(seen: Seen, name: str) -> None:
    """Press a button by its name."""
    seen.page.get_by_role("button", name=name, exact=True).click()


@pytest.fixture(scope="module")
def finished(server: Server) -> dict[str, Any]:
    """A game of Duo that is over but for its last move."""
    game = server.open("duo", "here", "here")
    with server.join(game) as host:
        while not host.snapshot["is_over"]:
            host.ask("play", game=game["game"], ply=host.snapshot["ply"], move=host.snapshot["legal"][0])
            host.join(game["game"], game["token"])
        host.ask("undo", game=game["game"], ply=host.snapshot["ply"])
    return game


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_axe_finds_nothing_on_pages(server: Server, look: Look, phone: bool) -> None:
    seen = look(server.url, phone=phone, quiet=False)
    seen.board()
    inspect(seen, "table")
    first = server.http.get("/api/puzzles").json()["puzzles"]
    solid = next(each["name"] for each in first if each["levels"] > 1)
    puzzles = [f"/puzzle/{name}" for name in (first[0]["name"], solid)]
    for path in ("/puzzles", "/learn", "/games", "/nowhere", *puzzles, "/learn/duo"):
        seen.page.goto(server.url + path)
        seen.page.wait_for_selector("h1")
        if path.count("/") == 2:
            seen.board()
        inspect(seen, path)
    for ruleset, count in (("dice-3", 3), ("3d-tower-2", 2), ("classic-3", 3)):
        visit(seen, server, server.open(ruleset, "here", *["computer"] * (count - 1)))
        inspect(seen, ruleset)


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_axe_finds_nothing_in_panels(server: Server, look: Look, finished: dict[str, Any], phone: bool) -> None:
    seen = look("about:blank", phone=phone, quiet=False)
    visit(seen, server, finished)
    for name, within in (("New game", "[data-game]:not([disabled])"), ("Settings", "select"), ("More", "ul")):
        press(seen, name)
        seen.page.wait_for_selector(f"dialog[open] {within}")
        inspect(seen, name)
        seen.page.keyboard.press("Escape")
    press(seen, "New game")
    seen.page.locator("[data-setup='classic']").click()
    inspect(seen, "who plays")
    seen.page.keyboard.press("Escape")
    press(seen, "More")
    press(seen, "Share")
    seen.page.wait_for_function("() => document.querySelector('dialog[open] input')?.value")
    inspect(seen, "share")
    seen.page.keyboard.press("Escape")
    seen.page.locator(".seat button").first.click()
    seen.page.wait_for_selector("dialog[open] .kinds")
    inspect(seen, "seat")
    seen.page.keyboard.press("Escape")
    for key, what in (("?", "dialog[open] kbd"), ("q", ".fits"), ("h", ".panel .detail")):
        seen.page.keyboard.press(key)
        seen.page.wait_for_selector(what, timeout=30_000)
        inspect(seen, what)
        seen.page.keyboard.press("Escape")
    if seen.page.locator("section.panel").count():
        seen.page.locator("section.panel").get_by_role("button", name="Close").click()
    by_keys(seen)
    seen.page.wait_for_selector("dialog[open] .who, dialog[open] li", timeout=20_000)
    inspect(seen, "ending")
    press(seen, "Review")
    seen.page.wait_for_selector("section.panel h2 ~ *", timeout=60_000)
    inspect(seen, "review")
    visit(seen, server, finished)
    seen.page.keyboard.press("Control+z")


def test_axe_finds_nothing_where_people_meet_on_a_phone_in_german(server: Server, look: Look) -> None:
    seen = look(f"{server.url}/lobby", phone=True, quiet=False, locale="de-DE")
    seen.page.wait_for_selector("[data-play-now]", timeout=20_000)
    assert seen.page.evaluate(ACCOUNT) == [200, 200, 200], "there is somebody to look at"
    for path in ("/lobby", "/account", "/person/Ada%20Axe", "/archive", "/ranking"):
        seen.page.goto(server.url + path)
        seen.page.wait_for_selector("main h1")
        assert seen.page.evaluate("document.documentElement.lang") == "de"
        seen.page.wait_for_function("() => !document.querySelector('main p[role=status].page')")
        inspect(seen, path)


def test_dialogs_hold_the_keyboard_and_give_it_back(server: Server, look: Look) -> None:
    game = server.open("duo", "here", "computer")
    seen = look(f"{server.url}/game/{game['game']}#{game['token']}")
    seen.board()
    inside = "() => document.querySelector('dialog[open]')?.contains(document.activeElement) ?? false"
    for name in ("New game", "Settings", "More"):
        opener = seen.page.get_by_role("button", name=name, exact=True)
        opener.focus()
        seen.page.keyboard.press("Enter")
        seen.page.wait_for_selector("dialog[open]")
        for _ in range(30):
            seen.page.keyboard.press("Tab")
            # Between its last and its first element the browser's own window may have the focus.
            assert seen.page.evaluate(inside) or seen.page.evaluate("document.activeElement === document.body"), name
        seen.page.keyboard.press("Escape")
        seen.page.wait_for_function("() => !document.querySelector('dialog[open]')")
        assert opener.evaluate("(button) => button === document.activeElement"), name
    # An entry of the menu closes it and leaves the keyboard where it came from.
    seen.page.get_by_role("button", name="More", exact=True).focus()
    seen.page.keyboard.press("Enter")
    seen.page.get_by_role("button", name="Turn the board").press("Enter")
    seen.page.wait_for_function("() => !document.querySelector('dialog[open]')")
    assert seen.page.evaluate("document.activeElement.getAttribute('aria-label')") == "More"


@pytest.mark.parametrize("locale", ["en-US", "fr-FR", "de-DE", "es-ES"])
def test_axe_finds_nothing_on_an_invitation(server: Server, look: Look, locale: str) -> None:
    game = server.open("duo", "here", "link")
    with server.join(game) as host:
        token = next(seat["token"] for seat in host.snapshot["seats"] if seat["token"])
    for phone, key in ((True, game["token"]), (False, token)):
        seen = look(f"{server.url}/game/{game['game']}#{key}", phone=phone, quiet=False, locale=locale)
        seen.board()
        assert seen.page.evaluate("document.documentElement.lang") == locale[:2]
        inspect(seen, f"invitation for {'the host' if phone else 'the guest'} in {locale}")
