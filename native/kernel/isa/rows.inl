// What batches read of a game: whether a move is legal, the ids of all legal moves, and boards as a byte per cell.
// Compiled only with isa.cpp, once per instruction set; W is the words of a board.
#pragma once

#include "kernel/isa/rules.inl"

namespace cornerwise::CORNERWISE_ISA {
namespace {

// Eight bits as a byte each.
CORNERWISE_INLINE Word spread_byte(Word bits) {
    constexpr Word ones = 0x0101010101010101u;
#ifdef __BMI2__
    return _pdep_u64(bits, ones);
#else
    // Every byte keeps another bit of its own copy, which then becomes a one.
    return (((bits & 0xff) * ones & 0x8040201008040201u) + 0x7f * ones) >> 7 & ones;
#endif
}

#ifdef __AVX512VBMI2__
// 0 … 63.
struct Numbers {
    alignas(64) std::uint8_t all[64] = {};
    constexpr Numbers() {
        for (int i = 0; i < 64; ++i) all[i] = static_cast<std::uint8_t>(i);
    }
};
constexpr Numbers numbers;
#endif

template <int W>
struct Rows : Rules<W> {
    using P = Places<W>;
    using R = Rules<W>;
    using B = Bits<W>;

    // One move alone, by the masks: K4, C3, S3, S4, I2, I3.
    static bool is_legal(const Tables& t, const State& s, MoveCode move) {
        if (s.actor < 0) return false;
        const int lane = R::lane_of_turn(t, s), o = t.orientation_of[move.placement], shape = t.orientation_shape[o];
        if (!(s.supply[P::supply_of(t, lane)] >> shape & 1)) return false;
        if (t.turns == Turns::dice) {
            if (!s.dice[move.die]) return false;
            if (move.strike ? s.strikes[s.actor] >= t.strikes : !(t.row_shapes[move.die] >> shape & 1)) return false;
        }
        const B cells = P::stamped(t.cells_stamp, o, t.anchor_of[move.placement]);
        if (minus(cells, P::free_cells(t, s, lane)).any()) return false;
        if (!(cells & B::load(targets(t, s, lane))).any()) return false;
        const int sheet = P::sheet_of(t, lane);
        if (t.is_solid) {
            Field<W>& field = scratch<W>().source;
            field.set(B::load(filled(t, s, sheet)) | cells);
            if (minus(cells, B::load(t.ground) | field.up(t.layer)).any()) return false;
        }
        return !P::opens_by_touch(t, s, lane) || (cells & P::skin(t, s, sheet)).any();
    }

    // The words with placements of these shapes, of all orientations; where each lies is told beside it.
    struct FullWords {
        alignas(64) Word bits[max_orientations * W + 8];
        alignas(64) Word place[max_orientations * W + 8];  // orientation × W + word

        // Without a branch: which words are empty cannot be foreseen, and most are. `count` is how many there are; the
        // caller has it in a register, as every word written waits for it.
        CORNERWISE_INLINE int add(const Word* words, int o, int count) {
#ifdef __AVX512F__
            if constexpr (W == 8) {
                const __m512i all = _mm512_loadu_si512(words);
                const __m512i at = _mm512_add_epi64(_mm512_set1_epi64(o * W), _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0));
                const __mmask8 full = _mm512_test_epi64_mask(all, all);
                _mm512_storeu_si512(bits + count, _mm512_maskz_compress_epi64(full, all));
                _mm512_storeu_si512(place + count, _mm512_maskz_compress_epi64(full, at));
                return count + __builtin_popcount(full);
            }
#endif
            for (int word = 0; word < W; ++word) {
                bits[count] = words[word];
                place[count] = static_cast<Word>(o * W + word);
                count += words[word] != 0;
            }
            return count;
        }
    };

