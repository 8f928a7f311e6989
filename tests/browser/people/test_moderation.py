"""A moderator in a browser: reads a report, decides, and sees that it is kept; nobody else gets there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from test_manners import pair
from test_meeting import KEEP, in_lobby, move, mover_of

from axe import inspect
from cornerwise.server.lobby.moderation import appoint
from cornerwise.server.store.database import in_directory, within
from serving import Server
from table import Seen

Look = Callable[..., Seen]
REPORT = """async ([game, seat]) => {
  const live = new WebSocket(location.origin.replace("http", "ws") + "/api/live");
  await new Promise((resolve) => live.addEventListener("open", resolve));
  const told = [];
  live.addEventListener("message", ({ data }) => told.push(JSON.parse(data)));
  live.send(JSON.stringify({ type: "join", id: 1, game, tokens: [] }));
  live.send(JSON.stringify({ type: "report", id: 2, game, seat, reason: "insult", note: "Says bad words" }));
  while (!told.some((each) => each.reply === 2)) await new Promise((resolve) => setTimeout(resolve, 50));
  live.close();
  return told.find((each) => each.reply === 2).type;
}"""
SIZES: dict[str, dict[str, Any]] = {
    "desk": {},
    "phone, German": {"phone": True, "locale": "de-DE"},
}


@pytest.mark.parametrize("size", SIZES)
def test_a_moderator_reads_and_decides(look: Look, server: Server, size: str) -> None:
    pages = pair(look, server)
    for _ in range(2):
        move(mover_of(pages))
    game = pages[0].page.url.rsplit("/", 1)[1]
    assert pages[0].page.evaluate(REPORT, [game, 0]) in ("done", "error")
    assert pages[1].page.evaluate(REPORT, [game, 0]) in ("done", "error")  # one of the two sits there and may not

    judge = in_lobby(look, server, **SIZES[size])
    name = f"Fair {len(size)} {game[:4].strip('-_')}"
    assert judge.page.evaluate(KEEP, [name, "correct horse battery"]) in (200, 201, 204)
    judge.page.goto(f"{server.url}/moderation")
    judge.page.get_by_role("alert").or_(judge.page.get_by_role("heading")).first.wait_for(timeout=20_000)
    assert judge.page.locator(".reports").count() == 0
    judge.complaints.clear()  # the browser's own word for the refusal
    within(in_directory(server.data), lambda transaction: appoint(transaction, name, True))
    judge.page.goto(f"{server.url}/account")
    judge.page.locator("a[href$='/moderation']").click()
    card = judge.page.locator(".reports section", has=judge.page.locator(f"a[href$='/game/{game}']"))
    card.wait_for(timeout=20_000)
    assert "Says bad words" in card.inner_text()
    card.locator("summary").click()
    inspect(judge, f"the moderators' desk, {size}")
    wide = judge.page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, "nothing has to be scrolled sideways"
    card.locator("form").first.get_by_role("button").click()
    card.locator(".mark").first.wait_for(timeout=10_000)
    card.locator(".acts button").first.click()
    card.wait_for(state="detached", timeout=10_000)
    assert judge.page.locator("main ul li").count() >= 2, "both decisions are listed"
    (accused,) = [seen for seen in pages if seen.page.locator(".seat").first.get_by_text("You").count()]
    accused.page.goto(f"{server.url}/lobby")
    accused.page.get_by_role("status").get_by_text("You cannot play with others until").wait_for(timeout=10_000)
    inspect(accused, f"the lobby of somebody who is suspended, {size}")
