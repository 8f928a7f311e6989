"""The table at home in a real browser: the network cut, reloads, two tabs, moving to the server."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from chromium import FLAGS, find
from home import AT_HOME, cut, hinted_and_solved, ready, start, with_words_before
from serving import Server
from table import MINE, MOVED, Seen, by_keys, play_through

Look = Callable[..., Seen]

pytestmark = AT_HOME


def test_a_newcomer_plays_at_home_and_comes_back_without_a_network(server: Server, look: Look) -> None:
    seen = ready(look(server.url, quiet=False))
    name = seen.page.url.rsplit("/", 1)[1]
    assert name.startswith("home-")
    by_keys(seen)
    seen.page.wait_for_function("() => Number(document.querySelector('.timeline input').max) >= 2")
    cut(seen)
    by_keys(seen)
    seen.page.wait_for_function("() => Number(document.querySelector('.timeline input').max) >= 4")
    seen.page.get_by_role("button", name="Undo").click()
    seen.page.wait_for_function("() => document.querySelector('.timeline input').value === '2'")
    by_keys(seen)  # another move: a branch
    seen.page.wait_for_function("() => document.querySelector('.timeline input').value >= '4'")
    steps = seen.page.locator(".timeline input").get_attribute("max")
    seen.page.reload()
    seen.board()
    assert seen.page.url.endswith(name)
    assert seen.page.locator(".timeline input").get_attribute("max") == steps
    again = seen.page.context.new_page()
    seen.page.close()
    again.goto(server.url)
    again.wait_for_url(f"**/game/{name}")
    again.wait_for_selector("svg.board[aria-label]")
    again.get_by_role("link", name="My games").click()
    again.wait_for_selector("li a[href*='home-']")
    assert "in this browser" in again.locator("li a[href*='home-']").first.inner_text()


def test_the_expected_line_is_played_through_without_a_network(server: Server, look: Look) -> None:
    seen = ready(look(server.url, quiet=False))
    cut(seen)
    start(seen, "duo")
    play_through(seen)


def test_a_worker_that_is_ended_without_a_word_is_replaced(server: Server, look: Look) -> None:
    seen = look("about:blank", quiet=False)
    workers: list[Any] = []
    seen.page.on("worker", lambda worker: workers.append(worker))
    seen.page.goto(server.url)
    ready(seen)

    def tables() -> list[Any]:
        """The tables' workers, the newest last; a busy machine may have taken one for ended."""
        return [each for each in workers if "/worker-" in each.url]

    def end() -> None:
        """End the tables' worker as a phone does that needs its memory: nobody is told."""
        tables()[-1].evaluate("void setTimeout(() => self.close(), 0)")

    # While nothing is asked of it: what is asked next is asked again of the one that comes.
    end()
    by_keys(seen)
    seen.page.wait_for_function("() => Number(document.querySelector('.timeline input').max) >= 2", timeout=90_000)
    # While it thinks, and nobody waits for an answer.
    seen.page.locator(".seat button").nth(1).click()
    # In the dialog, once it is there: the line of moves has a scale, too.
    seen.page.locator("dialog[open] input[type=range]").fill("9")
    seen.page.keyboard.press("Escape")
    seen.page.wait_for_selector("dialog[open]", state="detached")
    seen.wait_for_words("Choose a piece")
    by_keys(seen)
    seen.wait_for_words("thinking")
    end()
    seen.page.wait_for_function("() => Number(document.querySelector('.timeline input').max) >= 4", timeout=120_000)
    assert len(tables()) >= 3


def test_advice_without_a_network_takes_every_core(server: Server, look: Look) -> None:
    seen = look("about:blank")
    begun: list[str] = []
    ended: list[str] = []
    seen.page.on("worker", lambda worker: (begun.append(worker.url), worker.on("close", lambda _: ended.append("one"))))
    seen.page.goto(server.url)
    ready(seen)
    cut(seen)
    seen.page.keyboard.press("h")
    seen.page.wait_for_selector("[data-headline]", timeout=20_000)
    mates = [url for url in begun if "/mate-" in url]
    assert len(mates) == min(seen.page.evaluate("navigator.hardwareConcurrency"), 4) - 1
    assert len(ended) == len(mates), "their memory is given back"


