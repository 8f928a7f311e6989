// What sets a move apart from many others: typical ones, or most of all legal ones.
#pragma once

#include "advice/finding/finding.h"
#include "advice/finding/survey.h"

namespace cornerwise::advice {

// The least number that more than half do not exceed, or the greatest that more than half reach.
double bound(std::vector<double> numbers, bool is_upper);
// For the better or the worse, beside these others.
std::vector<Finding> beside_many(const Survey& survey, const Measure& m, std::span<const Measure* const> others);
// What nine in ten of all moves, or three in four, have less of.
std::vector<Finding> broad(const Survey& survey, const Measure& m, Against against);
// Whether most legal moves, most typical ones and most of those listed do less (or more); says how much less.
bool holds(const Survey& survey, Finding& finding, const Measure& m, std::span<const Measure* const> others);

}  // namespace cornerwise::advice
