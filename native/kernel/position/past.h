// Whether a state can have come about through its turns: who has placed how often, who is out, whose turn it is, which
// dice lie.
#pragma once

#include "kernel/atlas/tables.h"

namespace cornerwise {

// A sentence about what is impossible, or null. It does not look at where the pieces lie.
const char* impossible_past(const Tables& t, const State& s);

}  // namespace cornerwise
