"""Findings must be true: each is counted again here, slowly, from the rules alone."""

from itertools import chain
from statistics import median

import pytest

import cornerwise as cw
from cornerwise.finding import CLEAR, Comparison
from cornerwise.player import RandomPlayer
from positions import forced, random_game

# ---- the slow way: cell by cell, piece by piece ----


def targets(position, color):
    """C3: empty cells diagonal to an own cell and beside none; S4: empty cells with a face to an own cell."""
    board, colors = position.ruleset.board, position.cell_colors(position.turn.sheet)
    index = position.ruleset.colors.index(color)
    empty = [cell for cell in range(board.cell_count) if colors[cell] < 0]

    def touches(cell, neighbors):
        return any(colors[other] == index for other in neighbors(cell))

    if index not in colors:
        return set(position.targets(color, position.turn.sheet).tolist())
    if position.ruleset.contact == "face":
        return {cell for cell in empty if touches(cell, board.edge_neighbors)}
    return {
        cell
        for cell in empty
        if touches(cell, board.corner_neighbors) and not touches(cell, board.edge_neighbors)
    }


def places(position, color):
    """Per unused shape, the cell sets where a color could put it now."""
    rules, board = position.ruleset, position.ruleset.board
    colors = position.cell_colors(position.turn.sheet)
    index, spots = rules.colors.index(color), targets(position, color)
    supply = position.supply(position.turn.sheet if rules.rows else color)
    found = {shape: [] for shape in supply}
    heights = {cell: tuple(row) for cell, row in enumerate(board.coordinates.tolist())}
    for id, row in enumerate(rules.atlas.cells.tolist()):
        name = rules.shapes[rules.atlas.shapes[id]].name
        cells = [cell for cell in row if cell >= 0]
        if name not in found or any(colors[cell] >= 0 for cell in cells) or not spots.intersection(cells):
            continue
        if rules.contact == "corner":
            if any(colors[other] == index for cell in cells for other in board.edge_neighbors(cell)):
                continue
        else:
            under = [board.cell(x, y, z - 1) for x, y, z in map(heights.get, cells) if z]
            if any(colors[cell] < 0 and cell not in cells for cell in under):
                continue
            if index not in colors and max(colors) >= 0:
                beside = chain.from_iterable(board.edge_neighbors(cell) for cell in cells)
                if all(colors[other] < 0 for other in beside):
                    continue
        found[name].append(cells)
    return found


def covered(spots):
    return {cell for cells in chain.from_iterable(spots.values()) for cell in cells}


def count(kind, position, move, rival):
    """What a finding of this kind counts for a move."""
    color, after = position.turn.color, position.play(move)
    same_turn = _Seen(after, position)
    match kind:
        case "corners_opened":
            return len(targets(same_turn, color) - targets(position, color))
        case "space":
            return len(covered(places(same_turn, color)))
        case "size":
            return len(move.cells)
        case "corners_closed":
            return len(targets(position, rival) - targets(same_turn, rival))
        case "space_taken":
            return len(covered(places(position, rival)) - covered(places(same_turn, rival)))
        case "corners_starved":
            old, new = covered(places(position, rival)), covered(places(same_turn, rival))
            return len((targets(position, rival) & old & targets(same_turn, rival)) - new)
        case "cubes_shown":
            return visible(after, color) - visible(position, color) + 1
        case "cubes_covered":
            return visible(position, rival) - visible(after, rival)
    raise AssertionError(kind)


class _Seen:
    """A later position looked at from the same seat: the sheet of the turn before."""

    def __init__(self, after, before):
        self._after, self.turn = after, before.turn

    def __getattr__(self, name):
        return getattr(self._after, name)


def visible(position, color):
    """S6: the cells of a color with nothing above them."""
    board, colors = position.ruleset.board, position.cell_colors()
    index, total = position.ruleset.colors.index(color), 0
    for cell, (x, y, z) in enumerate(board.coordinates.tolist()):
        above = board.cell(x, y, z + 1) if z + 1 < board.levels else None
        total += colors[cell] == index and (above is None or colors[above] < 0)
    return total


