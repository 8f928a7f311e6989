// Adding searches up: visits and outcomes move by move, and what one of them has proved.
#include "thinking/merge.h"

#include <algorithm>

namespace cornerwise {
namespace {

bool is_settled(const Result& part, int seat) {
    if (part.lines.empty()) return false;
    const Line& best = part.lines.front();
    return (best.is_decided && is_win(best.mean.win[seat])) || std::ranges::all_of(part.lines, &Line::is_decided);
}

// What all of them have seen of a move, the first of them as told.
Line added(Line line, std::span<const Result> others) {
    Sum sum;
    sum.add(line.mean, line.visits);
    for (const Result& other : others) {
        const auto found = std::ranges::find(other.lines, line.move, &Line::move);
        if (found == other.lines.end()) continue;
        line.visits += found->visits;
        sum.add(found->mean, found->visits);
        if (found->expected.size() > line.expected.size()) line.expected = found->expected;
        if (!found->is_decided || line.is_exact || (line.is_decided && !found->is_exact)) continue;
        line.is_decided = true;
        line.is_exact = found->is_exact;
        line.mean = found->mean;
    }
    if (!line.is_decided) line.mean = sum.divided(line.visits);
    return line;
}

}  // namespace

Result merged(std::span<const Result> parts, int seat) {
    const auto settled = std::ranges::find_if(parts, [&](const Result& part) { return is_settled(part, seat); });
    Result result = settled == parts.end() ? parts.front() : *settled;
    result.simulations = result.nodes = 0;
    for (const Result& part : parts) {
        result.simulations += part.simulations;
        result.nodes += part.nodes;
        result.depth = std::max(result.depth, part.depth);
    }
    if (settled != parts.end() || parts.size() == 1) return result;

    result.lines.clear();
    Sum total;
    double visits = 0;
    for (std::size_t i = 0; i < parts.size(); ++i)
        for (const Line& line : parts[i].lines) {
            if (std::ranges::find(result.lines, line.move, &Line::move) != result.lines.end()) continue;
            const Line all = added(line, parts.subspan(i + 1));
            total.add(all.mean, all.visits);
            visits += all.visits;
            result.lines.push_back(all);
        }
    if (visits > 0) result.value = total.divided(visits);
    // Nobody has proved a victory; what is certain to be lost comes last, else trust goes with visits.
    const auto is_lost = [&](const Line& line) { return line.is_decided && is_loss(line.mean.win[seat]); };
    std::ranges::stable_sort(result.lines, [&](const Line& a, const Line& b) {
        return is_lost(a) != is_lost(b) ? is_lost(b) : a.visits > b.visits;
    });
    result.expected.clear();
    if (!result.lines.empty()) result.expected = {result.lines.front().move};
    for (const Result& part : parts)  // the longest line that begins with the best move
        if (part.expected.size() > result.expected.size() && part.expected.front() == result.expected.front())
            result.expected = part.expected;
    return result;
}

}  // namespace cornerwise
