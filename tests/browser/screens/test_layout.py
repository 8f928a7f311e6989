"""The board is the hero at every size, and nothing pans or scrolls while one plays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from serving import Server
from table import MINE, Seen, by_keys

Look = Callable[..., Seen]

WINDOWS = [
    (320, 568),  # the smallest phone
    (375, 667),
    (390, 844),
    (568, 320),  # phones on their side
    (667, 375),
    (844, 390),
    (768, 1024),  # tablets both ways
    (820, 1180),
    (1024, 768),
    (1180, 820),
    (683, 768),  # half a laptop's screen, and half a desk's
    (960, 1080),
    (640, 360),  # 200 % zoom of 1280x720, 1366x768 and 1920x1080
    (683, 384),
    (960, 540),
    (1280, 720),
    (1366, 768),
    (1920, 1080),
    (2560, 1440),
]
SEATS = {"duo": 2, "classic-4": 4, "dice-2": 2, "dice-4": 4, "3d-tower-2": 2}
MEASURE = """() => {
  const {width, height} = document.querySelector('.boardbox svg.board, .boardbox canvas').getBoundingClientRect();
  const main = document.querySelector('main');
  const inside = (selector) => [...document.querySelectorAll(selector)].filter((each) => {
    const {left, right, top, bottom} = each.getBoundingClientRect();
    return left < -1 || right > innerWidth + 1 || top < -1 || bottom > innerHeight + 1;
  }).map((each) => each.outerHTML.slice(0, 80));
  return {
    side: Math.min(width, height),
    sideways: Math.max(main.scrollWidth - main.clientWidth, document.documentElement.scrollWidth - innerWidth),
    down: main.scrollHeight - main.clientHeight,
    outside: inside('.boardbox, .seat, .trayframe, .bar button, header button, .throw'),
  };
}"""


def least(width: int, height: int, ruleset: str) -> float:
    """The least side of the board that makes it the hero of such a window."""
    if height >= width:
        # Six rows of pieces want more room than one tray.
        return min(0.87 * width, (0.37 if ruleset.startswith("dice") else 0.52) * height)
    return min(0.78 * height, 0.55 * width)


@pytest.mark.parametrize("ruleset", SEATS)
def test_the_board_is_the_hero_of_every_window(server: Server, look: Look, ruleset: str) -> None:
    game = server.open(ruleset, "here", *["computer"] * (SEATS[ruleset] - 1))
    seen = look(f"{server.url}/game/{game['game']}#{game['token']}")
    seen.board()
    wrong: list[Any] = []
    for width, height in WINDOWS:
        seen.page.set_viewport_size({"width": width, "height": height})
        seen.drawn()
        found = seen.page.evaluate(MEASURE)
        if found["side"] < least(width, height, ruleset) or found["sideways"] or found["down"] or found["outside"]:
            wrong.append((width, height, round(least(width, height, ruleset)), found))
    assert not wrong, "\n".join(map(str, wrong))


def test_a_phone_on_its_side_shows_all_pieces(server: Server, look: Look) -> None:
    for ruleset, seats in (("duo", 2), ("classic-4", 4), ("3d-tower-2", 2)):
        game = server.open(ruleset, "here", *["computer"] * (seats - 1))
        seen = look(f"{server.url}/game/{game['game']}#{game['token']}", viewport={"width": 844, "height": 390})
        seen.board()
        frame = seen.page.locator(".trayframe").bounding_box()
        bottom = frame["y"] + frame["height"]
        slots = [slot.bounding_box() for slot in seen.page.locator(".trayframe .slot").all()]
        assert len(slots) >= 11
        assert max(slot["y"] + slot["height"] for slot in slots) <= bottom, ruleset
        assert min(slot["width"] for slot in slots) >= 38, ruleset


@pytest.mark.parametrize("width, height", [(820, 1180), (768, 1024), (390, 844)])
def test_a_panel_leaves_the_pieces_whole(server: Server, look: Look, width: int, height: int) -> None:
    game = server.open("duo", "here", "computer")
    seen = look(f"{server.url}/game/{game['game']}#{game['token']}", viewport={"width": width, "height": height})
    seen.board()
    seen.page.get_by_role("button", name="Advice").click()
    seen.page.wait_for_selector(".panel")
    frame = seen.page.locator(".trayframe.strip").bounding_box()
    slots = [slot.bounding_box() for slot in seen.page.locator(".trayframe.strip [data-shape]").all()]
    assert len(slots) == 21
    assert min(slot["height"] for slot in slots) >= 44, "a finger gets hold of every piece"
    assert all(frame["y"] <= slot["y"] and slot["y"] + slot["height"] <= frame["y"] + frame["height"] for slot in slots)


def test_names_of_rows_end_before_the_frame(server: Server, look: Look) -> None:
    game = server.open("classic-2", "here", "here")
    seen = look(f"{server.url}/game/{game['game']}#{game['token']}")
    seen.board()
    frame = seen.page.locator("svg.board rect.ground").bounding_box()
    names = [name.bounding_box() for name in seen.page.locator("svg.board .names text").all()]
    beside = [box for box in names if box["y"] + box["height"] / 2 < frame["y"] + frame["height"]]
    assert len(beside) == 20
    gaps = [frame["x"] - box["x"] - box["width"] for box in beside]
    assert min(gaps) > 2
    assert max(gaps) - min(gaps) < 1, "they stand in one line"


def test_a_swipe_along_the_tray_takes_no_piece(server: Server, look: Look) -> None:
    game = server.open("duo", "here", "here")
    seen = look(f"{server.url}/game/{game['game']}#{game['token']}", phone=True)
    seen.board()
    box = seen.page.locator(".trayframe").bounding_box()
    swipe = seen.page.context.new_cdp_session(seen.page)

    def finger(kind: str, x: float, y: float) -> None:
        points = [] if kind == "touchEnd" else [{"x": x, "y": y}]
        swipe.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def drag(by_x: float, by_y: float) -> None:
        x, y = box["x"] + box["width"] * 0.6, box["y"] + 40
        finger("touchStart", x, y)
        for part in range(1, 13):
            finger("touchMove", x + by_x * part / 12, y + by_y * part / 12)
            seen.page.wait_for_timeout(16)  # a finger's speed decides between a swipe and a drag
        finger("touchEnd", 0, 0)

    drag(-200, 6)
    assert seen.held() is None
    assert seen.page.evaluate("() => document.querySelector('.trayframe').scrollLeft") > 50
    drag(8, -260)
    assert seen.held() is not None, "a finger that goes up to the board takes the piece along"
    assert seen.page.evaluate("() => [scrollX, document.querySelector('main').scrollLeft]") == [0, 0]


@pytest.mark.parametrize("size", [(1180, 820), (1366, 768), (2560, 1440)])
def test_cards_of_a_wide_window_cut_nothing(server: Server, look: Look, size: tuple[int, int]) -> None:
    game = server.open("classic-4", "here", "computer", "computer", "computer")
    width, height = size
    viewport = {"width": width, "height": height}
    seen = look(f"{server.url}/game/{game['game']}#{game['token']}", viewport=viewport)
    seen.board()
    for count in range(1, 4):  # three pieces each make two digits
        seen.page.wait_for_function(MINE, timeout=30_000)
        by_keys(seen)
        seen.page.wait_for_function(
            "(least) => Number(document.querySelector('.timeline input').max) >= least", arg=4 * count, timeout=30_000
        )
    cut = "(words) => words.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent)"
    assert seen.page.locator(".seat strong, .seat .note").evaluate_all(cut) == []
    side = seen.page.locator(".side").bounding_box()
    assert side["width"] >= 0.25 * width or side["width"] >= 0.5 * height, "a large screen has a large side"


CUT = """() => [...document.querySelectorAll('.seat strong, .seat .note')]
  .filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent)"""


def finished(server: Server, ruleset: str) -> dict[str, Any]:
    """A game of several people at one screen, played to its end."""
    game = server.open(ruleset, *["here"] * SEATS[ruleset])
    with server.join(game) as host:
        while not host.snapshot["is_over"]:
            host.act()
    return game


@pytest.mark.parametrize("ruleset", ["dice-2", "classic-4"])
def test_cards_are_whole_at_the_end_of_a_game(server: Server, look: Look, ruleset: str) -> None:
    game = finished(server, ruleset)
    for width, height in ((1440, 900), (1180, 820), (820, 1180), (844, 390)):
        seen = look(
            f"{server.url}/game/{game['game']}#{game['token']}",
            viewport={"width": width, "height": height},
        )
        seen.board()
        assert seen.page.locator(".seat.winner").count() > 0
        assert seen.page.evaluate(CUT) == [], (width, height)


def test_what_comes_next_is_in_sight_in_a_low_window(server: Server, look: Look) -> None:
    game = finished(server, "classic-4")
    for width, height in ((844, 390), (568, 320), (320, 568)):
        seen = look(
            f"{server.url}/game/{game['game']}#{game['token']}",
            viewport={"width": width, "height": height},
        )
        seen.board()
        seen.page.get_by_role("button", name="Result").click()
        for name in ("Review", "Rematch"):
            box = seen.page.locator("dialog[open]").get_by_role("button", name=name).bounding_box()
            assert box["y"] >= 0 and box["y"] + box["height"] <= height, (width, height, name)
        seen.page.keyboard.press("Escape")
        seen.page.get_by_role("button", name="New game").click()
        seen.page.locator("[data-setup='classic']").click()
        box = seen.page.locator("dialog[open] .go").bounding_box()
        assert box["y"] + box["height"] <= height, (width, height)


def test_a_puzzle_is_the_hero_of_a_tablet_too(server: Server, look: Look) -> None:
    wrong: list[Any] = []
    for name, share in (("fours-8x10", 0.7), ("cube-5", 0.65), ("all-84", 0.75)):
        seen = look(f"{server.url}/puzzle/{name}", viewport={"width": 820, "height": 1180})
        seen.board()
        for width, height in ((820, 1180), (768, 1024)):
            seen.page.set_viewport_size({"width": width, "height": height})
            seen.drawn()
            box = seen.page.locator("svg.board").bounding_box()
            if box["width"] < share * width and box["height"] < 0.52 * height:
                wrong.append((name, width, round(box["width"]), round(box["height"])))
    assert not wrong, wrong


@pytest.mark.parametrize("name", ["fours-8x10", "cube-3-one-color", "cube-5", "all-84"])
def test_a_puzzle_is_the_hero_of_a_low_window(server: Server, look: Look, name: str) -> None:
    wrong: list[Any] = []
    seen = look(f"{server.url}/puzzle/{name}", viewport={"width": 844, "height": 390})
    seen.board()
    for held in (False, True):
        if held:
            seen.page.locator("[data-shape]").first.click()
        for width, height in ((844, 390), (667, 375), (640, 360), (568, 320)):
            seen.page.set_viewport_size({"width": width, "height": height})
            seen.drawn()
            found = seen.page.evaluate(PUZZLE)
            # As wide as the room beside the tray, or as high as the room under the header (over a body's picture).
            share = 0.62 if name.startswith("cube") else 0.78
            is_hero = found["width"] >= width - 24 - 12 - 280 or found["height"] >= share * height
            if not is_hero or found["tray"] < 54 or found["outside"] or found["sideways"] or found["down"]:
                wrong.append((held, width, height, found))
    assert not wrong, "\n".join(map(str, wrong))


PUZZLE = """() => {
  const {width, height} = document.querySelector('svg.board').getBoundingClientRect();
  const main = document.querySelector('main');
  return {
    width, height, tray: document.querySelector('.frame').clientHeight,
    sideways: Math.max(main.scrollWidth - main.clientWidth, document.documentElement.scrollWidth - innerWidth),
    down: main.scrollHeight - main.clientHeight,
    outside: [...document.querySelectorAll('.boardbox, svg.board, .cubes, .frame, .bar .button')].filter((each) => {
      const {left, right, top, bottom} = each.getBoundingClientRect();
      return left < -1 || right > innerWidth + 1 || top < -1 || bottom > innerHeight + 1;
    }).map((each) => each.outerHTML.slice(0, 80)),
  };
}"""

SEEN = """() => {
  const frame = document.querySelector('.trayframe').getBoundingClientRect();
  const slots = [...document.querySelectorAll('.trayframe .slot')].map((each) => each.getBoundingClientRect());
  return {
    below: slots.filter((slot) => slot.bottom > frame.bottom + 1).length,
    rows: new Set(slots.map((slot) => Math.round(slot.top))).size,
    least: Math.min(...slots.map((slot) => slot.height)),
  };
}"""


def test_a_phone_shows_all_rows_of_the_dice_game_once_they_count(server: Server, look: Look) -> None:
    for width, height in ((390, 844), (844, 390), (667, 375), (320, 568)):
        game = server.open("dice-4", "here", *["computer"] * 3)
        seen = look(
            f"{server.url}/game/{game['game']}#{game['token']}",
            viewport={"width": width, "height": height},
        )
        seen.board()
        seen.page.locator(".throw").click()
        seen.page.wait_for_selector(".row.live")
        found = seen.page.evaluate(SEEN)
        assert found["below"] == 0, (width, height, found)
        assert found["least"] >= 26, (width, height, found)


def test_a_newcomers_tray_has_two_rows_on_a_phone(server: Server, look: Look) -> None:
    for ruleset in ("classic-4", "duo"):
        game = server.open(ruleset, "here", *["computer"] * (SEATS[ruleset] - 1))
        seen = look(f"{server.url}/game/{game['game']}#{game['token']}", phone=True)
        seen.board()
        assert seen.page.locator(".welcome").is_visible()
        assert seen.page.evaluate(SEEN)["rows"] == 2, ruleset


def test_a_tablet_shows_all_rows_of_the_dice_game_beside_the_invitation(server: Server, look: Look) -> None:
    game = server.open("dice-2", "here", "computer")
    seen = look(f"{server.url}/game/{game['game']}#{game['token']}", viewport={"width": 820, "height": 1180})
    seen.board()
    seen.page.locator(".throw").click()
    seen.page.wait_for_selector(".row.live")
    assert seen.page.locator(".welcome").is_visible()
    assert seen.page.evaluate(SEEN)["below"] == 0


def test_the_last_pieces_stand_side_by_side_on_a_phone(server: Server, look: Look) -> None:
    game = server.open("3d-tower-2", "here", "here")
    with server.join(game) as host:
        while len(host.snapshot["supplies"][0]["pieces"]) > 4 and not host.snapshot["is_over"]:
            host.play(host.snapshot["legal"][-1])
    seen = look(f"{server.url}/game/{game['game']}#{game['token']}", phone=True)
    seen.board()
    tops = seen.page.locator(".slot:not(.used)").evaluate_all(
        "(all) => all.map((each) => each.getBoundingClientRect().y)"
    )
    assert 2 <= len(tops) <= 5 and len(set(tops)) == 1


def test_the_words_for_an_empty_tray_stand_at_its_beginning(server: Server, look: Look) -> None:
    game = server.open("3d-tower-2", "here", "here")
    with server.join(game) as host:
        while host.snapshot["supplies"][0]["pieces"] and not host.snapshot["is_over"]:
            host.act()
        if host.snapshot["supplies"][0]["pieces"]:
            pytest.fail("the first seat has pieces left")
    seen = look(f"{server.url}/game/{game['game']}#{game['token']}")
    seen.board()
    words, frame = (seen.page.locator(place).bounding_box() for place in (".trayframe .none", ".trayframe"))
    assert words["y"] - frame["y"] < 30 and words["x"] - frame["x"] < 30
