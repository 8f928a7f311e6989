"""E-mail: one plain message at a time to the host's SMTP server."""

from __future__ import annotations

import asyncio
import re
import smtplib
import ssl
from dataclasses import dataclass
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid
from urllib.parse import unquote, urlsplit

from cornerwise.errors import CornerwiseError

SECONDS = 15.0
ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,186}[A-Za-z0-9])?")


def is_address(text: str) -> bool:
    """Whether a text looks like an e-mail address that a header can hold."""
    return len(text) <= 254 and ADDRESS.fullmatch(text) is not None and ".." not in text


@dataclass(frozen=True)
class SmtpServer:
    """Where the host's e-mail goes: `smtp://` speaks TLS if the server can, `smtps://` from the start."""

    host: str
    port: int
    is_tls: bool
    user: str
    password: str
    sender: str


def parse_smtp(url: str, sender: str) -> SmtpServer:
    """The server of an address such as `smtps://user:password@mail.example.org`, or one sentence what is wrong."""
    complaint = CornerwiseError("That is no mail server; it looks like smtps://user:password@mail.example.org.")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise complaint from None
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname or parts.path not in ("", "/") or parts.query:
        raise complaint
    if not is_address(sender):
        raise CornerwiseError("E-mail needs a sender: give --mail-from play@example.org.")
    is_tls = parts.scheme == "smtps"
    return SmtpServer(
        parts.hostname,
        port or (465 if is_tls else 587),
        is_tls,
        unquote(parts.username or ""),
        unquote(parts.password or ""),
        sender,
    )


class Mailer:
    """Sends e-mail in a thread; raises OSError (of which SMTPException is one) when it could not."""

    def __init__(self, server: SmtpServer) -> None:
        self.server = server

    async def send(self, to: str, subject: str, text: str, off: str | None = None) -> None:
        """Send one message; `off` is the address by which one click ends such messages (RFC 8058)."""
        message = EmailMessage(policy=SMTP)
        message["From"] = f"Cornerwise <{self.server.sender}>"
        message["To"] = to
        message["Subject"] = subject
        message["Date"] = formatdate()
        message["Message-ID"] = make_msgid(domain=self.server.sender.partition("@")[2])
        message["Auto-Submitted"] = "auto-generated"
        if off is not None:
            message["List-Unsubscribe"] = f"<{off}>"
            message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        message.set_content(text)
        await asyncio.to_thread(self._send, message)

    def _send(self, message: EmailMessage) -> None:
        server = self.server
        context = ssl.create_default_context()
        if server.is_tls:
            line: smtplib.SMTP = smtplib.SMTP_SSL(server.host, server.port, timeout=SECONDS, context=context)
        else:
            line = smtplib.SMTP(server.host, server.port, timeout=SECONDS)
        with line:
            if not server.is_tls:
                line.ehlo()
                if line.has_extn("starttls"):
                    line.starttls(context=context)
                elif server.user:
                    raise smtplib.SMTPException("The mail server offers no TLS, so the password is not sent.")
            if server.user:
                line.login(server.user, server.password)
            line.send_message(message)
