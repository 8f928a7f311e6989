// How pieces are put into an order.
#include "puzzles/problem/order.h"

#include <algorithm>
#include <set>

namespace cornerwise::puzzles {
namespace {

bool comes_first(const Problem& p, const Laid& a, const Laid& b) {
    return std::ranges::lexicographical_compare(p.cells(a), p.cells(b));
}

int size(const Problem& p, const Laid& laid) { return static_cast<int>(p.cells(laid).size()); }

// Colors in turn (C1); each color's own order is kept, so every piece stays legal when it is laid.
std::vector<Laid> in_turn(const Problem& p, const std::vector<Laid>& laid) {
    std::vector<std::vector<Laid>> queues(p.colors());
    for (const Laid& piece : laid) queues[piece.color].push_back(piece);
    const auto is_larger = [&](const Laid& a, const Laid& b) { return size(p, a) > size(p, b); };
    std::size_t rounds = 0;
    std::set<std::vector<int>> sizes;
    for (auto& own : queues) {
        // Stable: a piece never hangs on a smaller one laid after it.
        if (p.descending) std::ranges::stable_sort(own, is_larger);
        rounds = std::max(rounds, own.size());
        std::vector<int> these;
        for (const Laid& piece : own) these.push_back(size(p, piece));
        sizes.insert(these);
    }
    std::vector<Laid> order;
    if (p.descending && sizes.size() > 1) {
        for (const auto& own : queues) order.insert(order.end(), own.begin(), own.end());
        std::ranges::stable_sort(order, is_larger);
        return order;
    }
    for (std::size_t i = 0; i < rounds; ++i)
        for (const auto& own : queues)
            if (i < own.size()) order.push_back(own[i]);
    return order;
}

}  // namespace

std::vector<Laid> laying_order(const Problem& p, const std::vector<Laid>& laid) {
    const auto is_given = [&](const Laid& piece) { return std::ranges::count(p.givens, piece) > 0; };
    std::vector<Laid> order, rest;
    for (const Laid& piece : laid) (is_given(piece) ? order : rest).push_back(piece);
    if (p.is_laying()) {
        rest = in_turn(p, rest);
    } else if (p.is_solid()) {
        rest = laid;
        std::ranges::sort(rest, [&](const Laid& a, const Laid& b) { return comes_first(p, a, b); });
        rest = from_above(p, laid).value_or(rest);
        std::ranges::stable_sort(rest, [&](const Laid& a, const Laid& b) { return is_given(a) > is_given(b); });
        return rest;
    } else {
        std::ranges::sort(rest, [&](const Laid& a, const Laid& b) {
            const int one = p.board().point(p.cells(a)[0]).y, two = p.board().point(p.cells(b)[0]).y;
            return one != two ? one > two : comes_first(p, a, b);
        });
    }
    order.insert(order.end(), rest.begin(), rest.end());
    return order;
}

int hanging(const Problem& p, const std::vector<Laid>& laid) {
    std::vector<char> full(p.board().cell_count(), 0);
    for (const Laid& piece : laid)
        for (const int cell : p.cells(piece)) full[cell] = 1;
    for (std::size_t i = 0; i < laid.size(); ++i)
        for (const int cell : p.cells(laid[i])) {
            const Point at = p.board().point(cell);
            if (at.z && !full[p.board().cell_at(Point{at.x, at.y, at.z - 1})]) return static_cast<int>(i);
        }
    return -1;
}

std::optional<std::vector<Laid>> from_above(const Problem& p, const std::vector<Laid>& laid) {
    std::vector<int> owner(p.board().cell_count(), -1);
    for (std::size_t i = 0; i < laid.size(); ++i)
        for (const int cell : p.cells(laid[i])) owner[cell] = static_cast<int>(i);
    std::vector<std::set<int>> needs(laid.size());
    for (int cell = 0; cell < p.board().cell_count(); ++cell) {
        if (owner[cell] < 0) continue;
        const Point at = p.board().point(cell);
        for (int z = 0; z < at.z; ++z) {
            const int under = owner[p.board().cell_at(Point{at.x, at.y, z})];
            if (under >= 0 && under != owner[cell]) needs[owner[cell]].insert(under);
        }
    }
    std::vector<Laid> order;
    std::vector<char> lies(laid.size(), 0);
    while (order.size() < laid.size()) {
        int low = -1;
        for (std::size_t i = 0; i < laid.size(); ++i)
            if (!lies[i] && std::ranges::all_of(needs[i], [&](int other) { return lies[other]; }) &&
                (low < 0 || comes_first(p, laid[i], laid[low])))
                low = static_cast<int>(i);
        if (low < 0) return std::nullopt;
        lies[low] = 1;
        order.push_back(laid[low]);
    }
    return order;
}

}  // namespace cornerwise::puzzles
