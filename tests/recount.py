"""What a move does, counted slowly: cell by cell, piece by piece, from the rules alone."""

from functools import lru_cache
from itertools import chain

from cornerwise.player import RandomPlayer


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


def assert_never_entered(position, rivals, cells):
    for chance in range(3 if cells else 0):
        here, player = position, RandomPlayer(chance)
        while not here.is_over:
            here = here.play(player.choose(here))
        for piece in here.placed:
            if piece.color in rivals:
                assert not set(piece.cells) & set(cells)


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


def names(position, cells):
    return " ".join(position.ruleset.board.cell_name(cell) for cell in cells)