def test_inviting_somebody_moves_the_game_and_loses_nothing(server: Server, look: Look) -> None:
    seen = ready(look(server.url, permissions=["clipboard-read", "clipboard-write"]))
    by_keys(seen)
    seen.page.wait_for_function("() => Number(document.querySelector('.timeline input').max) >= 2")
    laid = seen.pieces()
    seen.page.get_by_role("button", name="Settings").click()
    seen.page.get_by_label("Your name").fill("Ada")
    seen.page.keyboard.press("Tab")
    seen.page.keyboard.press("Escape")
    seen.page.locator(".seat button").nth(1).click()
    seen.page.get_by_role("button", name="By link").click()
    seen.page.wait_for_function("() => location.pathname.startsWith('/game/') && !location.pathname.includes('home-')")
    seen.board()
    seen.page.get_by_text("The game continues on the server").wait_for()
    assert seen.pieces() == laid
    shown = server.http.get(f"/api/games/{seen.page.url.rsplit('/', 1)[1]}").json()
    assert shown["moves"] >= 2
    assert shown["names"][0] == "Ada", "whoever is invited sees who invites"


def test_a_game_holds_still_while_a_server_takes_it(server: Server, look: Look) -> None:
    seen = ready(look(server.url, permissions=["clipboard-read", "clipboard-write"]))
    by_keys(seen)
    seen.page.wait_for_function("() => Number(document.querySelector('.timeline input').max) >= 2")
    held: list[Any] = []
    seen.page.route("**/api/games", lambda route: held.append(route))
    seen.page.locator(".seat button").nth(1).click()
    with seen.page.expect_request("**/api/games"):
        seen.page.get_by_role("button", name="By link").click()
    seen.page.keyboard.press("Escape")
    by_keys(seen)
    seen.page.wait_for_timeout(1500)
    assert seen.page.locator(".timeline input").get_attribute("max") == "2", "nothing is shown that would be lost"
    held[0].continue_()
    seen.page.wait_for_function("() => location.pathname.startsWith('/game/') && !location.pathname.includes('home-')")
    seen.board()
    shown = server.http.get(f"/api/games/{seen.page.url.rsplit('/', 1)[1]}").json()
    assert shown["moves"] == 2


def test_an_invitation_without_a_network_leaves_the_game_here(server: Server, look: Look) -> None:
    seen = ready(look(server.url, quiet=False))
    cut(seen)
    seen.page.locator(".seat button").nth(1).click()
    seen.page.get_by_role("button", name="By link").click()
    seen.page.get_by_text("That needs the server, which cannot be reached now").first.wait_for()
    seen.page.keyboard.press("Escape")
    by_keys(seen)
    seen.page.wait_for_function("() => Number(document.querySelector('.timeline input').max) >= 2")
    assert "/game/home-" in seen.page.url


def test_two_tabs_of_one_game_do_not_spoil_each_other(server: Server, look: Look) -> None:
    seen = ready(look(server.url))
    other = Seen(seen.page.context.new_page(), True)
    other.page.goto(seen.page.url)
    other.board()
    by_keys(seen)
    other.page.wait_for_function("() => Number(document.querySelector('.timeline input').max) >= 2", timeout=20_000)
    by_keys(other)
    for tab in (seen, other):
        tab.page.wait_for_function("() => Number(document.querySelector('.timeline input').max) === 4", timeout=20_000)
    assert other.complaints == []


def test_a_browser_that_keeps_nothing_says_so_and_plays_on(server: Server, chromium: Any, tmp_path: Path) -> None:
    # Chromium as somebody sets it who forbids every site to keep anything: no database, no locks, no service worker.
    settings = {"profile": {"default_content_setting_values": {"cookies": 2}}}
    (tmp_path / "Default").mkdir()
    (tmp_path / "Default" / "Preferences").write_text(json.dumps(settings))
    size = {"width": 1440, "height": 900}
    context = chromium.browser_type.launch_persistent_context(
        tmp_path, executable_path=find(), args=FLAGS, viewport=size, locale="en-US", reduced_motion="reduce"
    )
    try:
        seen = Seen(context.pages[0], True)
        seen.page.goto(server.url)
        ready(seen)
        assert "denied" in seen.page.evaluate("navigator.locks.request('any', () => '').catch((why) => why.message)")
        seen.page.get_by_text("This browser does not store anything here").wait_for()
        for steps in (2, 4):
            by_keys(seen)
            seen.page.wait_for_function(f"() => Number(document.querySelector('.timeline input').max) >= {steps}")
        # The worker ends without a word: the page has what nothing keeps.
        worker = next(each for each in seen.page.workers if "/worker-" in each.url)
        worker.evaluate("void setTimeout(() => self.close(), 0)")
        by_keys(seen)
        steps = "() => Number(document.querySelector('.timeline input').max) === 6"
        seen.page.wait_for_function(steps, timeout=60_000)
        # Somebody who looks at something else comes back to the game as it was.
        seen.page.get_by_role("link", name="Learn").click()
        seen.page.go_back()
        seen.board()
        seen.page.wait_for_function(steps)
        assert seen.complaints == []
    finally:
        context.close()