    // The placements at the anchors of one word. How many there are cannot be foreseen, so some are written at once,
    // and those too many are written over.
    CORNERWISE_INLINE static std::int32_t* list_word(const Tables& t, Word bits, Word place, std::int32_t base,
                                                     std::int32_t* out, const std::int32_t* end) {
#ifdef __AVX512VBMI2__
        // Among the anchors that the board has room for, the k-th belongs to the k-th placement.
        const Word chosen = _pext_u64(bits, t.room[place]);
        const __m512i ranks = _mm512_maskz_compress_epi8(chosen, _mm512_load_si512(numbers.all));
        const std::int32_t first = base + t.room_first[place];
        const int count = __builtin_popcountll(chosen);
        if (count <= 8 && end - out >= 8) {
            const __m256i eight = _mm256_cvtepu8_epi32(_mm512_castsi512_si128(ranks));
            _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), _mm256_add_epi32(_mm256_set1_epi32(first), eight));
            return out + count;
        }
        alignas(64) std::uint8_t each[64];
        _mm512_store_si512(each, ranks);
        for (int i = 0; i < count; ++i) out[i] = first + each[i];
        return out + count;
#else
        const int o = static_cast<int>(place) / W, word = static_cast<int>(place) % W;
        const std::int32_t first = base + t.first[o];
        const std::uint16_t* const rank = t.rank + o * max_bits + 64 * word;
        static constexpr int at_once = 4;
        while (end - out >= at_once) {
            const int count = __builtin_popcountll(bits);
            for (int k = 0; k < at_once; ++k, bits &= bits - 1)
                out[k] = first + rank[__builtin_ctzll(bits | Word{1} << 63)];
            out += count < at_once ? count : at_once;
            if (!bits) return out;
        }
        for (; bits; bits &= bits - 1) *out++ = first + rank[__builtin_ctzll(bits)];
        return out;
#endif
    }

    // The placements of these shapes in a generated list, counted on from `base`; `end` is where memory ends.
    CORNERWISE_INLINE static std::int32_t* list_placements(const Tables& t, const MoveList& list, std::uint32_t shapes,
                                                           std::int32_t base, std::int32_t* out,
                                                           const std::int32_t* end) {
        FullWords full;
        int count = 0;
        for (int i = 0, n = list.listed; i < n; ++i) {
            const int o = list.order[i] / static_cast<int>(sizeof(Terms));
            if (shapes >> t.orientation_shape[o] & 1) count = full.add(list.anchors + o * W, o, count);
        }
        for (int i = 0; i < count; ++i) out = list_word(t, full.bits[i], full.place[i], base, out, end);
        return out;
    }

    static int list_ids(const Tables& t, const State& s, const MoveList& list, std::int32_t* out) {
        if (!list.moves) return 0;
        std::int32_t* to = out;
        const std::int32_t* const end = out + list.moves;
        if (t.turns != Turns::dice) {
            to = list_placements(t, list, list.shapes, 0, to, end);
        } else {
            const int most = s.strikes[s.actor] < t.strikes;
            for (int strike = 0; strike <= most; ++strike)
                for (int face = 1; face <= max_faces; ++face)
                    if (s.dice[face])
                        to = list_placements(t, list, strike ? t.all_shapes : t.row_shapes[face],
                                             first_move(t, face, strike != 0), to, end);
        }
        return static_cast<int>(to - out);
    }

    // The cells of a mask, a byte each: level by level, row by row, within the rectangle around the board.
    static void spread(const Tables& t, const Word* mask, std::uint8_t* out) {
        char memory[8 * W + 16] = {};
        B::load(mask).store(memory);
        const std::uint8_t* const end = out + t.levels * t.rows * t.columns;
        for (int level = 0; level < t.levels; ++level)
            for (int row = 0; row < t.rows; ++row)
                for (int x = 0; x < t.columns; x += 32) {
                    const int bit = level * t.layer + row * t.stride + x, n = t.columns - x < 32 ? t.columns - x : 32;
                    Word bits;
                    __builtin_memcpy(&bits, memory + bit / 8, 8);
                    bits >>= bit % 8;
                    // What goes beyond a row is written over by the next one.
                    if (end - out >= 32) {
#if defined(__AVX512BW__) && defined(__AVX512VL__)
                        _mm256_storeu_si256(reinterpret_cast<__m256i*>(out),
                                            _mm256_maskz_set1_epi8(static_cast<__mmask32>(bits), 1));
#else
                        for (int i = 0; i < n; i += 8) {
                            const Word bytes = spread_byte(bits >> i & 0xff);
                            __builtin_memcpy(out + i, &bytes, 8);
                        }
#endif
                    } else {
                        for (int i = 0; i < n; ++i) out[i] = bits >> i & 1;
                    }
                    out += n;
                }
    }
};

}  // namespace
}  // namespace cornerwise::CORNERWISE_ISA
