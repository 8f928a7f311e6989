"""People in a real browser: keeping an account, other devices, passkeys, one's own data; looked at by axe."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from axe import inspect
from serving import Server
from table import Seen

Look = Callable[..., Seen]
PASSWORD = "seven corners meet"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server of one's own, at a name where passkeys work without https."""
    server = Server(tmp_path)
    yield server
    server.stop()


def home(server: Server) -> str:
    """The server where browsers have passkeys."""
    return server.url.replace("127.0.0.1", "localhost")


def device(seen: Seen) -> Any:
    """Give a page a device that makes passkeys: Chromium's own, without a person to ask."""
    session = seen.page.context.new_cdp_session(seen.page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    return session, session.send("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"]


def card(seen: Seen, title: str) -> Any:
    """A card of the account's page by its heading."""
    return seen.page.locator("section.card", has=seen.page.get_by_role("heading", name=title, exact=True))


def keep(seen: Seen, name: str) -> None:
    """Keep the account with a password."""
    form = card(seen, "Create an account")
    form.get_by_label("Name", exact=True).fill(name)
    form.get_by_label("Password").fill(PASSWORD)
    form.get_by_role("button", name="Sign up with a password").click()
    seen.page.get_by_text(f"Signed in as {name}").wait_for()


def sign_in(seen: Seen, name: str) -> None:
    """Sign in with the password."""
    form = card(seen, "Sign in")
    form.get_by_label("Name", exact=True).fill(name)
    form.get_by_label("Password").fill(PASSWORD)
    form.get_by_role("button", name="Sign in", exact=True).click()
    seen.page.get_by_text(f"Signed in as {name}").wait_for()


def test_a_guest_keeps_the_account_and_finds_the_games_elsewhere(server: Server, look: Look) -> None:
    game = server.open("duo", "here", "here")
    first = look(f"{home(server)}/game/{game['game']}#{game['token']}", quiet=False)
    first.board()
    first.page.get_by_role("link", name="Account").click()
    first.page.get_by_text("You do not need an account").wait_for()
    inspect(first, "account of nobody")
    keep(first, "Ada")
    inspect(first, "account")

    second = look(f"{home(server)}/account", quiet=False)
    sign_in(second, "Ada")
    second.page.goto(f"{home(server)}/games")
    second.page.get_by_role("link", name="Duo").click()
    second.board()
    assert second.shapes(), "it is the host's turn here too"

    second.page.goto(f"{home(server)}/account")
    second.page.get_by_text("Signed in as Ada").wait_for()
    for seen in (first, second):
        seen.page.reload()
        seen.page.wait_for_load_state("networkidle")  # what is still asked for while signing out is refused
    card(first, "Devices").get_by_role("button", name="Sign out everywhere").click()
    first.page.get_by_text("You do not need an account").wait_for()
    second.page.get_by_text("You do not need an account").wait_for()
    assert second.page.get_by_text("Signed in as").count() == 0, "told at once, without loading anew"
    # What a page asks for at the moment it is signed out is refused, and nothing else is complained of.
    assert all("401" in each for each in first.complaints + second.complaints)


def test_a_host_elsewhere_reads_why_a_seat_has_no_link(server: Server, look: Look) -> None:
    game = server.open("duo", "here", "link")
    first = look(f"{home(server)}/game/{game['game']}#{game['token']}", quiet=False)
    first.board()
    first.page.get_by_role("link", name="Account").click()
    keep(first, "Hilda")
    second = look(f"{home(server)}/account", quiet=False)
    sign_in(second, "Hilda")
    for seen, link, words in ((first, 1, 0), (second, 0, 1)):
        seen.page.goto(f"{home(server)}/game/{game['game']}")
        seen.board()
        seen.page.locator(".seat .face").nth(1).click()
        dialog = seen.page.get_by_role("dialog")
        dialog.get_by_role("button", name="By link").wait_for()
        assert dialog.get_by_role("button", name="Copy the link for this seat").count() == link
        assert dialog.get_by_text("only in the browser in which the game was opened").count() == words
    inspect(second, "a seat without its link")


def test_a_passkey_keeps_the_account_and_signs_in(server: Server, look: Look) -> None:
    first = look(f"{home(server)}/account")
    session, authenticator = device(first)
    form = card(first, "Create an account")
    form.get_by_label("Name", exact=True).fill("Grace")
    form.get_by_role("button", name="Sign up with a passkey").click()
    first.page.get_by_text("Signed in as Grace").wait_for()
    card(first, "How you sign in").get_by_text("Passkey ·").wait_for()
    (credential,) = session.send("WebAuthn.getCredentials", {"authenticatorId": authenticator})["credentials"]

    second = look(f"{home(server)}/account")
    session, authenticator = device(second)
    session.send("WebAuthn.addCredential", {"authenticatorId": authenticator, "credential": credential})
    card(second, "Sign in").get_by_role("button", name="Sign in with a passkey").click()
    second.page.get_by_text("Signed in as Grace").wait_for()

    codes = card(second, "How you sign in")
    codes.get_by_role("button", name="Create recovery codes").click()
    code = codes.locator("code").first.inner_text()
    third = look(f"{home(server)}/account")
    form = card(third, "Sign in")
    form.get_by_role("button", name="Use a recovery code").click()
    form.get_by_label("Name", exact=True).fill("grace")
    form.get_by_label("Recovery code").fill(code)
    form.get_by_role("button", name="Sign in", exact=True).click()
    third.page.get_by_text("Signed in as Grace").wait_for()


def test_whoever_changes_their_mind_reads_that_nothing_changed(server: Server, look: Look) -> None:
    seen = look(f"{home(server)}/account", quiet=False)
    session = seen.page.context.new_cdp_session(seen.page)
    session.send("WebAuthn.enable")  # no device at all: the browser gives up at once
    form = card(seen, "Create an account")
    form.get_by_label("Name", exact=True).fill("Undecided")
    seen.page.evaluate(
        "() => (navigator.credentials.create = () => Promise.reject(new DOMException('', 'NotAllowedError')))"
    )
    form.get_by_role("button", name="Sign up with a passkey").click()
    form.get_by_text("Nothing was changed.").wait_for()


def test_the_last_way_to_sign_in_can_be_kept_after_all(server: Server, look: Look) -> None:
    seen = look(f"{home(server)}/account", quiet=False)  # what is refused once is in the console
    keep(seen, "Lina")
    ways = card(seen, "How you sign in")
    for keeps in ("button", "Escape"):
        ways.get_by_role("button", name="Remove", exact=True).click()
        ways.get_by_role("alert").filter(has_text="last way to sign in").wait_for()
        inspect(seen, "before the last way is removed")
        if keeps == "button":
            ways.get_by_role("button", name="Cancel").click()
        else:
            seen.page.keyboard.press("Escape")
        ways.get_by_role("button", name="Remove the last one").wait_for(state="detached")
        assert ways.get_by_role("alert").count() == 0
    ways.get_by_role("button", name="Remove", exact=True).click()
    ways.get_by_role("button", name="Remove the last one").click()
    ways.get_by_text("Password ·").wait_for(state="detached")


def test_the_own_data_is_downloaded_and_deleted(server: Server, look: Look) -> None:
    seen = look(f"{home(server)}/account")
    keep(seen, "Emil")
    about = card(seen, "About you")
    about.get_by_label("Country").select_option("CH")
    about.get_by_role("button", name="Save").click()
    about.get_by_text("Saved.").wait_for()
    seen.page.get_by_role("link", name="Your profile").click()
    seen.page.get_by_text("Switzerland").wait_for()
    inspect(seen, "profile")
    seen.page.go_back()
    with seen.page.expect_download() as download:
        card(seen, "Your data").get_by_role("link", name="Download everything about you").click()
    found = json.loads(Path(download.value.path()).read_text())
    assert found["person"]["name"] == "Emil" and found["person"]["country"] == "CH"
    data = card(seen, "Your data")
    data.get_by_role("button", name="Delete your account").click()
    data.get_by_label("Name").fill("Emil")
    data.get_by_role("button", name="Delete for good").click()
    seen.page.get_by_role("status").filter(has_text="Your account is gone").wait_for()
    seen.page.get_by_text("You do not need an account").wait_for()
    assert server.http.get("/api/people/Emil").status_code == 404


def test_a_home_network_hears_why_there_are_no_passkeys(server: Server, look: Look) -> None:
    seen = look(f"{server.url}/account")
    seen.page.get_by_text("Passkeys and notifications need a secure address").wait_for()
    assert seen.page.get_by_role("button", name="Sign up with a passkey").count() == 0
    keep(seen, "Lin")


def test_wrong_proofs_and_bad_names_are_sentences(server: Server, look: Look) -> None:
    seen = look(f"{home(server)}/account", quiet=False, locale="de-DE")
    form = card(seen, "Konto anlegen")
    form.get_by_label("Name", exact=True).fill("Admin")
    form.get_by_label("Passwort").fill(PASSWORD)
    form.get_by_role("button", name="Mit einem Passwort anlegen").click()
    form.get_by_text("Dieser Name ist dem Haus vorbehalten").wait_for()
    form = card(seen, "Anmelden")
    form.get_by_label("Name", exact=True).fill("Niemand")
    form.get_by_label("Passwort").fill("falsches passwort")
    form.get_by_role("button", name="Anmelden", exact=True).click()
    form.get_by_text("Der Name passt nicht zum Passwort oder Code.").wait_for()


def test_the_host_speaks_and_privacy_is_told(server: Server, look: Look) -> None:
    (server.data / "announcement.txt").write_text("Tournament on Sunday at six.")
    (server.data / "terms.txt").write_text("Be kind.\n\nThe house closes at ten.")
    seen = look(f"{home(server)}/privacy")
    seen.page.get_by_text("The house closes at ten.").wait_for()
    line = seen.page.get_by_text("Tournament on Sunday at six.")
    line.wait_for()
    inspect(seen, "privacy")
    seen.page.locator(".announcement button").click()
    assert line.count() == 0
    seen.page.reload()
    seen.page.get_by_text("The house closes at ten.").wait_for()
    seen.page.wait_for_load_state("networkidle")
    assert line.count() == 0, "what was put away stays away"