def test_puzzles_without_a_network(server: Server, look: Look) -> None:
    seen = ready(look(server.url, quiet=False))
    cut(seen)
    seen.page.get_by_role("link", name="Puzzles").first.click()
    seen.page.locator("li.daily a").click()
    seen.page.wait_for_url("**/puzzle/daily-*")
    seen.board()
    hinted_and_solved(seen)
    seen.page.reload()
    seen.board()
    seen.wait_for_words("This is a solution")
    seen.page.get_by_role("link", name="Puzzles").first.click()
    seen.page.locator("a[href$='/puzzle/all-84']").click()
    seen.board()
    hinted_and_solved(seen)


def test_my_games_show_what_lies_on_the_tables_at_home(server: Server, look: Look) -> None:
    seen = ready(look(server.url))
    by_keys(seen)
    seen.page.wait_for_function("() => document.querySelectorAll('svg.board > g.piece.solid').length === 2")
    start(seen, "3d")
    seen.page.wait_for_selector("canvas")
    by_keys(seen)
    seen.page.wait_for_function("() => Number(document.querySelector('.timeline input').max) >= 2")
    seen.page.goto(f"{server.url}/games")
    seen.page.wait_for_function("() => document.querySelectorAll('li .thumb svg').length === 2")
    flat, solid = seen.page.locator("li .thumb:has(.piece)"), seen.page.locator("li .thumb:has(polygon)")
    assert flat.locator(".piece").count() == 2
    assert solid.locator("polygon").count() >= 3 * 4
    for box in (flat.bounding_box(), solid.bounding_box()):
        assert box["width"] == box["height"] == 64, "as large as the pictures of a server's games"


FULL = """
const put = IDBObjectStore.prototype.put;
IDBObjectStore.prototype.put = function (value) {
  if (value.ply > 2) throw new DOMException("The disk is full.", "QuotaExceededError");
  return put.call(this, value);
};
"""


def test_a_disk_that_fills_up_is_told_and_the_game_goes_on(server: Server, look: Look) -> None:
    seen = look("about:blank", quiet=False)
    seen.page.route("**/assets/worker-*.js", partial(with_words_before, FULL))
    seen.page.goto(server.url)
    ready(seen)
    news = seen.page.get_by_text("This browser does not store anything here")
    by_keys(seen)
    seen.page.wait_for_function("() => Number(document.querySelector('.timeline input').max) >= 2")
    assert news.count() == 0
    by_keys(seen)
    news.wait_for()
    seen.page.wait_for_function("() => Number(document.querySelector('.timeline input').max) >= 4")
    by_keys(seen)
    seen.page.wait_for_function("() => Number(document.querySelector('.timeline input').max) >= 6")
    # Nothing is half kept: after a reload the game stands where there was room for it.
    seen.page.reload()
    seen.board()
    seen.page.wait_for_function("() => Number(document.querySelector('.timeline input').max) === 2")


CUT = """
const { transaction } = IDBDatabase.prototype;
const used = new Map();
IDBDatabase.prototype.transaction = function (...asked) {
  used.set(this, (used.get(this) ?? 0) + 1);
  if (used.get(this) > 2) throw new DOMException("Connection to Indexed Database server lost.", "UnknownError");
  return transaction.apply(this, asked);
};
"""


def test_a_database_that_is_cut_off_is_opened_again(server: Server, look: Look) -> None:
    seen = look("about:blank")
    seen.page.route("**/assets/worker-*.js", partial(with_words_before, CUT))
    seen.page.goto(server.url)
    ready(seen)
    for steps in (2, 4, 6):
        by_keys(seen)
        seen.page.wait_for_function(f"() => Number(document.querySelector('.timeline input').max) >= {steps}")
    assert seen.page.get_by_text("This browser does not store anything here").count() == 0
    seen.page.reload()
    seen.board()
    seen.page.wait_for_function("() => Number(document.querySelector('.timeline input').max) === 6")


