"""The review as a teacher: one's own mistakes, the better move to be found, and cards that look back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from serving import Server
from table import Seen

Look = Callable[..., Seen]


@pytest.fixture(scope="module")
def played(server: Server) -> dict[str, Any]:
    """A game in which the first seat plays its smallest pieces and the other its largest."""
    game = server.open("duo", "here", "link")
    with server.join(game) as host:
        tokens = [seat["token"] for seat in host.snapshot["seats"] if seat["token"]]
    with server.join(game, game["token"], *tokens) as both:
        for _ in range(12):
            legal = both.snapshot["legal"]
            both.play(legal[0] if both.snapshot["turn"]["actor"] == 0 else legal[-1])
    return game


def review(server: Server, look: Look, game: dict[str, Any]) -> Seen:
    """The game with its review open."""
    seen = look(f"{server.url}/game/{game['game']}#{game['token']}")
    seen.board()
    seen.page.get_by_role("button", name="More").click()
    seen.page.get_by_role("button", name="Review").click()
    seen.page.wait_for_selector("[data-summary]", timeout=60_000)
    return seen


def test_only_my_mistakes_until_all_are_asked_for(server: Server, look: Look, played: dict[str, Any]) -> None:
    seen = review(server, look, played)
    mine = seen.page.locator("[data-mistake]").all_inner_texts()
    assert mine, "placing single squares first is a mistake"
    assert all("You gave away" in each for each in mine)
    assert "made the difference" in seen.page.locator("[data-summary]").inner_text()
    seen.page.get_by_role("button", name="Everybody’s").click()
    assert len(seen.page.locator("[data-mistake]").all()) >= len(mine)


def test_advice_asked_for_while_the_review_thinks_stays(server: Server, look: Look) -> None:
    game = server.open("duo", "here", "here")
    with server.join(game) as host:
        for _ in range(16):
            host.play(host.snapshot["legal"][0])
    seen = look(f"{server.url}/game/{game['game']}#{game['token']}")
    seen.board()
    for _ in range(2):  # chosen again while it thinks, it goes on
        seen.page.get_by_role("button", name="More").click()
        seen.page.get_by_role("button", name="Review").click()
        seen.page.wait_for_selector(".panel")
    seen.drawn()
    assert seen.page.locator(".panel").count() == 1
    seen.page.keyboard.press("h")
    seen.page.wait_for_selector(".panel [data-headline]", timeout=60_000)  # the stopped review has long been answered
    assert seen.page.locator(".panel .detail").count() == 1


def test_the_better_move_is_found_before_it_is_shown(server: Server, look: Look, played: dict[str, Any]) -> None:
    seen = review(server, look, played)
    first = seen.page.locator("[data-mistake]").first
    first.get_by_role("button").first.click()
    assert seen.page.locator("svg.board .proposal").count() == 0, "it is still to be found"
    assert "Find it" in first.inner_text()
    seen.page.mouse.click(*seen.point("n14"))
    seen.page.wait_for_function("() => /Not there/.test(document.querySelector('[data-mistake].open').textContent)")
    assert seen.page.locator("svg.board rect.offending").count() == 1
    first.get_by_role("button", name="Show it").click()
    seen.page.wait_for_selector("svg.board .proposal")
    assert seen.page.locator("svg.board .played").count() == 1, "what was played lies beside it"


def test_cards_look_back_with_the_board(server: Server, look: Look, played: dict[str, Any]) -> None:
    seen = look(f"{server.url}/game/{played['game']}#{played['token']}")
    seen.board()
    squares = seen.page.locator(".seat [data-placed]").first
    left = seen.page.locator(".seat .note").first
    assert left.inner_text() == "15 pieces left"
    now = squares.inner_text().split()[0]
    seen.page.locator(".timeline input").fill("2")
    assert left.inner_text() == "20 pieces left"
    assert squares.inner_text().split()[0] == "1"
    seen.page.locator(".timeline input").fill("0")
    assert squares.inner_text().split() == ["0", "squares", "score", "−89"]
    seen.page.get_by_role("button", name="Back to the game").click()
    assert squares.inner_text().split()[0] == now


def test_where_markers_wander_the_ribbon_wears_the_shades_of_the_seats(server: Server, look: Look) -> None:
    game = server.open("dice-2", "here", "here")
    with server.join(game) as host:
        host.at_table("roll")
        for _ in range(3):
            host.play(host.snapshot["legal"][0])
            if host.snapshot["may_roll"]:
                host.at_table("roll")
    seen = look(f"{server.url}/game/{game['game']}#{game['token']}")
    seen.board()
    seen.page.get_by_role("button", name="More").click()
    seen.page.get_by_role("button", name="Review").click()
    seen.page.wait_for_function("() => document.querySelectorAll('.timeline .band').length === 2", timeout=60_000)
    shade = "(all) => all.map((each) => getComputedStyle(each).getPropertyValue('--color').trim())"
    bands = seen.page.locator(".timeline .band").evaluate_all(shade)
    cards = seen.page.locator(".seat").evaluate_all(shade.replace("--color", "--seat"))
    assert bands == cards
    assert len(set(bands)) == 2
    line = "(all) => all.map((each) => getComputedStyle(each).borderBottomColor)"
    assert len(set(seen.page.locator(".seat").evaluate_all(line))) == 2, "the cards show them"


def test_there_is_nothing_to_review_before_the_first_piece(server: Server, look: Look) -> None:
    game = server.open("dice-2", "here", "computer")
    seen = look(f"{server.url}/game/{game['game']}#{game['token']}")
    seen.board()
    seen.page.locator(".throw").click()
    seen.page.wait_for_selector(".row.live")
    seen.page.get_by_role("button", name="More").click()
    seen.page.get_by_role("button", name="Share").wait_for()
    assert seen.page.get_by_role("button", name="Review").count() == 0, "it would have looked at no move for ever"
    seen.page.get_by_role("button", name="Resign").click()
    seen.page.locator("[data-yes]").click()
    seen.page.get_by_role("button", name="Rematch").wait_for()
    assert seen.page.get_by_role("button", name="Review").count() == 0
