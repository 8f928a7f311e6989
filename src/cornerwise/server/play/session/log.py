"""A game's log as a tree: every move, roll or retirement ever made, numbered by ply, and where the table stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import takewhile

import cornerwise as cw
from cornerwise.server.store.games import Entry, EntryKind


def seat_of(text: str) -> int:
    """The seat a retirement's text tells, counted from 0: 1 of `seat 2`."""
    return int(text.removeprefix("seat ")) - 1


@dataclass(slots=True)
class Node:
    """A ply: the entry that led here, the move where it was one, the position it made, and what followed."""

    entry: Entry | None
    move: cw.Move | None
    position: cw.Position
    number: int
    rolls: int
    depth: int
    children: list[int] = field(default_factory=list)
    forecast: tuple[float, ...] | None = None


class Log:
    """The tree of a game; ply 0 is the start, `at` the ply on the table."""

    def __init__(self, start: cw.Position, entries: Iterable[Entry] = (), at: int = 0) -> None:
        self.nodes: dict[int, Node] = {0: Node(None, None, start, 0, 0, 0)}
        self.at = 0
        # The child to redo from each ply: the one visited last.
        self.next: dict[int, int] = {}
        self.grow(entries)
        self.go(at)

    def grow(self, entries: Iterable[Entry]) -> None:
        """Add entries as they were written, and go where they lead."""
        for entry in entries:
            self.replay(entry)

    @property
    def node(self) -> Node:
        """The node on the table."""
        return self.nodes[self.at]

    @property
    def position(self) -> cw.Position:
        """The position on the table."""
        return self.node.position

    @property
    def last_move(self) -> cw.Move | None:
        """The move made last on the way to the ply on the table, rolls aside."""
        return next((node.move for node in map(self.nodes.__getitem__, self.back(self.at)) if node.move), None)

    def new_entry(self, kind: EntryKind, text: str, spent: int | None = None) -> Entry:
        """The entry that would follow what is on the table."""
        return Entry(len(self.nodes), self.at, kind, text, spent)

    def child(self, text: str) -> int | None:
        """The ply that followed the present one by this very move or roll, if it was made before."""
        for ply in self.node.children:
            entry = self.nodes[ply].entry
            if entry is not None and entry.text == text:
                return ply
        return None

    def replay(self, entry: Entry) -> None:
        """Add an entry as it was written; raises CornerwiseError when the rules say no."""
        before = self.nodes[entry.after].position
        if entry.kind == "roll":
            self.add(entry, None, before.roll(entry.text))
        elif entry.kind == "retire":
            self.add(entry, None, before.retire(seat_of(entry.text)))
        else:
            move = before.ruleset.parse_move(entry.text)
            self.add(entry, move, before.play(move))

    def add(self, entry: Entry, move: cw.Move | None, position: cw.Position) -> None:
        """Add an entry and go there; a move is read once, when its entry comes in."""
        parent = self.nodes[entry.after]
        number, rolls = parent.number + (entry.kind == "move"), parent.rolls + (entry.kind == "roll")
        self.nodes[entry.ply] = Node(entry, move, position, number, rolls, parent.depth + 1)
        parent.children.append(entry.ply)
        self.next[entry.after] = entry.ply
        self.at = entry.ply

    def go(self, ply: int) -> None:
        """Go to a ply; its line becomes the one shown."""
        for below in self.back(ply):
            entry = self.nodes[below].entry
            if entry is not None:
                self.next[entry.after] = below
        self.at = ply

    def back(self, ply: int) -> Iterator[int]:
        """The plies from one back to the start, 0 included."""
        while (entry := self.nodes[ply].entry) is not None:
            yield ply
            ply = entry.after
        yield 0

    def forward(self, ply: int) -> Iterator[int]:
        """The plies that follow one in the line shown, itself excluded."""
        while ply in self.next:
            ply = self.next[ply]
            yield ply

    def movers(self, since: int) -> list[int]:
        """The seats that made the moves after a ply of the line, up to the one on the table; the last comes first."""
        plies = takewhile(lambda ply: ply != since, self.back(self.at))
        entries = (entry for ply in plies if (entry := self.nodes[ply].entry) is not None and entry.kind == "move")
        return [self.nodes[entry.after].position.turn.actor for entry in entries]

    def moves_of(self, seat: int, at: int | None = None) -> int:
        """How many moves a seat has made in the line up to a ply, or to the one on the table."""
        entries = (self.nodes[ply].entry for ply in self.back(self.at if at is None else at))
        moves = (entry for entry in entries if entry is not None and entry.kind == "move")
        return sum(self.nodes[entry.after].position.turn.actor == seat for entry in moves)

    @property
    def depth(self) -> int:
        """How many steps led to the present ply."""
        return self.node.depth

    def line(self) -> list[int]:
        """The line shown: from the first step through the present ply to its end, without 0."""
        return [*reversed(list(self.back(self.at))), *self.forward(self.at)][1:]
