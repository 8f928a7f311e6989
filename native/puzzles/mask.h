// A bit set just as wide as the solver at hand needs: what its inner loops work on.
#pragma once

#include <bit>
#include <cstdint>

namespace cornerwise::puzzles {

template <int W>
struct Mask {
    std::uint64_t words[W]{};

    void add(int bit) { words[bit >> 6] |= std::uint64_t{1} << (bit & 63); }
    bool has(int bit) const { return words[bit >> 6] >> (bit & 63) & 1; }
    bool empty() const {
        std::uint64_t any = 0;
        for (int i = 0; i < W; ++i) any |= words[i];
        return any == 0;
    }
    bool meets(const Mask& other) const {
        std::uint64_t any = 0;
        for (int i = 0; i < W; ++i) any |= words[i] & other.words[i];
        return any != 0;
    }
    int count() const {
        int total = 0;
        for (int i = 0; i < W; ++i) total += std::popcount(words[i]);
        return total;
    }
    // The lowest bit that is not set; 64·W when all are.
    int first_clear() const {
        for (int i = 0; i < W; ++i)
            if (~words[i]) return 64 * i + std::countr_one(words[i]);
        return 64 * W;
    }
    Mask& operator|=(const Mask& other) {
        for (int i = 0; i < W; ++i) words[i] |= other.words[i];
        return *this;
    }
    Mask& operator&=(const Mask& other) {
        for (int i = 0; i < W; ++i) words[i] &= other.words[i];
        return *this;
    }
    Mask& operator^=(const Mask& other) {
        for (int i = 0; i < W; ++i) words[i] ^= other.words[i];
        return *this;
    }
    Mask without(const Mask& other) const {
        Mask result;
        for (int i = 0; i < W; ++i) result.words[i] = words[i] & ~other.words[i];
        return result;
    }
    friend Mask operator|(Mask a, const Mask& b) { return a |= b; }
    friend Mask operator&(Mask a, const Mask& b) { return a &= b; }

    template <class Visit>
    void each(Visit visit) const {
        for (int i = 0; i < W; ++i)
            for (std::uint64_t rest = words[i]; rest; rest &= rest - 1) visit(64 * i + std::countr_zero(rest));
    }
};

}  // namespace cornerwise::puzzles
