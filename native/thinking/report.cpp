// What a search tells about its root: the moves it has tried, best first, and the line it expects.
#include <algorithm>
#include <cmath>

#include "thinking/search.h"

namespace cornerwise {

// What most simulations answered to a move, as long as there is no doubt about dice.
std::vector<std::int32_t> Search::expected_after(const Child& child) {
    std::vector<std::int32_t> line;
    const Node* node = child.node.get();
    while (node && !node->is_chance() && !node->children.empty()) {
        const auto best = std::ranges::max_element(node->children, {}, &Child::visits);
        line.push_back(best->move);
        node = best->node.get();
    }
    return line;
}

// A mean that still moves holds what the search believed when it knew less. One that compares tells the mean of its
// later half, or somewhat more.
Line Search::line_of(const Child& child) const {
    static constexpr std::uint32_t few = 16;
    Line line{child.move,   child.visits, child.is_exact,       child.is_decided,
              child.mean(), child.prior,  expected_after(child)};
    const std::vector<Mark>& earlier = run_->marks[1];
    const auto mark = std::ranges::find(earlier, child.move, &Mark::move);
    if (!run_->compares || child.is_decided || mark == earlier.end() || child.visits < mark->visits + few) return line;
    Sum later = child.sum;
    later.add(mark->sum, -1);
    const int seat = root_->state.actor;
    const float all = line.mean.win[seat];
    line.mean = later.divided(child.visits - mark->visits);
    line.drift = std::abs(line.mean.win[seat] - all);
    return line;
}

Result Search::report() const {
    const Duel::Verdict& verdict = run_->verdict;
    Result result;
    result.simulations = done_;
    result.seconds = run_->clock.seconds();
    result.cpu_seconds = run_->cpu_seconds;
    result.nodes = nodes_;
    result.is_cut = done_ < run_->limit.simulations && !root_->is_decided && !stopping_;
    const int seat = root_->state.actor;
    Sum total;
    std::uint32_t visits = 0;
    for (const Child& child : root_->children) {
        if (!child.visits) continue;
        result.lines.push_back(line_of(child));
        total.add(child.mean(), child.visits);
        visits += child.visits;
    }
    if (visits) result.value = total.divided(visits);
    apply(verdict, result);
    // Moves that are certain to win come first and those certain to lose last; else trust goes with visits.
    const bool is_decided = verdict.best.is_decided();
    const bool is_known = is_decided && (verdict.best.is_exact() || !verdict.best.is_lost());
    const auto rank = [&](const Line& line) {
        if (is_known && line.move == verdict.moves.front().move) return 3;
        if (!line.is_decided || !has_two_sides_) return 1;
        return is_win(line.mean.win[seat]) ? 2 : is_loss(line.mean.win[seat]) ? 0 : 1;
    };
    std::ranges::stable_sort(result.lines, [&](const Line& a, const Line& b) {
        if (rank(a) != rank(b)) return rank(a) > rank(b);
        if (root_->is_exact || rank(a) == 2) return a.mean.utility[seat] > b.mean.utility[seat];
        return a.visits > b.visits;
    });
    if ((root_->is_decided || is_decided) && !result.lines.empty()) result.value = result.lines.front().mean;
    const Node* node = root_.get();
    while (node && !node->children.empty()) {
        const auto best = std::ranges::max_element(node->children, {}, &Child::visits);
        node = best->node.get();
        ++result.depth;
    }
    if (!result.lines.empty()) {
        const Line& first = result.lines.front();
        result.expected = first.expected;
        result.expected.insert(result.expected.begin(), first.move);
    }
    return result;
}

}  // namespace cornerwise
