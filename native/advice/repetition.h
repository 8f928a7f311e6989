// Repetition: what would be told twice is left out.
#pragma once

#include <vector>

#include "advice/advice.h"

namespace cornerwise::advice {

// The moves without those that a symmetry of the position, or another die, turns into an earlier one.
void drop_twins(const Position& position, std::vector<Advised>& moves);
// What was said in the same words of a move before: of several that lack the same, one stands for all.
void drop_repeated(std::vector<Advised>& moves);

}  // namespace cornerwise::advice
