// Counting by a frontier: cells are filled in order, and partial layings that look the same from here on are one state.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "puzzles/instance.h"

namespace cornerwise::puzzles {

// What the pieces left over are, and in how many ways the cells can be covered leaving them.
struct Total {
    std::vector<int> left;
    std::uint64_t count;
};

class Frontier {
public:
    // Fails with a sentence for puzzles that do not fit the method:
    // colors that matter, rows reaching more than 64 cells ahead, or a supply of more than 64 bits.
    // `max_bytes` limits the memory for states.
    Frontier(std::shared_ptr<const Instance> instance, std::uint64_t max_bytes);

    // Works for about this many seconds. Throws std::length_error when the states outgrow the memory
    // and std::overflow_error when a count exceeds 64 bits.
    Progress advance(double seconds);

    // The part of the cells passed.
    double closed() const;
    std::uint64_t states() const { return states_; }
    // After the end: one entry per set of pieces left over.
    std::vector<Total> totals() const;

    // Everything needed to continue in another process.
    std::string save() const;
    void load(const std::string& saved);

private:
    // What is left of every kind, packed, and in how many ways that came about.
    struct Entry {
        std::uint64_t supply, count;
    };
    // All layings with one outline; entries ascend by supply. Laying a piece takes the same from each of them,
    // so they stay in order, and two lists are added up in one pass over memory.
    struct Group {
        std::uint64_t filled;  // counts from the first empty cell
        std::vector<Entry> entries;
    };
    struct Outlines {
        std::vector<Group> groups;
        std::vector<std::uint32_t> slots;  // a hash table of numbers of groups, plus one
        Group& at(std::uint64_t filled);
        void grow();
    };
    struct Step {
        std::uint64_t cells, unit, field;  // field: the bits of the kind in a supply
    };

    std::shared_ptr<const Instance> instance_;
    std::vector<std::vector<Step>> by_cell_;
    std::vector<Outlines> outlines_;  // by the first empty cell
    std::vector<int> offset_, width_;
    Step leave_{0, 0, 0};  // a cell stays empty; no field when none may
    std::uint64_t max_bytes_, states_ = 0, bytes_ = 0;
    int cell_ = 0;
    std::size_t group_ = 0;
    std::vector<Entry> fresh_;

    std::uint64_t field(int kind) const { return ((std::uint64_t{1} << width_[kind]) - 1) << offset_[kind]; }
    void expand(const Group& group);
    // Adds the entries of one group, less a piece, to another.
    void add(Group& to, const Group& from, const Step& step);
};

}  // namespace cornerwise::puzzles
