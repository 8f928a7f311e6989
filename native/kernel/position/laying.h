// Pieces that lie on the board without a history: whether they can have been laid, and the position they make.
#pragma once

#include <memory>
#include <vector>

#include "kernel/position/position.h"

namespace cornerwise {

struct Laid {
    int lane, supply, placement;
};

// Lays pieces in an order that keeps every contact rule; returns those for which there is none.
std::vector<Laid> lay_pieces(const Tables& t, State& s, const std::vector<Laid>& pieces);

// The position of pieces with the turn of a color, or of the next one that can place; fails with a sentence where they
// cannot be laid. Not for dice.
Position set_up(std::shared_ptr<const Atlas> atlas, const std::vector<Laid>& pieces, int turn);

}  // namespace cornerwise
