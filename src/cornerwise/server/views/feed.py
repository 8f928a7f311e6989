"""The feed of a session: what its members saw last and what is different since, each part made once for everybody.

Everything is kept as JSON, field by field. What everybody sees alike is made, compared and packed once per change; what
depends on who looks, once per set of rights. A message is then put together from ready parts.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterable, Mapping
from typing import NamedTuple

from pydantic_core import to_json

from cornerwise.server.play.session.rights import Rights
from cornerwise.server.play.session.session import Session
from cornerwise.server.play.session.viewer import Viewer
from cornerwise.server.views import view
from cornerwise.server.wire.snapshot import Snapshot

KEPT = 16  # changes somebody may have missed and still be told only what is different

Fields = dict[str, bytes]


class Difference(NamedTuple):
    """What everybody sees alike, from one sequence number to another: fields as pairs, and tails ready to send."""

    after: int
    seq: int
    ply: int
    pairs: list[bytes]
    tails: bytes


class Kept(NamedTuple):
    """How much of the lists one change left as it was: the steps, and the pieces of each sheet."""

    after: int
    seq: int
    steps: int
    placed: list[int]


class Laid(NamedTuple):
    """A step as it is told, and the piece it laid with its sheet."""

    forecast: tuple[float, ...] | None
    step: bytes
    piece: bytes | None
    sheet: int


class Feed:
    """What the members of a session have been told."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.version = session.version
        self.seq = session.seq
        self.laid: dict[int, Laid] = {}
        self.recent: deque[Kept] = deque(maxlen=KEPT)
        self.members: dict[Hashable, Rights] = {}
        self.seen: dict[Rights, Fields] = {}
        self.texts: dict[Rights, str | None] = {}
        self.seated: dict[Rights, tuple[object, bytes]] = {}
        self._look()
        self.changed = dict.fromkeys(self.fields, self.seq)  # the sequence number at which a field last changed
        self.latest = Difference(self.seq, self.seq, session.log.at, [], b"")

    # ---- what is told -----------------------------------------------------------------------

    def show(self, member: Hashable, viewer: Viewer) -> str | None:
        """What somebody who was told everything before is told now; None when nothing is different."""
        self._advance()
        rights = self.session.rights(viewer)
        if self.members.get(member) != rights:
            self.members[member] = rights
            return self._change(self.latest, self._see(rights, viewer))
        if rights not in self.texts:
            before = self.seen.get(rights, {})
            after = self._see(rights, viewer)
            fresh = {name: text for name, text in after.items() if before.get(name) != text}
            is_news = bool(fresh or self.latest.pairs or self.latest.tails) or self.latest.seq != self.latest.after
            self.texts[rights] = self._change(self.latest, fresh) if is_news else None
        return self.texts[rights]

    def greet(self, member: Hashable, viewer: Viewer, seq: int | None = None) -> list[str]:
        """What somebody is told who sits down: what changed since a sequence number, or everything."""
        self._advance()
        rights = self.session.rights(viewer)
        self.members[member] = rights
        seen = self._see(rights, viewer)
        missed = [each for each in self.recent if seq is not None and each.seq > seq]
        if seq is not None and (seq == self.seq or (missed and missed[0].after == seq)):
            return [self._change(self._since(seq, missed), seen)]
        return [self.snapshot(viewer)]

    def leave(self, member: Hashable) -> None:
        """Forget somebody who got up."""
        self.members.pop(member, None)

    def snapshot(self, viewer: Viewer) -> str:
        """Everything somebody may see."""
        self._advance()
        session = self.session
        fields: Mapping[str, bytes] = {
            "type": b'"snapshot"',
            "game": to_json(session.game),
            "seq": to_json(self.seq),
            "ply": to_json(session.log.at),
            "ruleset": to_json(session.ruleset.name),
            "options": to_json(session.options),
            "title": to_json(session.ruleset.title),
            "sheets": b"[" + b",".join(map(self._sheet, range(session.ruleset.sheets))) + b"]",
            "steps": b"[" + b",".join(self.steps) + b"]",
            **self.fields,
            **self._see(session.rights(viewer), viewer),
        }
        return (b"{" + b",".join(pairs(fields)) + b"}").decode()

    # ---- how it is made ---------------------------------------------------------------------

    def _advance(self) -> None:
        """Take in what the session has become since this was last asked."""
        session = self.session
        if self.version == session.version:
            return
        fields, steps, placed = self.fields, self.steps, self.placed
        self._look()
        fresh = {name: text for name, text in self.fields.items() if fields[name] != text}
        self.changed.update(dict.fromkeys(fresh, session.seq))
        kept = Kept(self.seq, session.seq, common(steps, self.steps), list(map(common, placed, self.placed)))
        tails = self._tails(kept.steps if steps != self.steps else None, kept.placed, list(map(len, placed)))
        self.latest = Difference(self.seq, session.seq, session.log.at, list(pairs(fresh)), tails)
        self.version, self.seq = session.version, session.seq
        self.texts.clear()
        if kept.seq != kept.after:
            self.recent.append(kept)

    def _since(self, seq: int, missed: list[Kept]) -> Difference:
        """Everything that is different since a sequence number, told at once: each field and each list as it is now."""
        # A field may have changed without a new number, when people came or went.
        fresh = {name: text for name, text in self.fields.items() if self.changed[name] >= seq}
        tails = b""
        if missed:
            placed = [min(each.placed[number] for each in missed) for number in range(len(self.placed))]
            tails = self._tails(min(each.steps for each in missed), placed, [-1] * len(placed))  # had what, who knows
        return Difference(seq, self.seq, self.session.log.at, list(pairs(fresh)), tails)

    def _tails(self, steps: int | None, placed: list[int], had: list[int]) -> bytes:
        """What follows what is kept: of the steps, and of the pieces of each sheet that had so many."""
        tails = b"" if steps is None else b',"steps":' + tail(steps, self.steps[steps:])
        told = [
            b'{"sheet":%d,' % number + tail(keep, self.placed[number][keep:])[1:]
            for number, keep in enumerate(placed)
            if not keep == had[number] == len(self.placed[number])
        ]
        return tails + (b',"placed":[' + b",".join(told) + b"]" if told else b"")

    def _look(self) -> None:
        session = self.session
        self.seating = view.seating(session)
        line = session.log.line()
        self.fields = {name: to_json(value) for name, value in view.shared(session, line).items()}
        told = [self._tell(ply) for ply in line]
        self.steps = [each.step for each in told]
        self.placed: list[list[bytes]] = [[] for _ in range(session.ruleset.sheets)]
        for each in told[: session.log.depth]:
            if each.piece is not None:
                self.placed[each.sheet].append(each.piece)

    def _tell(self, ply: int) -> Laid:
        forecast = self.session.forecast_at(ply)
        known = self.laid.get(ply)
        if known is None or known.forecast is not forecast:
            sheet, piece = view.piece(self.session, ply) or (0, None)
            text = None if piece is None else to_json(piece)
            known = self.laid[ply] = Laid(forecast, to_json(view.step(self.session, ply)), text, sheet)
        return known

    def _see(self, rights: Rights, viewer: Viewer) -> Fields:
        """What only those with these rights see."""
        seen = {name: to_json(value) for name, value in view.personal(self.session, viewer).items()}
        # Who sits where seldom changes: told again only when something it is made of does.
        seated, text = self.seated.get(rights, (None, b""))
        if seated != self.seating:
            text = to_json(view.seats(self.session, viewer))
            self.seated[rights] = self.seating, text
        seen["seats"] = text
        self.seen[rights] = seen
        return seen

    def _sheet(self, number: int) -> bytes:
        cells = to_json(self.session.position.cell_colors(number).tolist())
        return b'{"cells":' + cells + b',"placed":[' + b",".join(self.placed[number]) + b"]}"

    def _change(self, difference: Difference, personal: Fields) -> str:
        after, seq, ply, shared, tails = difference
        head = b'{"type":"change","game":"%s","after":%d,"seq":%d,"ply":%d,"set":{' % (
            self.session.game.encode(),
            after,
            seq,
            ply,
        )
        return (head + b",".join((*shared, *pairs(personal))) + b"}" + tails + b"}").decode()


def pairs(fields: Mapping[str, bytes]) -> Iterable[bytes]:
    """Fields as JSON has them in an object."""
    return (b'"%s":%s' % (name.encode(), text) for name, text in fields.items())


def common(before: list[bytes], after: list[bytes]) -> int:
    """How many of the first are the same in both."""
    for number, (one, other) in enumerate(zip(before, after, strict=False)):
        if one is not other and one != other:
            return number
    return min(len(before), len(after))


def tail(keep: int, add: list[bytes]) -> bytes:
    """What is kept of a list, and what follows."""
    return b'{"keep":%d,"add":[' % keep + b",".join(add) + b"]}"


def feed_of(session: Session) -> Feed:
    """The feed of a session."""
    if not isinstance(session.told, Feed):
        session.told = Feed(session)
    return session.told


def snapshot(session: Session, viewer: Viewer) -> Snapshot:
    """The session as somebody sees it, as a model."""
    return Snapshot.model_validate_json(Feed(session).snapshot(viewer))