def test_a_game_goes_on_when_the_browser_throws_away_what_it_kept(server: Server, look: Look) -> None:
    seen = ready(look(server.url))
    by_keys(seen)
    seen.page.wait_for_function("() => Number(document.querySelector('.timeline input').max) >= 2")
    line = seen.page.context.new_cdp_session(seen.page)
    line.send("Storage.clearDataForOrigin", {"origin": server.url, "storageTypes": "indexeddb"})
    for steps in (4, 6):
        by_keys(seen)
        seen.page.wait_for_function(f"() => Number(document.querySelector('.timeline input').max) >= {steps}")
    seen.page.get_by_text("This browser does not store anything here").wait_for()


KEPT = """(game) => new Promise((done) => {
  const opening = indexedDB.open('cornerwise');
  opening.onsuccess = () => {
    const asked = opening.result.transaction('heads').objectStore('heads').get(game);
    asked.onsuccess = () => (opening.result.close(), done(asked.result));
  };
})"""


def act(seen: Seen) -> None:
    """Throw the dice, or place something, when it is one's turn."""
    seen.page.wait_for_function(MINE, timeout=20_000)
    before = seen.page.locator(".timeline input").get_attribute("max")
    if seen.page.locator(".throw").count():
        seen.page.locator(".throw").click()
    else:
        by_keys(seen)
    seen.page.wait_for_function(MOVED, arg=before, timeout=20_000)


def test_dice_go_on_with_a_fresh_seed_on_the_server(server: Server, look: Look) -> None:
    seen = ready(look(server.url, permissions=["clipboard-read", "clipboard-write"]))
    start(seen, "dice")
    assert "/game/home-" in seen.page.url
    for _ in range(3):
        act(seen)
    seen.page.wait_for_function(MINE, timeout=20_000)
    name = seen.page.url.rsplit("/", 1)[1]
    steps = int(seen.page.locator(".timeline input").get_attribute("max"))
    seen.page.locator(".seat button").nth(1).click()
    seen.page.get_by_role("button", name="By link").click()
    seen.page.wait_for_function("() => location.pathname.startsWith('/game/') && !location.pathname.includes('home-')")
    seen.board()
    seen.page.get_by_text("The dice come from a new secret seed from now on.").wait_for()
    head = seen.page.evaluate(KEPT, name)
    with server.join(head["moved"]) as client:
        shown = client.snapshot
    assert len(shown["steps"]) == steps, "what was thrown and placed stays"
    assert shown["fairness"]["seed"] is None
    assert shown["fairness"]["commitment"] != hashlib.sha256(bytes.fromhex(head["seed"])).hexdigest()
    seen.page.keyboard.press("Escape")  # the link that is offered
    act(seen)
    assert int(seen.page.locator(".timeline input").get_attribute("max")) > steps


def test_a_game_at_home_is_saved_and_opened_as_a_file(server: Server, look: Look, tmp_path: Path) -> None:
    seen = ready(look(server.url, quiet=False))
    cut(seen)
    by_keys(seen)
    seen.page.wait_for_function("() => Number(document.querySelector('.timeline input').max) >= 2")
    before, laid = seen.page.url, seen.pieces()
    seen.page.get_by_role("button", name="More").click()
    seen.page.get_by_role("button", name="Share").click()
    with seen.page.expect_download() as download:
        seen.page.get_by_role("link", name="Save the record").click()
    file = tmp_path / "game.json"
    download.value.save_as(file)
    seen.page.keyboard.press("Escape")
    seen.page.get_by_role("link", name="My games").click()
    seen.page.locator("input[type=file]").set_input_files(file)
    seen.page.wait_for_url("**/game/home-*")
    seen.board()
    assert seen.page.url != before, "a copy"
    seen.page.wait_for_function(f"() => document.querySelectorAll('svg.board > g.piece.solid').length === {laid}")
    by_keys(seen)
    seen.page.wait_for_function("() => Number(document.querySelector('.timeline input').max) >= 4")
    file.write_text("no record")
    seen.page.get_by_role("link", name="My games").click()
    seen.page.locator("input[type=file]").set_input_files(file)
    assert len(seen.page.locator("[role=alert]").inner_text()) > 20
