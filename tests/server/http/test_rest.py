"""REST: rulesets, atlases, games and pictures as the page fetches them."""

from __future__ import annotations

import json
import re
import struct
from io import BytesIO
from itertools import groupby

import numpy as np
import pytest
from PIL import Image

import cornerwise as cw
from cornerwise.engine.level import levels
from cornerwise.formats.blksgf import format_blksgf
from cornerwise.formats.record import parse_game
from cornerwise.game import Game
from cornerwise.server.ratings.ladder import ladder_of
from serving import Server


def test_welcome_names_every_ruleset_and_level(server: Server) -> None:
    welcome = server.http.get("/api/welcome").json()
    assert [each["name"] for each in welcome["rulesets"]] == list(cw.rulesets())
    strengths = {each["name"]: [strength["key"] for strength in each["strengths"]] for each in welcome["rulesets"]}
    assert strengths == {name: [level.key for level in levels(cw.ruleset(name))] for name in cw.rulesets()}
    assert len(strengths["dice-2"]) < len(strengths["duo"]), "luck leaves room for fewer levels"
    duo = next(each for each in welcome["rulesets"] if each["name"] == "duo")
    assert duo["strengths"][0]["rating"] == ladder_of("duo", is_live=True).anchors[0]


def test_welcome_says_which_options_give_the_colors_to_others(server: Server) -> None:
    for each in server.http.get("/api/welcome").json()["rulesets"]:
        for option in each["options"]:
            for value in option["values"]:
                owners = option["owners"].get(value, each["owners"])
                assert tuple(owners) == cw.ruleset(each["name"], **{option["name"]: value}).owners


def test_welcome_sorts_rulesets_into_families(server: Server) -> None:
    welcome = server.http.get("/api/welcome").json()["rulesets"]
    families = {each["name"]: (each["family"], each["structure"]) for each in welcome}
    assert families["classic-teams"] == ("classic", None)
    assert families["3d-wall-2x4"] == ("3d", "wall")
    listed = [family for family, _ in families.values()]
    assert [family for family, _ in groupby(listed)] == list(dict.fromkeys(listed)), "families stand together"


@pytest.mark.parametrize("name", ["classic-4", "duo", "dice-3", "3d-tower-2"])
def test_the_example_of_the_rules_is_a_real_game(server: Server, name: str) -> None:
    detail = server.http.get(f"/api/rulesets/{name}").json()
    assert len(detail["example"]) == 16
    game = Game(name)
    game.seed = 1
    shown = iter(detail["example"])

    def choose(position: cw.Position) -> cw.Move:
        sheet, color, move = next(shown)
        assert (position.turn.sheet, position.turn.color) == (sheet, detail["colors"][color])
        return position.ruleset.move(move)

    game.play_on(choose, until=lambda _: sum(isinstance(step, cw.Move) for step in game.steps) == 16)


