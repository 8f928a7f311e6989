"""The courier: takes up turns to tell of and tells people, by push first and by e-mail if that was not enough."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from datetime import UTC, datetime

from cornerwise.server.notices import subscriptions as wishes
from cornerwise.server.notices.encryption import to_text
from cornerwise.server.notices.mail import Mailer
from cornerwise.server.notices.push import Pusher, Subscription
from cornerwise.server.notices.subscriptions import Keys
from cornerwise.server.notices.turns import MAIL_AFTER, Turn, claim_turn, drop_turn, due_turns, put_off
from cornerwise.server.notices.words import say
from cornerwise.server.store.store import Store
from cornerwise.server.store.tables import SubscriptionRow, milliseconds
from cornerwise.server.wire.terms import DAY, MINUTE

logger = logging.getLogger(__name__)

PERIOD = 5.0  # seconds between two looks
AT_ONCE = 50  # turns taken up at one look
LONGEST = 28 * DAY  # that a push service keeps a message
MAIL_AGAIN = 60 * MINUTE  # one e-mail an hour, however many games somebody plays
AGAIN = 5 * MINUTE  # until what failed is tried again


class Courier:
    """Tells people that it is their turn; any process may, and a row says which does."""

    def __init__(self, store: Store, url: str, keys: Keys, pusher: Pusher, mailer: Mailer | None) -> None:
        self.store = store
        self.url = url
        self.keys = keys
        self.pusher = pusher
        self.mailer = mailer

    async def close(self) -> None:
        """Let go of all connections."""
        await self.pusher.close()

    async def sweep(self, now: int | None = None) -> int:
        """Tell of every turn that is due; how many were taken up here."""
        now = milliseconds() if now is None else now
        count = 0
        for game, person in await self.store.read(due_turns, now, AT_ONCE):
            turn = await self.store.write(claim_turn, game, person, now)
            if turn is not None:
                count += 1
                await (self._push(turn, now) if turn.stage == "push" else self._mail(turn, now))
        return count

    # ---- browsers -----------------------------------------------------------------------------

    async def _push(self, turn: Turn, now: int) -> None:
        rows = await self.store.read(wishes.subscriptions, turn.person)
        answers = await asyncio.gather(*(self._push_to(row, turn, now) for row in rows))
        if "later" in answers and "sent" not in answers:
            await self.store.write(put_off, turn, now + AGAIN, "push")
        elif self.mailer is not None:
            await self.store.write(put_off, turn, now + MAIL_AFTER, "mail")
        else:
            await self.store.write(drop_turn, turn)

    async def _push_to(self, row: SubscriptionRow, turn: Turn, now: int) -> str:
        to = Subscription(row.visit, row.endpoint, row.p256dh, row.auth, row.language)
        message = {
            "title": say(to.language, "turn"),
            "body": say(to.language, "turn.game", game=turn.title, names=others(turn, to.language)),
            "path": f"/game/{turn.game}",
            "tag": turn.game,
        }
        lasts = max(60, min(LONGEST, (turn.deadline or now + DAY) - now) // 1000)
        topic = to_text(hashlib.sha256(turn.game.encode()).digest())[:32]
        text = json.dumps(message, ensure_ascii=False).encode()
        delivery = await self.pusher.send(to, text, topic, lasts, now // 1000)
        if delivery == "sent":
            await self.store.write(wishes.note_sent, to.visit, now)
        elif delivery == "gone":
            await self.store.write(wishes.unsubscribe, to.visit)
        elif delivery == "refused":
            await self.store.write(wishes.note_refused, to.visit)
        return delivery

    # ---- e-mail -------------------------------------------------------------------------------

    async def _mail(self, turn: Turn, now: int) -> None:
        found = await self.store.read(wishes.address_of, turn.person)
        if self.mailer is None or found is None or found[0].verified is None:
            await self.store.write(drop_turn, turn)
            return
        row, name = found
        if not await self.store.write(wishes.claim_address, turn.person, now, MAIL_AGAIN):
            await self.store.write(put_off, turn, (row.sent or now) + MAIL_AGAIN, "mail")
            return
        off = wishes.token(self.keys.mail, "off", row.person, row.address, row.made)
        until = datetime.fromtimestamp((turn.deadline or now) / 1000, UTC).strftime("%Y-%m-%d %H:%M")
        language = row.language
        text = "\n\n".join(
            (
                say(language, "mail.hello", name=name),
                say(language, "turn.mail", game=turn.title, names=others(turn, language), until=until),
                f"{self.url}/game/{turn.game}",
                say(language, "off", link=f"{self.url}/mail#off={off}"),
            )
        )
        try:
            await self.mailer.send(
                row.address, say(language, "turn"), text + "\n", f"{self.url}/api/mail/off?token={off}"
            )
        except OSError as error:
            logger.warning("An e-mail could not be sent: %s", error)
            await self.store.write(put_off, turn, now + MAIL_AGAIN, "mail")
            return
        await self.store.write(drop_turn, turn)

    async def ask_address(self, person: str, name: str) -> None:
        """Ask at an address whether it is the one who named it; raises OSError when that could not be sent."""
        found = await self.store.read(wishes.address_of, person)
        assert self.mailer is not None and found is not None
        row = found[0]
        link = f"{self.url}/mail#verify={wishes.token(self.keys.mail, 'verify', person, row.address, row.made)}"
        text = "\n\n".join(
            (say(row.language, "mail.hello", name=name), say(row.language, "verify.mail", host=self.url, link=link))
        )
        await self.mailer.send(row.address, say(row.language, "verify"), text + "\n")


def others(turn: Turn, language: str) -> str:
    """The others at a table in one text."""
    return ", ".join(name or say(language, "computer") for name in turn.names)
