"""Every message of the lobby, tried by every role; and no message is left out of the tables."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from document import Row, rows

from cornerwise.server.wire.messages import ClientMessage
from serving import Client, Json
from strangers import Stranger, terms

HEADING = "The lobby"
LINES = (
    "`seek`",
    "`accept` an open seek",
    "`accept` a challenge",
    "`accept` a private table",
    "`cancel` an open seek",
    "`cancel` a challenge",
    "`fill` a private table",
    "`bar`",
)
ROLES = ("nobody", "maker", "challenged", "other person", "moderator")
WHO = dict(zip(ROLES, ("nobody", "first", "second", "third", "moderator"), strict=True))
CASUAL: Json = terms(is_rated=False)


def make(row: Row, maker: Stranger, challenged: Stranger) -> str:
    """The seek that a row is about."""
    if "open" in row.name:
        answer = maker.seek(CASUAL, kind="open")
    elif "challenge" in row.name:
        answer = maker.seek(CASUAL, kind="challenge", to=challenged.name)
    else:
        answer = maker.seek(CASUAL, kind="private", fill=1)
    assert answer["type"] == "sought", answer
    return str(answer["seek"])


def id_of(stranger: Stranger) -> str:
    """How the server calls somebody: told to everybody who sees an offer of theirs."""
    seek = stranger.seek(CASUAL, kind="private")["seek"]
    stranger.until(lambda: any(each["id"] == seek for each in stranger.mine["seeks"]))
    (own,) = [each for each in stranger.mine["seeks"] if each["id"] == seek]
    assert stranger.ask("cancel", seek=seek)["type"] == "done"
    return str(own["person"]["id"])


def attempt(row: Row, client: Client, seek: str, rival: str) -> Json:
    """Let somebody try what a row says."""
    fields: dict[str, Any]
    if row.word == "seek":
        fields = {"seek": {"terms": [CASUAL], "kind": "open"}}
    elif row.word == "bar":
        fields = {"person": rival, "bar": "mute"}
    else:
        fields = {"seek": seek}
    return client.ask(row.word, **fields)


@pytest.mark.parametrize("row", rows(HEADING), ids=lambda row: row.name)
def test_each_role_gets_what_it_may(people: dict[str, Client], row: Row) -> None:
    maker, challenged = people["first"], people["second"]
    assert isinstance(maker, Stranger) and isinstance(challenged, Stranger)
    rival = people["blocked"]
    assert isinstance(rival, Stranger)
    barred = id_of(rival)
    is_about_seek = row.word in ("accept", "cancel", "fill")
    seek = make(row, maker, challenged) if is_about_seek else ""
    for role, code in row.refused.items():
        answer = attempt(row, people[WHO[role]], seek, barred)
        assert (answer["type"], answer.get("code")) == ("error", code), (role, answer)
    if is_about_seek:  # it still stands
        maker.until(lambda: any(each["id"] == seek for each in maker.mine["seeks"]))
    for number, role in enumerate(row.allowed):
        if number > 0 and is_about_seek:
            seek = make(row, maker, challenged)
        answer = attempt(row, people[WHO[role]], seek, barred)
        assert answer["type"] != "error", (role, answer)
        if answer["type"] == "sought":
            assert people[WHO[role]].ask("cancel", seek=answer["seek"])["type"] == "done"


def test_the_table_is_complete() -> None:
    table = rows(HEADING)
    assert tuple(row.name for row in table) == LINES
    assert all(tuple(row.cells) == ROLES for row in table)


def test_somebody_blocked_is_never_met(people: dict[str, Client]) -> None:
    maker, blocked = people["first"], people["blocked"]
    assert isinstance(maker, Stranger) and isinstance(blocked, Stranger)
    person = id_of(blocked)
    assert maker.ask("bar", person=person, bar="block")["type"] == "done"
    seek = maker.seek(CASUAL, kind="open")["seek"]
    assert blocked.code("accept", seek=seek) == "refused"
    assert blocked.code("seek", seek={"terms": [CASUAL], "kind": "challenge", "to": maker.name}) == "refused"
    assert maker.ask("cancel", seek=seek)["type"] == "done"
    assert maker.ask("bar", person=person, bar="none")["type"] == "done"


def test_every_message_is_in_a_table() -> None:
    union, _ = get_args(ClientMessage)
    known = {get_args(message.model_fields["type"].annotation)[0] for message in get_args(union)}
    at_links = {row.word for row in rows("Games opened by link")}
    at_tables = {row.word for row in rows("Tables with terms")}
    in_lobby = {row.word for row in rows(HEADING)}
    assert at_links | at_tables | in_lobby == known
    # Whatever names a game is tried at both kinds of games.
    assert at_tables - at_links == set()
    assert at_links - at_tables == {"enter_lobby", "leave_lobby", "time", "solve"}
