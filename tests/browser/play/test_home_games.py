"""Every kind of game to its end with the network cut: undo, a branch, a reload, a new page, and a review."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from home import AT_HOME, cut, ready, start
from serving import Server
from table import MINE, Seen, by_keys, by_touch

Look = Callable[..., Seen]

pytestmark = AT_HOME

AT = "Number(document.querySelector('.timeline input').value)"


@pytest.mark.parametrize(("family", "phone"), [("duo", True), ("classic", False), ("dice", True), ("3d", False)])
def test_a_newcomer_plays_to_the_end_without_a_network(server: Server, look: Look, family: str, phone: bool) -> None:
    seen = ready(look(server.url, phone=phone, quiet=False))
    cut(seen)
    start(seen, family)
    page, name = seen.page, seen.page.url.rsplit("/", 1)[1]
    place = by_touch if phone else by_keys
    turns = 0

    def act(table: Seen) -> None:
        nonlocal turns
        turns += 1
        if turns == 2:
            # Taken back, and something else in its place: a branch, which the record keeps.
            at = page.evaluate(AT)
            place(table)
            page.wait_for_function(f"() => {AT} > {at}")
            page.wait_for_function(MINE, timeout=60_000)
            page.get_by_role("button", name="Undo").click()
            page.wait_for_function(f"() => {AT} === {at}")
            table.page.wait_for_function(MINE)
        if turns == 4:
            page.reload()
            table.board()
            assert page.url.endswith(name)
            page.wait_for_function(MINE, timeout=60_000)
        if turns == 5:
            page.goto("about:blank")
            page.goto(f"{server.url}/game/{name}")
            table.board()
            page.wait_for_function(MINE, timeout=60_000)
        place(table)

    assert seen.play_out(act) >= 4
    assert seen.is_over()
    dialog = page.locator("dialog[open]")
    dialog.get_by_role("button", name="Review").click()
    page.wait_for_selector("[data-summary]", timeout=120_000)
    page.get_by_role("button", name="New game").first.wait_for()
    assert page.url.endswith(name)
    # What was asked of a server could not be asked; nothing else is complained of.
    assert [said for said in seen.complaints if "net::ERR_" not in said] == []
