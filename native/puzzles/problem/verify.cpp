// The clauses of a puzzle, one after the other.
#include "puzzles/problem/verify.h"

#include <algorithm>

#include "puzzles/problem/order.h"

namespace cornerwise::puzzles {
namespace {

using Check = std::optional<Fault>;

// Which piece covers every cell; −1 where none does.
std::vector<int> owners(const Problem& p, const std::vector<Laid>& laid) {
    std::vector<int> owner(p.board().cell_count(), -1);
    for (std::size_t i = 0; i < laid.size(); ++i)
        for (const int cell : p.cells(laid[i])) owner[cell] = static_cast<int>(i);
    return owner;
}

std::vector<std::vector<int>> counted(const Problem& p, const std::vector<Laid>& laid) {
    std::vector<std::vector<int>> used(p.colors(), std::vector<int>(p.kinds(), 0));
    for (const Laid& piece : laid) ++used[piece.color][p.shape(piece)];
    return used;
}

// K1: no color uses more than it has.
Check check_pieces(const Problem& p, const std::vector<Laid>& laid) {
    const auto used = counted(p, laid);
    for (int color = 0; color < p.colors(); ++color)
        for (int kind = 0; kind < p.kinds(); ++kind)
            if (used[color][kind] > p.supply[color][kind])
                return Fault{"", "The solution uses " + std::to_string(used[color][kind]) + " " +
                                     p.color_names()[color] + " " + p.shapes()[kind].name + "; there are " +
                                     std::to_string(p.supply[color][kind]) + "."};
    if ((p.goal == Goal::exact || p.goal == Goal::place) && static_cast<int>(laid.size()) != p.pieces())
        return Fault{"pieces_left", "The solution does not use all pieces."};
    for (const Laid& given : p.givens)
        if (!std::ranges::count(laid, given)) return Fault{"", "The solution moves a given piece."};
    return std::nullopt;
}

Check check_cover(const Problem& p, const std::vector<Laid>& laid) {
    std::vector<char> seen(p.board().cell_count(), 0);
    for (const Laid& piece : laid)
        for (const int cell : p.cells(piece)) {
            if (seen[cell]) return Fault{"", "The " + p.name(piece) + " overlaps another piece."};
            seen[cell] = 1;
        }
    const auto empty = std::ranges::count(seen, 0);
    if ((p.goal == Goal::exact || p.goal == Goal::fill) && empty)
        return Fault{"", std::to_string(empty) + " cells stay empty."};
    return std::nullopt;
}

// Everything that a piece reaches from corner to corner.
std::vector<char> reach(int first, const std::vector<std::vector<int>>& touches) {
    std::vector<char> seen(touches.size(), 0);
    std::vector<int> stack{first};
    seen[first] = 1;
    while (!stack.empty()) {
        const int one = stack.back();
        stack.pop_back();
        for (const int other : touches[one])
            if (!seen[other]) seen[other] = 1, stack.push_back(other);
    }
    return seen;
}

Check check_contact(const Problem& p, const std::vector<Laid>& laid) {
    if (p.contact == Contact::any) return std::nullopt;
    const std::vector<int> owner = owners(p, laid);
    std::vector<std::vector<int>> touches(laid.size());
    for (int i = 0; i < static_cast<int>(laid.size()); ++i)
        for (const int cell : p.cells(laid[i])) {
            for (const int near : p.board().edge_neighbors(cell)) {
                const int j = owner[near];
                if (j >= 0 && j != i && laid[j].color == laid[i].color)
                    return Fault{
                        "edge",
                        "The " + p.name(laid[i]) + " and " + p.shapes()[p.shape(laid[j])].name + " share an edge.",
                        laid[i].color};
            }
            for (const int near : p.board().corner_neighbors(cell)) {
                const int j = owner[near];
                if (j >= 0 && j != i && laid[j].color == laid[i].color) touches[i].push_back(j);
            }
        }
    if (p.contact == Contact::apart) return std::nullopt;
    for (int color = 0; color < p.colors(); ++color) {
        std::vector<int> own;
        for (int i = 0; i < static_cast<int>(laid.size()); ++i)
            if (laid[i].color == color) own.push_back(i);
        if (own.size() < 2) continue;
        const std::string& name = p.color_names()[color];
        if (std::ranges::any_of(own, [&](int i) { return touches[i].empty(); }))
            return Fault{"lonely", "A " + name + " piece touches no other " + name + " piece at a corner.", color};
        const std::vector<char> reached = reach(own[0], touches);
        if (p.contact == Contact::connected && !std::ranges::all_of(own, [&](int i) { return reached[i]; }))
            return Fault{"scattered", "The " + name + " pieces do not hang together by corners.", color};
    }
    return std::nullopt;
}

// P1: every piece is legal when its turn comes; P1h: and none is larger than one before it.
Check check_order(const Problem& p, const std::vector<Laid>& laid) {
    if (!p.is_laying() || p.goal == Goal::most) return std::nullopt;
    std::vector<std::vector<char>> mine(p.colors(), std::vector<char>(p.board().cell_count(), 0));
    std::vector<char> has_begun(p.colors(), 0);
    for (const Laid& piece : laid) {
        std::vector<char>& own = mine[piece.color];
        const std::vector<int>& starts = p.atlas->ruleset.starts[piece.color];
        const std::string& color = p.color_names()[piece.color];
        bool covers_start = false, touches = false;
        for (const int cell : p.cells(piece)) {
            covers_start |= std::ranges::count(starts, cell) > 0;
            for (const int near : p.board().corner_neighbors(cell)) touches |= own[near];
        }
        if (!has_begun[piece.color] && !covers_start)
            return Fault{"start", "The first " + color + " piece misses its start cell.", piece.color};
        if (has_begun[piece.color] && !touches)
            return Fault{"no_corner", "The " + p.name(piece) + " touches no " + color + " corner when it is laid.",
                         piece.color, p.shape(piece)};
        has_begun[piece.color] = 1;
        for (const int cell : p.cells(piece)) own[cell] = 1;
    }
    if (p.descending &&
        !std::ranges::is_sorted(laid, std::ranges::greater{}, [&](const Laid& piece) { return p.cells(piece).size(); }))
        return Fault{"order", "The pieces are not laid in descending size."};
    return std::nullopt;
}

// S3: every cube rests on the ground, a cube laid before or its own piece; nothing lies above.
Check check_laying_from_above(const Problem& p, const std::vector<Laid>& laid) {
    if (!p.layable) return std::nullopt;
    std::vector<char> full(p.board().cell_count(), 0);
    for (const Laid& piece : laid) {
        for (const int cell : p.cells(piece)) {
            const Point at = p.board().point(cell);
            const int under = at.z ? p.board().cell_at(Point{at.x, at.y, at.z - 1}) : -1;
            if (at.z && !full[under] && !std::ranges::count(p.cells(piece), under))
                return Fault{"hanging", "The " + p.name(piece) + " hangs over an empty cell.", piece.color,
                             p.shape(piece)};
            for (int z = at.z + 1; z < p.board().levels(); ++z) {
                const int above = p.board().cell_at(Point{at.x, at.y, z});
                if (above >= 0 && full[above])
                    return Fault{"above", "The " + p.name(piece) + " cannot be put in from above.", piece.color,
                                 p.shape(piece)};
            }
        }
        for (const int cell : p.cells(piece)) full[cell] = 1;
    }
    return std::nullopt;
}

}  // namespace

std::optional<Fault> clash(const Problem& p, const std::vector<Laid>& laid) {
    std::vector<std::vector<int>> left = p.supply;
    std::vector<int> color_at(p.board().cell_count(), -1);
    for (const Laid& piece : laid) {
        const std::string& color = p.color_names()[piece.color];
        if (--left[piece.color][p.shape(piece)] < 0)
            return Fault{"", "The piece '" + p.text(piece) + "' is one " + p.shapes()[p.shape(piece)].name +
                                 " more than " + color + " has."};
        for (const int cell : p.cells(piece))
            if (color_at[cell] >= 0) return Fault{"", "Two pieces overlap at " + p.board().cell_name(cell) + "."};
        for (const int cell : p.cells(piece))
            for (const int near : p.board().edge_neighbors(cell))
                if (p.contact != Contact::any && color_at[near] == piece.color)
                    return Fault{"edge", "Two " + color + " pieces share an edge at " + p.board().cell_name(cell) + ".",
                                 piece.color};
        for (const int cell : p.cells(piece)) color_at[cell] = piece.color;
    }
    if (!p.layable) return std::nullopt;
    if (const int piece = hanging(p, laid); piece >= 0)
        return Fault{"hanging",
                     "The piece '" + p.text(laid[piece]) + "' hangs over an empty cell; pieces are laid from above.",
                     laid[piece].color, p.shape(laid[piece])};
    if (!from_above(p, laid))
        return Fault{"interlocked", "The pieces that lie already interlock: no order lays them from above."};
    return std::nullopt;
}

std::optional<Fault> verify(const Problem& problem, const std::vector<Laid>& laid) {
    for (const auto check : {check_pieces, check_cover, check_contact, check_order, check_laying_from_above})
        if (auto fault = check(problem, laid)) return fault;
    return std::nullopt;
}

Judgment judge(const Problem& p, const std::vector<Laid>& placed) {
    std::vector<Laid> laid = p.givens;
    for (const Laid& piece : placed)
        if (!std::ranges::count(p.givens, piece)) laid.push_back(piece);
    if (clash(p, laid))
        // The first piece that does not go with those before it, which may rest on one that came later.
        for (std::size_t count = p.givens.size() + 1; count <= laid.size(); ++count)
            if (auto fault = clash(p, {laid.begin(), laid.begin() + static_cast<std::ptrdiff_t>(count)}))
                return {false, fault, static_cast<int>(count - p.givens.size()) - 1};
    auto fault = verify(p, laying_order(p, laid));
    if (!fault) return {true, std::nullopt};
    const bool is_full = static_cast<int>(laid.size()) == p.pieces() || !std::ranges::count(owners(p, laid), -1);
    // An unfinished board is no fault; a full one that is no solution is.
    return {false, is_full ? fault : std::nullopt};
}

}  // namespace cornerwise::puzzles
