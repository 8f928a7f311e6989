"""Findings must be true: each is counted again here, slowly, from the rules alone."""

from functools import lru_cache
from itertools import chain
from statistics import median

import pytest

import cornerwise as cw
from cornerwise.advice.finding import CLEAR, NOTABLE, Comparison
from cornerwise.advice.measure import Scene
from cornerwise.player import RandomPlayer
from positions import forced, random_game

# ---- the slow way: cell by cell, piece by piece ----


class Geometry:
    """A ruleset's board and placements as plain lists; everything below asks for them again and again."""

    def __init__(self, rules):
        board = rules.board
        self.cells = range(board.cell_count)
        self.edges = [list(board.edge_neighbors(cell)) for cell in self.cells]
        self.corners = [list(board.corner_neighbors(cell)) for cell in self.cells]
        self.under = [board.cell(x, y, z - 1) if z else None for x, y, z in board.coordinates.tolist()]
        self.above = [
            board.cell(x, y, z + 1) if z + 1 < board.levels else None for x, y, z in board.coordinates.tolist()
        ]
        shapes = [rules.shapes[index].name for index in rules.atlas.shapes]
        rows = ([cell for cell in row if cell >= 0] for row in rules.atlas.cells.tolist())
        self.placements = list(zip(shapes, rows, strict=True))


geometry = lru_cache(maxsize=4)(Geometry)


@lru_cache(maxsize=4096)
def targets(position, sheet, color):
    """C3: empty cells diagonal to an own cell and beside none; S4: empty cells with a face to an own cell."""
    grid, colors = geometry(position.ruleset), position.cell_colors(sheet).tolist()
    index = position.ruleset.colors.index(color)
    empty = [cell for cell in grid.cells if colors[cell] < 0]
    if index not in colors:
        return set(position.targets(color, sheet).tolist())
    beside = {cell for cell in empty if any(colors[other] == index for other in grid.edges[cell])}
    if position.ruleset.contact == "face":
        return beside
    diagonal = {cell for cell in empty if any(colors[other] == index for other in grid.corners[cell])}
    return diagonal - beside


@lru_cache(maxsize=4096)
def places(position, sheet, color):
    """Per unused shape, the cell sets where a color could put it now."""
    rules, grid = position.ruleset, geometry(position.ruleset)
    colors = position.cell_colors(sheet).tolist()
    index, spots = rules.colors.index(color), targets(position, sheet, color)
    found = {shape: [] for shape in position.supply(sheet if rules.rows else color)}
    for name, cells in grid.placements:
        if name not in found or spots.isdisjoint(cells) or any(colors[cell] >= 0 for cell in cells):
            continue
        if rules.contact == "corner":
            if any(colors[other] == index for cell in cells for other in grid.edges[cell]):
                continue
        else:
            under = [grid.under[cell] for cell in cells if grid.under[cell] is not None]
            if any(colors[cell] < 0 and cell not in cells for cell in under):
                continue
            if index not in colors and max(colors) >= 0:
                beside = chain.from_iterable(grid.edges[cell] for cell in cells)
                if all(colors[other] < 0 for other in beside):
                    continue
        found[name].append(cells)
    return found


def covered(spots):
    return {cell for cells in chain.from_iterable(spots.values()) for cell in cells}


def count(kind, position, move, rival):
    """What a finding of this kind counts for a move; afterwards, too, the sheet of the turn before is looked at."""
    color, sheet, after = position.turn.color, position.turn.sheet, position.play(move)
    match kind:
        case "corners_opened":
            return len(targets(after, sheet, color) - targets(position, sheet, color))
        case "space":
            return len(covered(places(after, sheet, color)))
        case "size":
            return len(move.cells)
        case "corners_closed":
            return len(targets(position, sheet, rival) - targets(after, sheet, rival))
        case "space_taken":
            return len(covered(places(position, sheet, rival)) - covered(places(after, sheet, rival)))
        case "corners_starved":
            old, new = covered(places(position, sheet, rival)), covered(places(after, sheet, rival))
            return len((targets(position, sheet, rival) & old & targets(after, sheet, rival)) - new)
        case "cubes_shown":
            return visible(after, color) - visible(position, color) + 1
        case "cubes_covered":
            return visible(position, rival) - visible(after, rival)
    raise AssertionError(kind)


def visible(position, color):
    """S6: the cells of a color with nothing above them."""
    above, colors = geometry(position.ruleset).above, position.cell_colors()
    index = position.ruleset.colors.index(color)
    return sum(colors[cell] == index and (above[cell] is None or colors[above[cell]] < 0) for cell in range(len(above)))


# ---- every finding of many positions is checked ----

