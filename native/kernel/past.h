// Whether a state can have come about by its turns: who has placed how often, who is out, whose turn it is, which dice
// lie.
#pragma once

#include "kernel/tables.h"

namespace cornerwise {

// A sentence about what cannot be, or null. Where the pieces lie is not looked at.
const char* impossible_past(const Tables& t, const State& s);

}  // namespace cornerwise
