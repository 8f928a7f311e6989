// Boards in registers: a bit string of W words as as few vectors as the instruction set allows.
// Included only by isa.cpp, once per instruction set, inside its namespace.
#pragma once

template <int Bytes> struct VectorOf;
template <> struct VectorOf<16> { typedef Word type __attribute__((vector_size(16), aligned(8), may_alias)); };
template <> struct VectorOf<32> { typedef Word type __attribute__((vector_size(32), aligned(8), may_alias)); };
template <> struct VectorOf<64> { typedef Word type __attribute__((vector_size(64), aligned(8), may_alias)); };

#if defined(__AVX512F__)
constexpr int register_bytes = 64;
#elif defined(__AVX2__)
constexpr int register_bytes = 32;
#else
constexpr int register_bytes = 16;
#endif

template <int W>
struct Bits {
    static constexpr int bytes = 8 * W < register_bytes ? 8 * W : register_bytes;
    static constexpr int count = 8 * W / bytes;
    using Vector = typename VectorOf<bytes>::type;
    Vector part[count];

    // memcpy is the one way to load from any address that neither alignment nor aliasing rules can break.
    static Bits load(const void* from) {
        Bits b;
        for (int i = 0; i < count; ++i) __builtin_memcpy(&b.part[i], static_cast<const char*>(from) + i * bytes, bytes);
        return b;
    }
    void store(void* to) const {
        for (int i = 0; i < count; ++i) __builtin_memcpy(static_cast<char*>(to) + i * bytes, &part[i], bytes);
    }
    friend Bits operator&(Bits a, const Bits& b) {
        for (int i = 0; i < count; ++i) a.part[i] &= b.part[i];
        return a;
    }
    friend Bits operator|(Bits a, const Bits& b) {
        for (int i = 0; i < count; ++i) a.part[i] |= b.part[i];
        return a;
    }
    friend Bits operator^(Bits a, const Bits& b) {
        for (int i = 0; i < count; ++i) a.part[i] ^= b.part[i];
        return a;
    }
    friend Bits minus(Bits a, const Bits& b) {
        for (int i = 0; i < count; ++i) a.part[i] &= ~b.part[i];
        return a;
    }
    static Bits zero() { return Bits{}; }
    bool any() const {
        Vector all = part[0];
        for (int i = 1; i < count; ++i) all |= part[i];
        Word sum = 0;
        for (int i = 0; i < bytes / 8; ++i) sum |= all[i];
        return sum != 0;
    }
};

// A bit string in memory with zeros before and behind it, so that any shift is a couple of loads.
template <int W>
struct Field {
    static constexpr int margin = 72;
    alignas(64) char memory[margin + 8 * W + margin] = {};

    char* data() { return memory + margin; }
    const char* data() const { return memory + margin; }
    void set(const Bits<W>& bits) { bits.store(data()); }

    // The bits moved towards zero by `shift` (which may exceed a word).
    Bits<W> down(int shift) const {
        const char* from = data() + shift / 64 * 8;
        const int r = shift % 64;
        Bits<W> low = Bits<W>::load(from);
        if (!r) return low;
        const Bits<W> high = Bits<W>::load(from + 8);
        for (int i = 0; i < Bits<W>::count; ++i) low.part[i] = low.part[i] >> r | high.part[i] << (64 - r);
        return low;
    }
    Bits<W> up(int shift) const {
        const char* from = data() - shift / 64 * 8;
        const int r = shift % 64;
        Bits<W> high = Bits<W>::load(from);
        if (!r) return high;
        const Bits<W> low = Bits<W>::load(from - 8);
        for (int i = 0; i < Bits<W>::count; ++i) high.part[i] = high.part[i] << r | low.part[i] >> (64 - r);
        return high;
    }
};
