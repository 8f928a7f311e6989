"""A push service and a browser that really decrypts, and a mail server that really receives; on the loopback."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import threading
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from aiosmtpd.controller import Controller
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from cornerwise.server.notices.encryption import from_text, public_bytes, to_text


@dataclass
class Subscriber:
    """A browser's side of Web Push: it has keys and reads what was encrypted for them."""

    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    auth: bytes = field(default_factory=lambda: os.urandom(16))

    def wish(self, endpoint: str, language: str = "en") -> dict[str, str]:
        """What a page sends to be told here."""
        p256dh = to_text(public_bytes(self.key.public_key()))
        return {"endpoint": endpoint, "p256dh": p256dh, "auth": to_text(self.auth), "language": language}

    def read(self, body: bytes) -> bytes:
        """Decrypt a message as RFC 8291 and RFC 8188 tell a receiver to."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        theirs, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size, "one record"
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs))
        mine = public_bytes(self.key.public_key())
        secret = HKDF(hashes.SHA256(), 32, self.auth, b"WebPush: info\0" + mine + theirs).derive(shared)
        key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
        nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
        plain = AESGCM(key).decrypt(nonce, sealed, None)
        message, mark = plain.rstrip(b"\0")[:-1], plain.rstrip(b"\0")[-1]
        assert mark == 2, "the last record"
        return message


def check_vapid(header: str, audience: str) -> dict[str, Any]:
    """The claims of a VAPID header, whose signature is verified with the key it names."""
    scheme, _, rest = header.partition(" ")
    assert scheme == "vapid"
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    head, claims, signature = parts["t"].split(".")
    assert json.loads(from_text(head)) == {"typ": "JWT", "alg": "ES256"}
    raw = from_text(signature)
    der = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), from_text(parts["k"]))
    try:
        key.verify(der, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    except InvalidSignature:
        raise AssertionError("the signature is wrong") from None
    found: dict[str, Any] = json.loads(from_text(claims))
    assert found["aud"] == audience
    return found


class PushService:
    """A push service that keeps what it was sent and answers with `status`."""

    def __init__(self) -> None:
        self.status = 201
        self.taken: list[tuple[str, dict[str, str], bytes]] = []
        self.arrived = threading.Event()
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                service.taken.append((self.path, {key.lower(): value for key, value in self.headers.items()}, body))
                self.send_response(service.status)
                self.send_header("Content-Length", "0")
                self.end_headers()
                service.arrived.set()

            def log_message(self, *_: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def host(self) -> str:
        """Where it listens."""
        return f"127.0.0.1:{self.server.server_port}"

    @property
    def url(self) -> str:
        """Its origin."""
        return f"http://{self.host}"

    def close(self) -> None:
        """Stop."""
        self.server.shutdown()
        self.server.server_close()


class MailServer:
    """An SMTP server that keeps what it receives."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.arrived = threading.Event()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.controller = Controller(self, hostname="127.0.0.1", port=self.port)
        self.controller.start()

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:
        """Take a message in."""
        message = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(message, EmailMessage)
        self.mails.append(message)
        self.arrived.set()
        await asyncio.sleep(0)
        return "250 OK"

    def close(self) -> None:
        """Stop; also when that was done before."""
        if self.controller.server is not None:
            self.controller.stop()
