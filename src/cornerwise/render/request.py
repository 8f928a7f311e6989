"""Checks of what a caller asks of a picture; whatever cannot be drawn gets a sentence."""

from __future__ import annotations

from collections.abc import Iterable

from cornerwise._core import Move, Placed, Position
from cornerwise.errors import CornerwiseError, WrongType
from cornerwise.render.lattice import extent, on_screen


def subject(position: object, last: object = None) -> Placed | None:
    """The piece that gets the halo; a move does not say on which sheet it lies, so the first one will do."""
    if not isinstance(position, Position):
        raise WrongType(f"A picture shows a Position, not {type(position).__name__}.")
    if last is None:
        return None
    if not isinstance(last, Move | Placed):
        raise WrongType(f"The halo lies around a Move or a Placed piece, not {type(last).__name__}.")
    sheet = last.sheet if isinstance(last, Placed) else None
    found = (placed for placed in position.placed if placed.placement == last.placement)
    return next((placed for placed in found if sheet is None or placed.sheet == sheet), None)


def check_choice(name: str, value: object, known: Iterable[object]) -> None:
    """One of the values that are known."""
    if value not in (known := tuple(known)):
        raise CornerwiseError(f"{name!r} is one of {', '.join(map(str, known))}, not {str(value)[:40]!r}.")


def sitters(position: Position, names: object) -> tuple[str, ...]:
    """The names of all seats, or none."""
    if isinstance(names, str) or not isinstance(names, Iterable):
        raise WrongType(f"The names of the seats are a list of texts, not {type(names).__name__}.")
    found = tuple(names)
    if any(not isinstance(name, str) for name in found):
        raise WrongType("The names of the seats are texts.")
    if found and len(found) != position.ruleset.seats:
        raise CornerwiseError(f"A picture names all {position.ruleset.seats} seats or none, not {len(found)}.")
    return found


def quarters(position: Position, view: object) -> int:
    """How often the board is turned: a number, or the color whose start shall be near."""
    rules = position.ruleset
    if not isinstance(view, str):
        if not isinstance(view, int) or isinstance(view, bool):
            raise WrongType(f"A board is turned by whole quarters or toward a color, not by {type(view).__name__}.")
        return view % 4
    if view not in rules.colors:
        raise CornerwiseError(f"A board is turned toward one of {', '.join(rules.colors)}, not {view[:40]!r}.")
    starts = rules.starts[rules.colors.index(view)] if rules.starts else ()

    def nearness(turns: int) -> tuple[float, float, int]:
        """How far down, then how far left the starts lie; the fewest turns that do."""
        rows = extent(rules.board, turns)[1]
        places = [on_screen(rules.board, turns)[cell] for cell in starts]
        return sum(y - rows for _, y in places), -sum(x for x, _ in places), -turns

    return max(range(4), key=nearness) if starts else 0
