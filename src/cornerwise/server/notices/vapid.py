"""Who sends a push message: VAPID (RFC 8292), a token signed with this server's own key."""

from __future__ import annotations

import json
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

from cornerwise.server.notices.encryption import CURVE, public_bytes, to_text

LASTS = 12 * 3600  # seconds a token is good for; push services allow a day


def new_key() -> str:
    """A fresh key as text, to be kept."""
    key = ec.generate_private_key(CURVE)
    form = serialization.PrivateFormat.PKCS8
    return key.private_bytes(serialization.Encoding.PEM, form, serialization.NoEncryption()).decode()


class Vapid:
    """A server's key for push services; `contact` is an address they can complain to."""

    def __init__(self, key: str, contact: str) -> None:
        loaded = serialization.load_pem_private_key(key.encode(), None)
        assert isinstance(loaded, ec.EllipticCurvePrivateKey)
        self.key = loaded
        self.contact = contact

    @property
    def public(self) -> str:
        """The public key as browsers ask for it."""
        return to_text(public_bytes(self.key.public_key()))

    def authorization(self, endpoint: str, now: int) -> str:
        """The header that proves to a push service who sends; `now` in seconds."""
        parts = urlsplit(endpoint)
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": now + LASTS, "sub": self.contact}
        head = to_text(json.dumps({"typ": "JWT", "alg": "ES256"}).encode())
        signed = f"{head}.{to_text(json.dumps(claims).encode())}"
        r, s = decode_dss_signature(self.key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
        signature = r.to_bytes(32, "big") + s.to_bytes(32, "big")
        return f"vapid t={signed}.{to_text(signature)}, k={self.public}"
