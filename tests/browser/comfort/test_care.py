"""What must not go wrong in a browser: reloads, a killed server, illegal places, weight, access, languages."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from serving import Server
from table import Seen, by_keys

Look = Callable[..., Seen]


def duo(server: Server, look: Look, **options: Any) -> Seen:
    """A fresh game of Duo against the computer."""
    game = server.open("duo", "here", "computer")
    seen = look(f"{server.url}/game/{game['game']}#{game['token']}", **options)
    seen.board()
    return seen


def test_an_illegal_place_is_explained(server: Server, look: Look) -> None:
    seen = duo(server, look)
    seen.page.locator("[data-shape='X']").click()
    seen.page.mouse.move(*seen.point("c3"))
    assert seen.wait_for_words("first") == "The first violet piece must cover e10."
    assert seen.page.locator("svg.ghost g.illegal").count() == 1
    seen.page.mouse.click(*seen.point("c3"))
    assert seen.pieces() == 0
    seen.page.mouse.move(*seen.point("e10"))
    assert seen.page.locator(".stage").get_attribute("data-fits") == "true"
    seen.page.mouse.click(*seen.point("e10"))
    seen.page.wait_for_function("() => document.querySelectorAll('svg.board > g.piece').length >= 2")
    seen.page.locator("[data-shape='I5']").click()
    seen.page.mouse.move(*seen.point("f12"))
    assert re.search("edge|already", seen.wait_for_words("edge|already|corner"))
    assert seen.page.locator("svg.ghost rect.offending").count() >= 1


def test_turning_and_flipping_keep_the_grabbed_cell(server: Server, look: Look) -> None:
    seen = duo(server, look)
    seen.page.locator("[data-shape='F']").click()
    seen.page.mouse.move(*seen.point("g7"))
    ghost = "svg.ghost path.body"
    drawn = {seen.page.locator(ghost).get_attribute("d")}
    for turn in (
        lambda: seen.page.mouse.wheel(0, 120),
        lambda: seen.page.mouse.click(*seen.point("g7"), button="right"),
        lambda: seen.page.keyboard.press("r"),
    ):
        turn()
        fresh = "([css, known]) => !known.includes(document.querySelector(css).getAttribute('d'))"
        seen.page.wait_for_function(fresh, arg=[ghost, sorted(drawn)])
        drawn.add(seen.page.locator(ghost).get_attribute("d"))
        assert seen.page.locator(".stage").get_attribute("data-at") == "g7"


def test_what_fits_here_by_keys(server: Server, look: Look) -> None:
    seen = duo(server, look)
    seen.page.keyboard.press("q")
    seen.page.wait_for_selector(".fits .fit:focus")
    first = seen.page.locator(".fits .fit:focus").get_attribute("aria-label")
    seen.page.keyboard.press("ArrowRight")
    assert seen.page.locator(".fits .fit:focus").get_attribute("aria-label") != first
    seen.page.keyboard.press("Enter")
    assert seen.page.locator(".stage").get_attribute("data-fits") == "true"
    seen.page.keyboard.press("Enter")
    seen.page.wait_for_function("() => document.querySelectorAll('svg.board > g.piece').length === 2")
    seen.wait_for_words("Choose a piece for violet")
    seen.page.keyboard.press("?")
    assert "Show what fits on a dot" in seen.page.locator("dialog[open]").inner_text()


@pytest.mark.parametrize("code", ["en", "fr", "de", "es"])
def test_advice_gives_whole_reasons_and_a_coach(server: Server, look: Look, code: str) -> None:
    game = server.open("duo", "here", "here")
    with server.join(game) as host:
        for _ in range(10):
            move = host.snapshot["legal"][len(host.snapshot["legal"]) // 2]
            assert host.ask("play", game=game["game"], ply=host.snapshot["ply"], move=move)["type"] == "done"
            host.join(game["game"], game["token"])
    seen = look(f"{server.url}/game/{game['game']}#{game['token']}", locale=code)
    seen.board()
    seen.page.keyboard.press("h")
    seen.page.wait_for_selector("[data-headline]", timeout=30_000)
    told = []
    for line in seen.page.locator(".panel .line").all():
        line.click()
        assert len(seen.page.locator(".voice").inner_text()) > 30
        told += seen.page.locator(".findings li").all_inner_texts()
    assert all(each.endswith(".") and "{" not in each for each in told)
    assert told
    # Whoever is named is named by the color that is shown.
    assert not any(color in each.lower() for each in told for color in ("black", "white")), told
    if code != "en":
        assert not any(word in each for each in told for word in ("Opens", "Leaves", "Closes", "Places")), told


def test_undo_and_redo(server: Server, look: Look) -> None:
    seen = duo(server, look)
    by_keys(seen)
    seen.page.wait_for_function("() => document.querySelectorAll('svg.board > g.piece').length === 2")
    seen.wait_for_words("Choose a piece for violet")
    seen.page.keyboard.press("Control+z")
    seen.page.wait_for_function("() => document.querySelectorAll('svg.board > g.piece').length === 0")
    seen.page.get_by_role("button", name="Redo").click()
    seen.page.wait_for_function("() => document.querySelectorAll('svg.board > g.piece').length === 2")


def test_looking_back_shows_earlier_boards(server: Server, look: Look) -> None:
    seen = duo(server, look)
    by_keys(seen)
    seen.page.wait_for_function("() => document.querySelectorAll('svg.board > g.piece').length === 2")
    seen.page.get_by_role("button", name="Previous move").click()
    assert seen.pieces() == 1
    assert seen.said() == "Move 1 of 2"
    seen.page.get_by_role("button", name="Back to the game").click()
    assert seen.pieces() == 2


def test_reload_in_mid_game(server: Server, look: Look) -> None:
    seen = duo(server, look)
    by_keys(seen)
    seen.page.wait_for_function("() => document.querySelectorAll('svg.board > g.piece').length === 2")
    seen.page.reload()
    seen.board()
    assert seen.pieces() == 2
    by_keys(seen)
    seen.page.wait_for_function("() => document.querySelectorAll('svg.board > g.piece').length === 4")
    seen.page.goto(server.url)
    seen.board()
    assert seen.pieces() == 4, "the first page goes on with the game opened last"


def test_server_killed_and_started_again(tmp_path: Path, look: Look) -> None:
    server = Server(tmp_path)
    try:
        seen = duo(server, look, quiet=False)
        by_keys(seen)
        seen.page.wait_for_function("() => document.querySelectorAll('svg.board > g.piece').length === 2")
        server.arguments = ("--port", server.url.rsplit(":", 1)[1])
        server.kill()
        seen.wait_for_words("No connection")
        server.start()
        seen.wait_for_words("Choose a piece")
        assert seen.pieces() == 2
        by_keys(seen)
        seen.page.wait_for_function("() => document.querySelectorAll('svg.board > g.piece').length === 4")
    finally:
        server.stop()


FIRST_WORDS = [("duo", "violet"), ("classic", "blue"), ("dice", "Roll"), ("3d", "blue")]


@pytest.mark.parametrize(("family", "words"), FIRST_WORDS)
def test_two_taps_to_any_game(server: Server, look: Look, family: str, words: str) -> None:
    seen = look(server.url)
    seen.board()
    first = seen.page.url
    seen.page.get_by_role("button", name="New game").click()
    seen.page.locator(f"[data-game='{family}']").click()
    seen.page.wait_for_function("(first) => location.href !== first", arg=first)
    seen.board()
    seen.wait_for_words(words)


def test_the_first_game_opens_behind_an_open_sheet(server: Server, look: Look) -> None:
    """The table of the first visit becomes a game behind the scenes; that closes nothing a person has opened."""
    seen = look("about:blank")
    waiting: list[Any] = []
    seen.page.route("**/kernel/**", lambda route: route.abort())  # without the engine at home the server opens the game
    seen.page.route("**/api/games", lambda route: waiting.append(route))
    seen.page.goto(server.url)
    seen.page.get_by_role("button", name="New game").click()
    card = seen.page.locator("[data-game='classic']")
    card.wait_for()
    for _ in range(400):
        if waiting:
            break
        seen.page.wait_for_timeout(50)
    waiting[0].continue_()
    seen.page.wait_for_url("**/game/**")
    assert card.is_visible()


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_the_first_board_is_drawn_before_the_page_and_stays(server: Server, look: Look, phone: bool) -> None:
    seen = look("about:blank", phone=phone)
    held: list[Any] = []
    seen.page.route("**/assets/page-*.js", lambda route: held.append(route))
    seen.page.goto(server.url, wait_until="commit")
    seen.page.wait_for_selector("svg.board")
    early = seen.page.locator("svg.board").bounding_box()
    lines = seen.page.locator("svg.board path.lines").get_attribute("d")
    assert seen.page.locator("svg.board rect.start").count() == 2
    assert seen.page.locator("[data-shape]").count() == 0
    seen.page.wait_for_function("() => performance.getEntriesByName('first-paint').length > 0")
    for request in held:
        request.continue_()
    seen.page.wait_for_selector("[data-shape]:not([disabled])")
    assert seen.page.locator("svg.board").bounding_box() == pytest.approx(early, abs=1)
    assert seen.page.locator("svg.board path.lines").get_attribute("d") == lines


def test_the_first_screen_is_light(server: Server, look: Look) -> None:
    seen = look("about:blank")
    sizes: dict[str, int] = {}
    cdp = seen.page.context.new_cdp_session(seen.page)
    cdp.send("Network.enable")
    names: dict[str, str] = {}
    cdp.on("Network.requestWillBeSent", lambda event: names.__setitem__(event["requestId"], event["request"]["url"]))
    cdp.on(
        "Network.loadingFinished",
        lambda event: sizes.__setitem__(names.get(event["requestId"], "?"), int(event["encodedDataLength"])),
    )
    seen.page.goto(server.url)
    seen.board()
    # The engine comes after the first screen, which does not wait for it.
    later = ("/api/", "/kernel/", "/assets/worker-")
    page = {url: size for url, size in sizes.items() if not any(part in url for part in later)}
    assert sum(page.values()) <= 150_000, page
    assert all(url.startswith((server.url, "about:")) for url in sizes), "nothing is loaded from other hosts"
    assert not any("table3d" in url for url in sizes), "three.js is fetched only for games in space"


def test_strict_content_policy(server: Server) -> None:
    policy = httpx.get(server.url).headers["content-security-policy"]
    assert "script-src 'self'" in policy or "default-src 'self'" in policy
    assert policy.count("unsafe") == 1  # the kernel compiled for the browser, and nothing else
    assert "'wasm-unsafe-eval'" in policy


@pytest.mark.parametrize(("code", "play"), [("fr", "Jouer"), ("de", "Spielen"), ("es", "Jugar")])
def test_other_languages(server: Server, look: Look, code: str, play: str) -> None:
    seen = look(server.url)
    seen.board()
    seen.page.get_by_role("button", name="Settings").click()
    seen.page.locator(f"select:has(option[value={code}])").select_option(code)
    seen.page.wait_for_function("(word) => document.querySelector('nav a').textContent === word", arg=play)
    assert seen.page.locator("html").get_attribute("lang") == code


@pytest.mark.parametrize(("family", "deeds"), [("duo", 1), ("classic", 2), ("dice", 2), ("3d", 1)])
def test_lessons_wait_for_the_deed(server: Server, look: Look, family: str, deeds: int) -> None:
    seen = look(f"{server.url}/learn/{family}")
    seen.board()
    for _ in range(deeds):
        step = seen.page.locator("[data-step]").get_attribute("data-step")
        seen.page.wait_for_function("() => document.querySelector('.throw, [data-shape]:not([disabled])')")
        if seen.page.locator(".throw").count():
            seen.page.locator(".throw").click()
        else:
            by_keys(seen)
        seen.page.wait_for_function("(step) => document.querySelector('[data-step]').dataset.step !== step", arg=step)


@pytest.mark.parametrize("size", [(320, 568), (375, 667), (568, 320), (667, 375), (1280, 800)])
def test_a_newcomer_is_invited_on_every_screen_and_taught_on_this_very_board(
    server: Server, look: Look, size: tuple[int, int]
) -> None:
    width, height = size
    seen = look(server.url, viewport={"width": width, "height": height})
    seen.board()
    seen.page.wait_for_url("**/game/*")
    address, side = seen.page.url, seen.page.locator("svg.board").bounding_box()["width"]
    link = seen.page.locator(".welcome").get_by_role("link")
    box = link.bounding_box()
    assert box and box["x"] >= 0 and box["x"] + box["width"] <= width and box["y"] + box["height"] <= height
    assert seen.page.get_by_role("button", name="Rules").is_visible()
    seen.page.locator("[data-shape='L5']").click()
    assert seen.page.locator("[data-status]").is_visible(), "what a held piece needs comes first"
    seen.page.keyboard.press("Escape")
    link.click()
    seen.page.wait_for_selector("[data-step=start]")
    assert seen.page.url == address, "the lesson is on this very board"
    by_keys(seen)
    seen.page.wait_for_selector("[data-step=turn]")
    while not seen.page.get_by_role("button", name="Go on with this game").count():
        seen.page.get_by_role("button", name="Skip").click()
    seen.page.get_by_role("button", name="Go on with this game").click()
    seen.page.wait_for_function("() => !document.querySelector('.coach')")
    assert seen.page.url == address
    assert seen.pieces() >= 1
    seen.page.wait_for_function(
        "(side) => document.querySelector('svg.board').getBoundingClientRect().width >= side", arg=side
    )
    seen.page.reload()
    seen.board()
    assert seen.page.locator(".welcome").count() == 0


def test_the_invitation_leaves_the_rules_their_button(server: Server, look: Look) -> None:
    seen = look(server.url, viewport={"width": 667, "height": 375}, locale="fr-FR")
    seen.board()
    for width, height in ((667, 375), (568, 320), (320, 568)):
        seen.page.set_viewport_size({"width": width, "height": height})
        close, rules = (seen.page.locator(place).bounding_box() for place in (".welcome button", ".said button"))
        assert close["x"] + close["width"] <= rules["x"] + 12, (width, height)  # their margins may touch
        assert rules["x"] + rules["width"] <= width
