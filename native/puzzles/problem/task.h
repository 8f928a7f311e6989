// A puzzle that is laid under the rules, as the beam search takes it.
#pragma once

#include "puzzles/beam.h"
#include "puzzles/problem/problem.h"

namespace cornerwise::puzzles {

struct Task {
    // On boards with as much symmetry as the puzzle allows.
    explicit Task(const Problem& problem);

    std::shared_ptr<const LayingTask> laying;
    std::vector<int> placements;  // row → placement of the atlas

    std::unique_ptr<Beam> start(std::uint64_t seed) const;
    std::vector<Laid> laid(const std::vector<Choice>& choices) const;
};

// How a beam begins: a tight or free board gets a wider one.
BeamOptions beam_options(const LayingTask& task, std::uint64_t seed);

}  // namespace cornerwise::puzzles
