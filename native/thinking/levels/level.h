// A level: how strong a computer player is, and in what ways it is weak.
#pragma once

#include <cstddef>

#include "thinking/clock.h"

namespace cornerwise {

struct Level {
    Limit limit;             // a time in it is a cap that should never bite; see Choice
    double care = 1;         // how often it plays what it has thought out, rather than what first comes to mind
    double taste = 1;        // how well it tells first thoughts apart: 1 as well as it can, 0 not at all
    double blindness = 0;    // how many of the places to build from it overlooks
    std::size_t memory = 0;  // of its tree, which is cut back beyond that
};

}  // namespace cornerwise
