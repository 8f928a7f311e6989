// What is told of a first piece.
#pragma once

#include "advice/finding/finding.h"
#include "advice/finding/survey.h"

namespace cornerwise::advice {

// What a first piece opens, where nothing sets it apart.
std::vector<Finding> opening(const Survey& survey, const Measure& m);

}  // namespace cornerwise::advice
