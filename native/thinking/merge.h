// What several searches of one position have found together, each in a tree of its own.
#pragma once

#include <span>

#include "thinking/search.h"

namespace cornerwise {

// For the seat that is to move; there is at least one part. A proof in one of them stands for all.
Result merged(std::span<const Result> parts, int seat);

}  // namespace cornerwise