# ---- every finding of many positions is checked ----

COUNTED = {
    "corners_opened", "space", "size", "corners_closed", "space_taken", "corners_starved",
    "cubes_shown", "cubes_covered",
}


@pytest.mark.parametrize(
    ("ruleset", "plies"),
    [
        ("duo", 6),
        ("duo", 13),
        ("duo", 20),
        ("classic-4", 30),
        ("classic-2", 44),
        ("classic-3", 35),
        ("3d-tower-3", 9),
        ("3d-wall-2", 4),
        ("dice-2", 7),
        ("dice-3", 12),
    ],
)
def test_every_finding_is_true(ruleset, plies):
    game = random_game(ruleset, plies, seed=plies)
    position = game.position
    if position.turn.actor == cw.CHANCE:
        position = position.roll(position.rolls[-1])
    comparison = Comparison(position)
    rivals = comparison.scene.rivals
    checked = set()
    for move in list(comparison.measures)[::7]:
        others = [other for other in comparison.measures if other != move]
        for finding in comparison.findings(move, count=99):
            checked.add(finding.kind)
            spoken = (
                color
                for color in rivals
                if f"of {color}" in finding.sentence or f"{color}'s" in finding.sentence
            )
            rival = next(spoken, None)
            if finding.kind in COUNTED:
                value = count(finding.kind, position, move, rival)
                assert value == finding.value, finding
                assert str(abs(int(value))) in finding.sentence
                sample = others[::5]
                for other in sample:
                    measured = count(finding.kind, position, other, rival)
                    assert measured == _measured(comparison, other, finding.kind, rival), (finding, other)
                better = [_measured(comparison, other, finding.kind, rival) for other in others]
                assert finding.usual == median(better)
                share = sum(value > each if finding.is_good else value < each for each in better) / len(
                    better
                )
                assert share >= CLEAR
            elif finding.kind in ("piece_dies", "piece_saved", "rival_piece_dies"):
                color = rival if finding.kind == "rival_piece_dies" else position.turn.color
                shape = finding.sentence.partition("'s ")[2].partition(";")[0]
                left = places(_Seen(position.play(move), position), color)[shape]
                assert places(position, color)[shape]
                assert bool(left) == (finding.kind == "piece_saved")
            elif finding.kind == "awkward_piece":
                left = {
                    shape: len(spots)
                    for shape, spots in places(position, position.turn.color).items()
                    if spots
                }
                assert finding.value == left.pop(move.shape) < min(left.values())
                assert finding.usual == median(left.values())
            elif finding.kind == "protected":
                assert_protected(position.play(move), position.turn.color, rivals, finding)
            elif finding.kind == "strike_spent":
                assert move.strike
            elif finding.kind == "strike_saved":
                assert not move.strike
            elif finding.kind == "die":
                row = sum(
                    len(places(position, position.turn.color).get(shape, ()))
                    for shape in position.ruleset.rows[move.die]
                )
                assert (
                    f"Uses the {move.die}, " in finding.sentence
                    or f"Uses up the {move.die}, " in finding.sentence
                )
                assert -finding.value == row
            else:
                raise AssertionError(f"nobody checks {finding.kind}")
    assert checked


def _measured(comparison, move, kind, rival):
    measure = comparison.measures[move]
    return {
        "corners_opened": lambda: len(measure.opened),
        "space": lambda: len(measure.reach),
        "size": lambda: len(measure.move.cells),
        "corners_closed": lambda: len(measure.closed[rival]),
        "space_taken": lambda: len(measure.taken[rival]),
        "corners_starved": lambda: len(measure.starved[rival]),
        "cubes_shown": lambda: measure.gained,
        "cubes_covered": lambda: measure.cost[rival],
    }[kind]()


