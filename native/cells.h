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

// A bit set of the full width. Only used where speed does not matter (building, explaining);
// the hot loops work on plain words of the ruleset's own width.
struct Cells {
    std::array<Word, max_words> words{};

    void add(int bit) { words[bit >> 6] |= Word{1} << (bit & 63); }
    bool has(int bit) const { return words[bit >> 6] >> (bit & 63) & 1; }
    bool empty() const {
        for (Word word : words)
            if (word) return false;
        return true;
    }
    bool meets(const Cells& other) const {
        for (int i = 0; i < max_words; ++i)
            if (words[i] & other.words[i]) return true;
        return false;
    }
    bool within(const Cells& other) const {
        for (int i = 0; i < max_words; ++i)
            if (words[i] & ~other.words[i]) return false;
        return true;
    }
    Cells& operator|=(const Cells& other) {
        for (int i = 0; i < max_words; ++i) words[i] |= other.words[i];
        return *this;
    }
    Cells& operator&=(const Cells& other) {
        for (int i = 0; i < max_words; ++i) words[i] &= other.words[i];
        return *this;
    }
    bool operator==(const Cells&) const = default;

    template <class Visit>
    void each(Visit visit) const {
        for (int i = 0; i < max_words; ++i)
            for (Word rest = words[i]; rest; rest &= rest - 1) visit(64 * i + std::countr_zero(rest));
    }
};

}  // namespace cornerwise