COUNTED = {
    "corners_opened",
    "space",
    "size",
    "corners_closed",
    "space_taken",
    "corners_starved",
    "cubes_shown",
    "cubes_covered",
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
    sheet = position.turn.sheet
    comparison = Comparison(position)
    rivals = comparison.scene.rivals
    checked = set()
    for move in list(comparison.measures)[::7]:
        others = [other for other in comparison.measures if other != move]
        for finding in comparison.findings(move, count=99):
            checked.add(finding.kind)
            spoken = (color for color in rivals if finding.color == color)
            rival = next(spoken, None)
            if finding.kind in COUNTED:
                value = count(finding.kind, position, move, rival)
                assert value == finding.value, finding
                assert not value or f" {abs(int(value))} " in finding.sentence
                sample = others[::5]
                for other in sample:
                    measured = count(finding.kind, position, other, rival)
                    assert measured == _measured(comparison, other, finding.kind, rival), (finding, other)
                better = [_measured(comparison, other, finding.kind, rival) for other in others]
                assert finding.usual == median(better)
                share = sum(value > each if finding.is_good else value < each for each in better) / len(better)
                assert share >= CLEAR
            elif finding.kind in ("piece_dies", "piece_saved", "rival_piece_dies"):
                color = rival if finding.kind == "rival_piece_dies" else position.turn.color
                shape = finding.shape
                assert f" the {shape}" in finding.sentence
                left = places(position.play(move), sheet, color)[shape]
                assert places(position, sheet, color)[shape]
                assert bool(left) == (finding.kind == "piece_saved")
            elif finding.kind == "awkward_piece":
                left = {
                    shape: len(spots) for shape, spots in places(position, sheet, position.turn.color).items() if spots
                }
                assert finding.value == left.pop(move.shape) < min(left.values())
                assert finding.usual == median(left.values())
            elif finding.kind == "protected":
                assert_protected(position.play(move), position.turn.color, rivals, finding)
            elif finding.kind == "shut_out":
                assert rival == finding.color and finding.value == len(finding.cells) >= 3
                assert_never_entered(position.play(move), [rival], finding)
            elif finding.kind == "partner_space":
                old, new = (covered(places(each, sheet, finding.color)) for each in (position, position.play(move)))
                assert set(finding.cells) == old - new and -finding.value == len(finding.cells)
                owners = dict(zip(position.ruleset.colors, position.ruleset.owners, strict=True))
                assert owners[finding.color] == position.turn.actor
                assert finding.color in finding.sentence and not finding.is_good
            elif finding.kind == "strike_spent":
                assert move.strike
            elif finding.kind == "strike_saved":
                assert not move.strike
            elif finding.kind == "die":
                row = sum(
                    len(places(position, sheet, position.turn.color).get(shape, ()))
                    for shape in position.ruleset.rows[move.die]
                )
                assert f"Uses the {move.die}, " in finding.sentence or f"Uses up the {move.die}, " in finding.sentence
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
    assert_never_entered(position, rivals, finding)
    assert set(finding.cells) <= covered(places(position, position.turn.sheet, color))


def assert_never_entered(position, rivals, finding):
    for chance in range(10):
        here, player = position, RandomPlayer(chance)
        while not here.is_over:
            here = here.play(player.choose(here))
        for piece in here.placed:
            if piece.color in rivals:
                assert not set(piece.cells) & set(finding.cells)


def test_a_space_that_the_shared_color_can_enter_is_not_protected():
    """C7: rivals play green, so what green can reach is nobody's own."""
    seen = 0
    for seed in range(3):
        position = random_game("classic-3", 40 + seed, seed=seed).position
        if position.turn.color == "green":
            position = position.play(position.legal_moves[0])
        for move in position.legal_moves[::9]:
            protected = Scene(position).measure(move).protected
            seen += bool(protected)
            assert not protected & covered(places(position.play(move), 0, "green"))
    assert seen


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
    assert found.sentence.startswith("Opens 8 new corners to build from; a typical move opens ")


def test_a_small_piece_is_small():
    found = finding(cw.start("duo"), "e10", "size")
    assert not found.is_good and found.value == 1 and found.usual == 5
    assert found.sentence == "Places only 1 square; a typical move places 5."


def test_a_corner_taken_from_a_rival_is_named():
    position = cw.start("duo").play("e8,d9,e9,f9,e10").play("f5,g5,h5,i5,j5")
    assert names(position, position.targets("white").tolist()) == "e4 k4 e6 k6"
    found = finding(position, "e6,f6,f7", "corners_closed")
    assert found.is_good and found.value == 1 and names(position, found.cells) == "e6"
    assert found.sentence == "Closes 1 corner that white could build from (e6); a typical move closes 0."


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
    assert told["strike_spent"].sentence == "Spends a strike; 2 of 3 will be left."
    assert not told["strike_spent"].is_good
    assert told["strike_saved"].sentence == "Spends no strike; 3 of 3 will be left."
    assert told["strike_saved"].is_good


def test_the_rarer_findings_do_occur():
    wanted = {
        "piece_dies",
        "piece_saved",
        "rival_piece_dies",
        "protected",
        "shut_out",
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


@pytest.mark.parametrize(("ruleset", "plies"), [("duo", 9), ("classic-4", 22), ("3d-pyramid-2", 7), ("dice-2", 9)])
def test_between_two_moves_only_what_tells_them_apart_is_said(ruleset, plies):
    position = random_game(ruleset, plies, 3).position
    moves = list(position.legal_moves)[:: max(1, len(position.legal_moves) // 8)]
    comparison = Comparison(position, moves)
    for move in moves:
        everything = comparison.findings(move, count=99)
        assert comparison.findings(move, count=99, rival=move) == ()
        for rival in moves:
            found = comparison.findings(move, count=99, rival=rival)
            assert set(found) <= set(everything)
            for finding in everything:
                if finding.kind in ("corners_opened", "space", "size", "corners_closed", "space_taken"):
                    color = finding.color if finding.color in comparison.scene.rivals else None
                    other = _measured(comparison, rival, finding.kind, color)
                    is_apart = finding.value > other if finding.is_good else finding.value < other
                    is_apart = is_apart and abs(finding.value - other) >= NOTABLE * abs(other)
                    assert (finding in found) == is_apart


def test_what_is_taken_from_the_own_side_is_told():
    position = random_game("classic-2", 30, seed=5).position
    comparison = Comparison(position)
    told = (each.kind for move in comparison.measures for each in comparison.findings(move, count=99))
    assert "partner_space" in told


def test_the_only_move_has_nothing_to_be_compared_with():
    position = forced("duo")
    assert Comparison(position).findings(position.legal_moves[0]) == ()
