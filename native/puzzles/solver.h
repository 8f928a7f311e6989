// What every depth-first solver offers: slices of work, a count, an estimate, and a cursor to go on from.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "puzzles/instance.h"

namespace cornerwise::puzzles {

// Child numbers from the root down. All but the last say which child is open; the last, how many are closed.
using Cursor = std::vector<int>;

class Solver {
public:
    virtual ~Solver() = default;

    // Works for about this many seconds or nodes. With stop_at_solution it returns at each solution;
    // without, solutions are only counted.
    virtual Progress advance(double seconds, std::uint64_t nodes, bool stop_at_solution) = 0;
    // The solution just found.
    virtual std::vector<Choice> solution() const = 0;
    // The choices on the present path, for pictures of the search at work.
    virtual std::vector<Choice> path() const = 0;
    // How many branches leave the node where the search stands before its first slice.
    virtual int branches() = 0;
    virtual Cursor cursor() const = 0;
    // The part of the search space that is closed, each branch weighing the same as its siblings.
    virtual double closed() const = 0;

    std::uint64_t nodes() const { return nodes_; }
    // Solutions with colors told apart, and the sums of their stabilizers (over the group's order: classes).
    std::uint64_t count() const { return count_; }
    std::uint64_t fixed() const { return fixed_.all; }
    std::uint64_t fixed_by_turns() const { return fixed_.turns; }
    int deepest() const { return deepest_; }

protected:
    std::uint64_t nodes_ = 0, count_ = 0;
    Stabilizer fixed_;
    int deepest_ = 0;

    void score(const Instance& instance, const std::vector<Choice>& solution, std::uint64_t layings) {
        count_ += layings;
        if (instance.images.empty()) return;
        const Stabilizer own = instance.stabilizer(solution);
        fixed_.all += layings * own.all;
        fixed_.turns += layings * own.turns;
    }
};

struct ScanOptions {
    std::uint64_t seed = 0;
    std::uint64_t restart = 0;  // nodes before the first restart; 0 searches exhaustively in a fixed order
    Cursor prefix;              // stay below this node: open children from the root
    Cursor cursor;              // go on from here (begins with the prefix)
};

// First empty cell first, on bit masks.
std::unique_ptr<Solver> make_scan(std::shared_ptr<const Instance> instance, const ScanOptions& options);

struct CoverOptions {
    std::uint64_t seed = 0;  // 0 tries options in their given order
    Cursor prefix;
    Cursor cursor;
};

// Most constrained item first, by dancing cells.
std::unique_ptr<Solver> make_cover(std::shared_ptr<const Instance> instance, const CoverOptions& options);

// A tiling first, its colors afterwards; for colors that must stay apart. It finds, and never runs out.
std::unique_ptr<Solver> make_paint(std::shared_ptr<const Instance> instance, std::uint64_t seed);

}  // namespace cornerwise::puzzles
