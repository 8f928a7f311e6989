"""Strangers in browsers of their own: they meet, play under a clock, come back, and are in the ranking."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from axe import violations
from serving import Server
from table import MINE, Seen, by_keys

Look = Callable[..., Seen]
KEEP = """async ([name, password]) => {
  const headers = { "content-type": "application/json", "x-cornerwise": "page" };
  const answer = await fetch("/api/people/me/password", {
    method: "PUT", headers, body: JSON.stringify({ name, password }),
  });
  return answer.status;
}"""
ENDED = "() => document.querySelector('dialog[open]') !== null"


def in_lobby(look: Look, server: Server, **options: Any) -> Seen:
    """A newcomer in the lobby."""
    seen = look(f"{server.url}/lobby", **options)
    seen.page.wait_for_selector("[data-play-now]", timeout=20_000)
    return seen


def choose(seen: Seen, *names: str) -> None:
    """Press the choices of these names."""
    for name in names:
        seen.page.get_by_role("button", name=re.compile(rf"^{name}\b")).click()


def at_table(seen: Seen) -> None:
    """Wait until the table is there, whoever opened it."""
    seen.page.wait_for_url("**/game/*", timeout=30_000)
    seen.board()


def own_table(seen: Seen) -> Any:
    """The card of one's own table in the lobby, which also lists other people's tables to watch."""
    own = seen.page.locator("section", has=seen.page.get_by_role("heading", name="Your games"))
    return own.locator("a.card").first


def offer(seen: Seen, game: str, tempo: str, fill: bool = False) -> str:
    """Make a private table in the lobby; its link."""
    seen.page.get_by_role("button", name="Private table").click()
    dialog = seen.page.get_by_role("dialog")
    dialog.get_by_label("Game").select_option(game)
    dialog.get_by_label("Tempo").select_option(tempo)
    if fill:
        dialog.get_by_label("The computer may fill empty seats").check()
        dialog.get_by_role("slider").press("Home")  # the quickest to think
    dialog.get_by_role("button", name="Private table").click()
    link = seen.page.get_by_role("textbox", name="Link to the table")
    link.wait_for(timeout=20_000)
    return str(link.input_value())


def move(seen: Seen) -> None:
    """Wait for one's turn and play by the keyboard."""
    seen.page.wait_for_function(MINE, timeout=60_000)
    before = seen.page.locator(".timeline input").get_attribute("max")
    by_keys(seen)
    seen.page.wait_for_function(
        "(before) => document.querySelector('.timeline input').max !== before", arg=before, timeout=30_000
    )


def mover_of(pages: list[Seen]) -> Seen:
    """Wait for whoever is to move; computers may think before that."""
    for _ in range(600):
        for seen in pages:
            if seen.page.evaluate(MINE):
                return seen
        pages[0].page.wait_for_timeout(100)
    raise AssertionError("nobody is to move")


def test_two_strangers_play_a_rated_game_and_find_themselves_in_the_ranking(look: Look, server: Server) -> None:
    names = ["Anna Corner", "Bert Edge"]
    pages = [in_lobby(look, server) for _ in names]
    for seen in pages:
        choose(seen, "Classical", "Blitz", "Rapid")  # one tempo, so that nobody else is met
        assert violations(seen) == []
        seen.page.locator("[data-play-now]").click()
    for seen in pages:
        at_table(seen)
        assert seen.page.locator("[data-clock]").count() == 2
        assert seen.page.get_by_role("button", name="Advice").count() == 0
    assert violations(pages[0]) == []
    for seen, name in zip(pages, names, strict=True):
        assert seen.page.evaluate(KEEP, [name, f"correct horse {name}"]) in (200, 201, 204)
    for _ in range(60):
        mover = next((seen for seen in pages if seen.page.evaluate(MINE)), None)
        if any(seen.is_over() for seen in pages):
            break
        if mover is None:
            pages[0].page.wait_for_timeout(100)
        else:
            move(mover)
    for seen in pages:
        seen.page.wait_for_function(ENDED, timeout=30_000)
        seen.page.get_by_role("list", name="Ratings").wait_for(timeout=10_000)
    assert violations(pages[0]) == []
    for seen, name in zip(pages, names, strict=True):
        seen.page.goto(f"{server.url}/ranking/duo-live")
        seen.page.get_by_text(name).first.wait_for(timeout=20_000)


