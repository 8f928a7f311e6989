// C5: the bonus for placing everything, as far as proved ends tell who gets it.
#pragma once

#include <optional>
#include <span>

#include "advice/advice.h"

namespace cornerwise::advice {

// Which bonus the first of these moves wins for its side or keeps from another, where proofs of the others differ in
// that.
std::optional<Finding> bonus(const Position& position, std::span<const Advised> moves);

}  // namespace cornerwise::advice
