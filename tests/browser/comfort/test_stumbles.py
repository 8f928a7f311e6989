"""What a first visit stumbled over: nothing is destroyed by a slip, and nothing hides what the turn needs."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import cornerwise
from serving import Server
from table import MINE, Seen, by_keys, play_through

Look = Callable[..., Seen]
WORDS = json.loads((Path(cornerwise.__file__).parent / "advice/words/en.json").read_text("utf-8"))
COUNT = "(count) => document.querySelectorAll('svg.board > g.piece.solid').length === count"


def sit(server: Server, look: Look, ruleset: str, *seats: str, **options: Any) -> tuple[Seen, dict[str, Any]]:
    """Open a game in a browser that holds its token, as one that opened it does."""
    game = server.open(ruleset, *seats)
    return visit(server, look, game, **options), game


def visit(server: Server, look: Look, game: dict[str, Any], **options: Any) -> Seen:
    """Look at a game as its host."""
    seen = look(f"{server.url}/game/{game['game']}#{game['token']}", **options)
    seen.board()
    return seen


def menu(seen: Seen, name: str) -> None:
    """Choose something from the table's menu."""
    seen.page.get_by_role("button", name="More").click()
    seen.page.get_by_role("button", name=name).click()


def play_to_end(server: Server, ruleset: str, *seats: str) -> dict[str, Any]:
    """A game that is over, by the first move each time."""
    game = server.open(ruleset, *seats)
    with server.join(game) as host:
        while not host.snapshot["is_over"]:
            host.ask("play", game=game["game"], ply=host.snapshot["ply"], move=host.snapshot["legal"][0])
            host.join(game["game"], game["token"])
    return game


def test_a_tower_can_be_seen_from_above_at_any_time(server: Server, look: Look) -> None:
    game = server.open("3d-tower-2", "here", "here")
    seen = visit(server, look, game)
    seen.page.locator(".switch").get_by_text("From above").click()
    for turn in range(8):
        seen.page.wait_for_selector("svg.board[aria-label]")
        dots = seen.page.locator("svg.board circle.dot").count()
        assert turn == 0 or dots > 0
        by_keys(seen)
        seen.page.wait_for_function(
            "(count) => Number(document.querySelector('.timeline input').max) === count", arg=turn + 1
        )
    seen.page.reload()
    seen.board()
    seen.page.locator(".switch").get_by_text("From above").click()
    seen.page.wait_for_selector("svg.board[aria-label]")


def test_advice_is_in_the_order_of_what_it_shows(server: Server, look: Look) -> None:
    seen, _ = sit(server, look, "classic-4", "here", "computer", "computer", "computer")
    seen.page.keyboard.press("h")
    # While it thinks, moves stay where they are under whoever points at them; the headline comes with their order.
    seen.page.wait_for_selector(".panel [data-headline]", timeout=60_000)
    shown = seen.page.locator(".panel .chance").all_inner_texts()
    # Among equal chances the lead over the best rival decides, which is not the score that stands beside them.
    chances = [int(text.split()[0].replace("%", "")) for text in shown]
    assert len(chances) > 2
    assert chances[1:] == sorted(chances[1:], reverse=True)
    if chances[0] < chances[1] - 2:  # closer ones count as equal
        # The one of which most is certain leads, and the headline says how little is known of the others.
        assert seen.page.locator(".panel [data-headline]").inner_text() == WORDS["verdict.unknown"].format(mover="you")


@pytest.mark.parametrize("way", ["its button", "the cross", "h", "Escape"])
def test_closing_advice_leaves_nothing_on_the_board(server: Server, look: Look, way: str) -> None:
    seen, _ = sit(server, look, "duo", "here", "computer")
    seen.page.get_by_role("button", name="Advice").click()
    seen.page.wait_for_selector("svg.board .proposal", timeout=30_000)
    if way == "its button":
        seen.page.locator(".bar").get_by_role("button", name="Advice").click()
    elif way == "the cross":
        seen.page.locator(".panel").get_by_role("button", name="Close").click()
    else:
        seen.page.keyboard.press(way)
    seen.page.wait_for_function("() => !document.querySelector('.panel')")
    assert seen.page.locator("svg.board .proposal, svg.board .reason").count() == 0


def test_the_expected_line_is_played_through_on_the_board(server: Server, look: Look) -> None:
    seen, _ = sit(server, look, "duo", "here", "here")
    by_keys(seen)
    seen.wait_for_moves(1)
    play_through(seen)