def assert_protected(position, color, rivals, finding):
    """Nobody else ever comes there, however the game goes on; the color itself can at once."""
    for chance in range(10):
        here, player = position, RandomPlayer(chance)
        while not here.is_over:
            here = here.play(player.choose(here))
        for piece in here.placed:
            if piece.color in rivals:
                assert not set(piece.cells) & set(finding.cells)
    assert set(finding.cells) <= covered(places(_Seen(position, position), color))


# ---- positions made so that one thing is plain to see ----


def finding(position, move, kind):
    move = position.ruleset.parse_move(move)
    found = [each for each in Comparison(position, [move]).findings(move, count=99) if each.kind == kind]
    assert found, Comparison(position, [move]).findings(move, count=99)
    return found[0]


def names(position, cells):
    return " ".join(position.ruleset.board.cell_name(cell) for cell in cells)


def test_the_cross_opens_the_most_corners():
    found = finding(cw.start("duo"), "e8,d9,e9,f9,e10", "corners_opened")
    position = cw.start("duo")
    assert found.is_good and found.value == 8
    assert names(position, found.cells) == "d7 f7 c8 g8 c10 g10 d11 f11"
    assert found.sentence.startswith("Opens 8 new corners for black to build from")


def test_a_small_piece_is_small():
    found = finding(cw.start("duo"), "e10", "size")
    assert not found.is_good and found.value == 1 and found.usual == 5
    assert found.sentence == "Places only 1 square; the usual move 5."


def test_a_corner_taken_from_a_rival_is_named():
    position = cw.start("duo").play("e8,d9,e9,f9,e10").play("f5,g5,h5,i5,j5")
    assert names(position, position.targets("white").tolist()) == "e4 k4 e6 k6"
    found = finding(position, "e6,f6,f7", "corners_closed")
    assert found.is_good and found.value == 1 and names(position, found.cells) == "e6"
    assert found.sentence == "Closes 1 corner of white at e6; the usual move closes 0."


def test_a_cube_on_top_hides_the_one_below():
    position = cw.start("3d-tower-2").play("d3.1,e3.1").play("d4.1,e4.1")
    board = position.ruleset.board
    over = {board.parse_cell("d4.2"), board.parse_cell("e4.2")}
    move = next(move for move in position.legal_moves if over <= set(move.cells))
    found = finding(position, str(move), "cubes_covered")
    assert found.is_good and found.value == 2
    assert found.sentence.startswith("Covers 2 cubes of yellow that could be seen from above; ")


def test_a_strike_is_told_with_what_is_left():
    position = cw.start("dice-2").roll("1 1")
    plain = next(move for move in position.legal_moves if not move.strike)
    struck = next(move for move in position.legal_moves if move.strike and len(move.cells) == 5)
    comparison = Comparison(position, [plain, struck])
    told = {each.kind: each for move in (plain, struck) for each in comparison.findings(move, count=99)}
    assert told["strike_spent"].sentence == "Spends a strike; 2 strikes will be left."
    assert not told["strike_spent"].is_good
    assert told["strike_saved"].sentence == "Saves the strikes: 3 strikes will be left."
    assert told["strike_saved"].is_good


def test_the_rarer_findings_do_occur():
    wanted = {
        "piece_dies",
        "piece_saved",
        "rival_piece_dies",
        "protected",
        "corners_starved",
        "awkward_piece",
    }
    for seed in range(20):
        for node in random_game("duo", 22, seed).node.path()[12:]:
            comparison = Comparison(node.position)
            for move in list(comparison.measures)[::5]:
                wanted -= {each.kind for each in comparison.findings(move, count=99)}
        if not wanted:
            break
    assert not wanted


def test_the_only_move_has_nothing_to_be_compared_with():
    position = forced("duo")
    assert Comparison(position).findings(position.legal_moves[0]) == ()
