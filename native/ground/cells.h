// Sets of cells as fixed bit strings: the widest any ruleset needs, and the words they are made of.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace cornerwise {

using Word = std::uint64_t;

// For functions that several instruction sets compile: an out-of-line copy could be linked into the wrong one.
#define CORNERWISE_INLINE [[gnu::always_inline]] inline

constexpr int max_words = 8;
constexpr int max_bits = 64 * max_words;

// A bit set of the full width, for building; the hot loops work on plain words of the ruleset's own width.
struct Cells {
    std::array<Word, max_words> words{};

    void add(int bit) { words[bit >> 6] |= Word{1} << (bit & 63); }
};

}  // namespace cornerwise
