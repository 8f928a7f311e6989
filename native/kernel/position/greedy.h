// The moves that look best at once, without any search.
#pragma once

#include <vector>

#include "kernel/atlas/tables.h"

namespace cornerwise {

// By corners: among the largest pieces those that make the most corners of their own and cover the most of rivals'. By
// faces: those after which the lead over the rivals' mean is greatest. Ascending ids; empty when nobody is to move.
std::vector<std::int32_t> greedy_moves(const Tables& t, const State& state);

}  // namespace cornerwise
