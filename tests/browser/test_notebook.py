"""The table in a notebook: what Jupyter would load, in Chromium, with a real table of Python at the other end."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import cornerwise as cw
from cornerwise import Table
from cornerwise.notebook import PAGE
from cornerwise.server.wire.snapshot import Snapshot
from table import DRAWN

# What anywidget gives a widget: values that follow those of Python, messages, and nothing else.
HARNESS = """async ({ script, values, atlas }) => {
  const bytes = Uint8Array.from(atlas);
  const heard = new Map();
  const model = {
    get: (name) => (name === "atlas" ? new DataView(bytes.buffer) : values[name]),
    on: (event, listener) => heard.set(event, [...(heard.get(event) ?? []), listener]),
    off: (event, listener) => heard.set(event, (heard.get(event) ?? []).filter((each) => each !== listener)),
    send: (message) => void window.tell(JSON.stringify(message)),
  };
  window.change = (name, value) => {
    values[name] = value;
    for (const listener of heard.get(`change:${name}`) ?? []) listener();
  };
  window.message = (message) => (heard.get("msg:custom") ?? []).forEach((listener) => listener(message));
  window.heard = () => [...heard.values()].flat().length;
  const { default: widget } = await import(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
  window.forget = await widget.render({ model, el: document.getElementById("cell") });
}"""
VALUES = ("rules", "snapshot", "tree", "advice", "busy")


class Cell:
    """A table shown in the output of a cell."""

    def __init__(self, page: Any, table: Table) -> None:
        self.page, self.table, self.told = page, table, []
        page.expose_function("tell", lambda message: self.told.append(message))
        table.send = lambda message: page.evaluate("message => window.message(message)", message)
        values = {name: getattr(table, name) for name in VALUES}
        script = PAGE.read_text("utf-8")
        page.evaluate(HARNESS, {"script": script, "values": _plain(values), "atlas": list(table.atlas)})
        table.observe(self._change, names=VALUES)

    def _change(self, change: Any) -> None:
        self.page.evaluate("([name, value]) => window.change(name, value)", [change["name"], _plain(change["new"])])

    def listen(self, count: int = 1) -> None:
        """Lets Python hear what the board said."""
        for _ in range(200):
            if len(self.told) >= count:
                break
            self.page.wait_for_timeout(20)
        assert len(self.told) >= count, "the board said nothing"
        for message in self.told[:]:
            self.told.remove(message)
            self.table._hear(self.table, json.loads(message), [])

    def button(self, name: str) -> Any:
        return self.page.get_by_role("button", name=name, exact=True)

    @property
    def sentence(self) -> str:
        return str(self.page.locator(".sentence").inner_text())

    def point(self, cell: str) -> tuple[float, float]:
        """Where a cell of the board is on the screen."""
        board = self.table.game.ruleset.board
        x, y, _ = board.coordinates[board.parse_cell(cell)].tolist()
        box = self.page.locator("svg.board .ground").bounding_box()
        return (
            box["x"] + (0.1 + x + 0.5) * box["width"] / (board.columns + 0.2),
            box["y"] + (0.1 + board.rows - y - 0.5) * box["height"] / (board.rows + 0.2),
        )


def _plain(value: Any) -> Any:
    return json.loads(json.dumps(value))


@pytest.fixture
def open_cell(chromium: Any) -> Iterator[Callable[..., Cell]]:
    """Shows tables in pages that fetch nothing; afterwards none may have complained."""
    contexts, complaints = [], []

    def open_one(table: Table, *, body: str = "", **options: Any) -> Cell:
        usual = {"viewport": {"width": 1000, "height": 760}, "reduced_motion": "reduce"}
        context = chromium.new_context(**usual | options)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
        page.on("request", lambda request: complaints.append(request.url) if request.url.startswith("http") else None)
        page.set_content(
            f"<!doctype html><meta name=viewport content=width=device-width><body {body}><div id=cell></div></body>"
        )
        return Cell(page, table)

    yield open_one
    for context in contexts:
        context.close()
    assert complaints == []


def test_a_person_plays_by_mouse_against_a_player_of_python(open_cell: Callable[..., Cell]) -> None:
    cell = open_cell(Table("duo", players=["person", "greedy"], seed=1))
    page, game = cell.page, cell.table.game
    page.locator("[data-shape=X]").click()
    page.mouse.move(*cell.point("a1"))
    page.mouse.move(*cell.point("b2"))
    cell.listen()  # why it does not fit
    page.wait_for_function("document.querySelector('.cornerwise-table').shadowRoot.querySelector('.sentence.bad')")
    assert cell.sentence == str(game.position.explain("b1,a2,b2,c2,b3"))
    page.mouse.click(*cell.point("e9"))
    cell.listen()
    assert str(game.moves[0]) == "e8,d9,e9,f9,e10" and len(game.moves) == 2, "the computer has answered"
    assert page.locator("svg.board .piece").count() == 2
    assert cell.sentence.startswith("Black to play, ")


def test_keys_alone_play_and_travel(open_cell: Callable[..., Cell]) -> None:
    cell = open_cell(Table("duo"))
    page, game = cell.page, cell.table.game
    page.evaluate("document.addEventListener('keydown', () => (window.leaked = true))")
    page.locator("section.table").focus()
    for key in ("x", "g", "Enter"):
        page.keyboard.press(key)
    cell.listen()
    assert [move.shape for move in game.moves] == ["X"]
    page.keyboard.press("l")
    page.keyboard.press("r")
    page.keyboard.press("g")
    page.keyboard.press("Enter")
    cell.listen()
    assert len(game.moves) == 2
    page.keyboard.press("ArrowLeft")
    cell.listen()
    assert len(game.moves) == 1 and page.locator("svg.board .piece").count() == 1
    page.keyboard.press("Home")
    cell.listen()
    assert game.node is game.root
    page.keyboard.press("End")
    cell.listen()
    assert len(game.moves) == 2
    assert not page.evaluate("window.leaked"), "keys of the board are no shortcuts of the notebook"


def test_the_keys_go_on_where_a_pressed_button_is_switched_off(open_cell: Callable[..., Cell]) -> None:
    cell = open_cell(Table("duo"))
    page, game = cell.page, cell.table.game
    page.locator("[data-shape=X]").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("g")
    cell.button("Place").focus()
    page.keyboard.press("Enter")
    cell.listen()
    assert len(game.moves) == 1 and cell.button("Place").is_disabled()
    page.evaluate(DRAWN)  # a browser takes the focus away when it draws next
    page.keyboard.press("ArrowLeft")
    cell.listen()
    assert len(game.moves) == 0
    page.keyboard.press("ArrowRight")
    cell.listen()
    assert len(game.moves) == 1
    for button in ("Undo", "To the end", "To the start", "Forward", "Back"):
        was = len(game.moves)
        cell.button(button).focus()
        page.keyboard.press("Enter")
        cell.listen()
        assert len(game.moves) == 1 - was and cell.button(button).is_disabled()
        page.evaluate(DRAWN)
        assert page.evaluate("document.activeElement.matches('.cornerwise-table')")
    page.keyboard.press("ArrowRight")
    cell.listen()
    assert len(game.moves) == 1


def test_the_tree_can_be_gone_through_and_grows_branches(open_cell: Callable[..., Cell]) -> None:
    game = cw.play_game([cw.GreedyPlayer(seed=1), cw.GreedyPlayer(seed=2)], "duo")
    last = len(game.moves)
    cell = open_cell(Table(game))
    page = cell.page
    scrubber = page.get_by_role("slider")
    scrubber.fill("2")
    cell.listen()
    assert len(game.moves) == 2 and page.locator(".count").inner_text() == f"2 / {last}"
    page.locator(".step").nth(4).click()
    cell.listen()
    assert len(game.moves) == 5
    page.locator("section.table").focus()
    shape = next(move.shape for move in game.legal_moves if move != game.variations[0].step)
    page.locator(f'[data-shape="{shape}"]').focus()
    page.keyboard.press("Enter")
    page.keyboard.press("g")
    cell.button("Place").click()
    cell.listen()
    assert len(game.moves) == 6 and len(game.node.parent.children) == 2
    assert page.locator(".line.branch").count() == 1
    assert page.locator(".step[aria-current=true]").inner_text().startswith("6. ")


def test_advice_is_shown_on_the_board(open_cell: Callable[..., Cell]) -> None:
    table = Table("duo", limit=cw.Limit(simulations=200), seed=1)
    cell = open_cell(table)
    cell.button("Advice").click()
    cell.listen()
    assert cell.page.locator(".proposal").count() == 1
    assert cell.page.locator(".advice > p").inner_text() == table.advice["headline"]
    first = table.advice["candidates"][0]
    cell.page.locator(".advice ol button").first.click()
    cell.button("Place").click()
    cell.listen()
    assert table.game.moves[0].id == first["move"]
    assert cell.page.locator(".advice").count() == 0, "advice about a position goes with it"


def test_a_finger_lays_down_and_a_check_mark_plays(open_cell: Callable[..., Cell]) -> None:
    cell = open_cell(Table("duo"), has_touch=True, is_mobile=True, viewport={"width": 390, "height": 844})
    cell.page.locator("[data-shape=X]").tap()
    cell.page.touchscreen.tap(*cell.point("e9"))
    assert cell.page.locator(".board-box").get_attribute("data-fits") == "true" and cell.told == []
    cell.button("Place").tap()
    cell.listen()
    assert str(cell.table.game.moves[0]) == "e8,d9,e9,f9,e10"
    assert cell.page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_strike_is_spent_only_when_asked_twice(open_cell: Callable[..., Cell]) -> None:
    table = Table("dice-2", seed=5)
    cell = open_cell(table)
    plain = {move.shape for move in table.game.legal_moves if not move.strike}
    struck = next(move for move in table.game.legal_moves if move.shape not in plain)
    page = cell.page
    page.locator(f'[data-shape="{struck.shape}"]').focus()
    page.keyboard.press("Enter")
    page.keyboard.press("g")
    assert cell.sentence == "This takes a strike."
    cell.button("Place").click()
    assert cell.sentence == "Place it again to spend the strike." and cell.told == []
    cell.button("Place").click()
    cell.listen()
    assert table.game.moves[0].strike


@pytest.mark.parametrize(
    ("body", "scheme", "is_dark"),
    [
        ("data-jp-theme-light=false", "light", True),
        ("data-jp-theme-light=true", "dark", False),
        ("class=vscode-dark", "light", True),
        ("", "dark", True),
        ("", "light", False),
    ],
)
def test_it_is_dressed_like_the_notebook_around_it(
    open_cell: Callable[..., Cell], body: str, scheme: str, is_dark: bool
) -> None:
    cell = open_cell(Table("duo"), body=body, color_scheme=scheme)
    color = cell.page.locator("section.table").evaluate("each => getComputedStyle(each).backgroundColor")
    assert color == ("rgb(25, 23, 21)" if is_dark else "rgb(245, 241, 234)")


def test_the_computer_answers_what_python_plays(open_cell: Callable[..., Cell]) -> None:
    cell = open_cell(Table("duo", players=["person", "greedy"], seed=1))
    assert not Table("duo", players=["greedy", "person"]).busy
    cell.table.game.play("e8,d9,e9,f9,e10")
    cell.table.go_on()
    assert len(cell.table.game.moves) == 2
    assert cell.page.locator("svg.board .piece").count() == 2 and cell.sentence.startswith("Black to play, ")


def test_a_removed_cell_leaves_nothing_behind(open_cell: Callable[..., Cell]) -> None:
    cell = open_cell(Table("3d-pyramid-2"))
    assert cell.page.evaluate("window.heard()") > 0
    cell.page.evaluate("window.forget()")
    assert cell.page.evaluate("window.heard()") == 0
    assert cell.page.locator(".cornerwise-table").count() == 0


@pytest.mark.parametrize("name", cw.rulesets())
def test_every_game_tells_what_the_page_understands(name: str) -> None:
    rules = cw.ruleset(name)
    table = Table(name, players=["person"] + ["random"] * (rules.seats - 1), seed=3)
    for _ in range(4):
        message = {"kind": "play", "move": table.snapshot["legal"][0], "ply": table.snapshot["ply"]}
        table._hear(table, message, [])
        Snapshot.model_validate_json(json.dumps(table.snapshot))
    table._hear(table, {"kind": "goto", "node": 1}, [])
    Snapshot.model_validate_json(json.dumps(table.snapshot))
    assert table.snapshot["at"] == 1 and len(table.snapshot["steps"]) >= 4


def test_nonsense_from_the_board_changes_nothing() -> None:
    table = Table("duo")
    said: list[Any] = []
    table.send = said.append
    for message in (
        None, 7, {}, {"kind": "play"}, {"kind": "play", "ply": 0}, {"kind": "play", "ply": 0, "move": -1},
        {"kind": "play", "ply": 0, "move": "x"}, {"kind": "play", "ply": 9, "move": 5}, {"kind": "goto", "node": 99},
        {"kind": "goto", "node": []}, {"kind": "explain", "cells": [999]}, {"kind": "explain", "cells": "a"},
    ):  # fmt: skip
        table._hear(table, message, [])
        assert table.game.node is table.game.root
    assert all(each["kind"] == "notice" and each["sentence"].endswith(".") for each in said)
    with pytest.raises(cw.CornerwiseError, match="2 seats, but 3 players"):
        Table("duo", players=["person"] * 3)
    with pytest.raises(cw.WrongType, match="a list"):
        Table("duo", players="person")
    with pytest.raises(cw.WrongType, match="Limit"):
        Table("duo", limit=0.5)


def test_rulesets_and_positions_of_ones_own_are_shown() -> None:
    own = cw.parse_ruleset(
        "name = 'small'\nextends = 'duo'\nboard = { columns = 12, rows = 12 }\nstarts = { cells = ['c3', 'j10'] }"
    )
    table = Table(own)
    assert table.rules["name"] == "small" and table.rules["board"]["columns"] == 12 and table.snapshot["legal"]
    position = cw.Position.setup("duo", {"black": ["e8,d9,e9,f9,e10"]}, "white")
    table = Table(position)
    assert [piece["shape"] for piece in table.snapshot["sheets"][0]["placed"]] == ["X"] and table.snapshot["at"] == 0
