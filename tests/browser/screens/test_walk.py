"""A short random walk through every view and panel; `make test-page-long` walks on."""

from __future__ import annotations

from typing import Any

from serving import Server
from walk import walk


def test_a_random_walk_meets_no_complaint(chromium: Any, server: Server) -> None:
    visited = walk(chromium, server, seed=20, seconds=40)
    assert visited.total() > 2 and visited["home"] > 0
