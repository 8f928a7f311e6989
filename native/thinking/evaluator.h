// An evaluator from outside: rates the moves of positions and judges who will win, many positions at a time.
#pragma once

#include <functional>
#include <span>

#include "thinking/tree.h"

namespace cornerwise {

// How an evaluator judges a position: how likely every legal move is to be the best, ascending by id, and every seat's
// share of the victory.
struct Thoughts {
    std::vector<Candidate> candidates;
    Values value{};
};

// A position that waits to be evaluated, and the piece placed before: −1 where none is known.
struct Leaf {
    State state;
    std::int32_t last = -1;
    int last_lane = 0;
};

struct Evaluator {
    // Fills in the thoughts about every leaf. If it throws, the search is as it was before.
    std::function<void(std::span<const Leaf> leaves, std::span<Thoughts> thoughts)> evaluate;
    int batch = 1;  // leaves at a time, at most

    explicit operator bool() const { return static_cast<bool>(evaluate); }
};

}  // namespace cornerwise
