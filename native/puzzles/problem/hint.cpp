// How the next piece of a solution is chosen.
#include "puzzles/problem/hint.h"

#include <algorithm>
#include <array>

#include "puzzles/problem/rows.h"

namespace cornerwise::puzzles {
namespace {

std::vector<int> cells_around(const Problem& p, const Laid& piece) {
    Point low = p.board().point(p.cells(piece)[0]), high = low;
    for (const int cell : p.cells(piece)) {
        const Point at = p.board().point(cell);
        low = {std::min(low.x, at.x), std::min(low.y, at.y), std::min(low.z, at.z)};
        high = {std::max(high.x, at.x), std::max(high.y, at.y), std::max(high.z, at.z)};
    }
    const auto is_within = [](int least, int at, int most) { return least - 1 <= at && at <= most + 1; };
    std::vector<int> cells;
    for (int cell = 0; cell < p.board().cell_count(); ++cell) {
        const Point at = p.board().point(cell);
        if (is_within(low.x, at.x, high.x) && is_within(low.y, at.y, high.y) && is_within(low.z, at.z, high.z))
            cells.push_back(cell);
    }
    return cells;
}

}  // namespace

std::optional<Hint> hint(const std::shared_ptr<const Problem>& problem, const std::vector<Laid>& solution) {
    const Problem& p = *problem;
    std::vector<Laid> rest;
    for (const Laid& piece : solution)
        if (!std::ranges::count(p.givens, piece)) rest.push_back(piece);
    if (rest.empty()) return std::nullopt;
    if (p.is_laying()) return Hint{rest[0], p.cells(rest[0])[0], 0, cells_around(p, rest[0])};
    const Rows rows(problem);
    std::vector<int> ways(p.board().cell_count(), 0);
    for (const Row& row : rows.instance->rows)
        for (const int number : row.cells) ++ways[rows.cells[number]];
    std::array<int, 2> tightest{};
    std::optional<Hint> found;
    for (const Laid& piece : rest)
        for (const int cell : p.cells(piece))
            if (const std::array rank{ways[cell], cell}; !found || rank < tightest) {
                tightest = rank;
                found = Hint{piece, cell, ways[cell], {}};
            }
    found->around = cells_around(p, found->piece);
    return found;
}

}  // namespace cornerwise::puzzles