def test_a_panel_hides_nothing_the_turn_needs(server: Server, look: Look) -> None:
    seen, _ = sit(server, look, "dice-2", "here", "here")
    for _ in range(2):
        seen.page.locator(".throw").click()
        seen.page.wait_for_function("() => !document.querySelector('.throw')")
        seen.page.get_by_role("button", name="Advice").click()
        seen.page.wait_for_selector(".panel .detail", timeout=30_000)
        assert seen.page.locator(".die").first.is_visible()
        assert seen.shapes(), "the pieces that can be taken stay in reach"
        seen.page.get_by_role("button", name="Play it").click()
        seen.page.wait_for_function("() => !document.querySelector('.panel')", timeout=20_000)
        while not seen.page.locator(".throw").count():
            before = seen.page.locator(".timeline input").get_attribute("max")
            by_keys(seen)
            seen.page.wait_for_function(
                "(before) => document.querySelector('.timeline input').max !== before", arg=before
            )
            seen.page.wait_for_function(MINE)
        assert seen.page.locator(".throw").is_visible()


def test_trying_again_keeps_the_finished_game(server: Server, look: Look) -> None:
    game = play_to_end(server, "duo", "here", "here")
    seen = visit(server, look, game)
    total = int(seen.page.locator(".timeline input").get_attribute("max"))
    assert total > 10
    seen.page.keyboard.press("Home")
    for _ in range(4):
        seen.page.keyboard.press("ArrowRight")
    address = seen.page.url
    seen.page.get_by_role("button", name="Try again from here").click()
    seen.page.wait_for_function("(before) => location.href !== before", arg=address)
    seen.page.wait_for_function(COUNT, arg=4)
    menu(seen, "Share")
    link = seen.page.get_by_label("Share").locator("input")
    seen.page.wait_for_function("() => document.querySelector('dialog input').value !== ''")
    friend = look(link.input_value())
    friend.board()
    friend.page.wait_for_function(COUNT, arg=4)
    assert friend.page.locator(".timeline input").get_attribute("max") == "4", "what was left is not shared"
    seen.page.keyboard.press("Escape")
    by_keys(seen)
    seen.page.wait_for_function(COUNT, arg=5)
    with server.join(game) as host:
        assert host.snapshot["is_over"]
        assert host.snapshot["at"] == len(host.snapshot["steps"]) == total


def test_resigning_asks_and_one_stays_oneself(server: Server, look: Look) -> None:
    seen, game = sit(server, look, "duo", "here", "computer")
    by_keys(seen)
    seen.page.wait_for_function(COUNT, arg=2)
    menu(seen, "Resign")
    seen.page.get_by_role("button", name="Cancel").click()
    seen.page.wait_for_function("() => !document.querySelector('dialog[open]')")
    with server.join(game) as host:
        assert not host.snapshot["is_over"]
    menu(seen, "Resign")
    seen.page.locator("[data-yes]").click()
    seen.page.wait_for_selector("dialog[open] .scores", timeout=20_000)
    names = seen.page.locator(".seat strong").all_inner_texts()
    assert names[0] == "You"
    assert "Pip" in seen.page.locator("dialog[open] h2").inner_text()
    address = seen.page.url
    seen.page.get_by_role("button", name="Rematch").click()
    seen.page.wait_for_function("(before) => location.href !== before", arg=address)
    seen.wait_for_words("Choose a piece")
    assert seen.page.locator(".seat strong").first.inner_text() == "You"


def test_the_computer_may_finish_and_the_seat_is_taken_back(server: Server, look: Look) -> None:
    # Nobody comes by the link, so the computer makes one move and waits.
    seen, _ = sit(server, look, "duo", "here", "link")
    menu(seen, "Let the computer finish")
    seen.page.locator("[data-yes]").click()
    seen.page.wait_for_function(COUNT, arg=1)
    back = seen.page.get_by_role("button", name="Take the seat back")
    back.wait_for()
    assert seen.page.locator(".seat strong").first.inner_text() == "You"
    assert "stands in" in seen.page.locator(".seat .note").first.inner_text()
    back.click()
    back.wait_for(state="hidden")
    assert "stands in" not in seen.page.locator(".seat .note").first.inner_text()


def test_forgetting_a_game_asks(server: Server, look: Look) -> None:
    seen, _ = sit(server, look, "duo", "here", "computer")
    seen.page.goto(f"{server.url}/games")
    seen.page.get_by_role("button", name="Remove this game").first.click()
    seen.page.get_by_role("button", name="Cancel").click()
    assert seen.page.locator("main li.card").count() == 1
    seen.page.get_by_role("button", name="Remove this game").first.click()
    seen.page.locator("[data-yes]").click()
    seen.page.wait_for_function("() => document.querySelectorAll('main li.card').length === 0")


