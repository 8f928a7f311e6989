// The choice of a level: a function of the position, the piece placed before, the level and a seed, and of nothing
// else.
#pragma once

#include <optional>
#include <vector>

#include "thinking/levels/level.h"
#include "thinking/search.h"

namespace cornerwise {

// What a level plays, and what it thought; where it played its first thought that is nothing.
struct Choice {
    std::int32_t move;
    std::optional<Result> result;
};

// A choice in the making, in slices on one thread, as a search is; slices choose what one go chooses. It has the search
// to itself, which forgets what it knew before and afterwards.
class Chooser {
public:
    Chooser(Search& search, const Position& position, int last, const Level& level, std::uint64_t seed);
    ~Chooser();
    Chooser(const Chooser&) = delete;

    // Thinks for this many more simulations; false when nothing is left to do.
    bool advance(std::uint64_t simulations);
    // What it would play now.
    Choice choice() const;

private:
    Search& search_;
    Position position_;
    Level level_;
    Random chance_;
    std::vector<Candidate> thoughts_;
    std::vector<bool> seen_;  // by cell; empty: everything
    bool is_careful_;

    void look();
    bool notice(std::int32_t move) const;
    std::int32_t first_thought() const;
};

}  // namespace cornerwise
