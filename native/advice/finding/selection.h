// Which findings are told, in which order, and where they can be seen.
#pragma once

#include "advice/finding/finding.h"
#include "advice/measure/measure.h"

namespace cornerwise::advice {

// The strongest first; of one topic only so many, and of several colors that are told the same only one.
std::vector<Finding> select(std::vector<Finding> found, bool is_good, int most);
std::vector<Finding> joined(std::vector<Finding> first, std::vector<Finding> second);
// How much a gap says of a kind, where the greater of two counts is so much.
double weight_of(Kind kind, double gap, double most);
// With the cell amid those that are many and lie together.
std::vector<Finding> located(const Scene& scene, std::vector<Finding> found);

}  // namespace cornerwise::advice
