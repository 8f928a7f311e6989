"""The archive from outside: a public game that ends is found, opened, downloaded; a private one stays private."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import delete, update

from cornerwise.server.archive.filing import hide_game
from cornerwise.server.bus.local import LocalBus
from cornerwise.server.lobby.moderation import annul
from cornerwise.server.play.running.clerk import look_through
from cornerwise.server.play.running.sessions import Sessions
from cornerwise.server.store.database import in_directory, within
from cornerwise.server.store.store import Store, Transaction
from cornerwise.server.store.tables import ArchiveRow, ArchiveSeatRow, GameRow, milliseconds
from cornerwise.server.think.pool import Pool
from serving import Server
from strangers import Stranger, meet, play_in


def finish(server: Server, **more: object) -> tuple[str, list[Stranger]]:
    """A Duo game between two strangers that ends early, since the second resigns."""
    strangers = meet(server, **more)
    game = strangers[0].snapshot["game"]
    play_in(strangers)
    answer = strangers[1].ask("resign", game=game, seat=1)
    assert answer["type"] == "done", answer
    return game, strangers


def listed(server: Server, **wish: object) -> list[str]:
    answer = server.http.get("/api/archive", params=wish)  # type: ignore[arg-type]
    assert answer.status_code == 200, answer.text
    return [game["game"] for game in answer.json()["games"]]


def test_a_public_game_that_ends_is_found_and_opened(server: Server) -> None:
    game, (first, second) = finish(server)
    (found,) = [each for each in server.http.get("/api/archive").json()["games"] if each["game"] == game]
    assert [seat["name"] for seat in found["seats"]] == [first.name, second.name]
    assert [seat["rank"] for seat in found["seats"]] == [1, 2]
    assert found["moves"] == 4 and found["is_rated"] and found["seats"][0]["after"] > 1500
    assert listed(server, person=second.name, result="lost", ruleset="duo", rated=True, live=True) == [game]
    assert listed(server, person=second.name, result="won") == []
    assert listed(server, person=second.name, until=found["ended"]) == []
    record = server.http.get(f"/api/games/{game}/record")
    assert record.status_code == 200 and record.json()["ruleset"] == "duo"
    summary = server.http.get("/api/games", params={"ids": game}).json()["games"][0]
    replayed = server.http.get(f"/api/games/{game}").json()
    assert summary | {"played": ""} == replayed | {"played": ""}, "what is stored is what a replay tells"
    assert summary["is_over"] and summary["ranks"] == [1, 2]


def test_private_games_are_nobody_elses_business(server: Server) -> None:
    game, (first, second) = finish(server, is_public=False, is_rated=False)
    stranger = Stranger(server)
    assert listed(server, person=first.name) == []
    for http in (server.http, stranger.http):
        assert http.get("/api/games", params={"ids": game}).json()["games"] == []
        for path in ("", "/record", "/share", "/picture.svg"):
            answer = http.get(f"/api/games/{game}{path}")
            assert (answer.status_code, answer.json()["code"]) == (403, "not_yours"), path
    assert second.http.get("/api/games", params={"ids": game}).json()["games"][0]["game"] == game
    assert second.http.get(f"/api/games/{game}/record").status_code == 200


def test_an_aborted_game_is_not_archived(server: Server) -> None:
    strangers = meet(server)
    strangers[0].ask("abort", game=strangers[0].snapshot["game"])
    assert listed(server, person=strangers[0].name) == []


def test_moderators_hide_and_annul(server: Server) -> None:
    game, (first, _) = finish(server)
    url = in_directory(server.data)
    within(url, lambda transaction: hide_game(transaction, game, milliseconds()))
    assert listed(server, person=first.name) == []
    assert server.http.get(f"/api/games/{game}").status_code == 200, "whoever has the link can open it"
    within(url, lambda transaction: hide_game(transaction, game, None))
    within(url, lambda transaction: annul(transaction, game, milliseconds()))
    (found,) = server.http.get("/api/archive", params={"person": first.name}).json()["games"]
    assert found["is_annulled"]


@pytest.mark.parametrize(
    ("wish", "status", "sentence"),
    [
        ({"person": "nobody of this name"}, 404, "There is nobody with that name here."),
        ({"after": "nonsense"}, 422, "That page of the archive cannot be found; begin with the first."),
        ({"result": "won"}, 422, "Say for whom the game ended so."),
        ({"level": 11}, 422, None),
        ({"since": -1}, 422, None),
        ({"ruleset": "x" * 99}, 422, None),
        ({"ruleset": "no-such"}, 200, None),
    ],
)
def test_bad_wishes_get_a_sentence(server: Server, wish: dict[str, object], status: int, sentence: str | None) -> None:
    answer = server.http.get("/api/archive", params=wish)  # type: ignore[arg-type]
    assert answer.status_code == status
    assert sentence is None or answer.json()["sentence"] == sentence


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_games_of_earlier_versions_are_filed(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, kind: str
) -> None:
    data = tmp_path_factory.mktemp("older")
    is_postgres = kind == "postgresql"
    url = request.getfixturevalue("postgres").fresh() if is_postgres else in_directory(data)
    server = Server(data, *(["--database", url] if is_postgres else []))
    game, strangers = finish(server)
    private, _ = finish(server, is_public=False, is_rated=False)
    before = server.http.get("/api/archive").json()
    home = server.open("duo", "here", "computer")
    for stranger in strangers:
        stranger.close()
    assert server.stop() == 0

    def forget(transaction: Transaction) -> None:
        transaction.execute(delete(ArchiveSeatRow))
        transaction.execute(delete(ArchiveRow))
        transaction.execute(update(GameRow).values(summary=None))

    within(url, forget)
    store = Store(url)

    async def work() -> None:
        pool = Pool(1)
        sessions = Sessions(store, pool, 0.0, LocalBus())
        last = await look_through(sessions)
        assert last == max(game, private, home["game"])
        assert await look_through(sessions, last) is None
        assert await look_through(sessions) is None, "each is looked through once"
        sessions.close()
        pool.close()

    asyncio.run(work())
    store.close()
    server.start()
    assert server.http.get("/api/archive").json() == before
    assert server.http.get("/api/games", params={"ids": home["game"]}).json()["games"][0]["is_over"] is False
    assert server.stop() == 0
