// Last good replies: what a color answered to a move, and to two moves in a row, in the latest simulation its side won.
// Playouts try them first, so what a simulation finds out about a fight is known to the next (Drake's LGRF-2).
#pragma once

#include "kernel/atlas/tables.h"

namespace cornerwise {

// The pieces placed before, the latest first; −1 where none is known.
struct Recent {
    static constexpr int size = 3;
    std::int32_t placement[size] = {-1, -1, -1};
    std::int8_t color[size] = {-1, -1, -1};

    CORNERWISE_INLINE void add(int by, int what) {
        for (int i = size - 1; i > 0; --i) {
            placement[i] = placement[i - 1];
            color[i] = color[i - 1];
        }
        placement[0] = what;
        color[0] = static_cast<std::int8_t>(by);
    }
};

// A view of both tables, shared by all threads; entries are read and written whole, and a reply is played only if it is
// legal, so nothing more is needed between them.
struct Replies {
    static constexpr int pair_bits = 16;
    std::uint16_t* to_one = nullptr;  // [color × placements + last] → reply + 1, 0: none
    std::uint32_t* to_two =
        nullptr;  // [a hash of color and both] → the hash's tag in the upper half, reply + 1 in the lower
    int placements = 0;

    struct Slots {
        std::uint16_t* one;
        std::uint32_t* two;
        std::uint32_t tag;
    };

    CORNERWISE_INLINE Slots slots(int color, const Recent& recent) const {
        std::uint64_t key = static_cast<std::uint64_t>(color) << 40 |
                            static_cast<std::uint64_t>(recent.placement[0] + 1) << 20 |
                            static_cast<std::uint64_t>(recent.placement[1] + 1);
        key *= 0x9e3779b97f4a7c15u;
        return {to_one + color * placements + recent.placement[0], to_two + (key >> (64 - pair_bits)),
                static_cast<std::uint32_t>(key >> 16) & 0xffff0000u};
    }

    CORNERWISE_INLINE void prefetch(int color, const Recent& recent) const {
        const Slots at = slots(color, recent);
        __builtin_prefetch(at.one);
        __builtin_prefetch(at.two);
    }

    CORNERWISE_INLINE static int reply_to_two(const Slots& at) {
        const std::uint32_t entry = __atomic_load_n(at.two, __ATOMIC_RELAXED);
        return (entry & 0xffff0000u) == at.tag ? static_cast<int>(entry & 0xffff) - 1 : -1;
    }
    CORNERWISE_INLINE static int reply_to_one(const Slots& at) { return __atomic_load_n(at.one, __ATOMIC_RELAXED) - 1; }

    CORNERWISE_INLINE static void store(const Slots& at, int reply) {
        __atomic_store_n(at.one, static_cast<std::uint16_t>(reply + 1), __ATOMIC_RELAXED);
        __atomic_store_n(at.two, at.tag | static_cast<std::uint32_t>(reply + 1), __ATOMIC_RELAXED);
    }
    CORNERWISE_INLINE static void forget(const Slots& at, int reply) {
        if (reply_to_one(at) == reply) __atomic_store_n(at.one, std::uint16_t{0}, __ATOMIC_RELAXED);
        if (reply_to_two(at) == reply) __atomic_store_n(at.two, 0u, __ATOMIC_RELAXED);
    }
};

// The moves of one simulation, in the tree and beyond it; rolls are left out.
struct Trace {
    int length = 0;
    std::int32_t move[max_pieces];
    std::int8_t color[max_pieces];

    CORNERWISE_INLINE void add(int by, int what) {
        move[length] = what;
        color[length++] = static_cast<std::int8_t>(by);
    }
};

}  // namespace cornerwise
