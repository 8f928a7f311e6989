"""The lobby: takes seeks, lets them meet, and tells everybody who listens that something changed."""

from __future__ import annotations

import logging
import secrets
from collections import Counter

from sqlalchemy import func, select
from sqlalchemy.orm import Session as Transaction

import cornerwise as cw
from cornerwise.server.bus.bus import Bus
from cornerwise.server.lobby import bars, seeks
from cornerwise.server.lobby.matching import Match
from cornerwise.server.lobby.seek import Seek
from cornerwise.server.lobby.sitting import numbers_of, sitters
from cornerwise.server.people.people import person_named
from cornerwise.server.people.person import Person
from cornerwise.server.play.table.opening import draw, keep_table, open_table
from cornerwise.server.play.table.welcome import expect_welcome
from cornerwise.server.ratings.results import check_rated
from cornerwise.server.refusal import Refusal
from cornerwise.server.store.store import Store
from cornerwise.server.store.tables import GameRow, SeatRow, milliseconds
from cornerwise.server.wire.lobby import NewSeek
from cornerwise.server.wire.terms import Terms

logger = logging.getLogger(__name__)

PERIOD = 2.0  # seconds between two looks at who could meet by now
MOST = 8  # seeks of one person
BOT_GAMES = 8  # that a bot plays at once
TRIES = 3  # to make a match while others take their seeks back