def test_what_cannot_be_taken_back_does_not_look_so(server: Server, look: Look) -> None:
    seen, _ = sit(server, look, "dice-2", "here", "computer")
    undo = seen.page.get_by_role("button", name="Undo")
    assert undo.is_disabled()
    seen.page.locator(".throw").click()
    seen.page.wait_for_function("() => !document.querySelector('.throw')")
    assert undo.is_disabled(), "a roll is no decision"


def test_a_refusal_goes_when_one_goes_on(server: Server, look: Look) -> None:
    seen, _ = sit(server, look, "duo", "here", "here", quiet=False)
    seen.page.keyboard.press("Control+z")
    seen.wait_for_words("no move")
    shape = seen.shapes()[0]
    seen.page.locator(f"[data-shape='{shape}']").click()
    seen.wait_for_words("Click to place")
    seen.page.keyboard.press("Escape")
    seen.wait_for_words("Choose a piece")


def test_everything_since_my_last_move_is_marked(server: Server, look: Look) -> None:
    seen, _ = sit(server, look, "classic-4", "here", "computer", "computer", "computer")
    by_keys(seen)
    seen.page.wait_for_function(COUNT, arg=4)
    seen.wait_for_words("Choose a piece")
    assert seen.page.locator("svg.board path.halo").count() == 3


def test_what_fits_here_asks_first_and_leaves_with_the_pointer(server: Server, look: Look) -> None:
    seen, _ = sit(server, look, "duo", "here", "here")
    box = seen.page.locator("svg.board circle.dot").first.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    seen.page.mouse.move(x, y)
    seen.page.wait_for_timeout(500)  # that nothing opens by itself is no event
    assert seen.page.locator(".fits").count() == 0
    seen.page.mouse.click(x, y)
    seen.page.wait_for_selector(".fits")
    header = seen.page.locator("header.in-shell").bounding_box()
    seen.page.mouse.move(header["x"] + header["width"] - 200, header["y"] + 10, steps=8)
    seen.page.wait_for_function("() => !document.querySelector('.fits')")


def test_a_dragged_piece_is_seen_at_once_and_leaves_a_gap(server: Server, look: Look) -> None:
    # A line this slow tells what is seen at once from what waits for the server.
    seen, _ = sit(server, look, "duo", "here", "here", late=300)
    places = "(slots) => slots.map((slot) => [slot.dataset.shape, slot.offsetLeft, slot.offsetTop])"
    slot = seen.page.locator("[data-shape='L5']").bounding_box()
    seen.page.mouse.move(slot["x"] + 20, slot["y"] + 20)
    seen.page.mouse.down()
    seen.page.mouse.move(slot["x"] + 34, slot["y"] + 34, steps=3)
    carried = seen.page.locator(".carried").bounding_box()
    assert carried
    assert abs(carried["x"] + carried["width"] / 2 - slot["x"] - 34) < 3
    seen.page.mouse.move(*seen.point("e10"), steps=4)
    assert seen.page.locator(".carried").count() == 0
    assert seen.page.locator("[data-at]").count() == 1
    seen.page.mouse.up()
    assert seen.page.locator("[data-at]").count() == 0, "the piece lies on its start square"
    assert seen.pieces() == 1
    for count in (2, 3):
        before = seen.page.locator("[data-shape]").evaluate_all(places)
        by_keys(seen)
        seen.wait_for_moves(count)
        seen.wait_for_words("Choose a piece")
        assert seen.page.locator("[data-shape]").evaluate_all(places) == before


def test_moves_of_the_dice_game_are_told_in_words(server: Server, look: Look) -> None:
    seen, _ = sit(server, look, "dice-2", "here", "here")
    assert "fewest empty squares" in seen.said()
    seen.page.locator(".throw").click()
    seen.page.wait_for_function("() => !document.querySelector('.throw')")
    seen.page.keyboard.press("h")
    seen.page.wait_for_selector(".panel .detail", timeout=30_000)
    told = seen.page.locator(".panel .cells").all_inner_texts()
    assert told
    assert all(text.startswith("die ") and "*" not in text and ":" not in text for text in told)