def test_every_move_has_its_own_time_where_people_chose_so(look: Look, server: Server) -> None:
    pages = [in_lobby(look, server) for _ in range(2)]
    assert pages[0].page.get_by_role("button", name="30 s per move", exact=True).count() == 1, "Play now offers it too"
    pages[1].page.goto(offer(pages[0], "duo", "seconds"))
    pages[1].page.get_by_text("30 s per move").wait_for(timeout=20_000)
    pages[1].page.get_by_role("button", name="Sit down").click()
    for seen in pages:
        at_table(seen)
    for _ in range(2):  # a first move runs on nobody's clock
        move(mover_of(pages))
    mover = mover_of(pages)
    other = next(seen for seen in pages if seen is not mover)
    mine, theirs = (re.compile(rf"{time}\s*per move$") for time in (r"0:2\d", r"0:30"))
    running = mover.page.locator("[data-clock].runs")
    seat = running.get_attribute("data-clock", timeout=20_000)
    running.filter(has_text=mine).wait_for(timeout=20_000)
    assert violations(mover) == []
    move(mover)
    for seen in pages:
        rested = seen.page.locator(f"[data-clock='{seat}']:not(.runs)")
        rested.filter(has_text=theirs).wait_for(timeout=20_000)
        seen.page.locator(f"[data-clock].runs:not([data-clock='{seat}'])").wait_for(timeout=20_000)
    other.page.locator("[data-clock].runs").filter(has_text=mine).wait_for(timeout=20_000)
    assert [seen.complaints for seen in pages] == [[], []]


def test_four_seats_two_computers_and_somebody_who_vanishes(look: Look, server: Server) -> None:
    host, guest = in_lobby(look, server), in_lobby(look, server)
    link = offer(host, "classic-4", "day", fill=True)
    guest.page.goto(link)
    guest.page.get_by_role("button", name="Sit down").click()
    host.page.get_by_text("2 of 4 players").wait_for(timeout=20_000)
    host.page.get_by_role("button", name="Start", exact=True).click()
    # A turn-based table waits in the lobby.
    own_table(host).click()
    at_table(host)
    game = host.page.url
    guest.page.goto(game)
    guest.board()
    players = [host, guest]
    for _ in range(4):
        move(mover_of(players))
    context = guest.page.context
    guest.page.close()
    host.page.get_by_text("away").first.wait_for(timeout=20_000)
    again = Seen(context.new_page(), True)
    again.page.goto(game)
    again.board()
    players[1] = again
    host.page.wait_for_function(
        "() => ![...document.querySelectorAll('.note')].some((note) => note.textContent.includes('away'))",
        timeout=20_000,
    )
    for _ in range(40):  # 21 pieces each, of which two were laid
        mover = mover_of(players)  # whoever sees the end counts as one
        if mover.is_over():
            break
        move(mover)
    else:
        raise AssertionError("the game did not end, though nobody has so many pieces")
    ends = []
    for seen in players:
        seen.page.wait_for_selector("dialog[open] .scores", timeout=30_000)
        ends.append(seen.page.locator("dialog[open] .scores .score").all_inner_texts())
    assert len(ends[0]) == 4 and ends[0] == ends[1]
    assert again.complaints == []


def test_a_turn_based_game_outlives_the_server(look: Look, tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        pages = [in_lobby(look, server, quiet=False) for _ in range(2)]
        link = offer(pages[0], "duo", "days")
        pages[1].page.goto(link)
        pages[1].page.get_by_role("button", name="Sit down").click()
        own_table(pages[0]).wait_for(timeout=20_000)
        mover = None
        for seen in pages:
            seen.page.goto(f"{server.url}/lobby")
            table = own_table(seen)
            table.wait_for(timeout=20_000)
            if "Your turn" in table.inner_text():
                mover = seen
        assert mover is not None
        mover.page.locator("a.card", has_text="Your turn").click()
        at_table(mover)
        move(mover)
        server.kill()
        server.start()  # at another port; the cookie belongs to the machine
        other = next(seen for seen in pages if seen is not mover)
        other.page.goto(f"{server.url}/lobby")
        other.page.locator("a.card", has_text="Your turn").click(timeout=20_000)
        at_table(other)
        assert other.pieces() == 1
        move(other)
        assert other.pieces() == 2
    finally:
        server.kill()
