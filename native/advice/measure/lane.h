// A lane as advice sees it: what one color can do on one sheet, now and ever, whoever's turn it is.
#pragma once

#include <array>

#include "advice/measure/cells.h"
#include "kernel/position/position.h"

namespace cornerwise::advice {

struct Lane {
    Cells targets;                         // free cells it can build from
    Cells next;                            // cells that its next piece can cover
    std::array<int, max_shapes> places{};  // of every unused piece
    std::uint32_t unused = 0;              // a bit per shape

    Lane() = default;
    Lane(const Tables& t, const State& s, int lane);

    // Cells it can build from with a piece that it still has.
    Cells live() const { return targets & next; }
    // A bit per shape that has a place.
    std::uint32_t alive() const;
    // Several colors that are drawn on one sheet in turn (I5).
    void join(const Lane& other);
};

// A set outside of which a lane can never place a cell, whatever anybody plays. It reuses pieces freely and forgets
// that own pieces may not touch, so it only errs by being too large.
Cells ever_cells(const Tables& t, const State& s, int lane);

// Cells that a chain of at most two pieces can cover: the next piece, and after it another one that fits beside it.
Cells reach_by_two(const Tables& t, const State& s, int lane);

}  // namespace cornerwise::advice
