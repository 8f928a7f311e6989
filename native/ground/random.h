// A small, fast, seedable source of random numbers (xoshiro256**), the same on every machine.
#pragma once

#include <cstdint>

#include "ground/cells.h"

namespace cornerwise {

struct Random {
    std::uint64_t state[4];

    CORNERWISE_INLINE explicit Random(std::uint64_t seed) {
        // splitmix64 spreads any seed, zero included, over the whole state.
        for (auto& word : state) {
            seed += 0x9e3779b97f4a7c15u;
            std::uint64_t z = seed;
            z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
            z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
            word = z ^ (z >> 31);
        }
    }

    CORNERWISE_INLINE std::uint64_t next() {
        auto rotate = [](std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); };
        const std::uint64_t result = rotate(state[1] * 5, 7) * 9;
        const std::uint64_t t = state[1] << 17;
        state[2] ^= state[0];
        state[3] ^= state[1];
        state[1] ^= state[2];
        state[0] ^= state[3];
        state[2] ^= t;
        state[3] = rotate(state[3], 45);
        return result;
    }

    // Uniform in 0 … bound−1 without bias (Lemire's multiply and reject).
    CORNERWISE_INLINE std::uint32_t below(std::uint32_t bound) {
        std::uint64_t product = (next() >> 32) * bound;
        auto low = static_cast<std::uint32_t>(product);
        if (low < bound) {
            const std::uint32_t threshold = -bound % bound;
            while (low < threshold) {
                product = (next() >> 32) * bound;
                low = static_cast<std::uint32_t>(product);
            }
        }
        return static_cast<std::uint32_t>(product >> 32);
    }

    CORNERWISE_INLINE double unit() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }
};

}  // namespace cornerwise
