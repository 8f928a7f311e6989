// What the search makes of a position without playing it out: first thoughts, and what an end is worth.
#include <algorithm>

#include "ground/math.h"
#include "kernel/scoring.h"
#include "thinking/search.h"

namespace cornerwise {

// A margin between 0 and 1. Those of most games are looked up.
float Search::soften(int margin) const {
    const int middle = static_cast<int>(softened_.size() / 2);
    if (-middle <= margin && margin < middle) return softened_[static_cast<std::size_t>(middle + margin)];
    return 0.5f + 0.5f * static_cast<float>(hyperbolic_tangent(static_cast<float>(margin) / tuning_.score_scale));
}

// The end of a game as the search values it: mostly the victory, a little the margin.
Outcome Search::judge(const State& state) const {
    int scores[max_seats];
    seat_scores(t_, state, scores);
    return value_of(state, scores);
}

Outcome Search::value_of(const State& state, const int* scores) const {
    Outcome o;
    int ranks[max_seats];
    seat_ranks(t_, state, scores, ranks);
    win_shares(t_, ranks, o.win.data());
    for (int seat = 0; seat < t_.seats; ++seat) {
        o.score[seat] = static_cast<float>(scores[seat]);
        int best_other = -1000000;
        float beaten = 0, others = 0;
        for (int other = 0; other < t_.seats; ++other) {
            if (t_.teams[other] == t_.teams[seat]) continue;
            // Who retired is beaten already, whatever the score.
            if (!side_retired(t_, state, other))
                best_other = std::max(best_other, t_.scoring == Scoring::empty ? -scores[other] : scores[other]);
            beaten += ranks[other] > ranks[seat] ? 1.0f : ranks[other] == ranks[seat] ? 0.5f : 0.0f;
            ++others;
        }
        // The share of the others that are beaten; between two sides that is the victory.
        const float place =
            others > 0 ? o.win[seat] + tuning_.place_share * (beaten / others - o.win[seat]) : o.win[seat];
        const int own = t_.scoring == Scoring::empty ? -scores[seat] : scores[seat];
        const int margin = best_other == -1000000 ? own : own - best_other;
        o.utility[seat] = (1 - tuning_.score_share) * place + tuning_.score_share * soften(margin);
    }
    return o;
}

// From how well every color stands, the mover's first, to the victory's shares: a side has what its colors have.
Values Search::shares_of(const State& state, const float* colors) const {
    Values weights{}, shares{};
    for (int i = 0; i < t_.colors; ++i)
        if (const int seat = t_.owners[(state.color + i) % t_.colors]; seat >= 0) weights[t_.teams[seat]] += colors[i];
    const auto is_contender = [&](int seat) { return t_.teams[seat] == seat && !side_retired(t_, state, seat); };
    float best = -1e9f, total = 0;
    for (int seat = 0; seat < t_.seats; ++seat)
        if (is_contender(seat)) best = std::max(best, weights[seat]);
    for (int seat = 0; seat < t_.seats; ++seat)
        if (is_contender(seat)) total += weights[seat] = static_cast<float>(exponential(weights[seat] - best));
    for (int seat = 0; seat < t_.seats; ++seat)
        if (is_contender(t_.teams[seat])) shares[seat] = weights[t_.teams[seat]] / total;
    return shares;
}

Thoughts Search::first_thoughts(const State& state, const MoveList& list, int last) const {
    Thoughts thoughts{std::vector<Candidate>(list.moves), {}};
    std::vector<Candidate>& candidates = thoughts.candidates;
    if (list.moves == 1 && tuning_.value_share == 0) {  // nothing to rate
        candidates[0] = {join_move(t_, kernel().pick(t_, state, list, 0)), 1};
        return thoughts;
    }
    if (tuning_.network) {
        thread_local std::vector<Rating> ratings;
        ratings.resize(list.moves);
        float colors[max_colors];
        // Without a share in the search it is not worth its price.
        float* const value = tuning_.value_share > 0 ? colors : nullptr;
        kernel().rate(t_, state, list, last, tuning_.network->view(), ratings.data(), value);
        if (value) thoughts.value = shares_of(state, colors);
        const bool is_first = !(state.opened >> state.color & 1);
        for (std::size_t i = 0; i < ratings.size(); ++i)
            candidates[i] = {ratings[i].move, ratings[i].weight * tuning_.network_sharpness +
                                                  (is_first ? tuning_.first_piece[t_.shape_of[ratings[i].move]] : 0)};
    } else {
        thread_local std::vector<Sketch> sketches;
        sketches.resize(list.moves);
        const int phase = kernel().sketch(t_, state, list, last, sketches.data());
        const Policy& policy = tuning_.policy;
        for (std::size_t i = 0; i < sketches.size(); ++i) {
            float weight = policy.shape[phase][sketches[i].shape];
            for (int f = 0; f < feature_count; ++f) weight += policy.level[phase][f][sketches[i].level[f]];
            candidates[i] = {sketches[i].move, weight * policy.tree_sharpness};
        }
    }
    float best = -1e9f, total = 0;
    for (const Candidate& c : candidates) best = std::max(best, c.prior);
    for (Candidate& c : candidates) total += c.prior = static_cast<float>(exponential(c.prior - best));
    for (Candidate& c : candidates) c.prior /= total;
    return thoughts;
}

// By how much a seat is ahead of the best of the others who stay.
float Search::lead(const Outcome& outcome, int seat) const {
    const float sign = t_.scoring == Scoring::empty ? -1 : 1;
    float best = -1e9f;
    for (int other = 0; other < t_.seats; ++other)
        if (t_.teams[other] != t_.teams[seat] && !side_retired(t_, root_->state, other))
            best = std::max(best, sign * outcome.score[other]);
    return sign * outcome.score[seat] - best;
}

}  // namespace cornerwise
