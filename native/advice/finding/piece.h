// What a move does for the own pieces, one by one.
#pragma once

#include "advice/finding/finding.h"
#include "advice/finding/survey.h"

namespace cornerwise::advice {

// A piece that is hard to place, placed while it fits; own pieces that lose their last place, or keep it where most
// moves would lose it.
std::vector<Finding> pieces(const Survey& survey, const Measure& m, std::span<const Measure* const> others);
// Pieces that fit, again or all of them.
std::vector<Finding> fitting(const Survey& survey, const Measure& m);
// A large piece that is harder to place than others of its size.
std::vector<Finding> early(const Survey& survey, const Measure& m);
// The next own move of the line, where this one alone makes a place for it; a first piece makes a place for all.
std::vector<Finding> plan(const Survey& survey, const Measure& m, std::span<const std::int32_t> expected);

}  // namespace cornerwise::advice
