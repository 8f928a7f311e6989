// What a search found, as Python holds it.
#pragma once

#include "thinking/search.h"

namespace cornerwise {

struct SearchResult {
    Result result;
    int seats;
};

}  // namespace cornerwise
