"""A server of its own and Chromium, for tools that look at the page as a visitor does."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from chromium import FLAGS, MISSING, find
from serving import Server


@contextmanager
def visit() -> Iterator[tuple[Browser, Server]]:
    """Both, started and in the end stopped; without Chromium the program ends with a sentence."""
    chromium = find()
    if chromium is None:
        sys.exit(MISSING)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data))
        try:
            browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
            yield browser, server
            browser.close()
        finally:
            server.stop()