def test_a_strike_is_never_spent_unasked(server: Server, look: Look) -> None:
    seen, game = sit(server, look, "dice-2", "here", "here")
    seen.page.locator(".throw").click()
    seen.page.wait_for_function("() => !document.querySelector('.throw')")
    row = seen.page.locator(".row:not(.live)").first
    slot = row.locator("[data-shape]").first
    assert "costs a strike" in slot.get_attribute("aria-label")
    assert seen.page.locator(".row.live [data-shape]").first.get_attribute("aria-label").endswith("places")
    slot.click()
    assert "costs one of your 3 strikes" in seen.said()
    assert "costs one of your 3 strikes" in seen.page.locator("[aria-live=polite]").inner_text()
    seen.page.keyboard.press("g")
    confirm = seen.page.locator(".actions .confirm")
    assert confirm.inner_text().strip() == "Strike"
    assert "one of 3" in confirm.get_attribute("aria-label")
    assert seen.page.locator(".strikes i").count() == 3
    assert seen.page.locator(".strikes i.used").count() == 0
    at = seen.page.locator(".stage").get_attribute("data-at")
    seen.page.mouse.click(*seen.point(at))
    seen.drawn()
    assert seen.pieces() == 0, "a click alone spends no strike"
    assert "costs one of your 3 strikes" in seen.said()
    confirm.click()
    seen.page.wait_for_function("() => document.querySelector('.timeline input').max === '2'")
    with server.join(game) as host:
        assert host.snapshot["strikes"] == [1, 0]
    assert seen.page.locator(".strikes i.used").count() == 0, "the tray is the next player's now"
    seen.page.locator(".row.live [data-shape]:not(:has(.faded))").first.click()
    seen.page.keyboard.press("g")
    seen.page.keyboard.press("Enter")
    seen.page.wait_for_selector(".strikes i.used")
    assert seen.page.locator(".strikes i.used").count() == 1, "the first player's strike is crossed out"


def test_being_blocked_is_a_sentence(server: Server, look: Look) -> None:
    game = server.open("classic-4", "here", "link", "link", "link")
    with server.join(game) as host:
        tokens = [seat["token"] for seat in host.snapshot["seats"]]
    with server.join(game, game["token"], *tokens) as all_four:
        while "blue" not in all_four.snapshot["out"]:
            snapshot = all_four.snapshot
            assert not snapshot["is_over"]
            # Blue takes the smallest pieces it can and is soon without a place.
            legal = snapshot["legal"]
            all_four.play(legal[0] if snapshot["turn"]["color"] == "blue" else legal[-1])
    seen = visit(server, look, game)
    assert "no" in seen.page.locator(".seat .note").first.inner_text()
    if not seen.is_over():
        assert "The others play on" in seen.said()


def test_whoever_loses_is_told_why(server: Server, look: Look) -> None:
    # The first seat plays its smallest pieces, the other its largest; in a copy of the game that one is a computer.
    played = server.open("duo", "here", "here")
    with server.join(played) as host:
        while not host.snapshot["is_over"]:
            host.play(host.snapshot["legal"][0 if host.snapshot["turn"]["actor"] == 0 else -1])
        assert host.snapshot["winners"] == [1]
        squares = [
            sum(len(step["cells"]) for step in host.snapshot["steps"] if step["seat"] == seat) for seat in (0, 1)
        ]
    text = server.http.get(f"/api/games/{played['game']}/share").json()["text"]
    seats = [{"kind": "here"}, {"kind": "computer", "level": 1}]
    seen = visit(server, look, server.http.post("/api/games", json={"shared": text, "seats": seats}).json())
    seen.page.get_by_role("button", name="Result").click()
    why = seen.page.locator("dialog[open] [data-why]").inner_text()
    more = f"Pip placed {squares[1] - squares[0]} more squares than you."
    assert why == more or re.fullmatch(
        r"You ran out of places first: after your last piece, Pip placed \d+ more\.", why
    )
    assert seen.page.locator("dialog[open] .scores strong").all_inner_texts() == ["Pip", "You"], "the winner first"


def test_a_newcomer_is_invited_once_and_told_the_goal(server: Server, look: Look) -> None:
    seen = look(server.url)
    seen.board()
    welcome = seen.page.locator(".welcome")
    assert "Place as many squares as you can" in welcome.inner_text()
    assert welcome.get_by_role("link").get_attribute("href") == "/learn/duo"
    assert "Momo" in seen.page.locator(".seat strong").nth(1).inner_text()
    welcome.get_by_role("button").click()
    seen.page.reload()
    seen.board()
    assert seen.page.locator(".welcome").count() == 0


@pytest.mark.parametrize(
    ("ruleset", "seats", "options", "words"),
    [
        ("classic-4", 4, {}, "covers its own corner of the board. C2"),
        ("classic-4", 4, {"corners": "free"}, "covers any corner of the board that is still free. C2"),
        ("classic-3", 3, {"shared": "red"}, "One color belongs to nobody: red."),
        ("duo", 2, {}, "start square. D1"),
        ("dice-2", 2, {}, "fewest empty squares win"),
        ("3d-tower-2x4", 2, {"scoring": "best"}, "Only the better of a player’s two colors counts. S7"),
    ],
)
def test_the_rules_are_one_tap_away(
    server: Server, look: Look, ruleset: str, seats: int, options: dict[str, str], words: str
) -> None:
    game = server.open(ruleset, "here", *["computer"] * (seats - 1), options=options)
    seen = visit(server, look, game, phone=True)
    seen.page.get_by_role("button", name="Rules").tap()
    seen.page.wait_for_selector("dialog[open] ol li")
    text = seen.page.locator("dialog[open]").inner_text()
    assert words in text
    assert "House value" not in text


