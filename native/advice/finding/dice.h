// What a move makes of the dice.
#pragma once

#include "advice/finding/finding.h"
#include "advice/finding/survey.h"

namespace cornerwise::advice {

// The die it uses, and the strike it spends or saves.
std::vector<Finding> dice(const Survey& survey, const Measure& m, std::span<const Measure* const> others);
// The most squares that these dice fill or, where points decide, that any piece covers.
std::vector<Finding> filled(const Survey& survey, const Measure& m);
// Whether no shape with more than two squares has a place on the sheet, so that only squares count.
bool is_nearly_full(const Survey& survey);
// How much more a move fills there than the next one.
std::vector<Finding> filled_last(const Survey& survey, const Measure& m);

}  // namespace cornerwise::advice
