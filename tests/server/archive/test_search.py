"""Searching the archive, on SQLite and on PostgreSQL: every wish, page by page, and nothing that is not public."""

from __future__ import annotations

import pytest
from shelves import DAY, NOON, shelve, somebody
from sqlalchemy.orm import Session as Transaction

from cornerwise.server.archive.filing import hide_game, results
from cornerwise.server.archive.search import Wanted, parse_cursor, search
from cornerwise.server.people.erasure import erase
from cornerwise.server.store.tables import GameRow


def games(transaction: Transaction, wanted: Wanted = Wanted()) -> list[str]:  # noqa: B008
    return [found.game for found in search(transaction, wanted).games]


@pytest.fixture
def people(transaction: Transaction) -> dict[str, str]:
    """Ann and Bob, and some games between them and computers; the name of a game says when it ended."""
    found = {name: somebody(transaction, name) for name in ("Ann", "Bob")}
    ann, bob = found["Ann"], found["Bob"]
    shelve(transaction, "1-duo", (ann, bob), (1, 2))
    shelve(transaction, "2-duo-unrated", (bob, ann), (1, 1), ended=NOON + DAY, is_rated=False)
    shelve(transaction, "3-duo-computer", (ann, 3), (2, 1), ended=NOON + 2 * DAY)
    shelve(transaction, "4-classic", (ann, 3, 3, bob), (1, 2, 3, 4), "classic-4", NOON + 3 * DAY)
    shelve(transaction, "5-teams", (ann, bob, 5, 5), (1, 3, 1, 3), "classic-teams", NOON + 4 * DAY, is_live=False)
    return found


@pytest.mark.parametrize(
    ("whose", "wish", "expected"),
    [
        (None, {}, "54321"),
        ("Ann", {}, "54321"),
        ("Bob", {}, "5421"),
        ("Ann", {"result": "won"}, "541"),
        ("Ann", {"result": "shared"}, "2"),
        ("Bob", {"result": "lost"}, "541"),
        (None, {"ruleset": "duo"}, "321"),
        ("Bob", {"ruleset": "duo"}, "21"),
        (None, {"ladder": "classic-live"}, "4"),
        (None, {"ladder": "classic-turns"}, "5"),
        (None, {"is_live": False}, "5"),
        (None, {"is_rated": False}, "2"),
        (None, {"has_computers": False}, "21"),
        (None, {"level": 3}, "43"),
        ("Bob", {"level": 3}, "4"),
        ("Bob", {"level": 7}, ""),
        (None, {"since": NOON + DAY, "until": NOON + 3 * DAY}, "32"),
        ("Ann", {"since": NOON + DAY, "is_rated": True, "ruleset": "duo"}, "3"),
    ],
)
def test_every_wish(
    transaction: Transaction, people: dict[str, str], whose: str | None, wish: dict[str, object], expected: str
) -> None:
    wanted = Wanted(person=people[whose] if whose else None, **wish)  # type: ignore[arg-type]
    assert "".join(game[0] for game in games(transaction, wanted)) == expected


def test_a_game_is_listed_with_everybody(transaction: Transaction, people: dict[str, str]) -> None:
    found = search(transaction, Wanted()).games[1]
    assert [(seat.name, seat.level, seat.rank, seat.score) for seat in found.seats] == [
        ("Ann", None, 1, 9),
        ("Computer 3", 3, 2, 8),
        ("Computer 3", 3, 3, 7),
        ("Bob", None, 4, 6),
    ]
    assert (found.is_rated, found.is_live, found.moves, found.is_annulled) == (True, True, 30, False)


@pytest.mark.parametrize("is_personal", [False, True])
def test_pages_follow_each_other_in_both_directions(transaction: Transaction, is_personal: bool) -> None:
    ann, bob = somebody(transaction, "Ann"), somebody(transaction, "Bob")
    for number in range(17):  # several end at the same moment
        shelve(transaction, f"game-{number:02}", (ann, bob), (1, 2), ended=NOON + number // 3)
    wanted = Wanted(person=ann if is_personal else None)
    assert search(transaction, wanted, count=5).before is None
    seen, cursor = [], None
    while True:
        page = search(transaction, wanted, after=cursor, count=5)
        seen.append([found.game for found in page.games])
        if page.after is None:
            break
        cursor = parse_cursor(str(page.after))
    assert [game for games in seen for game in games] == [f"game-{number:02}" for number in range(16, -1, -1)]
    assert [len(games) for games in seen] == [5, 5, 5, 2]
    back = search(transaction, wanted, before=page.before, count=5)
    assert [found.game for found in back.games] == seen[2]
    shelve(transaction, "later", (ann, bob), (1, 2), ended=NOON + 99)
    again = search(transaction, wanted, before=back.before, count=5)
    assert [found.game for found in again.games] == seen[1], "what was filed meanwhile moves nothing"
    top = search(transaction, wanted, before=again.before, count=50)
    assert top.before is None and top.after is None and top.games[0].game == "later"


def test_what_is_private_or_hidden_is_never_found(transaction: Transaction, people: dict[str, str]) -> None:
    ann, bob = people["Ann"], people["Bob"]
    assert not shelve(transaction, "6-private", (ann, bob), (1, 2), ended=NOON + 9 * DAY, is_public=False)
    assert not hide_game(transaction, "6-private", None), "a moderator cannot make a private game public"
    assert hide_game(transaction, "4-classic", NOON)
    assert not hide_game(transaction, "no-such-game", NOON)
    for wanted in (Wanted(), Wanted(person=ann), Wanted(level=3), Wanted(ruleset="classic-4")):
        assert not {"6-private", "4-classic"} & set(games(transaction, wanted))
    hide_game(transaction, "4-classic", None)
    assert "4-classic" in games(transaction, Wanted(level=3))


def test_somebody_deleted_stays_without_a_name(transaction: Transaction, people: dict[str, str]) -> None:
    erase(transaction, people["Bob"])
    found = search(transaction, Wanted(person=people["Ann"])).games
    assert [seat.name for seat in found[-1].seats] == ["Ann", ""]
    assert len(found) == 5


def test_an_annulled_game_says_so(transaction: Transaction, people: dict[str, str]) -> None:
    transaction.get_one(GameRow, "1-duo").outcome = "annulled"
    transaction.flush()
    assert [found.is_annulled for found in search(transaction, Wanted()).games] == [False] * 4 + [True]


def test_partners_win_together() -> None:
    assert results((1, 3, 1, 3), ((0, 2), (1, 3))) == ("won", "lost", "won", "lost")
    assert results((1, 1, 3), ((0,), (1,), (2,))) == ("shared", "shared", "lost")


@pytest.mark.parametrize("text", ["", "~", "x~game", "1~", "-1~game", "9" * 30 + "~game"])
def test_what_is_no_cursor(text: str) -> None:
    assert parse_cursor(text) is None
