"""Every kind of game to its end with the network cut, with undo, a branch, a reload and a new page in the middle."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from home import cut, ready, start
from serving import Server
from table import Seen, by_keys

Look = Callable[..., Seen]


@pytest.mark.parametrize("family", ["duo", "classic", "dice", "3d"])
def test_a_whole_game_without_a_network(server: Server, look: Look, family: str) -> None:
    seen = ready(look(server.url, quiet=False, viewport={"width": 1000, "height": 700}))
    cut(seen)
    start(seen, family)
    name = seen.page.url.rsplit("/", 1)[1]
    turns = 0

    def act(table: Seen) -> None:
        nonlocal turns
        turns += 1
        by_keys(table)
        if turns == 2:
            table.page.wait_for_function("() => !document.querySelector('button[aria-label=Undo]').disabled")
            table.page.get_by_role("button", name="Undo").click()
            table.page.wait_for_timeout(500)
        if turns == 4:
            table.page.reload()
            table.board()
            assert table.page.url.endswith(name)
        if turns == 6:
            table.page.goto("about:blank")
            table.page.goto(f"{server.url}/game/{name}")
            table.board()

    assert seen.play_out(act) >= 4
    assert seen.is_over()
