// Where to go on in a puzzle that is being laid, once its solution is known.
#pragma once

#include "puzzles/problem/problem.h"

namespace cornerwise::puzzles {

struct Hint {
    Laid piece;
    int cell;                 // of the piece: the one to look at
    int options;              // in how many ways that cell can be covered now; 0 where that is not what tells it apart
    std::vector<int> around;  // the cells of the box about the piece, one wider on every side
};

// The next piece of a solution that keeps the givens: in turn where pieces are laid in turn, else the one that covers
// the tightest cell. Nothing where all of it lies.
std::optional<Hint> hint(const std::shared_ptr<const Problem>& problem, const std::vector<Laid>& solution);

}  // namespace cornerwise::puzzles
