"""A device that makes passkeys, in software: WebAuthn's part of it, byte by byte as the standard says."""

from __future__ import annotations

import hashlib
import json
import os
import struct
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT, VERIFIED, BACKUP, BACKED_UP, ATTESTED = 0x01, 0x04, 0x08, 0x10, 0x40


def text(data: bytes) -> str:
    """Bytes as base64url without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def data(text: str) -> bytes:
    """Base64url as bytes."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Authenticator:
    """One device with at most one passkey; what it says can be falsified for tests."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = os.urandom(32)
        self.user = b""
        self.count = 0

    def client_data(self, kind: str, challenge: str) -> bytes:
        """What the browser adds."""
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def authenticator_data(self, party: str, flags: int, more: bytes = b"") -> bytes:
        """What the device says about itself."""
        return hashlib.sha256(party.encode()).digest() + bytes([flags]) + struct.pack(">I", self.count) + more

    def create(self, options: str) -> str:
        """Answer to make a passkey."""
        asked: dict[str, Any] = json.loads(options)
        self.user = data(asked["user"]["id"])
        numbers = self.key.public_key().public_numbers()
        x, y = numbers.x.to_bytes(32, "big"), numbers.y.to_bytes(32, "big")
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        more = bytes(16) + struct.pack(">H", len(self.id)) + self.id + public
        said = self.authenticator_data(asked["rp"]["id"], PRESENT | VERIFIED | ATTESTED, more)
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": said})
        client = self.client_data("webauthn.create", asked["challenge"])
        response = {"clientDataJSON": text(client), "attestationObject": text(attestation), "transports": ["internal"]}
        return json.dumps({"id": text(self.id), "rawId": text(self.id), "type": "public-key", "response": response})

    def sign(self, options: str, **false: str) -> str:
        """Answer to sign in; fields of the response can be given falsely."""
        asked: dict[str, Any] = json.loads(options)
        self.count += 1
        said = self.authenticator_data(asked["rpId"], PRESENT | VERIFIED)
        client = self.client_data("webauthn.get", asked["challenge"])
        signature = self.key.sign(said + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        response = {
            "clientDataJSON": text(client),
            "authenticatorData": text(said),
            "signature": text(signature),
            "userHandle": text(self.user),
            **false,
        }
        return json.dumps({"id": text(self.id), "rawId": text(self.id), "type": "public-key", "response": response})
