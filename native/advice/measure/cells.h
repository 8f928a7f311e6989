// Sets of cells that can be joined, cut and moved, for measuring.
#pragma once

#include <array>
#include <bit>

#include "ground/cells.h"

namespace cornerwise::advice {

struct Cells {
    std::array<Word, max_words> words{};

    void add(int bit) { words[bit >> 6] |= Word{1} << (bit & 63); }
    bool has(int bit) const { return words[bit >> 6] >> (bit & 63) & 1; }
    bool any() const {
        Word all = 0;
        for (const Word word : words) all |= word;
        return all != 0;
    }
    int count() const {
        int sum = 0;
        for (const Word word : words) sum += std::popcount(word);
        return sum;
    }
    Cells& operator|=(const Cells& o) {
        for (int i = 0; i < max_words; ++i) words[i] |= o.words[i];
        return *this;
    }
    Cells& operator&=(const Cells& o) {
        for (int i = 0; i < max_words; ++i) words[i] &= o.words[i];
        return *this;
    }
    Cells& operator-=(const Cells& o) {
        for (int i = 0; i < max_words; ++i) words[i] &= ~o.words[i];
        return *this;
    }
    friend Cells operator|(Cells a, const Cells& b) { return a |= b; }
    friend Cells operator&(Cells a, const Cells& b) { return a &= b; }
    friend Cells operator-(Cells a, const Cells& b) { return a -= b; }
    bool operator==(const Cells&) const = default;

    // Every cell moved on by so many bits, or back where that is negative.
    Cells moved(int by) const {
        Cells to;
        const int far = by < 0 ? -by : by, whole = far / 64, rest = far % 64;
        for (int i = whole; i < max_words; ++i) {
            if (by >= 0) {
                to.words[i] = words[i - whole] << rest;
                if (rest && i > whole) to.words[i] |= words[i - whole - 1] >> (64 - rest);
            } else {
                to.words[i - whole] = words[i] >> rest;
                if (rest && i + 1 < max_words) to.words[i - whole] |= words[i + 1] << (64 - rest);
            }
        }
        return to;
    }
};

}  // namespace cornerwise::advice
