"""What waits elsewhere is told on every page: a running clock, a game that has ended, a search, a private table."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from test_meeting import KEEP, at_table, choose, in_lobby, move, mover_of, offer

from axe import violations
from home import start
from serving import Server
from table import MINE, Seen

Look = Callable[..., Seen]


def pair(look: Look, server: Server, **options: Any) -> tuple[list[Seen], str]:
    """Two strangers after two moves each at a table for two, whoever is to move first; and the table's address."""
    pages = [in_lobby(look, server, **options), in_lobby(look, server)]
    pages[1].page.goto(offer(pages[0], "duo", "blitz"))
    pages[1].page.get_by_role("button", name="Sit down").click()
    for seen in pages:
        at_table(seen)
    for _ in range(4):
        move(mover_of(pages))
    mover = mover_of(pages)
    pages.sort(key=lambda seen: seen is not mover)
    return pages, pages[0].page.url


def follow(seen: Seen, name: str) -> None:
    """Go to a page by the menu."""
    if (burger := seen.page.locator(".burger")).is_visible():
        burger.click()
    seen.page.get_by_role("navigation", name="Menu").get_by_role("link", name=name).click()


@pytest.mark.parametrize("phone", [False, True])
def test_a_running_clock_is_seen_on_every_page(look: Look, server: Server, phone: bool) -> None:
    (mover, other), game = pair(look, server, phone=phone)
    call = mover.page.locator("[data-call]")
    assert call.count() == 0, "at the table itself nothing calls there"
    for name in ("Puzzles", "Learn", "Ranking"):
        follow(mover, name)
        call.get_by_role("timer").filter(has_text=re.compile(r"[23]:\d\d")).wait_for(timeout=20_000)
    assert "Your turn against" in call.inner_text()
    before = call.get_by_role("timer").inner_text()
    mover.page.wait_for_function(
        "(before) => document.querySelector('[data-call] [role=timer]').innerText !== before", arg=before
    )
    assert violations(mover) == []
    follow(mover, "Play")
    mover.page.wait_for_url(game)  # where one went on
    follow(other, "Puzzles")
    other.page.locator("[data-call]").filter(has_text="Their turn").wait_for(timeout=20_000)
    move(mover)
    other.page.locator("[data-call]").filter(has_text="Your turn against").wait_for(timeout=10_000)
    other.page.locator("[data-call]").click()
    other.page.wait_for_url(game)
    other.page.wait_for_function(MINE, timeout=20_000)
    assert other.page.locator("[data-call]").count() == 0


def test_a_new_game_leaves_no_running_clock_behind_unseen(look: Look, server: Server) -> None:
    (mover, other), game = pair(look, server)
    start(mover, "duo")
    mover.page.locator("[data-call]").filter(has_text="Your turn against").wait_for(timeout=20_000)
    # The opponent gives up: that too is told where one is now.
    other.page.locator("[data-resign]").click()
    asked = other.page.get_by_role("alertdialog")
    assert "You lose the game" in asked.inner_text()
    other.page.locator("[data-leave]").click()
    ended = mover.page.locator("[data-ended]")
    ended.filter(has_text=re.compile("has ended.*resigned.*You have won")).wait_for(timeout=20_000)
    assert mover.page.locator("[data-call]").count() == 0
    assert violations(mover) == []
    ended.click()
    mover.page.wait_for_url(game)
    mover.board()
    mover.page.wait_for_function("() => !document.querySelector('[data-ended]')")
    # Whoever saw the end is not told of it.
    other.page.wait_for_selector("dialog[open]", timeout=20_000)
    other.page.keyboard.press("Escape")
    with other.page.expect_response("**/api/people/me/turns"):
        follow(other, "Puzzles")
    other.page.wait_for_timeout(300)
    assert other.page.locator("[data-ended]").count() == 0


def test_a_search_is_told_and_stopped_anywhere(look: Look, server: Server) -> None:
    seen = in_lobby(look, server)
    choose(seen, "Classic · 4")
    choose(seen, "Duo")  # what nobody else wants
    seen.page.locator("[data-play-now]").click()
    seen.page.get_by_role("button", name="Stop looking").wait_for(timeout=20_000)
    assert seen.page.locator("[data-seeking]").count() == 0, "the lobby tells of it itself"
    follow(seen, "Puzzles")
    seen.page.locator("[data-seeking=quick]").wait_for(timeout=20_000)
    assert violations(seen) == []
    seen.page.get_by_role("button", name="Stop looking").click()
    seen.page.locator("[data-seeking]").wait_for(state="detached", timeout=20_000)
    follow(seen, "Lobby")
    seen.page.wait_for_selector("[data-play-now]", timeout=20_000)


def test_a_private_table_tells_who_sits_and_lets_people_stand_up(look: Look, server: Server) -> None:
    host, guest = in_lobby(look, server), in_lobby(look, server)
    assert host.page.evaluate(KEEP, ["Hanna Seat", "correct horse Anna"]) in (200, 201, 204)
    host.page.reload()
    host.page.wait_for_selector("[data-play-now]", timeout=20_000)
    link = offer(host, "classic-4", "blitz", fill=True)
    seated = host.page.locator("[data-seated]")
    assert seated.inner_text().startswith("Seated: You. 3 seats are empty. When you press Start, the computer")
    guest.page.goto(link)
    guest.page.get_by_text("Not rated, advice allowed").wait_for(timeout=20_000)
    guest.page.get_by_role("button", name="Sit down").click()
    stand = guest.page.get_by_role("button", name="Stand up")
    stand.wait_for(timeout=20_000)
    theirs = guest.page.locator("[data-seated]")
    theirs.filter(has_text=re.compile(r"Seated: Hanna Seat, Guest \d+\.\s+2 seats are empty")).wait_for(timeout=20_000)
    guest.page.get_by_text("or Hanna Seat presses Start").wait_for()
    seated.filter(has_text=re.compile(r"Seated: You, Guest \d+\.\s+2 seats are empty")).wait_for(timeout=20_000)
    assert violations(guest) == [] and violations(host) == []
    guest.page.reload()
    stand.click()
    guest.page.get_by_role("button", name="Sit down").wait_for(timeout=20_000)
    seated.filter(has_text="Seated: You. 3 seats").wait_for(timeout=20_000)
    guest.page.get_by_role("button", name="Sit down").click()
    seated.filter(has_text="2 seats").wait_for(timeout=20_000)
    host.page.get_by_role("button", name="Start", exact=True).click()
    for seen in (host, guest):
        at_table(seen)
