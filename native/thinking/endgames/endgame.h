// Exact endgames: proves the result and the score when few moves remain.
#pragma once

#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

#include "kernel/position/position.h"

namespace cornerwise {

// A proved move: the final scores with best play after it.
struct Proof {
    std::int32_t move;
    std::array<int, max_seats> scores;
};

// Proves every move of a position, best first, or gives up after this many positions or when told to stop.
// What it remembers stays within the memory it is given; positions beyond that are searched again.
// For what is not a duel (duel.h). Two sides: alpha-beta on the margin, remembering positions. More: every side
// maximizes its own lead (max^n); where a side does not care between moves that matter to others, the first in order is
// assumed. Among those, once no two colors can reach the same cell, each is packed on its own. Dice games are never
// proved: chance has too many children.
class Endgame {
public:
    // Asked every few hundred positions whether to give up.
    using Bell = std::function<bool()>;

    Endgame(const Atlas& atlas, std::uint64_t budget, std::size_t memory, Bell bell)
        : t_(atlas.tables()), budget_(budget), capacity_(memory / entry_bytes), bell_(std::move(bell)) {}

    std::optional<std::vector<Proof>> solve(const State& state);
    std::uint64_t visited() const { return visited_; }

private:
    using Scores = std::array<int, max_seats>;
    struct Entry {
        int low, high;
        Scores scores;
    };

    // A remembered position with its link and its share of the buckets.
    static constexpr std::size_t entry_bytes = sizeof(std::pair<const std::uint64_t, Entry>) + 4 * sizeof(void*);
    // With more moves than this it is not worth looking whether the colors have come apart.
    static constexpr std::uint32_t few_moves = 20;

    const Tables& t_;
    std::uint64_t budget_, visited_ = 0;
    std::size_t capacity_;
    Bell bell_;
    bool gave_up_ = false;
    bool has_retired_[max_seats] = {};  // a seat with its whole side
    std::unordered_map<std::uint64_t, Entry> known_;
    std::unordered_map<std::uint64_t, int> packed_;  // what a color alone can still score

    void visit();
    int lead(const Scores& scores, int seat) const;
    Scores final_scores(const State& state) const;
    std::vector<MoveCode> ordered_moves(const State& state, const MoveList& list) const;
    Scores descend(const State& state, const MoveList& list, int alpha, int beta);
    void remember(std::uint64_t key, const Entry& entry);
    std::optional<Scores> apart(const State& state);
    void reach(const State& state, int color, bool at_once, Word* cells) const;
    int pack(const State& state, int color, const Word* cells);
};

}  // namespace cornerwise
