"""Fixtures: Debian's Chromium, a real server and pages that must not complain."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.append(str(Path(__file__).parents[1] / "server"))

from chromium import FLAGS, MISSING, find
from serving import Server
from table import Seen

# What a server says arrives later by so many milliseconds.
LATE = """(() => {
  window.WebSocket = class extends WebSocket {
    set onmessage(hear) { super.onmessage = (event) => setTimeout(() => hear(event), %d); }
  };
})()"""
STATIC = Path(__file__).parents[2] / "src" / "cornerwise" / "server" / "static" / "index.html"


def pytest_configure(config: pytest.Config) -> None:
    """Names the mark of tests in which the browser keeps the page for the next visit."""
    config.addinivalue_line("markers", "keeps: the page's service worker runs and fetches what games at home need")


def missing(reason: str) -> None:
    """Skip with the reason, or fail with it where every test is asked for."""
    if os.environ.get("CORNERWISE_TESTS") == "all":
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """One browser for the whole session."""
    path = find()
    if path is None:
        missing(MISSING)
    if not STATIC.exists():
        missing("The page is not built; run make web.")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing("Playwright is not installed; run make setup.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for every test that leaves it as it was."""
    server = Server(tmp_path_factory.mktemp("data"))
    yield server
    server.stop()


@pytest.fixture
def look(chromium: Any, request: pytest.FixtureRequest) -> Iterator[Callable[..., Seen]]:
    """Opens pages; afterwards none may have written an error to its console.

    Every page is a new visitor's, for whom the service worker would fetch everything anew; it runs only in tests of it.
    """
    opened: list[Seen] = []
    workers = "allow" if request.node.get_closest_marker("keeps") else "block"

    def open_page(url: str, *, phone: bool = False, quiet: bool = True, late: int = 0, **options: Any) -> Seen:
        size = {"width": 390, "height": 844} if phone else {"width": 1440, "height": 900}
        usual = {"viewport": size, "reduced_motion": "reduce", "locale": "en-US", "service_workers": workers}
        context = chromium.new_context(**usual | options, has_touch=phone, is_mobile=phone)
        if late:
            context.add_init_script(LATE % late)
        seen = Seen(context.new_page(), quiet)
        opened.append(seen)
        seen.page.goto(url)
        return seen

    yield open_page
    for seen in opened:
        seen.page.context.close()
        if seen.quiet:
            assert seen.complaints == []
