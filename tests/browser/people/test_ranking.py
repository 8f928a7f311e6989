"""The ranking in a browser: ladders, countries, pages, computers, one's own place; axe; in four languages."""

from __future__ import annotations

import os
import random
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[2] / "server" / "ratings"))

from club import DAY, Club
from sqlalchemy import select
from sqlalchemy.orm import Session as Transaction

from axe import inspect
from cornerwise.server.store.database import connect, in_directory
from cornerwise.server.store.tables import PersonRow
from serving import Server
from table import Seen

Look = Callable[..., Seen]
SHOTS = os.environ.get("CORNERWISE_SHOTS")
"""A directory in which to keep pictures of what was seen."""


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a hundred and thirty people in the ranking of Duo, who have played last week and this one."""
    data = tmp_path_factory.mktemp("hall")
    engine = connect(in_directory(data))
    club, rng = Club(engine), random.Random(3)
    names = [f"{first}{second}" for first in ("Ann", "Bea", "Cem", "Dan", "Eve", "Fay", "Gus") for second in range(19)]
    for number, name in enumerate(names):
        club.join(name, country=("CH", "FR", "JP", None)[number % 4])
    now = time.time_ns() // 1_000_000
    for day in (16, 15, 14, 13, 1, 0):
        rng.shuffle(names)
        for one, two in zip(names[::2], names[1::2], strict=False):
            club.play("duo", [one, two], [1, 2] if one < two else [2, 1], now - day * DAY - 1000)
    club.play("classic-teams", [names[0], names[1], names[2], 3], [1, 2, 1, 2], now)
    engine.dispose()
    server = Server(data)
    yield server
    server.stop()


def take_picture(seen: Seen, name: str) -> None:
    """Keep a picture, where asked to."""
    if SHOTS:
        seen.page.screenshot(path=f"{SHOTS}/{name}.png")


def ranks(seen: Seen) -> list[str]:
    """The ranks on the page."""
    seen.page.wait_for_selector("tbody tr")
    return seen.page.locator("tbody tr td:first-child").all_inner_texts()


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_the_ranking_can_be_looked_through(hall: Server, look: Look, phone: bool) -> None:
    seen = look(f"{hall.url}/ranking", phone=phone)
    page = seen.page
    assert ranks(seen) == [str(rank) for rank in range(1, 51)], "without a wish: where most people are"
    assert page.locator("nav.ladders [aria-current]").inner_text() == "Duo"
    assert page.locator(".up").count() > 5 and page.locator(".down").count() > 5
    take_picture(seen, f"ranking-{'phone' if phone else 'desk'}")
    inspect(seen, "ranking")
    page.get_by_role("button", name="Lower ranks").click()
    page.wait_for_function("() => document.querySelector('tbody td').textContent === '51'")
    page.get_by_role("button", name="Higher ranks").click()
    page.wait_for_function("() => document.querySelector('tbody td').textContent === '1'")
    page.get_by_label("Show the computer’s levels").check()
    page.wait_for_selector("tr.computer")
    page.locator("select").select_option("JP")
    page.wait_for_function("() => document.querySelectorAll('tbody tr:not(.computer)').length === 33")
    take_picture(seen, f"ranking-japan-{'phone' if phone else 'desk'}")
    inspect(seen, "a country with computers")
    page.locator("nav.ladders").get_by_text("3D").click()
    page.wait_for_selector("text=Nobody is in this ranking yet.")
    take_picture(seen, f"ranking-empty-{'phone' if phone else 'desk'}")
    inspect(seen, "an empty ranking")


def test_the_own_place_stands_above_the_list(hall: Server, look: Look) -> None:
    seen = look(f"{hall.url}/ranking/duo-live")
    me = seen.page.evaluate(
        "async () => (await (await fetch('/api/people/me', {method: 'POST', headers: {'x-cornerwise': '1'}})).json())"
        ".person.name"
    )
    engine = connect(in_directory(hall.data))
    with Transaction(engine.execution_options(writes=True)) as transaction, transaction.begin():
        row = transaction.scalars(select(PersonRow).where(PersonRow.name == me)).one()
        row.kind, mine = "account", row.id
    club = Club(engine)
    club.games = 5000
    club.play("duo", [mine, "Gus18"], [2, 1], time.time_ns() // 1_000_000)
    engine.dispose()
    seen.page.reload()
    heading = seen.page.locator("#around-you")
    heading.wait_for()
    assert "You are number" in heading.inner_text()
    assert seen.page.locator("section tbody tr").count() in range(4, 8)
    assert me in seen.page.locator("tr.you").inner_text()
    take_picture(seen, "ranking-you")
    inspect(seen, "the own place")


@pytest.mark.parametrize(
    ("locale", "title", "world"),
    [
        ("fr-FR", "Classement", "Monde entier"),
        ("de-DE", "Rangliste", "Weltweit"),
        ("es-ES", "Clasificación", "Todo el mundo"),
    ],
)
def test_the_ranking_speaks_the_readers_language(hall: Server, look: Look, locale: str, title: str, world: str) -> None:
    dark = {"color_scheme": "dark", "viewport": {"width": 820, "height": 1180}}
    seen = look(f"{hall.url}/ranking/duo-live", locale=locale, **dark)
    ranks(seen)
    assert seen.page.locator("h1").inner_text() == title
    assert world in seen.page.locator("select").inner_text()
    assert seen.page.title().startswith(title)
    take_picture(seen, f"ranking-{locale}")
