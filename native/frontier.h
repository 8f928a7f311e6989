// Counting by a frontier: cells are filled in order, and partial layings that look the same from here on are one state.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "instance.h"

namespace cornerwise::solitaire {

// What the pieces left over are, and in how many ways the cells can be covered leaving them.
struct Total {
    std::vector<int> left;
    std::uint64_t count;
};

class Frontier {
public:
    // Throws std::invalid_argument with a sentence for puzzles that do not fit the method:
    // colors that matter, rows reaching more than 64 cells ahead, or a supply of more than 64 bits.
    // `max_bytes` limits the memory for states.
    Frontier(std::shared_ptr<const Instance> instance, std::uint64_t max_bytes);

    // Works for about so many seconds. Throws std::length_error when the states outgrow the memory
    // and std::overflow_error when a count exceeds 64 bits.
    Progress advance(double seconds);

    int cell() const { return cell_; }
    // The part of the cells passed.
    double closed() const;
    std::uint64_t states() const { return states_; }
    std::uint64_t bytes() const;
    // After the end: one entry per set of pieces left over.
    std::vector<Total> totals() const;

    // Everything needed to go on in another process.
    std::string save() const;
    void load(const std::string& saved);

private:
    struct State {
        std::uint64_t filled, supply, count;  // filled counts from the first empty cell; count 0 marks a free slot
    };
    struct Table {
        std::vector<State> slots;
        std::uint64_t size = 0;
        void add(std::uint64_t filled, std::uint64_t supply, std::uint64_t count);
        void prefetch(std::uint64_t filled, std::uint64_t supply) const;
        void grow();
    };
    struct Step {
        std::uint64_t cells, unit;
        int kind;
    };

    std::shared_ptr<const Instance> instance_;
    std::vector<std::vector<Step>> by_cell_;
    std::vector<Table> tables_;  // by the first empty cell
    std::vector<int> offset_, width_;
    int empties_offset_ = 0, empties_width_ = 0;
    std::uint64_t max_bytes_, states_ = 0;
    int cell_ = 0;
    std::size_t slot_ = 0;

    std::uint64_t field(std::uint64_t supply, int kind) const {
        return supply >> offset_[kind] & ((std::uint64_t{1} << width_[kind]) - 1);
    }
    // A state on its way into its table. They wait a little so that memory can be fetched meanwhile.
    struct Arrival {
        int cell;
        State state;
    };
    std::vector<Arrival> arrivals_;

    void expand(const State& state);
    void settle();
};

}  // namespace cornerwise::solitaire