class Lobby:
    """Where people find each other. Everything lasting is in the store, so any process can do any of this."""

    def __init__(self, store: Store, bus: Bus) -> None:
        self.store = store
        self.bus = bus
        #: How many connections people have in this process.
        self.present: Counter[str] = Counter()

    # ---- seeks ------------------------------------------------------------------------------

    async def seek(self, person: Person, new: NewSeek) -> str:
        """Offer to play; whoever fits is met at once."""
        now = milliseconds()
        for terms in new.terms:
            check_terms(terms, new.fill)
        if len(set(map(Terms.model_dump_json, new.terms))) != len(new.terms):
            raise Refusal("refused", "The same terms were named twice.")
        if new.low is not None and new.high is not None and new.low > new.high:
            raise Refusal("refused", "The lowest rating you accept is above the highest.", "rating_range")
        if (new.to is not None) != (new.kind == "challenge"):
            raise Refusal("refused", "A challenge, and nothing else, is for somebody.")

        def work(transaction: Transaction) -> Seek:
            known = [seek for seek in seeks.read_seeks(transaction, person.id) if seek.person == person.id]
            standing = [seek for seek in known if seek.kind != "quick" and not seek.is_declined]
            if len(standing) >= MOST and new.kind != "quick":
                raise Refusal(
                    "refused", f"You have {MOST} offers standing; take one back first.", "many_seeks", count=MOST
                )
            expect_welcome(transaction, person.id, new.terms, now)
            rival = person_named(transaction, new.to) if new.to is not None else None
            expect_by_name(person, rival, new.kind, new.terms)
            if person.kind == "bot":
                expect_leisure(transaction, person.id)
            if rival is not None:
                if rival.id == person.id or rival.kind == "computer" or rival.deleted is not None:
                    raise Refusal("refused", "You can challenge other people only.", "challenge_self")
                wanted = {terms.ruleset for terms in new.terms}
                if any(seek.to == rival.id and wanted & {terms.ruleset for terms in seek.terms} for seek in standing):
                    sentence = f"You have challenged {rival.name} to this already."
                    raise Refusal("refused", sentence, "challenged_already", name=rival.name)
                # Whether one is blocked is nobody's business.
                if bars.is_blocked(transaction, person.id, rival.id):
                    raise Refusal("refused", f"{rival.name} takes no challenges.", "no_challenges", name=rival.name)
            made = Seek(
                id=secrets.token_urlsafe(12),
                person=person.id,
                kind=new.kind,
                terms=new.terms,
                numbers=numbers_of(transaction, person.id, new.terms),
                made=now,
                seen=now,
                low=new.low,
                high=new.high,
                fill=new.fill,
                to=rival.id if rival is not None else None,
            )
            seeks.add_seek(transaction, made)
            return made

        made = await self.store.write(work)
        self._tell(person.id, made.to)
        await self.meet()
        return made.id

    async def accept(self, person: Person, name: str, number: int) -> None:
        """Sit down with whoever made a seek."""
        now = milliseconds()

        def work(transaction: Transaction) -> Seek:
            wanted = seeks.find_seek(transaction, name)
            if wanted is None or wanted.is_declined or not wanted.is_alive(now) or number >= len(wanted.terms):
                raise GONE
            if wanted.person == person.id:
                raise Refusal("refused", "This offer is your own.", "own_seek")
            terms = wanted.terms[number]
            expect_by_name(person, None, wanted.kind, (terms,))
            if person.kind == "bot":
                expect_leisure(transaction, person.id)
            expect_welcome(transaction, person.id, (terms,), now)
            answer = Seek(
                id=secrets.token_urlsafe(12),
                person=person.id,
                kind="open",
                terms=(terms,),
                numbers=numbers_of(transaction, person.id, (terms,)),
                made=now,
                seen=now,
                fill=wanted.fill,
                wants=wanted.id,
                avoids=bars.barred(transaction, person.id, "block"),
            )
            if not (wanted.accepts(answer, terms, now) and answer.accepts(wanted, terms, now)):
                raise Refusal("refused", "This offer is for others.", "other_seek")
            for other in seeks.read_seeks(transaction, person.id):
                if other.person == person.id and other.wants is not None:
                    seeks.drop_seeks(transaction, [other.id])
            seeks.add_seek(transaction, answer)
            return wanted

        wanted = await self.store.write(work)
        self._tell(person.id, wanted.person)
        await self.meet()

    async def cancel(self, person: Person, name: str) -> None:
        """Take a seek back, or turn a challenge down."""

        def work(transaction: Transaction) -> Seek:
            seek = seeks.find_seek(transaction, name)
            if seek is None:
                raise GONE
            if person.id not in (seek.person, seek.to):
                raise Refusal("not_yours", "This offer is not yours to take back.", "other_seek")
            if person.id == seek.person:
                seeks.drop_seeks(transaction, [seek.id])
            elif seek.is_declined:
                raise GONE
            else:
                seeks.decline_seek(transaction, seek)
            return seek

        seek = await self.store.write(work)
        self._tell(seek.person, seek.to)

    async def fill(self, person: Person, name: str) -> None:
        """Begin a private table: the computer takes the seats that are still empty."""
        now = milliseconds()

        def work(transaction: Transaction) -> tuple[str, Match]:
            seek = seeks.find_seek(transaction, name)
            if seek is None or seek.kind != "private":
                raise GONE
            if seek.person != person.id:
                raise Refusal("not_yours", "Only the person who opened the table may start the game.", "other_seek")
            if seek.fill is None:
                raise Refusal("refused", "This table is for people only.", "people_only")
            terms = seek.terms[0]
            party = [seek]
            for other in seeks.read_seeks(transaction):
                fits = other.wants == seek.id and other.is_alive(now) and terms in other.terms
                if fits and len(party) < seats_of(terms) and all(each.person != other.person for each in party):
                    party.append(other)
            seeks.drop_seeks(transaction, [each.id for each in party])
            match = Match(terms, tuple(party), seats_of(terms) - len(party), seek.fill)
            return self._open(transaction, match, now), match

        self._announce([await self.store.write(work)])

    # ---- meeting ----------------------------------------------------------------------------

    async def meet(self) -> None:
        """Open a table for everybody who can meet now."""
        for _ in range(TRIES):
            try:
                self._announce(await self.store.write(seeks.meet, milliseconds(), self._open))
                return
            except seeks.Taken:
                continue

    def _open(self, transaction: Transaction, match: Match, now: int) -> str:
        """Open the table of a match, in the transaction that ended its seeks."""
        game = open_table(match.terms, draw(sitters(transaction, match)), now)
        keep_table(transaction, game, now)
        return game.id

    def _announce(self, made: list[tuple[str, Match]]) -> None:
        for game, match in made:
            for seek in match.seeks:
                self.bus.publish(f"person:{seek.person}", {"table": game})
        if made:
            self.bus.publish("lobby", {})

    async def sweep(self) -> None:
        """Forget the seeks of those who left, keep those of people who are here, and see who can meet by now."""
        now = milliseconds()
        here = list(self.present)

        def work(transaction: Transaction) -> tuple[set[str], bool]:
            if here:
                seeks.touch_seeks(transaction, here, now)
            return seeks.sweep_seeks(transaction, now), bool(seeks.read_seeks(transaction))

        if not await self.store.read(lambda transaction: bool(seeks.read_seeks(transaction))):
            return
        gone, are_left = await self.store.write(work)
        if gone:
            self._tell(*gone)
        if are_left:
            await self.meet()

    def _tell(self, *people: str | None) -> None:
        """Something changed, for everybody and for these people in particular."""
        self.bus.publish("lobby", {})
        for person in set(people) - {None}:
            self.bus.publish(f"person:{person}", {})

    # ---- people -----------------------------------------------------------------------------

    async def bar(self, person: Person, other: str, kind: str) -> None:
        """Mute or block somebody, or take that back."""
        if other == person.id:
            raise Refusal("refused", "You cannot block yourself.", "challenge_self")
        chosen = None if kind == "none" else kind
        await self.store.write(bars.set_bar, person.id, other, chosen, milliseconds())  # type: ignore[arg-type]
        self._tell(person.id)

    async def report(self, person: Person, about: str, game: str, reason: str, note: str) -> None:
        """Tell the moderators about somebody; the same again changes nothing."""
        await self.store.write(bars.add_report, person.id, about, game, reason, note, milliseconds())


