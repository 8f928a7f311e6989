"""Passkeys: how a device proves whose it is (WebAuthn), and where that is possible."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from webauthn import (
    base64url_to_bytes,
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import bytes_to_base64url
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from cornerwise.server.people.person import Person
from cornerwise.server.refusal import Refusal

HOUSE = "Cornerwise"


def wrong() -> Refusal:
    """The one answer to whatever is wrong with a passkey's answer."""
    return Refusal("refused", "This passkey could not be verified.", "passkey_wrong")


@dataclass(frozen=True)
class Party:
    """Whom a passkey is made for: the name of the host, and the origin its page comes from."""

    id: str  # "play.example.org"
    origin: str  # "https://play.example.org"


@dataclass(frozen=True)
class Passkey:
    """A passkey as it is kept; all texts are base64url."""

    credential: str
    public_key: str
    sign_count: int
    transports: tuple[str, ...] = ()
    title: str = ""

    @property
    def id(self) -> str:
        """The key of its row: an authenticator's own ids may be a thousand bytes long."""
        return hashlib.sha256(self.credential.encode()).hexdigest()


def party(url: str, host: str) -> Party | None:
    """Whom passkeys are made for, or None where browsers have none: they need https, or this very machine."""
    if url.startswith("https:"):
        return Party(urlsplit(url).hostname or "", url)
    try:
        name = urlsplit(f"//{host}").hostname
    except ValueError:
        return None
    return Party("localhost", f"http://{host}") if name == "localhost" else None


def registration(party: Party, person: Person, name: str, known: Iterable[Passkey], challenge: bytes) -> str:
    """What a browser needs to make a passkey, as JSON."""
    options = generate_registration_options(
        rp_id=party.id,
        rp_name=HOUSE,
        user_id=person.id.encode(),
        user_name=name,
        user_display_name=name,
        challenge=challenge,
        # One signs in by the passkey alone, so the device must remember whose it is.
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=base64url_to_bytes(key.credential)) for key in known],
    )
    return options_to_json(options)


def registered(party: Party, answer: str, challenge: bytes, title: str) -> Passkey:
    """The passkey a browser has made, verified."""
    credential = parsed(answer)
    try:
        found = verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=party.id,
            expected_origin=party.origin,
        )
    except Exception as error:  # its parsers raise whatever a hostile answer makes them raise
        raise wrong() from error
    transports = credential.get("response", {}).get("transports") or ()
    return Passkey(
        credential=bytes_to_base64url(found.credential_id),
        public_key=bytes_to_base64url(found.credential_public_key),
        sign_count=found.sign_count,
        transports=tuple(str(each)[:20] for each in transports if isinstance(each, str))[:8],
        title=title,
    )


def authentication(party: Party, challenge: bytes) -> str:
    """What a browser needs to sign somebody in by any passkey it has for us, as JSON.

    It names nobody's passkeys, so it tells nobody who has one.
    """
    return options_to_json(generate_authentication_options(rp_id=party.id, challenge=challenge))


def authenticated(party: Party, answer: str, challenge: bytes, passkey: Passkey, whose: str) -> int:
    """The passkey's new count, if it has signed this challenge for this person."""
    credential = parsed(answer)
    handle = credential.get("response", {}).get("userHandle")
    if handle and handle != bytes_to_base64url(whose.encode()):
        raise wrong()
    try:
        found = verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=party.id,
            expected_origin=party.origin,
            credential_public_key=base64url_to_bytes(passkey.public_key),
            credential_current_sign_count=passkey.sign_count,
        )
    except Exception as error:  # its parsers raise whatever a hostile answer makes them raise
        raise wrong() from error
    return found.new_sign_count


def parsed(answer: str) -> dict[str, Any]:
    """A browser's answer as an object with a response in it."""
    try:
        found = json.loads(answer)
    except (ValueError, RecursionError) as error:
        raise wrong() from error
    if not isinstance(found, dict) or not isinstance(found.get("response"), dict):
        raise wrong()
    return found


def challenge_in(answer: str) -> bytes:
    """The challenge a browser says it has answered; whether it was asked must still be seen."""
    try:
        data = json.loads(base64url_to_bytes(parsed(answer)["response"]["clientDataJSON"]))
        return base64url_to_bytes(data["challenge"])
    except Refusal:
        raise
    except Exception as error:  # as above
        raise wrong() from error


def credential_in(answer: str) -> str:
    """The id of the passkey a browser says it has used."""
    found = parsed(answer).get("rawId") or parsed(answer).get("id")
    if not isinstance(found, str):
        raise wrong()
    return found.rstrip("=")
