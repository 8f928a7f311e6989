// Boards in registers: a bit string of W words, held in as few vectors as the instruction set allows.
// Compiled only with isa.cpp, once per instruction set.
#pragma once

#include "kernel/kernel.h"

#ifdef __SSE2__
#include <immintrin.h>
#endif
#ifdef __wasm_simd128__
#include <wasm_simd128.h>
#endif

#ifndef CORNERWISE_ISA
#define CORNERWISE_ISA portable  // where no build names one: in an editor
#endif

namespace cornerwise::CORNERWISE_ISA {
namespace {

template <int Bytes>
struct VectorOf;
template <>
struct VectorOf<16> {
    typedef Word type __attribute__((vector_size(16), aligned(8), may_alias));
};
template <>
struct VectorOf<32> {
    typedef Word type __attribute__((vector_size(32), aligned(8), may_alias));
};
template <>
struct VectorOf<64> {
    typedef Word type __attribute__((vector_size(64), aligned(8), may_alias));
};

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
#if defined(__AVX512F__)
        if constexpr (bytes == 64) return _mm512_test_epi64_mask((__m512i)all, (__m512i)all);
#endif
#if defined(__AVX2__)
        if constexpr (bytes == 32) return !_mm256_testz_si256((__m256i)all, (__m256i)all);
        if constexpr (bytes == 16) return !_mm_testz_si128((__m128i)all, (__m128i)all);
#endif
#if defined(__wasm_simd128__)
        return wasm_v128_any_true((v128_t)all);
#else
        Word sum = 0;
        for (int i = 0; i < bytes / 8; ++i) sum |= all[i];
        return sum != 0;
#endif
    }
    // How many bits are set, as one partial sum per 64-bit lane (in WebAssembly, which has no such sum, 32-bit lane).
    // In registers throughout: a vector that goes through memory into scalar popcounts waits for the store.
    CORNERWISE_INLINE Vector lane_counts() const {
#if defined(__wasm_simd128__)
        v128_t counts{};  // of bytes: at most 4 × 8 each
        for (int i = 0; i < count; ++i) counts = wasm_i8x16_add(counts, wasm_i8x16_popcnt((v128_t)part[i]));
        return (Vector)wasm_i32x4_dot_i16x8(wasm_u16x8_extadd_pairwise_u8x16(counts), wasm_i16x8_const_splat(1));
#endif
#if defined(__AVX512VPOPCNTDQ__)
        Vector sum{};
        for (int i = 0; i < count; ++i) {
            if constexpr (bytes == 64) sum += (Vector)_mm512_popcnt_epi64((__m512i)part[i]);
            if constexpr (bytes == 32) sum += (Vector)_mm256_popcnt_epi64((__m256i)part[i]);
            if constexpr (bytes == 16) sum += (Vector)_mm_popcnt_epi64((__m128i)part[i]);
        }
        return sum;
#else
        constexpr Word ones = 0x0101010101010101u;
        Vector sum{};  // of bytes: at most 8 × 8 each
        for (int i = 0; i < count; ++i) {
#if defined(__AVX2__)
            if constexpr (bytes == 32) {
                const __m256i of_nibble = _mm256_broadcastsi128_si256(nibble_counts());
                sum += (Vector)_mm256_shuffle_epi8(of_nibble, (__m256i)(part[i] & 15 * ones)) +
                       (Vector)_mm256_shuffle_epi8(of_nibble, (__m256i)(part[i] >> 4 & 15 * ones));
                continue;
            }
            if constexpr (bytes == 16) {
                sum += (Vector)_mm_shuffle_epi8(nibble_counts(), (__m128i)(part[i] & 15 * ones)) +
                       (Vector)_mm_shuffle_epi8(nibble_counts(), (__m128i)(part[i] >> 4 & 15 * ones));
                continue;
            }
#endif
            Vector v = part[i];
            v -= v >> 1 & 0x55 * ones;
            v = (v & 0x33 * ones) + (v >> 2 & 0x33 * ones);
            sum += (v + (v >> 4)) & 15 * ones;
        }
#if defined(__AVX2__)
        if constexpr (bytes == 32) return (Vector)_mm256_sad_epu8((__m256i)sum, __m256i{});
#endif
#if defined(__SSE2__)
        if constexpr (bytes == 16) return (Vector)_mm_sad_epu8((__m128i)sum, __m128i{});
#endif
        sum += sum >> 8;
        sum += sum >> 16;
        sum += sum >> 32;
        return sum & 0xff;
#endif
    }
    // How many bits are set: of fewer than 256 in a lane, as in the cells of a piece.
    CORNERWISE_INLINE int size() const {
        const Vector counts = lane_counts();
#if defined(__wasm_simd128__)
        const v128_t pairs = wasm_i32x4_add((v128_t)counts, wasm_i64x2_shr((v128_t)counts, 32));
        return wasm_i32x4_extract_lane(pairs, 0) + wasm_i32x4_extract_lane(pairs, 2);
#endif
#if defined(__AVX512F__)
        if constexpr (bytes == 64) return static_cast<int>(_mm512_reduce_add_epi64((__m512i)counts));
#endif
        Word sum = 0;
        for (int lane = 0; lane < bytes / 8; ++lane) sum += counts[lane];
        return static_cast<int>(sum);
    }
    // The sums over the lanes of four counts, in 16 bits each, the first one lowest.
    CORNERWISE_INLINE static Word add_lanes(Vector a, Vector b, Vector c, Vector d) {
#if defined(__wasm_simd128__)
        // Packed, the lanes of one stand side by side in 16 bits each; then neighbors are added, twice.
        const v128_t one = wasm_i16x8_const_splat(1);
        const v128_t low = wasm_i32x4_dot_i16x8(wasm_i16x8_narrow_i32x4((v128_t)a, (v128_t)b), one);
        const v128_t high = wasm_i32x4_dot_i16x8(wasm_i16x8_narrow_i32x4((v128_t)c, (v128_t)d), one);
        const v128_t all = wasm_i32x4_dot_i16x8(wasm_i16x8_narrow_i32x4(low, high), one);
        return static_cast<Word>(wasm_i64x2_extract_lane(wasm_i16x8_narrow_i32x4(all, all), 0));
#endif
#if defined(__SSE2__)
        if constexpr (bytes <= 32) {
            // Packed twice, the lanes of one stand side by side in 16 bits each; then neighbors are added.
            __m128i lanes;
            if constexpr (bytes == 16) {
                lanes =
                    _mm_packs_epi32(_mm_packs_epi32((__m128i)a, (__m128i)b), _mm_packs_epi32((__m128i)c, (__m128i)d));
            } else {
#if defined(__AVX2__)
                const __m256i both = _mm256_packs_epi32(_mm256_packs_epi32((__m256i)a, (__m256i)b),
                                                        _mm256_packs_epi32((__m256i)c, (__m256i)d));
                lanes = _mm_add_epi16(_mm256_castsi256_si128(both), _mm256_extracti128_si256(both, 1));
#endif
            }
            const __m128i sums = _mm_madd_epi16(lanes, _mm_set1_epi16(1));
            return static_cast<Word>(_mm_cvtsi128_si64(_mm_packs_epi32(sums, sums)));
        }
#endif
        const Vector packed = a | b << 16 | c << 32 | d << 48;
        if constexpr (bytes == 64) {
            const auto four = __builtin_shufflevector(packed, packed, 0, 1, 2, 3) +
                              __builtin_shufflevector(packed, packed, 4, 5, 6, 7);
            const auto two = __builtin_shufflevector(four, four, 0, 1) + __builtin_shufflevector(four, four, 2, 3);
            return two[0] + two[1];
        }
        Word sums = 0;
        for (int lane = 0; lane < bytes / 8; ++lane) sums += packed[lane];
        return sums;
    }
#if defined(__AVX2__)
    static __m128i nibble_counts() { return _mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4); }
#endif
    // The words moved down by one place, a zero word following.
    Bits next_words() const {
        Bits b;
        for (int i = 0; i < count; ++i) {
            const Vector high = i + 1 < count ? part[i + 1] : Vector{};
            if constexpr (bytes == 64) b.part[i] = __builtin_shufflevector(part[i], high, 1, 2, 3, 4, 5, 6, 7, 8);
            else if constexpr (bytes == 32) b.part[i] = __builtin_shufflevector(part[i], high, 1, 2, 3, 4);
            else b.part[i] = __builtin_shufflevector(part[i], high, 1, 2);
        }
        return b;
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

}  // namespace
}  // namespace cornerwise::CORNERWISE_ISA
