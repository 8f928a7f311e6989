"""The routes of ladders, rankings and ratings over time, on a real server."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from club import DAY, NOON, Club
from sqlalchemy import select
from sqlalchemy.orm import Session as Transaction

from command import command
from cornerwise.server.store.database import connect, in_directory
from cornerwise.server.store.tables import PersonRow
from serving import Json, Server

NAMES = [f"Player {number}" for number in range(60)]


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server in whose ranking of Duo sixty people stand, the first the best."""
    data = tmp_path_factory.mktemp("hall")
    engine = connect(in_directory(data))
    club = Club(engine)
    club.join(*NAMES[:30], country="CH")
    club.join(*NAMES[30:], country="FR")
    for round in (1, 2):
        for number in range(0, 60, 2):
            club.play("duo", [NAMES[number], NAMES[59 - number]], [1, 2], NOON + round * DAY)
    club.play("duo", [NAMES[0], 5], [1, 2], NOON + 3 * DAY)
    club.play("duo", [NAMES[0], NAMES[2]], [1, 2], NOON + 4 * DAY)
    club.play("classic-4", [NAMES[0], NAMES[1], NAMES[2], 3], [1, 1, 3, 4], NOON, is_live=False)
    with Transaction(engine) as transaction, transaction.begin():
        for name in NAMES:  # as names are folded
            row = transaction.get_one(PersonRow, name)
            row.name_key = name.lower().replace(" ", "").replace("1", "l").replace("0", "o")
    engine.dispose()
    server = Server(data)
    yield server
    assert server.stop() == 0


def get(server: Server, path: str, status: int = 200) -> Json:
    """What a path answers."""
    answer = server.http.get(path)
    assert answer.status_code == status, answer.text
    found: Json = answer.json()
    return found


def test_every_ladder_tells_its_computers_and_its_people(hall: Server) -> None:
    found = {each["key"]: each for each in get(hall, "/api/ladders")["ladders"]}
    assert found["duo-live"]["people"] == 60 and found["classic-turns"]["people"] == 3
    assert found["duo-live"]["rulesets"] == ["duo"]
    assert found["duo-live"]["anchors"][0] == {"level": 1, "key": "newcomer", "number": 800}
    assert "classic-teams" in found["classic-live"]["rulesets"] and found["dice-live"]["people"] == 0


def test_pages_lead_to_each_other(hall: Server) -> None:
    first = get(hall, "/api/ranking/duo-live")
    assert first["people"] == 60 and first["before"] is None and first["you"] is None
    assert [place["rank"] for place in first["places"]] == list(range(1, 51))
    second = hall.http.get("/api/ranking/duo-live", params={"after": first["after"]}).json()
    assert [place["rank"] for place in second["places"]] == list(range(51, 61)) and second["after"] is None
    back = hall.http.get("/api/ranking/duo-live", params={"before": second["before"]}).json()
    assert back == first
    best = first["places"][0]
    assert best["name"] == "Player 0" and best["country"] == "CH"
    assert best["rating"]["games"] == 4 and best["rating"]["is_provisional"] and best["rating"]["number"] > 1600


def test_a_country_has_a_list_of_its_own(hall: Server) -> None:
    page = get(hall, "/api/ranking/duo-live?country=FR")
    assert page["people"] == 30 and {place["country"] for place in page["places"]} == {"FR"}
    assert [place["rank"] for place in page["places"]] == list(range(1, 31))
    assert get(hall, "/api/ranking/duo-live?country=IS")["places"] == []


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/ranking/chess-live", 404),
        ("/api/ranking/duo-live?after=nonsense", 422),
        ("/api/ranking/duo-live?country=france", 422),
        ("/api/people/Nobody/ratings", 404),
    ],
)
def test_what_is_not_there_gets_a_sentence(hall: Server, path: str, status: int) -> None:
    assert get(hall, path, status)["sentence"].endswith(".")


def test_ratings_over_time_and_the_best_results(hall: Server) -> None:
    found = get(hall, "/api/people/player%200/ratings")
    assert found["name"] == "Player 0"
    duo, classic = found["ladders"]
    assert (duo["ladder"], classic["ladder"]) == ("duo-live", "classic-turns")
    assert [point["ended"] for point in duo["points"]] == [NOON + day * DAY for day in (1, 2, 3, 4)]
    numbers = [point["number"] for point in duo["points"]]
    assert numbers == sorted(numbers) and numbers[-1] == duo["rating"]["number"] and duo["rank"] == 1
    assert duo["peak"] is None, "four games are provisional"
    best = [each["opponents"][0] for each in duo["best"]]
    assert [each["number"] for each in best] == sorted((each["number"] for each in best), reverse=True)
    assert {(each["name"], each["level"]) for each in best} >= {("Player 2", None), ("Computer 5", 5)}
    assert len(duo["best"]) == 4
    assert classic["best"] == [], "a shared first place is no win"


def test_a_visitor_finds_the_own_place_and_neighbors(hall: Server) -> None:
    with httpx.Client(base_url=hall.url, headers={"x-cornerwise": "1"}) as browser:
        name = browser.post("/api/people/me").json()["person"]["name"]
        engine = connect(in_directory(hall.data))
        with Transaction(engine.execution_options(writes=True)) as transaction, transaction.begin():
            me = transaction.scalars(select(PersonRow).where(PersonRow.name == name)).one()
            me.kind, mine = "account", me.id
        club = Club(engine)
        club.games = 1000
        club.play("duo", [mine, NAMES[59]], [1, 2], NOON + 9 * DAY)
        engine.dispose()
        page = browser.get("/api/ranking/duo-live").json()
    assert page["you"]["name"] == name and page["you"]["is_you"] and page["you"]["moved"] is None
    ranks = [place["rank"] for place in page["neighbors"]]
    assert ranks == list(range(ranks[0], ranks[0] + 7)) and page["you"] == page["neighbors"][3]
    assert [place for place in page["places"] if place["is_you"]] == [page["you"]]


def test_recomputing_by_command_changes_nothing(hall: Server) -> None:
    recompute = "ratings", "recompute", "--data", str(hall.data)
    for more in (["--check"], [], ["duo-live"]):
        done = command(*recompute, *more)
        assert done.returncode == 0, done.stderr
        assert "duo-live: 6" in done.stdout and "nothing changed" in done.stdout and "would" not in done.stdout
    wrong = command(*recompute, "chess")
    assert wrong.returncode == 2 and "There is no ladder 'chess'" in wrong.stderr


def test_recomputing_where_nothing_is_rated_says_so_and_makes_nothing(tmp_path: Path) -> None:
    def recompute(data: Path, *more: str) -> subprocess.CompletedProcess[str]:
        return command("ratings", "recompute", *more, "--data", str(data))

    empty, missing, new = tmp_path / "empty", tmp_path / "missing", tmp_path / "new"
    empty.mkdir()
    new.mkdir()
    for data in (empty, missing):
        done = recompute(data)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == f"cornerwise: There are no games in {str(data)!r}.\n"
    assert list(empty.iterdir()) == [] and not missing.exists()
    connect(in_directory(new)).dispose()
    assert recompute(new).stdout == "There are no rated results, so nothing changed.\n"
    assert recompute(new, "duo-live", "--check").stdout == (
        "There are no rated results on the ladder duo-live, so nothing changed.\n"
    )
