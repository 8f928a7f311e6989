"""Messages only one browser can read: RFC 8291, which is RFC 8188's aes128gcm with keys agreed by ECDH on P-256."""

from __future__ import annotations

import base64
import os

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

CURVE = ec.SECP256R1()
RECORD = 4096  # bytes of the one record a message has
LONGEST = RECORD - 16 - 1  # what it may hold: without the tag and the delimiter


def to_text(data: bytes) -> str:
    """Bytes as URL-safe letters without padding."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def from_text(text: str) -> bytes:
    """Bytes from URL-safe letters; raises ValueError where they are none."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def public_bytes(key: ec.EllipticCurvePublicKey) -> bytes:
    """A public key as an uncompressed point."""
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def _derive(secret: bytes, salt: bytes, label: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, label).derive(secret)


def encrypt(
    message: bytes,
    receiver: bytes,
    auth: bytes,
    sender: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """The body of a push message; the sender's key and the salt are fresh each time unless a test gives them.

    Raises ValueError when the receiver's key is no point of the curve.
    """
    if len(message) > LONGEST:
        raise ValueError(f"A push message may have {LONGEST} bytes.")
    sender = sender or ec.generate_private_key(CURVE)
    salt = salt or os.urandom(16)
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, receiver)
    ours = public_bytes(sender.public_key())
    label = b"WebPush: info\0" + receiver + ours
    secret = _derive(sender.exchange(ec.ECDH(), theirs), auth, label, 32)
    key = _derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(secret, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + len(ours).to_bytes(1, "big") + ours
    return head + AESGCM(key).encrypt(nonce, message + b"\x02", None)
