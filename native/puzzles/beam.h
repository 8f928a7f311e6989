// Laying pieces under the rules of play, as many as possible: a beam over legal moves, restarted and repaired.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "puzzles/instance.h"

namespace cornerwise::puzzles {

// A motion of the board that may be required of the whole laying: where cells and colors go.
struct Motion {
    std::vector<int> cells, colors;
};

constexpr int max_lanes = 4;

struct LayingTask {
    int cell_count = 0;
    std::vector<Row> rows;                  // kind = shape
    std::vector<std::vector<int>> supply;   // [color][kind], 0 or 1; pieces laid beforehand count
    bool shared_supply = false;             // I4: a shape is used once, whatever its color
    std::vector<std::vector<int>> attract;  // per cell: where a later piece of the color must come
    std::vector<std::vector<int>> repel;    // per cell: where it must not
    std::vector<int> below;                 // per cell: the cell beneath, −1 for none (S3)
    std::vector<std::vector<int>> starts;   // [color] cells of which the first piece covers one
    bool opening_touches = false;           // S4: a first piece also touches some piece on the board
    std::vector<Choice> laid;               // rows laid beforehand
    std::vector<int> taken;                 // cells nobody may use
    std::vector<Motion> group{};            // motions with the identity first; empty = only the identity
    bool descending = false;                // largest pieces first, strictly
    bool partial = false;                   // as many squares as possible, instead of all or nothing
};

struct BeamOptions {
    std::uint64_t seed = 0;
    int width = 100;
    double growth = 1.0;  // of the width, per restart
    bool repair = true;   // start again from the best laying with a hole torn in it
};

class Beam {
public:
    virtual ~Beam() = default;
    // Works for about this many seconds. Found: everything lies (partial: better than before).
    virtual Progress advance(double seconds) = 0;
    // The best laying so far, in an order in which it can be laid.
    virtual std::vector<Choice> best() const = 0;
    // Squares covered by the best laying, and pieces.
    virtual int squares() const = 0;
    virtual std::uint64_t nodes() const = 0;
    virtual std::uint64_t tries() const = 0;
};

// Fails with a sentence when the task does not fit together.
std::unique_ptr<Beam> make_beam(std::shared_ptr<const LayingTask> task, const BeamOptions& options);

}  // namespace cornerwise::puzzles
