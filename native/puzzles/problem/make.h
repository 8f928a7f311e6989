// New puzzles with exactly one solution, and how hard a puzzle is: work is counted and not timed, the same everywhere.
#pragma once

#include "puzzles/problem/problem.h"

namespace cornerwise::puzzles {

// easy, medium, hard, expert
constexpr int difficulty_levels = 4;

struct Difficulty {
    double rating;  // powers of ten of wrong turns per piece
    int level;
    double nodes;  // median over the tries of the most-constrained-first search
};

// Fails with a sentence for puzzles that are laid under the rules.
Difficulty difficulty(const std::shared_ptr<const Problem>& problem, int tries, std::uint64_t seed);

struct Made {
    Problem problem;
    std::vector<Laid> solution;
    Difficulty difficulty;
};

// A puzzle of filling the board with different shapes of its first color, as near to the wanted level as a number of
// tries comes; nothing where none has a single solution.
std::optional<Made> make_puzzle(const std::shared_ptr<const Atlas>& atlas, int level, std::uint64_t seed);

// The puzzle of a day, counted from the first of January of the year 1: how hard, and whether it is in space.
struct Day {
    int level;
    bool is_solid;
};
Day day_of(std::int64_t number);

}  // namespace cornerwise::puzzles
