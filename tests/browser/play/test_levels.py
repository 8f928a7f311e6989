"""The computer's levels as people meet them: a name and a face, a scale, and somebody stronger after a victory."""

from __future__ import annotations

from collections.abc import Callable

import cornerwise as cw
from cornerwise.engine.level import levels
from serving import Server
from table import Seen

Look = Callable[..., Seen]


def test_the_scale_of_a_game_has_its_own_levels(server: Server, look: Look) -> None:
    seen = look(server.url)
    seen.board()
    for ruleset in ("dice-2", "duo"):
        family = ruleset.split("-")[0]
        seen.page.get_by_role("button", name="New game").first.click()
        seen.page.locator(f"[data-setup={family}]").click()
        scale = seen.page.get_by_role("slider", name="Level")
        known = levels(cw.ruleset(ruleset))
        assert scale.get_attribute("max") == str(len(known))
        assert scale.input_value() == "2", "a first game is played against the second level"
        scale.focus()
        seen.page.keyboard.press("End")
        assert seen.page.locator("[data-strength]").get_attribute("data-strength") == known[-1].key
        assert "Xenia" in seen.page.locator("[data-strength]").inner_text()
        seen.page.keyboard.press("Escape")


def test_a_random_color_seats_a_person_anywhere(server: Server, look: Look) -> None:
    seen = look(server.url)
    seen.board()
    seen.page.evaluate("() => (Math.random = () => 0.9)")
    seen.page.get_by_role("button", name="New game").first.click()
    seen.page.locator("[data-setup=duo]").click()
    assert seen.page.locator("[data-begins]").inner_text() == "Violet makes the first move."
    seen.page.get_by_label("Give me a random color").check()
    seen.page.get_by_role("button", name="Start", exact=True).click()
    seen.page.wait_for_function("() => /Momo/.test(document.querySelector('.seat strong')?.textContent ?? '')")
    assert "You" in seen.page.locator(".seat strong").nth(1).inner_text()


def test_a_seat_shows_who_plays_and_how(server: Server, look: Look) -> None:
    game = server.open("duo", "here", "computer")
    seen = look(f"{server.url}/game/{game['game']}#{game['token']}")
    seen.board()
    card = seen.page.locator(".seat").nth(1)
    assert "Pip" in card.inner_text()
    assert card.locator("[data-portrait=newcomer]").count() == 1
    card.get_by_role("button").click()
    assert "overlooks many places" in seen.page.locator("dialog[open]").inner_text()
    seen.page.get_by_role("slider", name="Level").fill("4")
    seen.page.wait_for_function("() => /Otto/.test(document.querySelectorAll('.seat strong')[1].textContent)")


def test_after_a_victory_the_next_level_is_offered(server: Server, look: Look) -> None:
    # Both seats are played by the first move and the last; in a copy of the game the loser is a computer.
    played = server.open("duo", "here", "here")
    with server.join(played) as host:
        while not host.snapshot["is_over"]:
            legal = host.snapshot["legal"]
            host.play(legal[-1] if host.snapshot["turn"]["actor"] == 0 else legal[0])
        assert host.snapshot["winners"] == [0]
    text = server.http.get(f"/api/games/{played['game']}/share").json()["text"]
    seats = [{"kind": "here"}, {"kind": "computer", "level": 1}]
    game = server.http.post("/api/games", json={"shared": text, "seats": seats}).json()
    url = f"{server.url}/game/{game['game']}#{game['token']}"
    phone = look(url, phone=True)
    phone.board()
    phone.page.get_by_role("button", name="Result").tap()
    phone.page.get_by_role("button", name="Take on Momo").wait_for()
    boxes = [button.bounding_box() for button in phone.page.locator("dialog[open] footer .button").all()]
    assert len(boxes) == 4
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= 390 for box in boxes)
    seen = look(url)
    seen.board()
    seen.page.get_by_role("button", name="Result").click()
    seen.page.get_by_role("button", name="Take on Momo").click()
    seen.page.wait_for_function("() => document.querySelectorAll('svg.board > g.piece.solid').length === 0")
    assert "Momo" in seen.page.locator(".seat strong").nth(1).inner_text()


def test_the_setup_says_who_owns_a_color_and_who_begins(server: Server, look: Look) -> None:
    seen = look(server.url)
    seen.board()
    seen.page.get_by_role("button", name="New game").first.click()
    seen.page.locator("[data-setup=classic]").click()
    seen.page.get_by_role("button", name="3 players").click()
    chips = seen.page.locator("fieldset .chips")
    owned = "(seats) => seats.map((seat) => [...seat.children].map((chip) => chip.getAttribute('data-color')).join())"
    assert chips.evaluate_all(owned) == ["blue", "yellow", "red"]
    seen.page.get_by_role("button", name="Blue is shared").click()
    assert chips.evaluate_all(owned) == ["yellow", "red", "green"]
    begins = seen.page.locator("[data-begins]")
    assert begins.inner_text() == "Yellow makes the first move, using the shared color (blue)."
    seen.page.keyboard.press("Escape")
    seen.page.get_by_role("button", name="New game").first.click()
    seen.page.locator("[data-setup=dice]").click()
    assert begins.inner_text() == "Blue rolls the dice first."
