"""What a first visit reads without asking: which number decides, whose game it is, what a mark means."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from serving import Server
from table import USABLE, Seen, by_keys

Look = Callable[..., Seen]


def visit(server: Server, look: Look, game: dict[str, Any], **options: Any) -> Seen:
    """Look at a game as its host."""
    seen = look(f"{server.url}/game/{game['game']}#{game['token']}", **options)
    seen.board()
    return seen


def test_a_card_and_the_result_tell_the_same_two_numbers(server: Server, look: Look) -> None:
    game = server.open("duo", "here", "here")
    with server.join(game) as host:
        for _ in range(4):
            host.play(host.snapshot["legal"][-1])
        host.ask("resign", game=game["game"], seat=0)
        score = host.snapshot["scores"][0]
    placed = 89 + score
    minus = f"−{-score}"
    seen = visit(server, look, game)
    card = seen.page.locator(".seat .score").first
    assert card.inner_text().split() == [str(placed), "squares", "score", minus]
    for width, height, told in ((390, 844, ["squares"]), (320, 568, [])):
        seen.page.set_viewport_size({"width": width, "height": height})
        # A phone has room for one of them, and unless it is the smallest for what it counts.
        assert card.inner_text().split() == [str(placed), *told], width
    card.click()
    sheet = seen.page.locator("dialog[open]")
    assert sheet.locator("[data-standing]").inner_text() == f"{placed} squares placed, score {minus}"
    assert "The highest score wins." in sheet.inner_text()
    seen.page.keyboard.press("Escape")
    seen.page.get_by_role("button", name="Result").click()
    mine = sheet.locator(".scores li").last
    assert f"{placed} squares placed" in mine.inner_text()
    assert mine.locator(".score").inner_text().split() == [minus, "score"]
    assert "The highest score wins." in sheet.inner_text()


def test_cards_in_space_say_that_cubes_are_seen(server: Server, look: Look) -> None:
    seen = visit(server, look, server.open("3d-tower-2", "here", "here"))
    assert seen.page.locator(".seat .unit").first.inner_text() == "cubes seen"


def test_a_shared_game_says_that_it_is_a_copy_until_one_leaves(server: Server, look: Look) -> None:
    played = server.open("duo", "here", "computer")
    text = server.http.get(f"/api/games/{played['game']}/share").json()["text"]
    seen = look(f"{server.url}/share#{text}")
    seen.board()
    news = seen.page.locator(".news")
    assert "your own copy of a shared game" in news.inner_text()
    seen.page.get_by_role("link", name="My games").click()
    seen.page.wait_for_selector("main h1")
    assert news.count() == 0


def test_a_name_says_where_it_is_seen_and_reaches_a_shared_picture(server: Server, look: Look) -> None:
    seen = visit(server, look, server.open("duo", "here", "computer"))
    seen.page.get_by_role("button", name="Settings").click()
    field = seen.page.get_by_label("Your name")
    told = seen.page.locator(f"#{field.get_attribute('aria-describedby')}").inner_text()
    assert "invite them by link" in told and "You" in told
    field.fill("Ada")
    field.blur()
    seen.page.keyboard.press("Escape")
    assert seen.page.locator(".seat strong").first.inner_text() == "You"
    by_keys(seen)
    seen.wait_for_moves(2)
    seen.page.get_by_role("button", name="More").click()
    seen.page.get_by_role("button", name="Share").click()
    drawn = seen.page.get_by_role("link", name="SVG").get_attribute("href")
    assert ">Ada<" in server.http.get(drawn).text


def test_the_number_on_a_piece_is_explained_when_it_is_taken(server: Server, look: Look) -> None:
    game = server.open("duo", "here", "here")
    with server.join(game) as host:
        for _ in range(18):
            host.play(host.snapshot["legal"][-1])
    seen = visit(server, look, game)
    numbered = seen.page.locator(f"{USABLE}:has(.count)")
    count = int(numbered.first.locator(".count").inner_text())
    numbered.first.click()
    places = "place" if count == 1 else "places"
    assert seen.said().startswith(f"Only {count} {places} left. ")
    seen.page.keyboard.press("Escape")
    plain = seen.page.locator(f"{USABLE}:not(:has(.count))")
    if plain.count():
        plain.first.click()
        assert "left" not in seen.said()


def test_the_moves_keep_their_marks_after_advice(server: Server, look: Look) -> None:
    game = server.open("duo", "here", "here")
    with server.join(game) as host:
        for _ in range(4):
            host.play(host.snapshot["legal"][-1])
    seen = visit(server, look, game)
    assert seen.page.locator(".timeline .tick").count() == 4
    seen.page.keyboard.press("h")
    seen.page.wait_for_selector(".panel .detail", timeout=30_000)
    seen.page.keyboard.press("h")
    seen.drawn()
    assert seen.page.locator(".timeline .tick").count() == 4, "a single forecast is no course"
    assert seen.page.locator(".timeline .band").count() == 0
    seen.page.get_by_role("button", name="More").click()
    seen.page.get_by_role("button", name="Review").click()
    seen.page.wait_for_selector("[data-summary]", timeout=60_000)
    assert seen.page.locator(".timeline .band").count() == 2
    assert "The band under the board shows the win chances" in seen.page.locator(".panel").inner_text()


@pytest.mark.parametrize("locale", ["en-US", "de-DE", "fr-FR", "es-ES"])
def test_the_days_of_puzzles_name_their_months(server: Server, look: Look, locale: str) -> None:
    seen = look(f"{server.url}/puzzles", locale=locale, phone=True)
    days = seen.page.locator("section li a")
    days.first.wait_for()
    told = days.evaluate_all("(all) => all.map((day) => [getComputedStyle(day, '::before').content, day.textContent])")
    named = [index for index, (month, _) in enumerate(told) if re.search(r"[^\W\d]{3}", month.replace("none", ""))]
    assert named == sorted({0, *(index for index, (_, day) in enumerate(told) if day == "1")})


def test_the_way_back_from_a_setup_is_not_called_a_new_game(server: Server, look: Look) -> None:
    seen = look(server.url, locale="de-DE")
    seen.board()
    seen.page.locator(".bar button.primary").click()
    seen.page.locator("[data-setup='duo']").click()
    seen.page.locator("dialog[open]").get_by_role("button", name="Alle Spiele").click()
    seen.page.wait_for_selector("dialog[open] [data-game='duo']")


def test_a_name_is_whole_on_the_smallest_phone_in_spanish(server: Server, look: Look) -> None:
    seen = visit(
        server, look, server.open("duo", "here", "here"), viewport={"width": 320, "height": 568}, locale="es-ES"
    )
    names = seen.page.locator(".seat strong")
    assert names.all_inner_texts() == ["Jugador 1", "Jugador 2"]
    assert names.evaluate_all("(all) => all.filter((each) => each.scrollWidth > each.clientWidth).length") == 0
