"""The page as plain files of a host that knows nothing: under any path, and with a newer version put in its place."""

from __future__ import annotations

import re
import runpy
import shutil
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from home import AT_HOME, STOCKED, hinted_and_solved, with_words_before
from table import Seen, by_keys

Look = Callable[..., Seen]

pytestmark = AT_HOME


class Quiet(SimpleHTTPRequestHandler):
    """A plain host that knows no type of WebAssembly and writes no log."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {".wasm": "text/plain"}
    is_ill = False

    def do_GET(self) -> None:
        """Send a file; a host that is ill sends something else."""
        if self.is_ill:
            self.send_error(502, "There is nobody behind me.")
        else:
            super().do_GET()

    def log_message(self, format: str, *arguments: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page as plain files."""
    folder = tmp_path_factory.mktemp("built") / "games"
    tool = runpy.run_path(str(Path(__file__).parents[3] / "tools" / "site.py"))
    tool["write"](folder)
    return folder


@pytest.fixture
def host(built: Path, tmp_path: Path) -> Path:
    """A copy of them, which a test may change."""
    folder = tmp_path / "host" / "school" / "games"
    shutil.copytree(built, folder)
    return folder


@pytest.fixture
def site(host: Path) -> Iterator[str]:
    """They lie under a path of a plain host."""
    plain = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(host.parents[1])))
    Thread(target=plain.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{plain.server_address[1]}/school/games/"
    plain.shutdown()


def test_plain_files_under_any_path(site: str, look: Look) -> None:
    seen = look(site)
    seen.board()
    seen.page.wait_for_url("**/school/games/#/game/home-*")
    by_keys(seen)
    seen.page.wait_for_function("() => Number(document.querySelector('.timeline input').max) >= 2")
    seen.page.get_by_role("button", name="More").click()
    seen.page.get_by_role("button", name="Review").click()
    seen.page.wait_for_selector("[data-summary]", timeout=60_000)
    names = seen.page.locator("nav a").all_inner_texts()
    assert "Lobby" not in names and "Ranking" not in names
    seen.page.get_by_role("link", name="My games").click()
    seen.page.wait_for_selector("li a[href*='home-']")
    seen.page.locator("li a[href*='home-']").first.click()
    seen.board()
    seen.page.get_by_role("link", name="Learn").click()
    seen.page.locator("main a").first.click()
    seen.page.wait_for_url("**/school/games/#/learn/*")
    seen.board()
    seen.page.get_by_role("link", name="Puzzles").click()
    seen.page.locator("li.daily a").click()
    seen.page.wait_for_url("**/school/games/#/puzzle/daily-*")
    seen.board()
    hinted_and_solved(seen)


NO_WASM = "delete self.WebAssembly;"
NO_SIMD = "WebAssembly.validate = () => false;"
KEPT = """caches.open('cornerwise-data').then((cache) => cache.keys())
  .then((kept) => kept.map(({ url }) => url.split('/').at(-1)).filter((name) => name.endsWith('.wasm')))"""


def without(seen: Seen, words: str) -> Seen:
    """A page of a browser that lacks something, in the page and in its workers."""
    seen.page.context.add_init_script(words)
    seen.page.route("**/assets/worker-*.js", partial(with_words_before, words))
    return seen


def test_a_browser_without_webassembly_is_told_what_it_lacks(site: str, look: Look) -> None:
    seen = without(look("about:blank"), NO_WASM)
    seen.page.goto(site)
    seen.page.get_by_text("This browser cannot play by itself: WebAssembly is missing or switched off.").wait_for()


def test_a_browser_without_simd_keeps_the_build_it_runs(site: str, look: Look) -> None:
    seen = without(look("about:blank", quiet=False), NO_SIMD)
    seen.page.goto(site)
    seen.board()
    seen.page.wait_for_url("**/#/game/home-*")
    seen.page.wait_for_function(STOCKED, timeout=60_000)
    assert {name.split("-")[0] for name in seen.page.evaluate(KEPT)} == {"plain", "puzzles"}
    seen.page.context.set_offline(True)
    seen.page.unroute("**/assets/worker-*.js")  # a route would ask the host
    by_keys(seen)
    seen.page.wait_for_function("() => Number(document.querySelector('.timeline input').max) >= 2")


@pytest.mark.parametrize("path", ["lobby", "account", "archive", "ranking", "lost", "person/Ada", "game/abcdefgh1234"])
def test_an_address_that_needs_a_server_says_that_there_is_none(site: str, look: Look, path: str) -> None:
    seen = look(f"{site}#/{path}")
    seen.page.get_by_text("That needs a server, and this page has none.").wait_for()
    seen.page.get_by_role("link", name="Play", exact=True).click()
    seen.board()


def test_a_game_on_plain_files_is_reviewed(site: str, look: Look) -> None:
    seen = look(site)
    seen.board()
    by_keys(seen)
    seen.page.wait_for_function("() => Number(document.querySelector('.timeline input').max) >= 2")
    seen.page.get_by_role("button", name="More").click()
    seen.page.get_by_role("button", name="Review").click()
    seen.page.wait_for_selector("[data-summary]", timeout=90_000)


def test_a_host_that_fails_is_not_noticed(site: str, look: Look, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = look(site, quiet=False)
    seen.board()
    seen.page.wait_for_url("**/#/game/home-*")
    seen.page.wait_for_function(STOCKED, timeout=60_000)
    monkeypatch.setattr(Quiet, "is_ill", True)
    seen.page.reload()
    seen.board()
    by_keys(seen)
    seen.page.wait_for_function("() => Number(document.querySelector('.timeline input').max) >= 2")


def renew(folder: Path) -> str:
    """Put a newer version of the page in place of an older one, with other names for all its parts; its version."""
    old = re.search(r'name="version" content="(\w+)"', (folder / "index.html").read_text())
    assert old
    new = old[1][::-1]
    names = {part.name: f"{part.stem}n{part.suffix}" for part in (folder / "assets").iterdir()}
    for path in folder.rglob("*"):
        if path.suffix in (".js", ".html", ".css"):
            text = path.read_text().replace(old[1], new)
            for name in names:
                text = text.replace(name, names[name])
            path.write_text(text)
    for name in names:
        (folder / "assets" / name).rename(folder / "assets" / names[name])
    return new


def test_an_update_is_told_and_a_running_game_goes_on(site: str, host: Path, look: Look) -> None:
    seen = look(site, quiet=False)
    seen.board()
    seen.page.wait_for_url("**/#/game/home-*")
    seen.page.wait_for_function(STOCKED, timeout=60_000)
    by_keys(seen)
    seen.page.wait_for_function("() => Number(document.querySelector('.timeline input').max) >= 2")
    version = renew(host)
    seen.page.evaluate("navigator.serviceWorker.ready.then((registration) => void registration.update())")
    seen.page.get_by_text("A newer version of Cornerwise is ready. Your game stays as it is.").wait_for(timeout=30_000)
    by_keys(seen)
    seen.page.wait_for_function("() => Number(document.querySelector('.timeline input').max) >= 4")
    # What it has not loaded yet is gone from the host.
    seen.page.keyboard.press("h")
    seen.page.wait_for_selector("[data-headline]", timeout=20_000)
    assert seen.page.locator("meta[name=version]").get_attribute("content") != version
    laid = seen.pieces()
    seen.page.reload()
    seen.board()
    assert seen.page.locator("meta[name=version]").get_attribute("content") == version
    seen.page.wait_for_function(f"() => document.querySelectorAll('svg.board > g.piece.solid').length === {laid}")
    by_keys(seen)
    seen.page.wait_for_function("() => Number(document.querySelector('.timeline input').max) >= 6")