@pytest.mark.parametrize("name", cw.rulesets())
def test_ruleset_and_atlas_agree_with_the_library(server: Server, name: str) -> None:
    ruleset = cw.ruleset(name)
    detail = server.http.get(f"/api/rulesets/{name}").json()
    assert len(detail["board"]["cells"]) == ruleset.board.cell_count == len(detail["board"]["names"])
    assert [shape["name"] for shape in detail["shapes"]] == [shape.name for shape in ruleset.shapes]
    assert sum(height for _, _, height in detail["board"]["heights"]) == ruleset.board.cell_count
    assert cw.Position.parse(detail["position"]) == cw.start(name)

    firsts = [way["first"] for way in detail["ways"]]
    assert firsts == sorted(firsts)
    for way, end in zip(detail["ways"], [*firsts[1:], ruleset.move_count], strict=True):
        assert end - way["first"] == len(ruleset.atlas)
        for placement in (0, len(ruleset.atlas) // 2, len(ruleset.atlas) - 1):
            move = ruleset.move(way["first"] + placement)
            assert (move.die, move.strike) == (way["die"], way["strike"])
            assert sorted(move.cells) == sorted(cell for cell in ruleset.atlas.cells[placement] if cell >= 0)

    answer = server.http.get(detail["atlas"]["url"])
    assert "immutable" in answer.headers["cache-control"]
    body = answer.content
    magic, version, count, width = struct.unpack_from("<4sIII", body)
    assert (magic, version, count) == (b"CWAT", 1, len(ruleset.atlas))
    cells = np.frombuffer(body, "<i2", count * width, 16).reshape(width, count).T
    assert (cells == np.asarray(ruleset.atlas.cells)).all()
    shapes = np.frombuffer(body, "u1", count, 16 + 2 * count * width)
    orientations = np.frombuffer(body, "u1", count, 16 + 2 * count * width + count)
    assert (shapes == np.asarray(ruleset.atlas.shapes)).all()
    # A placement is its orientation moved: the page may draw it from either.
    coordinates = np.array(detail["board"]["cells"])
    for placement in range(0, count, max(1, count // 200)):
        covered = coordinates[[cell for cell in cells[placement] if cell >= 0]]
        turned = np.array(detail["shapes"][shapes[placement]]["orientations"][orientations[placement]])
        normal = covered - covered.min(axis=0)
        assert sorted(map(tuple, normal)) == sorted(map(tuple, turned - turned.min(axis=0)))


def test_a_newcomers_table_is_set_but_no_game_is_opened(server: Server) -> None:
    first = server.http.get("/api/first").json()
    shown = first["snapshot"]
    assert first["rules"] == server.http.get(f"/api/rulesets/{shown['ruleset']}").json()
    assert shown["legal"] == cw.start(shown["ruleset"]).legal_ids.tolist()
    assert [seat["kind"] for seat in shown["seats"]] == ["here", "computer"]
    assert server.http.get(f"/api/games/{shown['game']}").status_code == 404


def test_the_page_names_early_what_its_first_board_needs(server: Server) -> None:
    page = server.http.get("/")
    if page.status_code == 503:
        pytest.skip("The page is not built; run make web.")
    needs = re.findall(r"<([^>]+)>; rel=preload; as=fetch; crossorigin", page.headers["link"])
    first = server.http.get("/api/first").json()
    assert needs == [first["rules"]["atlas"]["url"]]
    data = re.search(r'<script type="application/json" id="first">([^<]+)</script>', page.text)
    assert data and json.loads(data[1]) == first
    assert server.http.get("/", headers={"if-none-match": page.headers["etag"]}).status_code == 304
    assert "link" not in server.http.get("/puzzles").headers
    assert 'src="/assets/' in server.http.get("/game/any-path").text, "parts are found from any path"
    script = re.search(r'src="(/assets/[^"]+[.]js)"', page.text)
    assert script
    answer = server.http.get(script[1])
    assert answer.headers["content-encoding"] == "gzip" and "immutable" in answer.headers["cache-control"]
    plain = server.http.get(script[1], headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers and plain.content == answer.content


def test_options_are_taken_and_wrong_ones_refused(server: Server) -> None:
    fixed = server.http.get("/api/rulesets/duo").json()
    free = server.http.get("/api/rulesets/duo?starts=free").json()
    assert free["options"] == {"starts": "free"}
    assert {choice["name"]: choice["values"] for choice in fixed["choices"]} == {"starts": ["fixed", "free"]}
    for path in ("duo?starts=maybe", "duo?color=red", "nonsense"):
        answer = server.http.get(f"/api/rulesets/{path}")
        assert answer.status_code == 404
        assert answer.json()["sentence"]


def test_what_has_not_changed_is_not_sent_again(server: Server) -> None:
    first = server.http.get("/api/welcome")
    again = server.http.get("/api/welcome", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_a_game_can_be_shared_and_opened_again(server: Server) -> None:
    game = server.open("classic-2", "here", "here")
    with server.join(game) as client:
        for _ in range(6):
            client.play()
        client.at_table("undo")
        client.play(client.snapshot["legal"][3])
        shared = server.http.get(f"/api/games/{game['game']}/share").json()
        record = server.http.get(f"/api/games/{game['game']}/record").text
        foreign = format_blksgf(parse_game(record))
        for body in ({"shared": shared["text"]}, {"record": record}, {"record": foreign}):
            copy = server.http.post("/api/games", json=body).json()
            with server.join(copy) as other:
                assert other.snapshot["position"] == client.snapshot["position"]
                assert len(other.snapshot["variations"]) == len(client.snapshot["variations"]) == 1
        assert parse_game(record).position.text == client.snapshot["position"]


def test_what_was_taken_back_is_not_shared(server: Server) -> None:
    game = server.open("duo", "here", "here")
    with server.join(game) as client:
        for _ in range(5):
            client.play()
        for _ in range(3):
            client.at_table("undo")
        assert (client.snapshot["at"], len(client.snapshot["steps"])) == (2, 5)
        path = f"/api/games/{game['game']}"
        shared = server.http.get(f"{path}/share").json()
        record = server.http.get(f"{path}/record").text
        assert parse_game(record).position.text == client.snapshot["position"]
        for body in ({"shared": shared["text"]}, {"record": record}):
            with server.join(server.http.post("/api/games", json=body).json()) as other:
                assert other.snapshot["position"] == client.snapshot["position"]
                assert len(other.snapshot["steps"]) == 2
        film = Image.open(BytesIO(server.http.get(f"{path}/picture.gif").content))
        assert film.n_frames == 3, "the empty board and two moves"


def test_a_picture_shows_the_names_and_the_turn_of_the_page(server: Server) -> None:
    game = server.open("duo", "here", "here")
    path = f"/api/games/{game['game']}/picture.svg"
    plain = server.http.get(path).text
    named = server.http.get(path, params={"name": ["Ann", "Zoë & Co"]}).text
    assert "seat 1" in plain and "seat 1" not in named
    assert "Ann" in named and "Zoë &amp; Co" in named
    assert server.http.get(path, params={"view": 2}).text != plain
    for odd in ({"name": ["Ann"]}, {"name": ["Ann", "x" * 41]}, {"name": ["Ann", "\n"]}, {"view": 4}):
        answer = server.http.get(path, params=odd)
        assert answer.status_code == 422 and answer.json()["sentence"], odd


def test_a_copy_goes_on_from_any_step_and_the_game_stays(server: Server) -> None:
    game = server.open("duo", "here", "computer")
    with server.join(game) as client:
        for at in (2, 4, 6):
            client.play()
            client.wait(lambda snapshot, at=at: snapshot["at"] == at)
        text = server.http.get(f"/api/games/{game['game']}/share").json()["text"]
        copy = server.http.post("/api/games", json={"shared": text, "after": 3}).json()
        with server.join(copy) as other:
            assert other.snapshot["steps"][2]["text"] == client.snapshot["steps"][2]["text"]
            assert other.wait(lambda snapshot: snapshot["at"] == 4), "the computer goes on"
            assert len(client.snapshot["steps"]) == client.snapshot["at"] == 6
        answer = server.http.post("/api/games", json={"shared": text, "after": 7})
        assert answer.status_code == 422, answer.text
        assert "6 steps" in answer.json()["sentence"]


def test_a_game_opened_again_seats_who_sat_there(server: Server) -> None:
    seats = [{"kind": "here", "name": "Ann"}, {"kind": "computer", "level": 7}]
    game = server.http.post("/api/games", json={"ruleset": "duo", "seats": seats}).json()
    record = server.http.get(f"/api/games/{game['game']}/record").text
    old = json.loads(record)
    old["tags"] = {"seat 1": "here", "seat 2": "computer"}
    foreign = f"(;GM[Blokus Duo]PB[Pentobi\n{'x' * 60}]PW[Ben])"
    bare = "(;GM[Blokus Duo])"
    for text, found in (
        (record, [("here", "Ann"), ("computer", 7)]),
        (json.dumps(old), [("here", ""), ("computer", 3)]),
        (foreign, [("here", "Pentobi " + "x" * 32), ("here", "Ben")]),
        (bare, [("here", ""), ("computer", 3)]),
    ):
        with server.join(server.http.post("/api/games", json={"record": text}).json()) as client:
            shown = client.snapshot["seats"]
            assert [(seat["kind"], seat["name" if seat["kind"] == "here" else "level"]) for seat in shown] == found


def test_a_whole_classic_game_fits_in_a_link(server: Server) -> None:
    game = server.open("classic-4", "computer", "computer", "computer", "computer")
    with server.join(game) as client:
        client.wait(lambda snapshot: snapshot["is_over"], 60)
    text = server.http.get(f"/api/games/{game['game']}/share").json()["text"]
    assert len(text) < 2000


@pytest.mark.parametrize("body", [
    {"shared": "AAAA"},
    {"shared": "eNpLTEoGAAJNASc"},
    {"record": "{}"},
    {"record": json.dumps({"format": "cornerwise game 1", "ruleset": "duo", "moves": ["a1"]})},
    {"record": "[" * 50_000},
    {"record": "(;GM[Blokus Duo];B[a1])"},
    {"record": "(;" * 50_000},
    {"ruleset": "duo", "record": "{}"},
    {"ruleset": "duo", "seats": [{"kind": "here"}]},
    {"ruleset": "duo", "options": {"starts": "sideways"}},
    {"ruleset": "chess"},
    {},
])  # fmt: skip
def test_what_is_no_game_is_refused_with_a_sentence(server: Server, body: dict) -> None:
    answer = server.http.post("/api/games", json=body)
    assert answer.status_code == 422
    assert answer.json()["sentence"].endswith(".")


def test_pictures(server: Server) -> None:
    game = server.open("duo", "here", "here")
    with server.join(game) as client:
        for _ in range(3):
            client.play()
    address = f"/api/games/{game['game']}/picture"
    assert server.http.get(f"{address}.svg").text.startswith("<svg")
    assert server.http.get(f"{address}.svg?ply=0").text != server.http.get(f"{address}.svg").text
    assert server.http.get(f"{address}.png", timeout=20).content.startswith(b"\x89PNG")
    film = server.http.get(f"{address}.gif", timeout=20)
    assert film.content.startswith(b"GIF89a")
    assert film.headers["content-type"] == "image/gif"
    assert server.http.get(f"{address}.svg?ply=99").status_code == 422
    # A small picture is the board alone.
    bare = server.http.get(f"{address}.svg?bare=true").text
    assert "<text" in server.http.get(f"{address}.svg").text
    assert "<text" not in bare
    _, _, width, height = re.findall(r'viewBox="([^"]+)"', bare)[0].split()
    assert width == height


def test_summaries(server: Server) -> None:
    games = [server.open("duo", "here", "computer")["game"] for _ in range(2)]
    listed = server.http.get(f"/api/games?ids={games[1]},nonsense1,{games[0]}").json()["games"]
    assert [each["game"] for each in listed] == [games[1], games[0]]
    assert server.http.get(f"/api/games/{games[0]}").json() == listed[1]
    assert server.http.get("/api/games/nonsense1").status_code == 404
