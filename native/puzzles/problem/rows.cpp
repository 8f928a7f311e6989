// How the rows of a puzzle are listed, and how a solver's choices become pieces again.
#include "puzzles/problem/rows.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace cornerwise::puzzles {

Rows::Rows(std::shared_ptr<const Problem> given) : problem(std::move(given)) {
    const Problem& p = *problem;
    sort_cells();
    std::vector<int> number(p.board().cell_count(), -1);
    for (std::size_t i = 0; i < cells.size(); ++i) number[cells[i]] = static_cast<int>(i);
    auto made = std::make_shared<Instance>();
    made->cell_count = static_cast<int>(cells.size());
    made->supply = p.left();
    made->empties = p.empties();
    made->use_all = p.goal != Goal::fill;
    made->contact = p.contact;
    add_rows(*made, number);
    if (p.layable)
        for (const int cell : cells) {
            const Point at = p.board().point(cell);
            made->below.push_back(at.z ? number[p.board().cell_at(Point{at.x, at.y, at.z - 1})] : -1);
        }
    add_neighbors(*made, std::move(number));
    made->check();
    instance = std::move(made);
}

// Along the short sides first: the edge between full and empty stays short, so dead ends show early.
void Rows::sort_cells() {
    const Board& board = problem->board();
    const auto coordinates = [&](int cell) {
        const Point at = board.point(cell);
        return std::array{at.x, at.y, at.z};
    };
    std::array<int, 3> low = coordinates(0), high = low, axes{0, 1, 2};
    for (int cell = 0; cell < board.cell_count(); ++cell)
        for (int axis = 0; axis < 3; ++axis) {
            low[axis] = std::min(low[axis], coordinates(cell)[axis]);
            high[axis] = std::max(high[axis], coordinates(cell)[axis]);
        }
    std::ranges::stable_sort(axes, {}, [&](int axis) { return high[axis] - low[axis]; });
    cells = problem->open_cells();
    std::ranges::stable_sort(cells, {}, [&](int cell) {
        const auto at = coordinates(cell);
        return std::array{at[axes[2]], at[axes[1]], at[axes[0]]};
    });
}

void Rows::add_rows(Instance& made, const std::vector<int>& number) {
    const Atlas& atlas = *problem->atlas;
    for (int placement = 0; placement < atlas.size(); ++placement) {
        Row row{atlas.shapes()[placement], {}};
        if (!made.total(row.kind)) continue;
        for (const int cell : atlas.cells(placement)) row.cells.push_back(number[cell]);
        std::ranges::sort(row.cells);
        if (row.cells.front() < 0) continue;
        made.rows.push_back(std::move(row));
        placements.push_back(placement);
    }
    std::vector<int> order(made.rows.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, {},
                             [&](int row) { return std::array{made.rows[row].cells.front(), made.rows[row].kind}; });
    std::vector<Row> sorted;
    std::vector<int> own;
    for (const int row : order) {
        sorted.push_back(std::move(made.rows[row]));
        own.push_back(placements[row]);
    }
    made.rows = std::move(sorted);
    placements = std::move(own);
}

// Cells of givens are numbered after the open ones.
void Rows::add_neighbors(Instance& made, std::vector<int> number) const {
    const Board& board = problem->board();
    std::vector<int> order = cells;
    for (const Laid& given : problem->givens) {
        Given& own = made.givens.emplace_back(given.color, std::vector<int>{});
        for (const int cell : problem->cells(given)) {
            number[cell] = static_cast<int>(order.size());
            own.cells.push_back(number[cell]);
            order.push_back(cell);
        }
    }
    const auto numbered = [&](std::vector<int> near) {
        for (int& cell : near) cell = number[cell];
        return near;
    };
    for (const int cell : order) {
        made.edges.push_back(numbered(board.edge_neighbors(cell)));
        made.corners.push_back(numbered(board.corner_neighbors(cell)));
    }
}

std::vector<Laid> Rows::laid(const std::vector<Choice>& choices) const {
    const Problem& p = *problem;
    std::vector<std::vector<int>> left = p.left();
    std::vector<int> color_at(p.board().cell_count(), -1);
    for (const Laid& given : p.givens)
        for (const int cell : p.cells(given)) color_at[cell] = given.color;
    std::vector<Laid> pieces;
    for (const Choice& choice : choices) {
        Laid piece{choice.color, placements[choice.row]};
        if (p.contact == Contact::any) {
            const int kind = p.shape(piece);
            std::vector<int> near(p.colors(), 0);
            for (const int cell : p.cells(piece))
                for (const int other : p.board().edge_neighbors(cell))
                    if (color_at[other] >= 0) ++near[color_at[other]];
            std::array<int, 2> least{};
            piece.color = -1;
            for (int color = 0; color < p.colors(); ++color) {
                if (!left[color][kind]) continue;
                const std::array rank{near[color], -std::accumulate(left[color].begin(), left[color].end(), 0)};
                if (piece.color < 0 || rank < least) piece.color = color, least = rank;
            }
            --left[piece.color][kind];
            for (const int cell : p.cells(piece)) color_at[cell] = piece.color;
        }
        pieces.push_back(piece);
    }
    return pieces;
}

}  // namespace cornerwise::puzzles
