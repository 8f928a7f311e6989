// The hunt for a solution: the solvers that suit a puzzle best, raced in slices that are counted and not timed.
#pragma once

#include "puzzles/problem/rows.h"
#include "puzzles/problem/task.h"
#include "puzzles/solver.h"

namespace cornerwise::puzzles {

// Who may take part.
enum class Method : int { all = 0, scan = 1, cover = 2, paint = 3, beam = 4 };

class Hunt {
public:
    // Fails with a sentence where the method does not suit the puzzle.
    Hunt(std::shared_ptr<const Problem> problem, std::uint64_t seed, Method method);

    // Works for about so many seconds; however they are sliced, the same seed finds the same. `exhausted` means that
    // there is no solution, except where pieces are laid under the rules.
    Progress advance(double seconds);
    // The solution that was found, givens first, in an order in which it can be laid; fails unless it is one. Where as
    // many pieces as possible are wanted, the best so far.
    std::vector<Laid> solution() const;
    bool is_impossible() const { return progress_ == Progress::exhausted && !task_; }

    std::uint64_t nodes() const;
    // The part of the search that is done with, 0 where nobody can tell; most pieces laid so far; how often a beam
    // began.
    double closed() const;
    int best() const;
    std::uint64_t tries() const { return beam_ ? beam_->tries() : 0; }
    // Who found it.
    Method winner() const { return winner_; }

private:
    struct Runner {
        Method method;
        double share;
        std::unique_ptr<Solver> solver;  // made when it is its turn: the first often answers before the others
    };
    std::shared_ptr<const Problem> problem_;
    std::optional<Rows> rows_;
    std::vector<Runner> runners_;
    std::optional<Task> task_;
    std::unique_ptr<Beam> beam_;
    std::uint64_t seed_;
    Progress progress_ = Progress::running;
    Method winner_ = Method::all;
    std::size_t at_ = 0;
    double milliseconds_ = 4;
    std::uint64_t slice_end_ = 0;  // nodes of the runner whose turn it is, when the turn passes on

    Progress run(double seconds);
    Progress lay(double seconds);
    std::vector<Laid> found() const;
};

}  // namespace cornerwise::puzzles
