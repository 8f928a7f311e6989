// What the search is certain of: endgames proved at the root, nodes decided in the tree, and what follows from them.
#include <algorithm>
#include <cmath>

#include "kernel/scoring.h"
#include "thinking/endgames/endgame.h"
#include "thinking/search.h"

namespace cornerwise {

// What a decided position is worth: the victory is known, the scores as they were on the average, within the bounds.
Outcome Search::decided_outcome(const State& state, const Values& scores, const Duel::Bounds& bounds) const {
    int own = 0, other = 0, final[max_seats];
    for (int seat = 0; seat < t_.seats; ++seat)
        (t_.teams[seat] == t_.teams[state.actor] ? own : other) = static_cast<int>(std::lround(scores[seat]));
    other = own - std::clamp(own - other, bounds.low, bounds.high);
    for (int seat = 0; seat < t_.seats; ++seat) final[seat] = t_.teams[seat] == t_.teams[state.actor] ? own : other;
    return value_of(state, final);
}

// Whether it is certain who wins from a node; a duel finds out, with more effort the more often the node was visited.
bool Search::decide(Node& node, const std::vector<Step>& path, const Clock& clock) {
    static constexpr std::uint64_t positions_per_visit = 256, positions_per_simulation = 4;
    std::uint32_t visits;
    {
        Hold hold(node);
        if (node.is_decided || node.visits < node.next_proof) return node.is_decided;
        visits = node.visits;
    }
    const Attempt attempt(duel_lock_);
    if (!attempt) return false;
    const std::uint64_t allowed = positions_per_simulation * done_ + useful_positions_;
    if (vain_positions_ >= allowed) return false;
    std::vector<std::int32_t> moves;
    for (const Step& step : path) moves.push_back(step.move);
    const std::uint64_t before = duel_->visited();
    const std::uint64_t budget = std::min(positions_per_visit * visits, allowed - vain_positions_);
    const Duel::Bounds bounds = duel_->decide(moves, budget, bell(clock));
    (bounds.is_decided() ? useful_positions_ : vain_positions_) += duel_->visited() - before;
    Values scores;
    {
        const Step& last = path.back();
        Hold hold(*last.node);
        const Child& child = last.node->children[last.child];
        scores = child.sum.divided(std::max(child.visits, 2u) - 1).score;  // this simulation has not come back yet
    }
    Hold hold(node);
    node.next_proof = 4 * visits;
    if (bounds.is_decided() && !node.is_decided) {
        node.proof = decided_outcome(node.state, scores, bounds);
        node.is_decided = true;
    }
    return node.is_decided;
}

// Whether everything below a node is known, or between two sides that one move wins; then so is the node.
bool Search::conclude(Node& node) {
    if (node.is_decided || node.is_chance()) return node.is_decided;
    const int seat = node.state.actor;
    std::optional<Outcome> best;
    bool all = node.children.size() == node.candidates.size(), is_exact = true;
    for (const Child& child : node.children) {
        is_exact &= child.is_exact;
        all &= child.is_decided;
        if (!child.is_decided) continue;
        const Outcome proof = child.mean();
        // Large margins may look alike to the utility.
        const auto order = std::pair(proof.utility[seat], lead(proof, seat));
        if (!best || order > std::pair(best->utility[seat], lead(*best, seat))) best = proof;
    }
    if (!best || !(all || (has_two_sides_ && is_win(best->win[seat])))) return false;
    node.proof = *best;
    node.is_exact = all && is_exact;
    node.is_decided = true;
    return true;
}

// Rings when nobody wants to wait any longer, or after so many seconds of the clock, where there are any.
Duel::Bell Search::bell(const Clock& clock, double seconds) const {
    return [this, &clock, seconds] {
        const bool is_late = seconds > 0 && clock.seconds() > seconds;
        return is_late || stopping_.load(std::memory_order_relaxed) || clock.is_over();
    };
}

static constexpr double duel_positions_per_second = 120000;  // a tenth of what it can do, or less

// How many positions a proof may look at, at so many per second of the limit.
static double proof_budget(const Limit& limit, double positions_per_second) {
    double seconds = 10;
    if (limit.seconds > 0) seconds = std::min(seconds, limit.seconds);
    if (limit.cpu_seconds > 0) seconds = std::min(seconds, limit.cpu_seconds);
    const double budget = seconds * positions_per_second;
    return limit.simulations ? std::min(budget, 2.0 * static_cast<double>(limit.simulations)) : budget;
}

// Lists what can still come up. A long list, of more placements than positions that may be looked at, would not pay.
// Half of the memory is for it, a quarter for the duel's table, the rest for the tree.
void Search::look_ahead(const State& state, const Limit& limit) {
    const double most = std::clamp<double>(proof_budget(limit, duel_positions_per_second), 512, Outlook::most);
    if (OutlookStore::fits(t_)) outlook_.look(t_, state, static_cast<int>(most), memory_limit_ / 2);
}

// What is told where the scores after every move are known, best first.
template <class Move>
Result Search::exact_result(const State& state, const std::vector<Move>& moves, std::uint64_t positions) const {
    Result result;
    for (const Move& move : moves)
        result.lines.push_back({move.move, 1, true, true, value_of(state, move.scores.data()), 0});
    result.value = result.lines.front().mean;
    result.simulations = positions;
    result.is_exact = true;
    result.expected = {moves.front().move};
    return result;
}

// Tries a proof only when so few places are left that it may succeed.
bool Search::solve_endgame(const Position& position, const Limit& limit, bool compares, const Clock& clock,
                           Result& result) const {
    static constexpr int few_places = 160;
    // A fifth of what it can do; half of it where every move is to be judged.
    const double positions_per_second = compares ? 75000 : 30000;
    if (t_.turns == Turns::dice) return false;
    int places = 0;
    for (int color = 0; color < t_.colors; ++color) {
        if (position.state().out >> color & 1) continue;
        for (const int left : position.places_left(color)) places += left;
    }
    if (places > few_places) return false;
    const auto budget = static_cast<std::uint64_t>(proof_budget(limit, positions_per_second));
    Endgame endgame(*atlas_, budget, memory_limit_, bell(clock, limit.seconds / 2));
    const auto proofs = endgame.solve(position.state());
    if (!proofs) return false;
    result = exact_result(position.state(), *proofs, endgame.visited());
    return true;
}

// The same where the game ends as a duel; what is certain about its moves otherwise. A duel that is not decided stays
// open for the tree to go on with.
bool Search::solve_duel(const Position& position, const Limit& limit, bool compares, const Clock& clock, Result& result,
                        Duel::Verdict& verdict) {
    if (outlook_.is_empty() || outlook_.view().size > Duel::most_placements) return false;
    const State& state = position.state();
    const double budget = proof_budget(limit, duel_positions_per_second);
    const std::size_t room =
        std::min(static_cast<std::size_t>(6 * budget), memory_limit_ / 8 / Duel::bytes_per_position);
    auto duel = std::make_unique<Duel>(t_, state, outlook_.view(), room);
    if (root_ && used_ + outlook_.memory() + duel->memory() > memory_limit_) prune();
    verdict = duel->solve(static_cast<std::uint64_t>(budget), bell(clock, limit.seconds / 2), compares ? 10 : 3);
    if (!std::ranges::all_of(verdict.moves, &Duel::Judged::has_scores)) {
        if (!verdict.best.is_decided()) duel_ = std::move(duel);
        return false;
    }
    result = exact_result(state, verdict.moves, duel->visited());
    return true;
}

// Tells of every move what is certain about it.
void Search::apply(const Duel::Verdict& verdict, Result& result) const {
    const State& state = root_->state;
    const auto line_of = [&](std::int32_t move) {
        const auto line = std::ranges::find(result.lines, move, &Line::move);
        return line != result.lines.end() ? line : result.lines.insert(line, {move, 1, false, false, result.value, 0});
    };
    for (const Duel::Judged& move : verdict.moves) {
        // One that may not be lost is worth a line though nothing was tried but lost ones.
        if (!move.is_decided()) {
            if (std::ranges::all_of(result.lines, &Line::is_decided)) line_of(move.move);
            continue;
        }
        const auto line = line_of(move.move);
        if (line->is_exact) continue;
        line->is_exact = move.has_scores;
        line->is_decided = true;
        line->mean =
            move.has_scores ? value_of(state, move.scores.data()) : decided_outcome(state, line->mean.score, move);
    }
}

}  // namespace cornerwise
