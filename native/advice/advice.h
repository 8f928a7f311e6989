// Advice: the best moves that a search found, in the order in which they are told, each with what sets it apart.
#pragma once

#include "advice/comparison.h"
#include "thinking/search.h"

namespace cornerwise::advice {

struct Advised {
    Line line;
    double error = 0;  // half of the 95 % interval of the mover's win chance; 0 where it is certain who wins
    std::vector<Finding> findings{};
    std::vector<std::int32_t> expected{};  // the moves that are expected to follow
};

// What is said of them all.
enum class Verdict : std::uint8_t {
    only,        // there is no other move
    only_place,  // there is no other place, though there are other dice
    clear,       // the first is clearly best
    likely,      // it is best by more than the error
    ahead,       // it is ahead, by no more than the error
    two,         // it and another look equally good
    equal,       // it and several others do
    sure,        // it wins for certain, and little is known of the others
    two_sure,    // it and another are proved to end alike
    equal_sure,  // it and several others are
    equal_win,   // it and others are proved to win by the same margin
    every_sure,  // whatever is played is proved to end alike
    all_win,     // whichever is chosen should win
    unknown,     // it is ahead, and little is known of the others
    // It and several others look equally good, all are first pieces, and
    equal_largest,  // there are no larger ones,
    equal_open,     // or each opens more corners than most,
    equal_opening,  // or both.
};
std::span<const std::string_view> verdict_names();

struct Advice {
    std::vector<Advised> moves;  // best first, at least one
    double confidence = 0;       // that the first is better than its closest rival: 0.5 a toss-up, 1 certain
    Verdict verdict{};
    bool is_hopeless = false;  // the mover has no chance that is worth showing, so points decide
};

// The position must be the one that was searched, and the result must have at least one line.
Advice advise(const Position& position, const Result& result, int count);

// Standard error of a win chance found by so many visits; a win and a loss are added so that few visits never look
// certain. In space searches from different seeds differ more.
double deviation(double share, double visits, bool is_solid = false);
// Standard error of a mean of so many visits, as a part of the deviation of a single game.
double unsettled(double visits, bool is_solid = false);

}  // namespace cornerwise::advice
