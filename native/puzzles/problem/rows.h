// From a puzzle to what the exact solvers take: open cells in scan order, the placements on them, and neighbors.
#pragma once

#include "puzzles/problem/problem.h"

namespace cornerwise::puzzles {

struct Rows {
    explicit Rows(std::shared_ptr<const Problem> problem);

    std::shared_ptr<const Problem> problem;
    std::vector<int> cells;       // number → the board's cell, in scan order
    std::vector<int> placements;  // row → placement of the atlas
    // Every placement of a shape in supply that keeps clear of the givens; without classes of symmetric ones.
    std::shared_ptr<const Instance> instance;

    // A solver's choices as pieces; colors that do not matter are dealt so that few neighbors agree.
    std::vector<Laid> laid(const std::vector<Choice>& choices) const;

private:
    void sort_cells();
    void add_rows(Instance& made, const std::vector<int>& number);
    void add_neighbors(Instance& made, std::vector<int> number) const;
};

}  // namespace cornerwise::puzzles
