"""Browsers as the tests of people need them: each with cookies of its own, all with the page's header."""

from __future__ import annotations

from typing import Any

import httpx

from serving import Server

PASSWORD = "seven corners meet"


class Browser(httpx.Client):
    """A browser that has our page open; at `localhost`, where passkeys work without https."""

    def __init__(self, server: Server, **more: Any) -> None:
        url = server.url.replace("127.0.0.1", "localhost")
        super().__init__(base_url=url, headers={"X-Cornerwise": "page", "Origin": url}, timeout=20, **more)

    @property
    def me(self) -> dict[str, Any]:
        """Who the server takes this browser for."""
        answer: dict[str, Any] = self.get("/api/people/me").json()
        return answer

    @property
    def name(self) -> str | None:
        """The name of whoever is signed in here."""
        person = self.me["person"]
        return None if person is None else person["name"]

    def keep(self, name: str, password: str = PASSWORD) -> httpx.Response:
        """Keep the account with a password."""
        return self.put("/api/people/me/password", json={"name": name, "password": password})

    def sign_in(self, name: str, password: str = PASSWORD) -> httpx.Response:
        """Sign in with a password."""
        return self.post("/api/people/signin/password", json={"name": name, "password": password})
