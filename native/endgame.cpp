// Proving endgames by searching them to the end, with bounds and a table of positions seen.
#include "endgame.h"

#include <algorithm>
#include <cstring>

#include "scoring.h"

namespace cornerwise {

static constexpr int infinity = 1 << 20;

// Every byte of a state counts, so the hash of all of them is the identity of the position.
static std::uint64_t hash_of(const State& state) {
    std::uint64_t words[sizeof(State) / 8], h = 0x9e3779b97f4a7c15u;
    std::memcpy(words, &state, sizeof state);
    for (const std::uint64_t word : words) {
        h = (h ^ word) * 0xff51afd7ed558ccdu;
        h ^= h >> 32;
    }
    return h;
}

bool Endgame::has_two_sides() const {
    int sides = 0;
    for (int seat = 0; seat < t_.seats; ++seat) sides += t_.teams[seat] == seat;
    return sides == 2;
}

// By how much a seat is ahead of the best of the others.
int Endgame::lead(const Scores& scores, int seat) const {
    int best = -infinity;
    for (int other = 0; other < t_.seats; ++other)
        if (t_.teams[other] != t_.teams[seat]) best = std::max(best, scores[other]);
    return best == -infinity ? scores[seat] : scores[seat] - best;
}

Endgame::Scores Endgame::final_scores(const State& state) const {
    Scores scores{};
    seat_scores(t_, state, scores.data());
    return scores;
}

// Large pieces first: they decide, and what follows is short.
std::vector<MoveCode> Endgame::ordered_moves(const State& state, const MoveList& list) const {
    std::vector<MoveCode> moves(list.moves);
    for (std::uint32_t k = 0; k < list.moves; ++k) moves[k] = kernel().pick(t_, state, list, k);
    std::ranges::stable_sort(moves, std::greater{}, [&](const MoveCode& m) { return t_.shape_size[t_.shape_of[m.placement]]; });
    return moves;
}

// Alpha and beta bound the lead of the seat to move; with more than two sides they stay wide open.
Endgame::Scores Endgame::descend(const State& state, const MoveList& list, int alpha, int beta) {
    if (state.actor == nobody) return final_scores(state);
    if (++visited_ > budget_ || stopping_.load(std::memory_order_relaxed)) gave_up_ = true;
    if (gave_up_) return {};
    const std::uint64_t key = hash_of(state);
    const int seat = state.actor;
    if (const auto found = known_.find(key); found != known_.end()) {
        const Entry& entry = found->second;
        if (entry.low == entry.high || entry.low >= beta || entry.high <= alpha) return entry.scores;
    }
    const bool two_sides = has_two_sides();
    Scores best{};
    int best_lead = -infinity;
    const int alpha_before = alpha;
    for (const MoveCode& move : ordered_moves(state, list)) {
        State next = state;
        MoveList next_list;
        kernel().place_listing(t_, next, move, next_list);
        Scores scores;
        if (!two_sides) scores = descend(next, next_list, -infinity, infinity);
        else if (next.actor >= 0 && t_.teams[next.actor] == t_.teams[seat]) scores = descend(next, next_list, alpha, beta);
        else scores = descend(next, next_list, -beta, -alpha);
        if (gave_up_) return {};
        const int ahead = lead(scores, seat);
        if (ahead > best_lead) {
            best_lead = ahead;
            best = scores;
        }
        if (two_sides) {
            alpha = std::max(alpha, best_lead);
            if (alpha >= beta) break;
        }
    }
    Entry entry{best_lead, best_lead, best};
    if (two_sides && best_lead <= alpha_before) entry.low = -infinity;   // nothing reached alpha: an upper bound
    if (two_sides && best_lead >= beta) entry.high = infinity;           // cut off: a lower bound
    if (known_.size() < capacity_) known_[key] = entry;
    else if (const auto found = known_.find(key); found != known_.end()) found->second = entry;
    return best;
}

std::optional<std::vector<Proof>> Endgame::solve(const State& state) {
    if (t_.turns == Turns::dice || state.actor < 0) return std::nullopt;
    MoveList list;
    kernel().generate(t_, state, list);
    std::vector<Proof> proofs;
    for (const MoveCode& move : ordered_moves(state, list)) {
        State next = state;
        MoveList next_list;
        kernel().place_listing(t_, next, move, next_list);
        proofs.push_back({join_move(t_, move), descend(next, next_list, -infinity, infinity)});
        if (gave_up_) return std::nullopt;
    }
    std::ranges::stable_sort(proofs, std::greater{}, [&](const Proof& p) { return lead(p.scores, state.actor); });
    return proofs;
}

}  // namespace cornerwise
