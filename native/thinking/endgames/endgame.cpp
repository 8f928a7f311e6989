// Proving endgames by searching them to the end, with bounds and a table of positions seen.
#include "thinking/endgames/endgame.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "kernel/scoring.h"

namespace cornerwise {

static constexpr int infinity = 1 << 20;

static std::uint64_t hash_of(std::uint64_t h, const std::uint64_t* words, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        h = (h ^ words[i]) * 0xff51afd7ed558ccdu;
        h ^= h >> 32;
    }
    return h;
}

// Every byte of a state counts, so the hash of all of them is the identity of the position.
static std::uint64_t hash_of(const State& state) {
    std::uint64_t words[sizeof(State) / 8];
    std::memcpy(words, &state, sizeof state);
    return hash_of(0x9e3779b97f4a7c15u, words, sizeof(State) / 8);
}

// By how much a seat is ahead of the best of the others who stay.
int Endgame::lead(const Scores& scores, int seat) const {
    int best = -infinity;
    for (int other = 0; other < t_.seats; ++other)
        if (t_.teams[other] != t_.teams[seat] && !has_retired_[other]) best = std::max(best, scores[other]);
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
    std::ranges::stable_sort(moves, std::greater{},
                             [&](const MoveCode& m) { return t_.shape_size[t_.shape_of[m.placement]]; });
    return moves;
}

// Counts a position, and gives up where there were enough.
void Endgame::visit() {
    static constexpr std::uint64_t a_while = 256;
    if (++visited_ > budget_ || (visited_ % a_while == 1 && bell_())) gave_up_ = true;
}

// Alpha and beta bound the lead of the seat to move; with more than two sides they stay wide open.
Endgame::Scores Endgame::descend(const State& state, const MoveList& list, int alpha, int beta) {
    if (state.actor == nobody) return final_scores(state);
    visit();
    if (gave_up_) return {};
    const std::uint64_t key = hash_of(state);
    const int seat = state.actor;
    if (const auto found = known_.find(key); found != known_.end()) {
        const Entry& entry = found->second;
        if (entry.low == entry.high || entry.low >= beta || entry.high <= alpha) return entry.scores;
    }
    const bool two_sides = has_two_sides(t_);
    // Between two sides alpha and beta cut more than packing saves.
    if (!two_sides && list.moves <= few_moves)
        if (const std::optional<Scores> scores = apart(state)) {
            const int ahead = lead(*scores, seat);
            remember(key, {ahead, ahead, *scores});
            return *scores;
        }
    Scores best{};
    int best_lead = -infinity;
    const int alpha_before = alpha;
    for (const MoveCode& move : ordered_moves(state, list)) {
        State next = state;
        MoveList next_list;
        kernel().place_listing(t_, next, move, next_list);
        Scores scores;
        if (!two_sides) scores = descend(next, next_list, -infinity, infinity);
        else if (next.actor >= 0 && t_.teams[next.actor] == t_.teams[seat])
            scores = descend(next, next_list, alpha, beta);
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
    if (two_sides && best_lead <= alpha_before) entry.low = -infinity;  // nothing reached alpha: an upper bound
    if (two_sides && best_lead >= beta) entry.high = infinity;          // cut off: a lower bound
    remember(key, entry);
    return best;
}

void Endgame::remember(std::uint64_t key, const Entry& entry) {
    if (known_.size() + packed_.size() < capacity_) known_[key] = entry;
    else if (const auto found = known_.find(key); found != known_.end()) found->second = entry;
}

// Every cell a color could still cover if all others stood still: what it can place, what that opens, and so on, or
// only what it can place at once.
void Endgame::reach(const State& state, int color, bool at_once, Word* cells) const {
    State open = state;
    MoveList list;
    std::fill_n(cells, t_.words, Word{0});
    for (std::uint32_t before = 0; !(at_once && before); before = list.total) {
        kernel().generate_lane(t_, open, color, state.supply[color], list);
        if (list.total == before) return;
        for (std::uint32_t rest = list.shapes; rest; rest &= rest - 1) {
            const int shape = std::countr_zero(rest);
            for (int o = t_.shape_first[shape]; o < t_.shape_first[shape + 1]; ++o)
                for (int i = 0; i < t_.words; ++i)
                    for (Word word = list.anchors[o * t_.words + i]; word; word &= word - 1) {
                        const int placement = t_.first[o] + t_.rank[o * max_bits + 64 * i + std::countr_zero(word)];
                        for (int k = 0; k < t_.words; ++k) {
                            cells[k] |= t_.cells_of[placement * t_.words + k];
                            targets(t_, open, color)[k] |= t_.attract[placement * t_.words + k];
                        }
                    }
        }
    }
}

// The final scores, if no two colors can ever come to the same cell: then each does the best it can for itself.
std::optional<Endgame::Scores> Endgame::apart(const State& state) {
    // Solids stand on others and hide them; a first piece that must touch others waits for them.
    if (t_.is_solid || t_.opening_touches) return std::nullopt;
    Word cells[max_colors][max_words];
    // Mostly a look at what can be placed at once is enough to see that they meet.
    for (const bool at_once : {true, false}) {
        Word taken[max_words] = {};
        for (int color = 0; color < t_.colors; ++color) {
            if (state.out >> color & 1) continue;
            reach(state, color, at_once, cells[color]);
            for (int k = 0; k < t_.words; ++k) {
                if (taken[k] & cells[color][k]) return std::nullopt;
                taken[k] |= cells[color][k];
            }
        }
    }
    int colors[max_colors];
    for (int color = 0; color < t_.colors; ++color) {
        const bool plays = !(state.out >> color & 1) && t_.owners[color] >= 0;
        colors[color] = plays ? pack(state, color, cells[color]) : color_score(t_, state, color);
        if (gave_up_) return std::nullopt;
    }
    Scores scores{};
    add_colors(t_, colors, scores.data());
    return scores;
}

// The best score of a color that has these cells to itself.
int Endgame::pack(const State& state, int color, const Word* cells) {
    visit();
    if (gave_up_) return 0;
    if (!state.supply[color]) return color_score(t_, state, color);
    Word own[2 * max_words + 1];
    for (int k = 0; k < t_.words; ++k) {
        const Word free = cells[k] & ~filled(t_, state, 0)[k] & ~blocked(t_, state, color)[k];
        own[2 * k] = free;
        own[2 * k + 1] = free & targets(t_, state, color)[k];
    }
    own[2 * t_.words] = state.supply[color];
    const std::uint64_t key =
        hash_of(static_cast<std::uint64_t>(color) + 1, own, 2 * static_cast<std::size_t>(t_.words) + 1);
    if (const auto found = packed_.find(key); found != packed_.end()) return found->second;
    MoveList list;
    kernel().generate_lane(t_, state, color, state.supply[color], list);
    list.moves = list.total;
    int best = list.total ? -infinity : color_score(t_, state, color);
    for (const MoveCode& move : ordered_moves(state, list)) {
        State next = state;
        kernel().lay(t_, next, color, color, move.placement);
        best = std::max(best, pack(next, color, cells));
        if (gave_up_) return 0;
        if (best == t_.all_placed_bonus + t_.smallest_last_bonus) break;
    }
    if (known_.size() + packed_.size() < capacity_) packed_[key] = best;
    return best;
}

std::optional<std::vector<Proof>> Endgame::solve(const State& state) {
    if (t_.turns == Turns::dice || state.actor < 0) return std::nullopt;
    for (int seat = 0; seat < t_.seats; ++seat) has_retired_[seat] = side_retired(t_, state, seat);
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
