// What sets a move apart from another, or from each of those told beside it.
#pragma once

#include "advice/finding/finding.h"
#include "advice/finding/survey.h"

namespace cornerwise::advice {

// What a move lacks or has in comparison with another; begins with what speaks for it, or with what speaks against it.
std::vector<Finding> beside(const Survey& survey, std::int32_t move, std::int32_t other, Against against,
                            bool is_praised);
// What it clearly has more of than each of the other moves that are told.
std::vector<Finding> ahead(const Survey& survey, const Measure& m, double least);
// What it has more of than the next of the list.
std::vector<Finding> slightly(const Survey& survey, const Measure& m);
// Whether another move has at least as much of a move's plus.
bool is_matched(const Survey& survey, const Finding& plus, std::int32_t move, std::int32_t other);
// Whether a listed move does more of what is counted; what is no count is never surpassed.
bool is_surpassed(const Survey& survey, const Finding& plus, const Measure& m, const Measure& other);

}  // namespace cornerwise::advice
