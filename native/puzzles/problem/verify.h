// The independent check of what lies: slow, obvious, and ignorant of the solvers.
#pragma once

#include "puzzles/problem/problem.h"

namespace cornerwise::puzzles {

// What is wrong with pieces that lie on an unfinished board, in whatever order they came there.
std::optional<Fault> clash(const Problem& problem, const std::vector<Laid>& laid);
// Why these pieces, in this order, do not solve the puzzle; nothing when they do.
std::optional<Fault> verify(const Problem& problem, const std::vector<Laid>& laid);

// What somebody has laid, judged: solved, faulty, or neither, which is an unfinished board.
struct Judgment {
    bool is_solved = false;
    std::optional<Fault> fault;
    int piece = -1;  // the first that breaks a rule, where one does
};
Judgment judge(const Problem& problem, const std::vector<Laid>& placed);

}  // namespace cornerwise::puzzles
