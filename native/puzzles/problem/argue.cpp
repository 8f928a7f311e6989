// Arguments that a puzzle has no solution, made before any search: number of cells, and the checkerboard.
#include <algorithm>
#include <numeric>
#include <set>

#include "puzzles/problem/problem.h"

namespace cornerwise::puzzles {
namespace {

std::optional<std::string> by_area(const Problem& p) {
    const int cells = static_cast<int>(p.open_cells().size()), squares = p.squares_left();
    const std::string noun = p.is_solid() ? "cubes" : "squares";
    const std::string where = "The region has " + std::to_string(cells) +
                              (p.givens.empty() ? " cells" : " open cells") + ", but the pieces have ";
    const std::string many = std::to_string(squares) + " " + noun;
    if (p.goal == Goal::exact && squares != cells) return where + many + ": they cannot fill it exactly.";
    if (p.goal == Goal::fill && squares < cells) return where + "only " + many + ": they cannot fill it.";
    if (p.goal == Goal::place && squares > cells) return where + many + ": they do not all fit.";
    return std::nullopt;
}

// Whether some choice of the pieces adds up to the cells at all.
std::optional<std::string> by_sums(const Problem& p) {
    if (p.goal != Goal::fill) return std::nullopt;
    const std::size_t cells = p.open_cells().size();
    std::vector<char> reach(cells + 1, 0);
    reach[0] = 1;
    for (const auto& own : p.left())
        for (int kind = 0; kind < p.kinds(); ++kind)
            for (int n = 0; n < own[kind]; ++n)
                for (std::size_t sum = cells, size = p.shapes()[kind].size(); sum >= size; --sum)
                    reach[sum] |= reach[sum - size];
    if (reach[cells]) return std::nullopt;
    return "No choice of the pieces adds up to the " + std::to_string(cells) + " open cells of the region.";
}

int shade(const Point& point) { return 1 - 2 * ((point.x + point.y + point.z) & 1); }

// The cells colored like a checkerboard: each piece covers a known difference of dark and light ones.
std::optional<std::string> by_parity(const Problem& p) {
    if (p.goal != Goal::exact) return std::nullopt;
    const std::vector<int> open = p.open_cells();
    int difference = 0;
    for (const int cell : open) difference += shade(p.board().point(cell));
    difference = std::abs(difference);
    const auto left = p.left();
    std::set<int> possible{0};
    std::string odd;
    for (int kind = 0; kind < p.kinds(); ++kind) {
        int number = 0, balance = 0;
        for (const auto& own : left) number += own[kind];
        for (const Point& point : p.shapes()[kind].cells) balance += shade(point);
        if (!number || !balance) continue;
        odd += (odd.empty() ? "" : ", ") + std::to_string(number) + " " + p.shapes()[kind].name;
        for (int n = 0; n < number; ++n) {
            std::set<int> next;
            for (const int sum : possible) next.insert({sum - balance, sum + balance});
            possible = std::move(next);
        }
    }
    if (possible.contains(difference)) return std::nullopt;
    const int cells = static_cast<int>(open.size());
    return "Color the region like a checkerboard: it has " + std::to_string((cells + difference) / 2) +
           " cells of one shade and " + std::to_string((cells - difference) / 2) +
           " of the other, but every piece covers both shades equally except " + (odd.empty() ? "no piece" : odd) +
           ", which cannot make up that difference.";
}

}  // namespace

std::optional<std::string> objection(const Problem& problem) {
    if (problem.goal == Goal::most) return std::nullopt;
    if (auto reason = by_area(problem)) return reason;
    if (auto reason = by_sums(problem)) return reason;
    return by_parity(problem);
}

}  // namespace cornerwise::puzzles
