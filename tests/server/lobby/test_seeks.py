"""Seeks in the store: given away once, whoever asks, and gone when their seekers are."""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import select, update
from sqlalchemy.orm import Session as Transaction
from test_matching import DAYS, DUO, FOUR, NOW, seek

from cornerwise.server.lobby import seeks
from cornerwise.server.lobby.matching import Match
from cornerwise.server.lobby.seek import ABSENT_AFTER, LASTS, Seek
from cornerwise.server.store.database import connect, in_directory
from cornerwise.server.store.tables import SeekRow
from cornerwise.server.views.lobby import fair
from postgres import Postgres


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of either kind."""
    if request.param == "sqlite":
        address = in_directory(tmp_path)
    else:
        postgres: Postgres = request.getfixturevalue("postgres")
        address = postgres.fresh()
    connect(address).dispose()
    return address


def test_what_is_kept_is_the_same_seek(url: str) -> None:
    made = seek("ann", DUO, FOUR, kind="challenge", low=1200, high=1800, fill=4, to="bob", wants="seek-x")
    with Transaction(connect(url)) as transaction:
        seeks.add_seek(transaction, made)
        assert seeks.read_seeks(transaction) == [made]
        assert seeks.find_seek(transaction, made.id) == made
        assert seeks.read_seeks(transaction, "bob") == [made]
        assert seeks.read_seeks(transaction, "eve") == []


def test_seeks_end_with_their_seekers(url: str) -> None:
    with Transaction(connect(url)) as transaction:
        for name, terms in (("live", DUO), ("slow", DAYS), ("here", DUO)):
            seeks.add_seek(transaction, seek(name, terms))
        later = NOW + ABSENT_AFTER + 1
        seeks.touch_seeks(transaction, ["here"], later)
        assert seeks.sweep_seeks(transaction, later) == {"live"}
        assert seeks.sweep_seeks(transaction, NOW + LASTS + 1) == {"slow", "here"}
        assert transaction.scalars(select(SeekRow)).all() == []


def test_declined_challenges_never_fill_the_lobby(url: str) -> None:
    with Transaction(connect(url)) as transaction:
        for number in range(seeks.DECLINED + 3):
            made = replace(
                seek("ann", DAYS, kind="challenge", to="bob"), id=f"challenge{number}", made=NOW + number, seen=NOW
            )
            seeks.add_seek(transaction, made)
            seeks.decline_seek(transaction, made)
        standing = replace(seek("ann", DAYS, kind="challenge", to="bob"), id="standing", made=NOW - 1)
        seeks.add_seek(transaction, standing)
        oldest = seeks.find_seek(transaction, "challenge3")
        assert oldest is not None
        seeks.decline_seek(transaction, oldest)
        assert [each.id for each in seeks.read_seeks(transaction)] == [
            "standing",
            *(f"challenge{number}" for number in range(3, seeks.DECLINED + 3)),
        ], "the newest are kept, and what stands is untouched"


def test_nobody_fills_the_lobby_alone(url: str) -> None:
    """Many offers of a few, who have left, hide neither anybody's only one nor what they answer it with."""
    with Transaction(connect(url)) as transaction:
        for number in range(seeks.MOST + 40):
            many = replace(seek(f"crowd{number % 30}", DAYS), id=f"crowd{number}", kind="open", made=NOW + number)
            seeks.add_seek(transaction, replace(many, seen=NOW))
        early = replace(seek("ann", DAYS), id="early", kind="open", made=NOW - 5, seen=NOW)
        late = replace(seek("bob", DAYS), id="late", kind="open", made=NOW + 5000, seen=NOW)
        answer = replace(seek("eve", DAYS), id="answer", made=NOW + 6000, seen=NOW, wants="early")
        for each in (early, late, answer):
            seeks.add_seek(transaction, each)
        found = seeks.read_seeks(transaction)
        assert len(found) == seeks.MOST
        assert {"early", "late", "answer"} <= {each.id for each in found}
        assert found == sorted(found, key=lambda each: (each.made, each.id))
        shown = fair(found, 60)
        assert {"early", "late"} <= {each.id for each in shown} and len(shown) == 60
        assert max(Counter(each.person for each in shown).values()) == 2


def test_of_too_many_those_who_are_there_come_first(url: str) -> None:
    with Transaction(connect(url)) as transaction:
        for number in range(seeks.MOST + 40):
            gone = replace(seek(f"gone{number}", DAYS), id=f"gone{number}", kind="open", made=NOW + number, seen=NOW)
            seeks.add_seek(transaction, gone)
        here = replace(seek("ann"), id="here", made=NOW - 5, seen=NOW - 5)
        seeks.add_seek(transaction, here)
        seeks.touch_seeks(transaction, ["ann"], NOW + 1)
        assert "here" in {each.id for each in seeks.read_seeks(transaction)}
        assert seeks.sweep_seeks(transaction, NOW + ABSENT_AFTER + 2) == {"ann"}, "whoever left is found among many"


def test_a_seek_of_a_newer_server_is_read(url: str) -> None:
    made = seek("ann")
    with Transaction(connect(url)) as transaction:
        seeks.add_seek(transaction, made)
        transaction.execute(update(SeekRow).values(data={**made.kept, "is_thematic": True}))
        assert seeks.read_seeks(transaction) == [made]


def test_whoever_plays_seeks_no_other_live_game(url: str) -> None:
    with Transaction(connect(url)) as transaction:
        ann = seek("ann")
        for each in (
            ann,
            replace(ann, id="another", kind="open", terms=(FOUR,)),
            replace(seek("ann", DAYS), id="slow", kind="open"),
            seek("bob"),
        ):
            seeks.add_seek(transaction, each)
        made = seeks.meet(transaction, NOW, lambda *_: "game")
        assert [(game, {each.person for each in found.seeks}) for game, found in made] == [("game", {"ann", "bob"})]
        assert [each.id for each in seeks.read_seeks(transaction)] == ["slow"]


def test_a_seek_is_given_away_once_however_many_ask(url: str) -> None:
    """Several connections, as several processes have them, match the same people at the same moment."""
    people = 40
    engine = connect(url)
    with Transaction(engine.execution_options(writes=True)) as transaction, transaction.begin():
        for number in range(people):
            seeks.add_seek(transaction, seek(f"person{number:02}"))
    engine.dispose()
    found: list[Match] = []
    start = threading.Barrier(4)

    def match_all() -> None:
        own = connect(url)
        start.wait()
        for _ in range(10):
            taken: list[Seek] = []

            def one(_: Transaction, match: Match, __: int, taken: list[Seek] = taken) -> str:
                taken.extend(match.seeks)
                return "game"

            with Transaction(own.execution_options(writes=True)) as transaction, transaction.begin():
                made = seeks.meet(transaction, NOW, one)
            found.extend(match for _, match in made)
        own.dispose()

    threads = [threading.Thread(target=match_all) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    seated = [each.person for match in found for each in match.seeks]
    assert len(seated) == len(set(seated)) == people
