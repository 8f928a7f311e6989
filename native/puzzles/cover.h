// Exact cover with secondary items, item colors and multiplicities, by dancing cells: the active options of an
// item are the front of an array, so an option leaves by a swap and returns when the old length is restored.
// After D. Knuth, The Art of Computer Programming, 7.2.2.1 and 7.2.2.3.
#pragma once

#include <cstdint>
#include <vector>

namespace cornerwise::puzzles {

// Items have a need (how often they must be used) and a capacity (how often they may be).
// Need 1, capacity 1 is a primary item, need 0 a secondary one. In an option an item may carry a color:
// options that agree on the color share the item without using it up.
class Dance {
public:
    struct Entry {
        int item;
        int color;  // 0 = none
    };

    // Returns the item's number.
    int add_item(int need, int capacity);
    // Returns the option's number.
    int add_option(const std::vector<Entry>& entries);
    // Call once, after the last option.
    void prepare();

    int option_count() const { return static_cast<int>(first_.size()) - 1; }
    // The item to branch on; `met` when every need is met, `starved` when one no longer can be.
    static constexpr int met = -1, starved = -2;
    int choose() const;
    // The active options of an item, in ascending order.
    void active(int item, std::vector<int>& options) const;

    // Takes an option: what it excludes leaves. False when some need can no longer be met (restore then).
    bool take(int option);
    // Does without an option. False as above.
    bool drop(int option);
    // Pushes the present state; returns to the last one pushed; forgets it.
    void save();
    void restore();
    void forget() { saved_.resize(saved_.size() - stride()); }

private:
    std::vector<int> need_, capacity_;
    std::vector<Entry> entries_;
    std::vector<int> first_{0};   // option → its first entry
    std::vector<int> option_of_;  // entry → option
    std::vector<int> place_;      // entry → position in its item's array
    std::vector<int> base_;       // item → start of its array
    std::vector<int> cells_;      // the arrays: entries
    std::vector<int> open_;       // items whose need is not met, a set of the same kind
    std::vector<int> open_place_;
    // What a restore brings back: per item the active length, the uses left over before its capacity, its color;
    // and the number of open items.
    std::vector<int> length_, used_, color_;
    int open_length_ = 0;
    std::vector<int> saved_;

    std::size_t stride() const { return 3 * need_.size() + 1; }
};

// Sets of options that meet every need, at most this many, in the order the search finds them.
std::vector<std::vector<int>> solutions(Dance dance, std::size_t limit);

}  // namespace cornerwise::puzzles
