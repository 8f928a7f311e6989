"""A network that comes and goes, a phone that sleeps, a server or a database that is away: the game goes on."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from test_meeting import at_table, in_lobby, move, mover_of, offer

from postgres import Postgres
from relay import Relay
from serving import Server
from strangers import meet
from table import MINE, Seen, by_keys

Look = Callable[..., Seen]
# The sentence that passes by while the server cannot open the table.
LET_IN = "() => !document.body.innerText.includes('cannot be kept') && !document.body.innerText.includes('onnecti')"
AWAKE = "() => document.dispatchEvent(new Event('visibilitychange'))"


def port(server: Server) -> int:
    """Where a server listens."""
    found = urlsplit(server.url).port
    assert found is not None
    return found


class Behind(Server):
    """A server that people reach through a relay; started again, it is behind the same one."""

    relay: Relay | None = None

    def start(self) -> None:
        """Start it where the relay leads to."""
        super().start()
        if self.relay is None:
            self.relay = Relay(port(self))
        self.relay.target = port(self)
        self.url = f"http://127.0.0.1:{self.relay.port}"


@pytest.fixture
def behind(tmp_path: Path) -> Iterator[Behind]:
    """A server behind a relay."""
    server = Behind(tmp_path)
    yield server
    server.kill()
    assert server.relay is not None
    server.relay.close()


def seated(look: Look, server: Server, tempo: str = "rapid", **options: Any) -> list[Seen]:
    """Two strangers at a table for two; the second one's page is made with the options."""
    pages = [in_lobby(look, server, quiet=False), in_lobby(look, server, quiet=False, **options)]
    pages[1].page.goto(offer(pages[0], "duo", tempo))
    pages[1].page.get_by_role("button", name="Sit down").click()
    for seen in pages:
        at_table(seen)
    return pages


def wait_for_pieces(seen: Seen, count: int, seconds: float = 20) -> None:
    """Wait until so many pieces lie on the board."""
    end = time.monotonic() + seconds
    while seen.pieces() != count:
        assert time.monotonic() < end, f"{seen.pieces()} pieces instead of {count}"
        seen.page.wait_for_timeout(50)


def test_whoever_wakes_a_phone_sees_the_table_as_it_is(look: Look, behind: Behind) -> None:
    assert behind.relay is not None
    near = in_lobby(look, behind, quiet=False)
    direct = Server.__new__(Server)
    direct.url = f"http://127.0.0.1:{behind.relay.target}"
    far = in_lobby(look, direct, quiet=False)
    link = offer(far, "duo", "rapid").replace(direct.url, behind.url)
    near.page.goto(link)
    near.page.get_by_role("button", name="Sit down").click()
    pages = [near, far]
    for seen in pages:
        at_table(seen)
    move(mover_of(pages))
    for seen in pages:
        wait_for_pieces(seen, 1)
    if mover_of(pages) is near:
        move(near)
        wait_for_pieces(far, 2)
    before = far.pieces()
    behind.relay.strand()
    move(far)
    near.page.wait_for_timeout(500)
    assert near.pieces() == before, "the line carries nothing, and nobody knows"
    near.page.evaluate(AWAKE)
    wait_for_pieces(near, before + 1, 12)
    assert mover_of(pages) is near
    behind.relay.strand()
    by_keys(near)  # lost on the way, and no answer ever comes
    near.page.wait_for_function(f"() => !({MINE})()", timeout=5_000)
    near.page.wait_for_function(MINE, timeout=25_000)  # noticed, connected anew, and the piece is in the tray again
    move(near)
    wait_for_pieces(far, before + 2)


def test_a_server_that_is_killed_in_a_live_game_costs_a_moment(look: Look, behind: Behind) -> None:
    pages = seated(look, behind)
    for _ in range(3):
        move(mover_of(pages))
    for seen in pages:
        wait_for_pieces(seen, 3)
    clock = pages[0].page.locator("[data-clock].runs")
    before = clock.inner_text()
    behind.kill()
    pages[0].page.wait_for_timeout(6_000)
    behind.start()
    move(mover_of(pages))
    for seen in pages:
        wait_for_pieces(seen, 4)
    left = [each.inner_text() for each in pages[0].page.locator("[data-clock]").all()]
    assert min(map(seconds, left)) > seconds(before) - 15, (before, left)


def seconds(face: str) -> int:
    """What a clock shows, in seconds."""
    found = re.search(r"(\d+):(\d\d)", face)
    assert found, face
    return 60 * int(found[1]) + int(found[2])


def test_a_database_that_was_away_leaves_nobody_outside(look: Look, tmp_path: Path) -> None:
    postgres = Postgres()
    server = Behind(tmp_path, "--database", postgres.fresh())
    assert server.relay is not None
    try:
        pages = seated(look, server)
        for _ in range(2):
            move(mover_of(pages))
        for seen in pages:
            wait_for_pieces(seen, 2)
        postgres.kill()
        server.relay.cut()  # everybody comes back while there is no database
        server.relay.mend()
        pages[0].page.wait_for_timeout(4_000)
        for seen in pages:
            assert seen.pieces() == 2, "the table is still there to be seen"
        postgres.start()
        mover = mover_of(pages)
        mover.page.wait_for_function(LET_IN, timeout=60_000)
        move(mover)
        for seen in pages:
            wait_for_pieces(seen, 3, 40)
    finally:
        server.kill()
        server.relay.close()
        postgres.close()


def test_a_watcher_who_comes_while_the_database_is_away_gets_in_by_themselves(look: Look, tmp_path: Path) -> None:
    postgres = Postgres()
    server = Server(tmp_path, "--database", postgres.fresh())
    try:
        one, other = meet(server)
        game = one.snapshot["game"]
        for each in (one, other):
            each.close()
        time.sleep(1)  # with nobody there, the game sleeps in the database
        postgres.kill()
        watcher = look(f"{server.url}/game/{game}", quiet=False)  # nobody in particular, so that the line is opened
        watcher.page.get_by_text("cannot be kept just now").first.wait_for(timeout=30_000)
        postgres.start()
        watcher.board()
        with one.again() as again:
            again.join(game)
            assert again.play()["type"] == "done"
            wait_for_pieces(watcher, 1)
    finally:
        server.kill()
        postgres.close()


def test_two_tabs_and_the_back_button(look: Look, server: Server) -> None:
    pages = seated(look, server)
    first = mover_of(pages)
    twin = Seen(first.page.context.new_page(), False)
    twin.page.goto(first.page.url)
    twin.board()
    twin.page.wait_for_function(MINE, timeout=20_000)
    move(twin)
    for seen in (*pages, twin):
        wait_for_pieces(seen, 1)
    game = first.page.url
    while not first.page.url.endswith("/lobby"):  # the link of a table leads whoever came by it to the table once more
        first.page.go_back()
        first.page.wait_for_timeout(1_500)
    first.page.wait_for_selector("[data-play-now]", timeout=20_000)
    first.page.wait_for_timeout(1_000)
    assert first.page.url.endswith("/lobby"), "who goes back to the lobby may look around there"
    first.page.go_forward()
    first.page.wait_for_url(game)
    wait_for_pieces(first, 1)
    twin.page.close()
    move(mover_of([seen for seen in pages if seen is not first]))
    wait_for_pieces(first, 2)
    assert first.complaints == []
