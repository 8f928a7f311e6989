// The order in which a solution is laid: by the rules' turns, or in space from the ground up.
#pragma once

#include "puzzles/problem/problem.h"

namespace cornerwise::puzzles {

// The pieces, givens first, in an order fit for hands; what cannot be laid from above comes last.
std::vector<Laid> laying_order(const Problem& problem, const std::vector<Laid>& laid);
// Which piece has an empty cell beneath it (S3); −1 when all of them rest on something.
int hanging(const Problem& problem, const std::vector<Laid>& laid);
// An order in which every piece can be put down from above; nothing when pieces interlock.
std::optional<std::vector<Laid>> from_above(const Problem& problem, const std::vector<Laid>& laid);

}  // namespace cornerwise::puzzles