GONE = Refusal("refused", "This offer is gone; somebody was faster, or it was taken back.", "seek_gone")


def seats_of(terms: Terms) -> int:
    """How many sit at a table on these terms."""
    return cw.ruleset(terms.ruleset, **terms.options).seats


def check_terms(terms: Terms, fill: int | None) -> None:
    """Refuse terms that make no game, or none with a computer of this level."""
    try:
        seats = seats_of(terms)
        if seats < 2:
            raise Refusal("refused", "A game for one person has no seats for others.")
        if terms.is_rated and not terms.is_public:
            raise Refusal(
                "refused", "What counts in the ranking is played in public; make the game unrated.", "rated_public"
            )
        if terms.is_rated:
            levels = [] if fill is None else [fill]
            check_rated(terms.ruleset, terms.tempo.is_live, ["somebody"], levels)
    except (cw.CornerwiseError, TypeError) as error:
        raise Refusal("refused", str(error), "terms") from error


def expect_by_name(person: Person, rival: Person | None, kind: str, wishes: tuple[Terms, ...]) -> None:
    """Bots play those who ask for them by name or gave them a link, and never rated games (docs/programs/bots.md)."""
    if person.kind == "bot" and kind not in ("challenge", "private"):
        raise Refusal("refused", "A bot plays by challenges and private tables only.")
    has_bot = "bot" in (person.kind, rival.kind if rival is not None else "")
    if has_bot and any(terms.is_rated for terms in wishes):
        raise Refusal("refused", "Bots play no rated games; make the challenge unrated.", "bot_unrated")


def expect_leisure(transaction: Transaction, bot: str) -> None:
    """Refuse another game to a bot that plays many already."""
    playing = select(func.count()).select_from(SeatRow).join(GameRow, GameRow.id == SeatRow.game)
    count = transaction.scalar(playing.where(SeatRow.person == bot, GameRow.outcome == "playing")) or 0
    if count >= BOT_GAMES:
        raise Refusal("refused", f"This bot plays {count} games already; end one first.")
