// What is told of a first piece.
#pragma once

#include "advice/finding/finding.h"
#include "advice/finding/survey.h"

namespace cornerwise::advice {

// Whether the mover is about to place a first piece on the board that it shares with its rivals.
bool is_opening(const Scene& scene);
// What the first pieces shown have in common.
struct Shared {
    bool are_largest = false;  // no piece is larger, and some are smaller
    bool are_open = false;     // each opens more corners than most other moves do
};
Shared shared(const Survey& survey);
// What a first piece opens, where nothing sets it apart.
std::vector<Finding> opening(const Survey& survey, const Measure& m);

}  // namespace cornerwise::advice
