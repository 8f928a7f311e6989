"""Small things that a stranger stumbles over: a bare number, a notice that stays, Back over a sheet."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from test_elsewhere import pair, start
from test_meeting import KEEP, at_table, in_lobby, offer

from serving import Server
from table import Seen

Look = Callable[..., Seen]
OUTSIDE = """(all) => all.filter((each) => {
  const {left, right} = each.getBoundingClientRect();
  const card = (each.closest(".seat, dialog") ?? document.body).getBoundingClientRect();
  return left < Math.max(0, card.left) - 1 || right > Math.min(innerWidth, card.right) + 1;
}).map((each) => each.textContent)"""
CUT = "(all) => all.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent)"


def resign(seen: Seen) -> None:
    """Give the game up."""
    seen.page.locator("[data-resign], [data-abort]").first.wait_for()
    seen.page.locator("[data-resign]").click(timeout=10_000)
    seen.page.locator("[data-leave]").click()


@pytest.mark.parametrize("size", [(390, 844), (320, 568), (1280, 800), (667, 375)])
def test_a_clock_says_what_its_second_number_is(server: Server, look: Look, size: tuple[int, int]) -> None:
    pages = [in_lobby(look, server) for _ in range(2)]
    pages[1].page.goto(offer(pages[0], "duo", "blitz"))
    pages[1].page.get_by_role("button", name="Sit down").click()
    for seen in pages:
        at_table(seen)
        seen.page.set_viewport_size({"width": size[0], "height": size[1]})
        grace = seen.page.locator(".clock.grace")
        assert re.search(r"\d:\d\d\s*first move$", grace.inner_text()), grace.inner_text()
        assert grace.locator("small").evaluate_all(CUT) == []
        assert seen.page.locator(".seat .clock, .seat strong").evaluate_all(OUTSIDE) == []


def test_a_long_name_leaves_the_scores_on_a_phone(server: Server, look: Look) -> None:
    (mover, other), _ = pair(look, server, phone=True)
    assert mover.page.evaluate(KEEP, ["W" * 20, "correct horse staple"]) in (200, 201, 204)
    other.page.locator(".seat", has_text="WWWW").first.wait_for(timeout=20_000)
    resign(mover)
    for seen in (mover, other):
        seen.page.set_viewport_size({"width": 390, "height": 844})
        seen.page.locator("dialog[open] .scores li").first.wait_for(timeout=20_000)
        assert seen.page.locator("dialog[open] :is(.score, .who, h2, p, .button)").evaluate_all(OUTSIDE) == []


@pytest.mark.parametrize("locale, signs", [("en-US", "NESW"), ("de-DE", "NOSW"), ("fr-FR", "NESO"), ("es-ES", "NESO")])
def test_the_compass_speaks_the_readers_language(server: Server, look: Look, locale: str, signs: str) -> None:
    game = server.open("3d-tower-2", "here", "here")
    seen = look(f"{server.url}/game/{game['game']}#{game['token']}", locale=locale)
    seen.page.wait_for_selector("canvas")
    seen.page.wait_for_function("(sign) => document.querySelector('.views')?.textContent.includes(sign)", arg=signs[1])
    assert "".join(seen.page.locator(".space .views .button").all_inner_texts())[:4] == signs


def test_a_newcomer_is_invited_to_one_game_only(server: Server, look: Look) -> None:
    first, second = (server.open("duo", "here", "here") for _ in range(2))
    seen = look(f"{server.url}/game/{first['game']}#{first['token']}")
    seen.page.wait_for_selector(".welcome")
    with server.join(first) as host:
        host.ask("resign", game=first["game"], seat=0)
    seen.page.wait_for_selector("dialog[open]", timeout=20_000)
    seen.page.goto(f"{server.url}/game/{second['game']}#{second['token']}")
    seen.board()
    assert seen.page.locator(".welcome").count() == 0
    watcher = look(f"{server.url}/game/{second['game']}")
    watcher.wait_for_words("watching")
    assert watcher.page.locator(".welcome").count() == 0


@pytest.mark.parametrize("size", [(320, 568), (375, 667), (568, 320), (844, 390)])
def test_the_invitation_leaves_whose_turn_it_is(server: Server, look: Look, size: tuple[int, int]) -> None:
    game = server.open("duo", "link", "here")
    width, height = size
    seen = look(f"{server.url}/game/{game['game']}#{game['token']}", viewport={"width": width, "height": height})
    seen.board()
    seen.wait_for_words("Waiting|to move")
    box = seen.page.locator("[data-status]").bounding_box()
    assert box and box["width"] > 80 and box["y"] + box["height"] <= height


def test_back_closes_what_lies_over_the_page_first(server: Server, look: Look) -> None:
    games = [server.open("duo", "here", "here") for _ in range(2)]
    seen = look(f"{server.url}/puzzles")
    for game in games:
        seen.page.evaluate(
            "(path) => { const link = document.createElement('a'); link.href = path;"
            " document.body.append(link); link.click(); link.remove(); }",
            f"/game/{game['game']}#{game['token']}",
        )
        seen.board()
    address = seen.page.url
    for opener in ("New game", "Settings"):
        seen.page.get_by_role("button", name=opener, exact=True).click()
        seen.page.wait_for_selector("dialog[open]")
        seen.page.go_back()
        seen.page.wait_for_function("() => !document.querySelector('dialog[open]')")
        assert seen.page.url == address
    seen.page.go_back()
    seen.page.wait_for_url(f"**/game/{games[0]['game']}*")


def test_a_page_without_an_answer_does_not_say_that_there_is_nothing(server: Server, look: Look) -> None:
    seen = look(f"{server.url}/ranking", quiet=False)
    seen.page.route("**/api/people/*/profile*", lambda route: route.abort())
    seen.page.route("**/api/people/Anna*", lambda route: route.abort())
    seen.page.goto(f"{server.url}/person/Anna")
    seen.page.get_by_text("The server cannot be reached").wait_for()
    assert seen.page.locator("h1").inner_text() == "That did not work"


def test_an_unknown_puzzle_leads_to_the_puzzles(server: Server, look: Look) -> None:
    seen = look(f"{server.url}/puzzle/none", quiet=False)
    missing = seen.page.locator(".missing")
    missing.get_by_role("link", name="Puzzles").wait_for()
    assert '"' not in missing.inner_text()
    missing.get_by_role("link", name="Puzzles").click()
    seen.page.wait_for_selector("li.daily")


def test_how_a_game_ended_is_told_until_the_next_begins(server: Server, look: Look) -> None:
    (mover, other), _ = pair(look, server)
    start(mover, "duo")
    mover.page.locator("[data-call]").wait_for(timeout=20_000)
    resign(other)
    mover.page.locator("[data-ended]").wait_for(timeout=20_000)
    start(mover, "duo")
    mover.page.wait_for_function("() => !document.querySelector('[data-ended]')")


CONTRAST = """() => {
  const light = (name) => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = `var(--${name})`;
    const [red, green, blue] = getComputedStyle(probe).color.match(/[\\d.]+/g).map((part) => {
      const share = Number(part) / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    probe.remove();
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const black = light('black');
  return Object.fromEntries(['board', 'surface', 'raised', 'page', 'white'].map((ground) => {
    const other = light(ground);
    return [ground, (Math.max(black, other) + 0.05) / (Math.min(black, other) + 0.05)];
  }));
}"""


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_black_as_printed_is_told_from_every_ground(server: Server, look: Look, scheme: str) -> None:
    seen = look(f"{server.url}/puzzles", color_scheme=scheme)
    seen.page.wait_for_selector("li.daily")
    seen.page.evaluate("() => (document.documentElement.dataset.palette = 'printed')")
    found = seen.page.evaluate(CONTRAST)
    assert min(found.values()) >= 3, found
