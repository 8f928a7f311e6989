"""Findings must be true: each is counted again here, slowly, from the rules alone."""

import json
from functools import lru_cache
from itertools import chain

import pytest

import cornerwise as cw
from cornerwise._core import Comparison, measure, placements
from cornerwise.advice.finding import why_better, worded
from cornerwise.player import RandomPlayer
from data_files import DATA
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


def chained(position, sheet, color):
    """What a chain of one or two pieces of a color can cover, the others standing still."""
    index = position.ruleset.colors.index(color)
    first = places(position, sheet, color)
    cells = covered(first)
    grid, colors = geometry(position.ruleset), position.cell_colors(sheet).tolist()
    for used, spots in first.items():
        for spot in spots:
            laid = [index if cell in spot else owner for cell, owner in enumerate(colors)]
            beside = {c for c in grid.cells if any(laid[other] == index for other in grid.edges[c])}
            if position.ruleset.contact == "face":
                touched = {c for c in beside if laid[c] < 0}
            else:
                diagonal = {c for c in grid.cells if any(laid[other] == index for other in grid.corners[c])}
                touched = {c for c in diagonal - beside if laid[c] < 0}
            for name, where in grid.placements:
                if name == used or name not in first or cells.issuperset(where) or touched.isdisjoint(where):
                    continue
                if any(laid[c] >= 0 for c in where):
                    continue
                if position.ruleset.contact == "face":
                    under = [grid.under[c] for c in where if grid.under[c] is not None]
                    if any(laid[c] < 0 and c not in where for c in under):
                        continue
                elif not beside.isdisjoint(where):
                    continue
                cells |= set(where)
    return cells


def visible(position, color):
    """S6: the cells of a color with nothing above them."""
    above, colors = geometry(position.ruleset).above, position.cell_colors()
    index = position.ruleset.colors.index(color)
    return sum(colors[cell] == index and (above[cell] is None or colors[above[cell]] < 0) for cell in range(len(above)))


# ---- what the kernel measures is counted again ----


