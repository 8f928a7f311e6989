"""How people at a table treat each other in browsers of their own: rematches, aborts, time, mute and block, links."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from test_meeting import at_table, choose, in_lobby, move, offer

from axe import inspect
from serving import Server
from table import Seen

Look = Callable[..., Seen]
# A table of five seconds per move, which the lobby does not offer.
HURRY = """async () => {
  const live = new WebSocket(location.origin.replace("http", "ws") + "/api/live");
  await new Promise((resolve) => live.addEventListener("open", resolve));
  const answer = new Promise((resolve) => live.addEventListener("message", ({ data }) => {
    const message = JSON.parse(data);
    if (message.type === "sought") resolve(message.seek);
  }));
  const tempo = { kind: "move", initial: 5000, increment: 0 };
  const terms = { ruleset: "duo", options: {}, tempo, is_rated: false, is_public: true, on_timeout: "retire" };
  live.send(JSON.stringify({ type: "seek", id: 1, seek: { kind: "private", terms: [terms] } }));
  return answer;
}"""

NAMED = """async (name) => {
  const headers = { "content-type": "application/json", "x-cornerwise": "page" };
  const answer = await fetch("/api/people/me", { method: "PATCH", headers, body: JSON.stringify({ name }) });
  return answer.status;
}"""


def sit(seen: Seen, link: str) -> None:
    """Follow a link to a table and sit down there."""
    seen.page.goto(link)
    seen.page.get_by_role("button", name="Sit down").click()


def pair(look: Look, server: Server, **options: Any) -> list[Seen]:
    """Two people at a table of Duo that is not rated."""
    pages = [in_lobby(look, server, **options) for _ in range(2)]
    sit(pages[1], offer(pages[0], "duo", "rapid"))
    for seen in pages:
        at_table(seen)
        seen.page.wait_for_selector(".parlor")
    return pages


def mover(pages: list[Seen]) -> Seen:
    """Whose turn it is."""
    for _ in range(100):
        for seen in pages:
            if "Choose a piece" in seen.said():
                return seen
        pages[0].page.wait_for_timeout(50)
    raise AssertionError("nobody is to move")


def test_an_abort_is_asked_about_and_a_rematch_is_seen_without_the_result(look: Look, server: Server) -> None:
    pages = pair(look, server)
    one, other = pages
    one.page.locator("[data-abort]").click()
    question = one.page.get_by_role("alertdialog")
    assert "no result" in question.inner_text()
    question.get_by_role("button", name="Keep playing").click()
    assert question.count() == 0
    for _ in range(4):
        move(mover(pages))
    one.page.locator("[data-resign]").click()
    one.page.locator("[data-leave]").click()
    for seen in pages:
        seen.page.get_by_role("dialog").wait_for()
    assert "You resigned." in one.page.get_by_role("dialog").inner_text()
    assert "resigned." in other.page.get_by_role("dialog").inner_text()
    other.page.keyboard.press("Escape")
    one.page.locator("[data-rematch]").click()
    wish = other.page.locator("[data-asked=rematch]")
    wish.wait_for()
    assert "wants a rematch" in wish.inner_text()
    inspect(other, "a rematch is asked for")
    before = other.page.url
    wish.get_by_role("button", name="Yes").click()
    for seen in pages:
        seen.page.wait_for_function("(before) => location.href !== before", arg=before)
        at_table(seen)
    assert one.page.url == other.page.url


def test_a_question_on_a_phone_has_its_answers_side_by_side_and_leaves_the_tray_full(
    look: Look, server: Server
) -> None:
    one, _ = pair(look, server, phone=True)
    for width, height in ((390, 844), (390, 664), (320, 568)):
        one.page.set_viewport_size({"width": width, "height": height})
        one.page.locator("[data-abort]").click()
        question = one.page.get_by_role("alertdialog")
        answers = [each.bounding_box() for each in question.get_by_role("button").all()]
        assert len({box["y"] for box in answers}) == 1, (width, height)
        assert question.locator("span").bounding_box()["y"] < answers[0]["y"] - 16
        assert one.page.locator("[data-abort]").is_hidden(), "what was asked for is not offered again"
        tray = one.page.locator(".trayframe").bounding_box()
        rows = one.page.locator(".slot:not(.used)").evaluate_all(
            "(all) => [...new Set(all.map((each) => Math.round(each.getBoundingClientRect().height)))]"
        )
        tops = one.page.locator(".slot:not(.used)").evaluate_all(
            "(all) => new Set(all.map((each) => Math.round(each.getBoundingClientRect().y))).size"
        )
        assert tops * max(rows) > 0.75 * (tray["height"] - 10), (width, height, tops, rows, tray)
        question.get_by_role("button", name="Keep playing").click()


def test_names_and_times_are_whole_beside_a_board(look: Look, server: Server) -> None:
    cut = "(all) => all.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent)"
    for seen in pair(look, server, viewport={"width": 1100, "height": 800}):
        seen.page.locator(".seat .clock").nth(1).wait_for()
        assert seen.page.locator(".seat strong, .seat .clock, .seat .clock :not(.hidden)").evaluate_all(cut) == []


def test_an_aborted_game_tells_because_of_whom_and_counts_nothing(look: Look, server: Server) -> None:
    one, other = pair(look, server)
    one.page.locator("[data-abort]").click()
    one.page.get_by_role("alertdialog").get_by_role("button", name="Abort").click()
    for seen, reason in ((one, "You aborted it."), (other, " aborted it.")):
        dialog = seen.page.get_by_role("dialog")
        dialog.wait_for()
        text = dialog.inner_text()
        assert "it has no result" in text
        assert reason in text
        assert "left over" not in text and "costs a point" not in text
        assert dialog.get_by_role("button", name="Review").count() == 0
        assert dialog.locator("[data-rematch]").count() == 1


def test_a_guest_is_told_how_a_rating_enters_the_ranking(look: Look, server: Server) -> None:
    pages = [in_lobby(look, server) for _ in range(2)]
    for seen in pages:
        choose(seen, "Classical", "Blitz", "Rapid")  # one tempo, so that nobody else is met
        seen.page.locator("[data-play-now]").click()
    for seen in pages:
        at_table(seen)
    for _ in range(4):
        move(mover(pages))
    pages[0].page.locator("[data-resign]").click()
    pages[0].page.locator("[data-leave]").click()
    pages[0].page.get_by_role("list", name="Ratings").wait_for()
    pages[0].page.goto(f"{server.url}/ranking/duo-live")
    told = pages[0].page.locator("[data-unlisted]")
    told.wait_for()
    assert "Your rating here is 1" in told.inner_text()
    told.get_by_role("link", name="Create an account").click()
    pages[0].page.get_by_role("button", name="Sign up with a password").wait_for()


def test_phrases_leave_the_board_its_size_and_the_line_of_buttons_is_one(look: Look, server: Server) -> None:
    pages = pair(look, server, phone=True)
    for _ in range(3):
        move(mover(pages))
    asker = next(seen for seen in pages if seen.page.locator(".takeback").count())
    before = asker.page.locator(".boardbox").bounding_box()
    heights = {
        box["y"] for box in map(lambda each: each.bounding_box(), asker.page.locator(".parlor .row .button").all())
    }
    assert len(heights) == 1, "the buttons stand in one line"
    asker.page.get_by_role("button", name="Say something").click()
    asker.page.get_by_role("dialog").wait_for()
    assert asker.page.locator(".boardbox").bounding_box() == before
    asker.page.locator("[data-phrase=oops]").click()
    other = next(seen for seen in pages if seen is not asker)
    other.page.locator(".bubble", has_text="Oops!").wait_for()


def test_a_table_is_listed_once_and_one_that_was_watched_not_at_all(look: Look, server: Server) -> None:
    pages = [in_lobby(look, server) for _ in range(3)]
    host, guest, watcher = pages
    host.page.get_by_role("button", name="Challenge somebody").click()
    dialog = host.page.get_by_role("dialog")
    dialog.get_by_label("Name").fill("Nobody Atall")
    dialog.get_by_role("button", name="Challenge somebody").click()
    host.page.get_by_role("alert").wait_for()
    assert host.page.get_by_role("alert").count() == 1, "a refusal is told once"
    host.page.keyboard.press("Escape")
    assert host.page.get_by_role("alert").count() == 0, "and goes with its cause"
    host.page.get_by_role("button", name="Private table").click()
    dialog.get_by_label("Tempo").select_option("day")
    dialog.get_by_label("Others may watch").check()
    dialog.get_by_role("button", name="Private table").click()
    link = host.page.get_by_role("textbox", name="Link to the table")
    link.wait_for()
    sit(guest, str(link.input_value()))
    own = host.page.locator("section", has=host.page.get_by_role("heading", name="Your games"))
    own.locator("a.card").wait_for()
    table = str(own.locator("a.card").first.get_attribute("href"))
    assert host.page.locator(f"a.card[href='{table}']").count() == 1, "one's own table is not one to watch"
    watcher.page.goto(server.url + table)
    watcher.board()
    assert watcher.said() == "You are watching"
    for seen, count in ((host, 1), (watcher, 0)):
        seen.page.goto(f"{server.url}/games")
        seen.page.get_by_role("heading", name="My games").wait_for()
        seen.page.wait_for_function("() => !document.querySelector('main')?.textContent.includes('One moment')")
        if count:
            seen.page.locator(f"main a[href='{table}']").wait_for()
        seen.page.wait_for_timeout(300)  # nothing else comes, which is no event
        assert seen.page.locator(f"main a[href='{table}']").count() == count


def test_a_loss_on_time_is_told_as_that(look: Look, server: Server) -> None:
    pages = [in_lobby(look, server) for _ in range(2)]
    pages[0].page.evaluate("fetch('/api/people/me', {method: 'POST', headers: {'x-cornerwise': 'page'}})")
    seek = pages[0].page.evaluate(HURRY)
    sit(pages[1], f"{server.url}/meet/{seek}")
    at_table(pages[1])
    pages[1].page.goto(f"{server.url}/meet/{seek}")  # the link one was sent leads back to the table
    at_table(pages[1])
    pages[0].page.goto(pages[1].page.url)
    at_table(pages[0])
    for _ in range(2):  # first turns run on nobody's clock
        move(mover(pages))
    late = mover(pages)
    late.page.locator(".seats .note", has_text="out of time").wait_for(timeout=20_000)
    assert late.page.locator(".seats .note", has_text="resigned").count() == 0
    late.page.get_by_role("dialog").get_by_text("You ran out of time.").wait_for()
    other = next(seen for seen in pages if seen is not late)
    other.page.get_by_role("dialog").get_by_text("ran out of time.").wait_for()


def test_somebody_muted_or_blocked_can_be_let_back(look: Look, server: Server) -> None:
    one, other = pair(look, server)
    rival = one.page.locator(".seats .face", has_not_text="You")
    name = rival.locator("strong").inner_text().strip()
    rival.click()
    dialog = one.page.get_by_role("dialog")
    dialog.get_by_role("button", name="Mute", exact=True).click()
    dialog.get_by_text(f"You will not hear from {name} anymore.").wait_for()
    one.page.keyboard.press("Escape")
    rival.click()
    dialog.get_by_role("button", name="Unmute").click()
    dialog.get_by_role("button", name="Mute", exact=True).wait_for()
    dialog.get_by_role("button", name="Block").click()
    dialog.get_by_text(f"You will not meet {name} again.").wait_for()
    one.page.goto(f"{server.url}/account")
    card = one.page.locator("section.card", has=one.page.get_by_role("heading", name="People you muted or blocked"))
    card.get_by_text(name).wait_for()
    assert "blocked" in card.inner_text()
    inspect(one, "somebody is blocked")
    card.get_by_role("button", name="Unblock").click()
    card.wait_for(state="detached")
    assert other.complaints == []


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/meet", "This invitation link is incomplete"),
        ("/meet/abc", "cannot be understood"),
        ("/meet/ABCDEFGHIJKLMNOP", "This offer is gone"),
        ("/game/xx", "This game does not exist"),
        ("/share", "No game can be read"),
        ("/share#garbage", "No game can be read"),
        ("/person/" + "x" * 100, "cannot be understood"),
        ("/person/Nobody%20Here", "nobody with that name"),
    ],
)
def test_an_address_that_leads_nowhere_says_so_in_a_sentence(look: Look, server: Server, path: str, said: str) -> None:
    seen = look(server.url + path, quiet=False)
    seen.page.get_by_role("heading", name="There is nothing here").wait_for()
    words = seen.page.locator("main").inner_text()
    assert said in words
    assert "[A-Z" not in words and "pattern" not in words and "malformed" not in words
    assert seen.page.locator("main a.button, main button").count() > 0, "there is a way on"


def test_an_invitation_tells_who_asks_and_what_is_played(look: Look, server: Server) -> None:
    host, guest = in_lobby(look, server), in_lobby(look, server)
    host.page.context.grant_permissions(["clipboard-write"])
    link = offer(host, "duo", "blitz")
    copy = host.page.get_by_role("button", name="Copy link")
    copy.click()
    host.page.get_by_role("button", name="Copied").wait_for()
    copy.wait_for(timeout=5_000)  # it says so for a moment only
    guest.page.goto(link)
    guest.page.get_by_text("invites you to a table").wait_for()
    assert "Blitz · 3 min + 2 s" in guest.page.locator("main").inner_text()
    inspect(guest, "an invitation")


def test_the_time_is_told_where_a_tempo_is_chosen(look: Look, server: Server) -> None:
    seen = in_lobby(look, server)
    blitz = seen.page.get_by_role("button", name="Blitz 3 min + 2 s", exact=True)
    blitz.wait_for()
    seen.page.get_by_role("button", name="Classic · 4 players").click()
    seen.page.get_by_role("button", name="Blitz 2 min + 2 s / 3 min + 2 s", exact=True).wait_for()
    seen.page.get_by_role("button", name="Offer a game").click()
    options = seen.page.get_by_role("dialog").get_by_label("Tempo").locator("option")
    assert "Rapid · 10 min + 5 s" in options.all_inner_texts()


def test_a_challenge_that_is_declined_is_told(look: Look, server: Server) -> None:
    one, other = (in_lobby(look, server) for _ in range(2))
    assert other.page.evaluate(NAMED, "Carla Quiet") == 200
    other.page.reload()
    one.page.get_by_role("button", name="Challenge somebody").click()
    dialog = one.page.get_by_role("dialog")
    dialog.get_by_label("Name").fill("carla quiet")
    dialog.get_by_label("Tempo").select_option("days")
    dialog.get_by_role("button", name="Challenge somebody").click()
    one.page.get_by_role("button", name="Withdraw").wait_for(timeout=20_000)
    other.page.goto(f"{server.url}/learn")
    badge = other.page.get_by_label("1 challenge to you")
    badge.wait_for(timeout=20_000)
    assert other.page.title().startswith("(1) ")
    badge.click()
    other.page.get_by_role("button", name="No, thanks").click(timeout=20_000)
    badge.wait_for(state="detached", timeout=20_000)
    told = one.page.get_by_text("Carla Quiet has declined.")
    told.wait_for(timeout=20_000)
    inspect(one, "a challenge that was declined")
    one.page.get_by_role("button", name="Close", exact=True).click()
    told.wait_for(state="detached", timeout=20_000)
