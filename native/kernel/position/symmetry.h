// Symmetries of positions: images, and the one that stands for all of them.
#pragma once

#include "kernel/position/position.h"

namespace cornerwise {

// The image of a position under a symmetry that leaves the colors in place.
Position transform(const Position& position, const Symmetry& symmetry);
// Which symmetry leads to the smallest of all images, compared as bytes.
int canonical_symmetry(const Position& position);

}  // namespace cornerwise