@pytest.mark.parametrize("phone", [True, False], ids=["phone", "desktop"])
def test_house_values_are_the_rulesets_and_lead_to_where_they_are_chosen(
    server: Server, look: Look, phone: bool
) -> None:
    for ruleset, value in (("3d-pyramid-2", "here it is 2"), ("3d-pyramid-4", "here it is 4"), ("dice-2", "9 × 9")):
        seats = ["computer"] * (int(ruleset[-1]) - 1)
        seen = visit(server, look, server.open(ruleset, "here", *seats), phone=phone)
        seen.page.get_by_role("button", name="Rules").click()
        assert value in seen.page.locator("dialog[open] [data-house]").inner_text()
    game = server.open("classic-4", "here", *["computer"] * 3, options={"corners": "free"})
    seen = visit(server, look, game, phone=phone)
    seen.page.get_by_role("button", name="Rules").click()
    seen.page.locator("dialog[open] [data-change=corners]").click()
    aimed = seen.page.locator("dialog[open] [data-aimed=corners]")
    aimed.wait_for()
    assert aimed.locator("[aria-pressed=true]").inner_text().strip() == "Any free corner"
    assert aimed.evaluate("(it) => getComputedStyle(it).outlineStyle") == "solid"
    assert aimed.evaluate("(it) => it.contains(document.activeElement)")
    box = aimed.bounding_box()
    assert box["y"] >= 0 and box["y"] + box["height"] <= seen.page.viewport_size["height"], "it is in sight"
    # The sheet opened by its own button begins with the cards.
    seen.page.keyboard.press("Escape")
    seen.page.get_by_role("button", name="New game", exact=True).click()
    seen.page.wait_for_selector("dialog[open] [data-game]")
    assert seen.page.locator("[data-aimed]").count() == 0
    # The page of the rules leads there too, and number of players is a choice like an option.
    seen.page.goto(f"{server.url}/rules/3d")
    seen.page.locator("[data-change=players]").click()
    seen.page.wait_for_selector("dialog[open] [data-aimed=players]")


def test_cards_tell_squares_corners_and_partners(server: Server, look: Look) -> None:
    seen, _ = sit(server, look, "classic-teams", "here", "here", "here", "here", late=300)
    boxes = [seen.page.locator(".seat").nth(seat).bounding_box() for seat in range(4)]
    # Blue top left, yellow top right, red bottom right, green bottom left, as on the board.
    assert boxes[0]["x"] == boxes[3]["x"] < boxes[1]["x"] == boxes[2]["x"]
    assert boxes[0]["y"] == boxes[1]["y"] < boxes[2]["y"] == boxes[3]["y"]
    notes = seen.page.locator(".seat .note").all_inner_texts()
    assert [note.strip() for note in notes] == ["with red", "with green", "with blue", "with yellow"]
    for count in (1, 2):
        by_keys(seen)
        seen.wait_for_moves(count)
    cards = [card.split() for card in seen.page.locator("[data-placed]").all_inner_texts()]
    placed = [int(card[0]) for card in cards]
    # Partners have one score, and 2 × 89 squares to place.
    assert placed[:2] == placed[2:]
    assert all(placed)
    assert [card[-1] for card in cards] == [f"−{178 - count}" for count in placed]


def test_cards_in_space_tell_what_is_seen_and_the_score_beside_it(server: Server, look: Look) -> None:
    game = server.open("3d-tower-2", "here", "here")
    with server.join(game) as host:
        for _ in range(6):
            host.play(host.snapshot["legal"][-1])
        scores = host.snapshot["scores"]
        left = [sum(len(supply["pieces"]) for supply in host.snapshot["supplies"][seat : seat + 1]) for seat in (0, 1)]
    seen = visit(server, look, game)
    cards = [card.split() for card in seen.page.locator("[data-placed]").all_inner_texts()]
    # Every cube seen from above is a point, every piece in hand costs one.
    assert [int(card[0]) for card in cards] == [score + count for score, count in zip(scores, left, strict=True)]
    assert [card[-1] for card in cards] == [str(score).replace("-", "−") for score in scores]
