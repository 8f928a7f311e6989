// Reviews: what every move of a game cost, found by searches that somebody else makes.
#pragma once

#include <optional>

#include "advice/finding/finding.h"
#include "thinking/search.h"

namespace cornerwise::advice {

// A move looked back at.
struct Judged {
    Values win_before{}, win_after{};      // of every seat: with the best play that was found, and after the move
    Values score_before{}, score_after{};  // the same, expected scores
    std::int32_t best = 0;                 // the best move that was found; the move itself where nothing better was
    double cost = 0;                       // what the move cost its seat in win chance, 0 to 1
    double points = 0;                     // and in points of the score, told only where the victory was decided
};

// A move is called a mistake only if a search of what followed from it and another of what would have followed from the
// better move agree by more than their errors; a better move's promise before it is tried is always too rosy. Where the
// victory is decided whatever is played, the score is judged in the same way.
class Review {
public:
    // The next move of the game, legal in the position before it.
    void add(const Position& before, std::int32_t move);
    // The position that is to be searched next; null when every move is judged.
    const Position* next();
    // What a search of that position found.
    void hear(const Result& result);

    // How far it has come, 0 to 1.
    double progress() const;
    const std::vector<Judged>& judged() const { return judged_; }
    // What speaks for the better move, and against it, beside the one that was played.
    std::vector<Finding> findings(int number) const;

private:
    struct Step {
        Position before;
        std::int32_t move;
    };
    // What to expect of a position, and how far off that may be.
    struct Prospect {
        Values win{}, score{};
        double simulations = 0;   // zero where it is exact
        bool is_certain = false;  // who wins, if not by how much
        double error(int seat) const;
        double score_error(int colors) const;
        bool is_decided(int seat) const;
    };
    // What was heard of a position.
    struct Heard {
        Position position;
        std::int32_t best;
        Outcome first;
        Prospect prospect;
    };

    std::vector<Step> steps_;
    std::vector<Heard> heard_;
    std::vector<Judged> judged_;
    std::optional<Position> wanted_;

    // Each of them asks for a missing search, and returns nothing until it is there.
    const Heard* find(const Position& position);
    std::optional<Prospect> look(const Position& position);
    std::optional<Judged> judge(const Step& step);
};

}  // namespace cornerwise::advice