@pytest.mark.parametrize(
    ("ruleset", "plies"),
    [
        ("duo", 6), ("duo", 13), ("duo", 20), ("classic-4", 30), ("classic-2", 44), ("classic-3", 35),
        ("classic-teams", 22), ("3d-tower-3", 9), ("3d-wall-2", 4),
    ],
)  # fmt: skip
def test_every_measure_is_true(ruleset, plies):
    position = random_game(ruleset, plies, seed=plies).position
    color, sheet, rules = position.turn.color, position.turn.sheet, position.ruleset
    owners = dict(zip(rules.colors, rules.owners, strict=True))
    team = next(set(team) for team in rules.teams if position.turn.actor in team)
    rivals = [each for each, owner in owners.items() if owner is not None and owner not in team]
    for move in position.legal_moves[:: max(1, len(position.legal_moves) // 5)]:
        found, after = measure(position, move), position.play(move)
        reach = covered(places(after, sheet, color))
        assert set(found.opened) == (targets(after, sheet, color) & reach) - targets(position, sheet, color)
        assert set(found.reach) == reach
        alive = {shape for shape, spots in places(position, sheet, color).items() if spots} - {move.shape}
        assert set(found.died) == {shape for shape in alive if not places(after, sheet, color)[shape]}
        for rival in rivals:
            old, new = covered(places(position, sheet, rival)), covered(places(after, sheet, rival))
            usable = targets(position, sheet, rival) & old
            assert set(found.closed[rival]) == usable - targets(after, sheet, rival)
            assert set(found.taken[rival]) == old - new
            assert set(found.starved[rival]) == (usable & targets(after, sheet, rival)) - new
            gone = places(after, sheet, rival)
            assert set(found.killed[rival]) == {
                shape for shape, spots in places(position, sheet, rival).items() if spots and not gone[shape]
            }
            assert set(found.shut_out[rival]) <= old - new - set(move.cells)
            assert_never_entered(after, [rival], found.shut_out[rival])
            if rules.contact == "face":
                assert found.cost[rival] == visible(position, rival) - visible(after, rival)
        assert_never_entered(after, rivals, found.safe)
        assert set(found.safe) <= reach
        if rules.contact == "face":
            assert found.gained == visible(after, color) - visible(position, color) + 1


@pytest.mark.parametrize(("ruleset", "plies"), [("duo", 15), ("duo", 18), ("3d-wall-2", 12), ("classic-2", 60)])
def test_space_is_what_chains_of_two_pieces_that_fit_together_reach(ruleset, plies):
    position = random_game(ruleset, plies, seed=plies).position
    for move in position.legal_moves[:: max(1, len(position.legal_moves) // 2)]:
        found = measure(position, move)
        assert set(found.space) == chained(position.play(move), position.turn.sheet, position.turn.color)
        assert set(found.reach) <= set(found.space)


def test_a_sheet_is_measured_in_all_its_colors():
    """I5: the next shape is drawn in another color."""
    position = cw.start("dice-2").roll("4 6")
    for _ in range(3):
        position = position.play(next(move for move in position.legal_moves if not move.strike))
        while position.rolls:
            position = position.roll(position.rolls[-1])
    sheet, colors = position.turn.sheet, position.ruleset.colors
    for move in position.legal_moves[::40]:
        found, after = measure(position, move), position.play(move)
        reach = set().union(*(covered(places(after, sheet, color)) for color in colors))
        assert set(found.reach) == set(found.space) == reach and not found.closed


def assert_never_entered(position, rivals, cells):
    for chance in range(3 if cells else 0):
        here, player = position, RandomPlayer(chance)
        while not here.is_over:
            here = here.play(player.choose(here))
        for piece in here.placed:
            if piece.color in rivals:
                assert not set(piece.cells) & set(cells)


def test_a_space_that_the_shared_color_can_enter_is_not_safe():
    """C7: rivals play green, so what green can reach is nobody's own."""
    seen = 0
    for seed in range(3):
        position = random_game("classic-3", 40 + seed, seed=seed).position
        if position.turn.color == "green":
            position = position.play(position.legal_moves[0])
        for move in position.legal_moves[::9]:
            safe = set(measure(position, move).safe)
            seen += bool(safe)
            assert not safe & covered(places(position.play(move), 0, "green"))
    assert seen


# ---- what is told of it ----


def numbered(found, kind, color):
    """What a kind counts in a measure."""
    match kind:
        case "corners_opened":
            return len(found.opened)
        case "space" | "safe":
            return len(getattr(found, kind))
        case "corners_closed":
            return len(found.closed[color])
        case "space_taken" | "partner_space":
            return len(found.taken[color])
        case "corners_starved":
            return len(found.starved[color])
        case "shut_out":
            return len(found.shut_out[color])
        case "cubes_shown":
            return found.gained
        case "cubes_covered":
            return found.cost[color]
    return None


@pytest.mark.parametrize(("ruleset", "plies"), [("duo", 8), ("classic-4", 20), ("classic-2", 30), ("3d-tower-3", 9)])
def test_no_move_told_beside_it_has_more_of_a_plus(ruleset, plies):
    position = random_game(ruleset, plies, seed=plies).position
    moves = position.legal_moves[:: max(1, len(position.legal_moves) // 60)]
    checked = set()
    for start in range(len(moves)):
        shown = [moves[(start + step) % len(moves)] for step in (0, 7, 19)]
        for told in worded(position.ruleset, Comparison(position, shown, moves).alone(shown[0])):
            if told.is_good and told.kind in ("corners_opened", "space", "space_taken", "corners_closed", "safe"):
                counts = [numbered(measure(position, move), told.kind, told.color) for move in shown]
                checked.add(told.kind)
                assert max(counts) == counts[0]
    assert checked


def test_a_first_piece_in_space_opens_the_ground_beside_it():
    """S4: all of the ground was open before, but nothing of it was a place beside a piece of one's own."""
    position = cw.start("3d-pyramid-2")
    there = geometry(position.ruleset)
    for move in position.legal_moves[::5]:
        cells = set(there.placements[move.placement][1])
        faces = {each for cell in cells for each in (*there.edges[cell], there.under[cell], there.above[cell])}
        beside = faces - cells - {None}
        fitting = placements(position.play(move), position.turn.color)
        fits = {cell for placement in fitting for cell in there.placements[placement][1]}
        assert set(measure(position, move).opened) == beside & fits


@pytest.mark.parametrize(
    ("ruleset", "plies"),
    [("duo", 8), ("duo", 18), ("classic-4", 32), ("classic-2", 44), ("classic-teams", 30), ("3d-tower-3", 9)],
)
def test_findings_say_what_was_measured_and_differ_enough(ruleset, plies):
    position = random_game(ruleset, plies, seed=plies).position
    moves = position.legal_moves[:: max(1, len(position.legal_moves) // 60)]
    comparison = Comparison(position, moves, moves)
    typical = [position.ruleset.move(id) for id in comparison.typical]
    checked = set()
    for move in moves:
        for told in worded(position.ruleset, comparison.alone(move)):
            value = numbered(measure(position, move), told.kind, told.color)
            if value is None:
                continue
            checked.add(told.kind)
            assert told.value == value and (not value or f" {abs(value)} " in told.sentence)
            others = {other.id: other for other in [*typical, *moves] if other != move}
            counts = [numbered(measure(position, other), told.kind, told.color) for other in others.values()]
            # Most others do so much, or less (more): that must be true of two thirds of all legal moves, and of all
            # that are told beside it where those are meant.
            held = [count <= told.usual if value > told.usual else count >= told.usual for count in counts]
            assert value != told.usual and told.against in ("typical", "listed", "nearly_all", "largely", "next")
            if told.against == "next":
                second = numbered(measure(position, moves[1]), told.kind, told.color)
                assert told.usual == second and max(value, *counts) == value
                continue
            assert all(held) or told.against != "listed"
            assert 2 * sum(held) >= len(held) or told.against != "typical"
            legal = position.legal_moves
            everywhere = [numbered(measure(position, each), told.kind, told.color) for each in legal if each != move]
            held = [count <= told.usual if value > told.usual else count >= told.usual for count in everywhere]
            # What is not measured of every move is measured of ninety.
            share = {"typical": 2 / 3, "nearly_all": 0.93, "largely": 0.8, "listed": 0}[told.against]
            assert sum(held) >= (share if len(legal) <= 90 else share - 0.1) * len(held)
            if told.against == "typical" and told.kind in ("corners_opened", "corners_closed", "space_taken"):
                assert abs(value - told.usual) >= max(3, 0.3 * told.usual)
            assert told.kind != "corners_starved" or value >= 3
    assert len(checked) >= 2


def test_a_lower_move_is_told_by_number_what_it_lacks():
    lacking = 0
    for seed in range(20):
        position = random_game("duo", 10, seed=seed).position
        first, *others = position.legal_moves[:: len(position.legal_moves) // 5]
        comparison = Comparison(position, [first, *others], [])
        for move in others:
            for told in worded(position.ruleset, comparison.beside(move, first, False)):
                assert told.against == "first" and "the first move" in told.sentence
                value = numbered(measure(position, move), told.kind, told.color)
                if value is not None:
                    assert (told.value, told.usual) == (
                        value, numbered(measure(position, first), told.kind, told.color)
                    )  # fmt: skip
                    lacking += not told.is_good
    assert lacking > 5


def finding(position, move, kind):
    """What is told of a move of this kind, beside all others."""
    move = position.ruleset.parse_move(move)
    found = worded(position.ruleset, Comparison(position, [move], position.legal_moves).alone(move))
    return next(each for each in found if each.kind == kind)


def names(position, cells):
    return " ".join(position.ruleset.board.cell_name(cell) for cell in cells)


def test_the_cross_opens_the_most_corners():
    position = cw.start("duo")
    cross, *others = (position.ruleset.parse_move(text) for text in ("e8,d9,e9,f9,e10", "e10", "e10,f10", "e9,e10"))
    found = next(
        each
        for each in worded(position.ruleset, Comparison(position, [cross, *others], []).alone(cross))
        if each.kind == "corners_opened"
    )
    assert found.is_good and found.value == 8
    assert names(position, found.cells) == "d7 f7 c8 g8 c10 g10 d11 f11"
    assert found.sentence == "Opens 8 new corners to build from; the other moves listed open 4 or fewer."


def test_a_corner_taken_from_a_rival_is_named():
    position = cw.start("duo").play("e8,d9,e9,f9,e10").play("f5,g5,h5,i5,j5")
    assert names(position, position.targets("white").tolist()) == "e4 k4 e6 k6"
    both, one, other = (position.ruleset.parse_move(text) for text in ("e4,e5,e6,f6,f7", "e6,f6,f7", "c8"))
    found = next(each for each in why_better(position, both, other) if each.kind == "corners_closed")
    assert found.is_good and found.value == 2 and names(position, found.cells) == "e4 e6"
    assert found.sentence == "Closes 2 corners that white could build from (e4, e6); the move played closes none."
    # One corner is too little to speak of.
    told = [
        *why_better(position, one, other),
        *worded(position.ruleset, Comparison(position, [one], position.legal_moves).alone(one)),
    ]
    assert "corners_closed" not in {each.kind for each in told}


def told_of(position, win):
    """The colors that are spoken of where seats have these chances."""
    moves = position.legal_moves[:: max(1, len(position.legal_moves) // 20)]
    comparison = Comparison(position, moves, moves, win)
    found = [comparison.alone(move) for move in moves]
    found += [comparison.beside(move, moves[0], False) for move in moves[1:]]
    return {each["color"] for each in chain.from_iterable(found)} - {None, position.turn.color}


def test_a_rival_without_a_chance_is_not_spoken_of_while_another_has_one():
    position = random_game("classic-4", 32, seed=0).position
    rules, seat = position.ruleset, position.turn.actor
    others = [other for other in range(4) if other != seat]
    color = {owner: name for name, owner in zip(rules.colors, rules.owners, strict=True)}
    everybody = told_of(position, ())
    assert len(everybody) == 3
    for leader in others:
        win = [0.04] * 4
        win[leader] = 0.5
        assert told_of(position, win) == {color[leader]}
    # Where nobody else has a chance either, nothing is left out.
    assert told_of(position, [0.04 if other in others else 0.88 for other in range(4)]) == everybody
    with pytest.raises(cw.CornerwiseError, match="win chance of every seat"):
        Comparison(position, [], [], [0.5])


def test_fewer_corners_closed_are_no_fault_of_a_move_that_takes_as_much():
    spared = 0
    for seed in range(12):
        position = random_game("duo", 12, seed=seed).position
        moves = position.legal_moves[:: max(1, len(position.legal_moves) // 30)]
        rival = next(color for color in position.ruleset.colors if color != position.turn.color)
        first = max(moves, key=lambda move: len(measure(position, move).closed[rival]))
        comparison, best = Comparison(position, moves, []), measure(position, first)
        for move in moves:
            own = measure(position, move)
            kinds = {each["kind"] for each in comparison.beside(move, first, False) if not each["is_good"]}
            if len(own.closed[rival]) < len(best.closed[rival]) and len(own.taken[rival]) >= len(best.taken[rival]):
                spared += 1
                assert "corners_closed" not in kinds
    assert spared


@pytest.mark.parametrize("kind", ["space_taken", "corners_closed"])
def test_what_is_done_to_one_rival_is_no_fault_of_a_move_that_does_as_much_to_all(kind):
    """Else a player would think that a move takes nothing which takes as much from somebody else."""
    faults = spared = 0
    for seed in range(6):
        position = random_game("classic-4", 16 + seed, seed=seed).position
        rivals = [color for color in position.ruleset.colors if color != position.turn.color]

        def in_all(move, kind=kind, position=position, rivals=rivals):
            found = measure(position, move)
            return sum(len((found.taken if kind == "space_taken" else found.closed)[rival]) for rival in rivals)

        moves = position.legal_moves[:: max(1, len(position.legal_moves) // 12)]
        first = max(moves, key=lambda move, seed=seed: in_all(move) if seed % 2 else -in_all(move))
        comparison, most = Comparison(position, moves, []), in_all(first)
        for move in moves:
            told = [each["kind"] for each in comparison.beside(move, first, False) if not each["is_good"]]
            faults += kind in told
            if in_all(move) >= most:
                spared += 1
                assert kind not in told
    assert spared and (faults or kind == "corners_closed")


def test_a_corner_is_closed_where_the_reach_of_a_rival_shrinks():
    told = 0
    for seed in range(12):
        position = random_game("duo", 12, seed=seed).position
        rival = next(color for color in position.ruleset.colors if color != position.turn.color)
        moves = position.legal_moves[:: max(1, len(position.legal_moves) // 30)]
        comparison = Comparison(position, moves, moves)
        for move in moves:
            found = [
                *comparison.alone(move),
                *(each for each in comparison.beside(move, moves[0], False) if each["is_good"]),
            ]
            if "corners_closed" in {each["kind"] for each in found}:
                told += 1
                own = measure(position, move)
                assert len(own.closed[rival]) >= 2 and own.taken[rival]
    assert told


def test_pieces_that_fit_again_are_told():
    told = 0
    for seed in range(24):
        position = random_game("duo", 16 + seed % 12, seed=seed).position
        if position.is_over:
            continue
        color = position.turn.color
        before = {shape for shape, spots in places(position, 0, color).items() if spots}
        comparison = Comparison(position, position.legal_moves[:40], position.legal_moves)
        for move in position.legal_moves[:40]:
            for each in worded(position.ruleset, comparison.alone(move)):
                if each.kind == "piece_revived":
                    told += 1
                    after = {shape for shape, spots in places(position.play(move), 0, color).items() if spots}
                    again = after - before
                    assert each.value == len(again) and each.shape in again
                    # The largest stands for them all.
                    sizes = {shape.name: shape.size for shape in position.ruleset.shapes}
                    assert sizes[each.shape] == max(sizes[shape] for shape in again)
    assert told


def test_most_of_a_few_moves_is_never_spoken_of():
    position = cw.Position.parse(
        "3d-tower-2x4.2.AGwAfoAoSBDaBPdBdHB4xCKv.AQgAeeA8TBCtBQDBfHBoZB5f.ADIAH2AeaA1yBKHBQtBdF.AMRAfsA5UBBjBeiBtJCEY"
    )
    assert len(position.legal_moves) == 2
    comparison = Comparison(position, position.legal_moves, position.legal_moves)
    assert all(each["against"] == "next" for move in position.legal_moves for each in comparison.alone(move))


def test_a_cube_on_top_hides_the_one_below():
    position = cw.start("3d-tower-2").play("d3.1,e3.1").play("d4.1,e4.1")
    board = position.ruleset.board
    over = {board.parse_cell("d4.2"), board.parse_cell("e4.2")}
    move = next(move for move in position.legal_moves if over <= set(move.cells))
    found = finding(position, str(move), "cubes_covered")
    assert found.is_good and found.value == 2
    assert found.sentence.startswith("Covers 2 of yellow’s visible cubes; ")


def test_a_strike_is_told_with_what_is_left():
    position = cw.start("dice-2").roll("1 1")
    plain = next(move for move in position.legal_moves if not move.strike)
    struck = next(move for move in position.legal_moves if move.strike and len(move.cells) == 5)
    spent, saved = (
        next(each for each in why_better(position, one, other) if each.kind.startswith("strike"))
        for one, other in ((struck, plain), (plain, struck))
    )
    assert spent.sentence == "Spends a strike; 2 of 3 will be left." and not spent.is_good
    assert saved.sentence == "Spends no strike; 3 of 3 will be left." and saved.is_good


def test_the_coach_does_not_repeat_himself():
    for seed in range(8):
        position = random_game("classic-4", 20 + seed, seed=seed).position
        moves = position.legal_moves[:: max(1, len(position.legal_moves) // 20)]
        comparison = Comparison(position, moves, moves)
        for move in moves:
            told = comparison.alone(move)
            good = [each["kind"] for each in told if each["is_good"]]
            assert len(good) == len(set(good)) <= 3 and len(told) - len(good) <= 1


def test_a_typical_move_is_a_sensible_one():
    rolled = cw.start("dice-2").roll("4 6")
    typical = Comparison(rolled, [], rolled.legal_moves).typical
    assert not any(rolled.ruleset.move(id).strike for id in typical)
    start = cw.start("duo")
    sizes = {len(start.ruleset.move(id).cells) for id in Comparison(start, [], start.legal_moves).typical}
    assert sizes <= {4, 5}


def test_the_first_piece_heads_for_the_center():
    position = cw.start("classic-4")
    stairs, edge = (position.ruleset.parse_move(text) for text in ("c18,b19,c19,a20,b20", "a20,b20,c20,d20,e20"))
    comparison = Comparison(position, [stairs, edge], position.legal_moves)
    found = next(
        each for each in worded(position.ruleset, comparison.beside(stairs, edge, True)) if each.kind == "center"
    )
    # d17 is six steps from j11, the nearest of the four squares in the middle.
    assert found.value == 6 and names(position, found.cells) == "d17" and found.is_good
    # That a bar leads nowhere from its corner is seen at once.
    assert "center" not in {each["kind"] for each in comparison.beside(edge, stairs, False)}


@pytest.mark.parametrize("seed", range(4))
def test_contested_squares_are_new_to_the_mover_and_open_to_the_rival(seed):
    position = random_game("duo", 8, seed=seed).position
    color = position.turn.color
    rival = next(each for each in position.ruleset.colors if each != color)
    before = covered(places(position, 0, color))
    moves = position.legal_moves[:: max(1, len(position.legal_moves) // 30)]
    comparison, told = Comparison(position, moves, moves), 0
    for move in moves:
        for each in comparison.alone(move):
            if each["kind"] == "contested":
                after, told = position.play(move), told + 1
                own, other = covered(places(after, 0, color)), covered(places(after, 0, rival))
                assert set(each["cells"]) == (own - before) & other and len(each["cells"]) == each["value"]
    assert told


def test_the_only_move_has_nothing_to_be_compared_with():
    position = forced("duo")
    assert Comparison(position, position.legal_moves, position.legal_moves).alone(position.legal_moves[0]) == []


def test_only_legal_moves_that_are_compared_can_be_told():
    position = cw.start("duo")
    with pytest.raises(cw.CornerwiseError, match="legal moves only"):
        Comparison(position, ["a1"], [])
    comparison = Comparison(position, ["e10"], [])
    with pytest.raises(cw.CornerwiseError, match="that a comparison was made of"):
        comparison.alone("e9,e10")


@pytest.mark.parametrize(("ruleset", "plies"), [("duo", 14), ("duo", 20), ("classic-2", 50), ("classic-4", 50)])
def test_the_worst_answer_of_a_rival_is_found_by_trying_them_all(ruleset, plies):
    """Every place of every rival is laid, and what is left to the next own piece is counted again."""
    position = random_game(ruleset, plies, seed=plies).position
    rules, color = position.ruleset, position.turn.color
    owners = dict(zip(rules.colors, rules.owners, strict=True))
    team = next(set(team) for team in rules.teams if position.turn.actor in team)
    rivals = [each for each, owner in owners.items() if owner not in team]
    moves = position.legal_moves[:: max(1, len(position.legal_moves) // 8)]
    comparison, left = Comparison(position, moves, moves), {}
    for move in moves:
        after = position.play(move)
        own = [frozenset(cells) for cells in chain.from_iterable(places(after, 0, color).values())]
        answers = {
            frozenset(cells)
            for rival in rivals
            for cells in chain.from_iterable(places(after, 0, rival).values())
            if any(each.color == rival for each in after.placed)
        }
        left[move] = min(
            len(set().union(*(place for place in own if place.isdisjoint(answer))))
            for answer in [*answers, frozenset()]
        )
    told = 0
    for move in moves:
        for other in moves:
            found = worded(rules, comparison.beside(move, other, False)) if move != other else ()
            for each in (each for each in found if each.kind == "answer"):
                told += 1
                assert (each.value, each.usual) == (left[move], left[other])
                assert each.is_good == (left[move] > left[other])
                # What is shown is the rival's piece that leaves the lesser of the two.
                worse = position.play(other if each.is_good else move)
                spots = places(worse, 0, each.color)[each.shape]
                assert sorted(each.cells) in [sorted(cells) for cells in spots]
    assert told or (ruleset, plies) != ("duo", 14)


def test_many_cells_are_located_by_one_amid_them():
    seen = 0
    for seed in range(6):
        position = random_game("duo", 10, seed=seed).position
        board = position.ruleset.board
        moves = position.legal_moves[:: max(1, len(position.legal_moves) // 30)]
        comparison = Comparison(position, moves, moves)
        for move in moves:
            for told in worded(position.ruleset, comparison.alone(move)):
                if told.near is None:
                    continue
                seen += 1
                assert told.near in told.cells and len(told.cells) > 6
                x, y, _ = board.coordinates[told.near]
                close = [c for c in told.cells if max(abs(board.coordinates[c][:2] - (x, y))) <= 3]
                assert len(close) >= 0.8 * len(told.cells)
                if told.kind == "space_taken":
                    assert f" around {board.cell_name(told.near)} " in told.sentence
    assert seen


def test_cubes_at_the_height_limit_last():
    told = 0
    for seed in range(6):
        position = random_game("3d-tower-2", 8, seed=seed).position
        board = position.ruleset.board
        moves = position.legal_moves[:: max(1, len(position.legal_moves) // 40)]
        comparison = Comparison(position, moves, moves)
        for move in moves:
            high = {cell for cell in move.cells if geometry(position.ruleset).above[cell] is None}
            for each in comparison.alone(move):
                if each["kind"] == "lasting":
                    told += 1
                    assert set(each["cells"]) == high and each["value"] == len(high) > each["usual"]
        assert board.levels == 4
    assert told


def test_new_reach_is_counted_again():
    """Cells that the next piece can cover and could not before."""
    seen = 0
    for entry in (DATA / "advice.jsonl").read_text("utf-8").splitlines():
        if '"new_reach:' not in entry:
            continue
        data = json.loads(entry)
        position = cw.Position.parse(data["position"])
        first = data["moves"][0]
        kind = next((kind for kind in first["kinds"] if kind.startswith("new_reach:")), None)
        if kind is None:
            continue
        after = position.play(first["move"])
        sheet, color = position.turn.sheet, position.turn.color
        gained = covered(places(after, sheet, color)) - covered(places(position, sheet, color))
        value, usual, cells = map(float, kind.split(":")[1:])
        assert value == cells == len(gained) > usual
        seen += 1
        if seen == 6:
            break
    assert seen
