// The network's look at a position: three layers over the cells that matter, then a sum per legal move.
// Compiled only with isa.cpp, once per instruction set; W is the words of a board.
#pragma once

#include "kernel/isa/playout.inl"

namespace cornerwise::CORNERWISE_ISA {
namespace {

constexpr int channels = network_channels;
static_assert(channels == 32);  // two registers of sums, one of activations, sixteen pairs
constexpr int plane_pairs = (3 + 2 * max_colors + 1) / 2;

// Activations by bit of the board. What lies between rows and around the board is never written and stays zero, so
// another board begins with a clean sheet.
template <int W>
struct Layers {
    static constexpr int margin = 48;
    static_assert(margin > (network_columns + 1 + 7) / 8 * 8);
    static constexpr int cells = 64 * W + 2 * margin;
    alignas(64) std::int16_t seen[cells * 2 * plane_pairs] = {};
    alignas(64) std::int16_t first[cells * channels] = {};
    alignas(64) std::int16_t second[cells * channels] = {};
    alignas(64) std::int16_t third[cells * channels] = {};
    // By cell, a bit per pair of activations that are not both zero: products with zeros are left out.
    std::uint16_t seen_pairs[cells] = {}, first_pairs[cells] = {}, second_pairs[cells] = {};
    // What a cell adds to a move that covers it, opens it as a corner, or has it at an edge.
    std::int32_t cover[cells] = {}, open[cells] = {}, beside[cells] = {};
    Word inside[W] = {};
    int stride = 0, inputs = 0;

    void set_board(const Tables& t, int planes) {
        if (stride == t.stride && inputs == planes && !__builtin_memcmp(inside, t.inside, sizeof inside)) return;
        __builtin_memset(this, 0, sizeof *this);
        __builtin_memcpy(inside, t.inside, sizeof inside);
        stride = t.stride;
        inputs = planes;
    }
};

template <int W>
Layers<W>& layers() {
    static thread_local Layers<W> memory;
    Layers<W>* found = &memory;
    asm("" : "+r"(found));
    return *found;
}

// What the bits of a byte say.
struct ByBits {
    std::uint64_t spread[256] = {};  // every bit as a byte of its own
    std::uint64_t found[256] = {};   // which are set, ascending, a byte each
    std::int16_t seen[256][8] = {};  // every bit as an activation
    std::uint8_t pairs[256] = {};    // a bit per pair of which one is set

    constexpr ByBits() {
        for (int byte = 0; byte < 256; ++byte)
            for (int bit = 0, n = 0; bit < 8; ++bit) {
                if (!(byte >> bit & 1)) continue;
                spread[byte] |= std::uint64_t{1} << 8 * bit;
                found[byte] |= static_cast<std::uint64_t>(bit) << 8 * n++;
                seen[byte][bit] = 1 << activation_bits;
                pairs[byte] |= static_cast<std::uint8_t>(1 << bit / 2);
            }
    }
};
constexpr ByBits by_bits;

// What a layer reads around a cell: its pairs of inputs in the order of the weights, which are `per_tap` a neighbor.
struct Inputs {
    static constexpr int most = 9 * channels / 2;
    int taps[9];
    int per_tap;
    std::int32_t offset[most];  // of a pair, from the cell's own inputs

    Inputs(const int* to, int pairs) : per_tap(pairs) {
        for (int tap = 0; tap < 9; ++tap) {
            taps[tap] = to[tap];
            for (int i = 0; i < pairs; ++i) offset[tap * pairs + i] = 2 * (to[tap] * pairs + i);
        }
    }

    // Lists the pairs around a cell that are not zero, without a branch that depends on them and could be guessed
    // wrong.
    CORNERWISE_INLINE int list(const std::uint16_t* pairs, std::uint8_t* found) const {
        int n = 0;
        for (int tap = 0; tap < 9; ++tap) {
            const unsigned mask = pairs[taps[tap]];
            for (int half = 0; half < per_tap; half += 8) {
                const unsigned byte = mask >> half & 0xff;
                const std::uint64_t here =
                    by_bits.found[byte] + 0x0101010101010101u * static_cast<unsigned>(tap * per_tap + half);
                __builtin_memcpy(found + n, &here, 8);
                n += popcount(byte);
            }
        }
        return n;
    }
};

// Adds the products of these pairs of inputs to a cell's sums.
CORNERWISE_INLINE void accumulate(const std::int16_t* in, const Inputs& inputs, const std::uint8_t* found, int n,
                                  const std::int16_t* weights, std::int32_t* sums) {
#if defined(__AVX512VNNI__)
    // Two sums of each, since an addition to the same one waits for the one before.
    __m512i low[2] = {_mm512_loadu_si512(sums), __m512i{}}, high[2] = {_mm512_loadu_si512(sums + 16), __m512i{}};
    const auto add = [&](int to, int at) {
        std::int32_t pair;
        __builtin_memcpy(&pair, in + inputs.offset[at], 4);
        const __m512i both = _mm512_set1_epi32(pair);
        low[to] = _mm512_dpwssd_epi32(low[to], both, _mm512_loadu_si512(weights + 2 * channels * at));
        high[to] = _mm512_dpwssd_epi32(high[to], both, _mm512_loadu_si512(weights + 2 * channels * at + channels));
    };
    int i = 0;
    for (; i + 1 < n; i += 2) {
        add(0, found[i]);
        add(1, found[i + 1]);
    }
    if (i < n) add(0, found[i]);
    _mm512_storeu_si512(sums, _mm512_add_epi32(low[0], low[1]));
    _mm512_storeu_si512(sums + 16, _mm512_add_epi32(high[0], high[1]));
#elif defined(__AVX2__)
    constexpr int parts = channels / 8;
    __m256i sum[parts];
    for (int p = 0; p < parts; ++p) sum[p] = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(sums + 8 * p));
    for (int i = 0; i < n; ++i) {
        const int at = found[i];
        std::int32_t pair;
        __builtin_memcpy(&pair, in + inputs.offset[at], 4);
        const __m256i both = _mm256_set1_epi32(pair);
        for (int p = 0; p < parts; ++p) {
            const auto* weight = reinterpret_cast<const __m256i*>(weights + 2 * channels * at + 16 * p);
            sum[p] = _mm256_add_epi32(sum[p], _mm256_madd_epi16(both, _mm256_loadu_si256(weight)));
        }
    }
    for (int p = 0; p < parts; ++p) _mm256_storeu_si256(reinterpret_cast<__m256i*>(sums + 8 * p), sum[p]);
#elif defined(__wasm_simd128__)
    constexpr int parts = channels / 4;
    v128_t sum[parts];
    for (int p = 0; p < parts; ++p) sum[p] = wasm_v128_load(sums + 4 * p);
    for (int i = 0; i < n; ++i) {
        const int at = found[i];
        const v128_t both = wasm_v128_load32_splat(in + inputs.offset[at]);
        const std::int16_t* weight = weights + 2 * channels * at;
        for (int p = 0; p < parts; ++p)
            sum[p] = wasm_i32x4_add(sum[p], wasm_i32x4_dot_i16x8(both, wasm_v128_load(weight + 8 * p)));
    }
    for (int p = 0; p < parts; ++p) wasm_v128_store(sums + 4 * p, sum[p]);
#else
    for (int i = 0; i < n; ++i) {
        const std::int16_t *pair = in + inputs.offset[found[i]], *weight = weights + 2 * channels * found[i];
        for (int o = 0; o < channels; ++o) sums[o] += pair[0] * weight[2 * o] + pair[1] * weight[2 * o + 1];
    }
#endif
}

CORNERWISE_INLINE void settle_sums(const std::int32_t* sums, std::int16_t* out) {
    for (int o = 0; o < channels; ++o) {
        const std::int32_t value = sums[o] >> weight_bits;
        out[o] = static_cast<std::int16_t>(value < 0 ? 0 : value > activation_limit ? activation_limit : value);
    }
}

// A bit per pair of these that is not zero.
CORNERWISE_INLINE std::uint16_t pairs_of(const std::int16_t* values) {
#if defined(__AVX512F__)
    const __m512i pairs = _mm512_loadu_si512(values);
    return _mm512_test_epi32_mask(pairs, pairs);
#elif defined(__AVX2__)
    unsigned zeros = 0;
    for (int half = 0; half < 2; ++half) {
        const __m256i pairs = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(values + channels / 2 * half));
        const __m256i is_zero = _mm256_cmpeq_epi32(pairs, __m256i{});
        zeros |= static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(is_zero))) << 8 * half;
    }
    return static_cast<std::uint16_t>(~zeros);
#elif defined(__wasm_simd128__)
    unsigned zeros = 0;
    for (int quarter = 0; quarter < 4; ++quarter) {
        const v128_t pairs = wasm_v128_load(values + channels / 4 * quarter);
        zeros |= wasm_i32x4_bitmask(wasm_i32x4_eq(pairs, v128_t{})) << 4 * quarter;
    }
    return static_cast<std::uint16_t>(~zeros);
#else
    unsigned mask = 0;
    for (int i = 0; i < channels; i += 2) mask |= static_cast<unsigned>((values[i] | values[i + 1]) != 0) << i / 2;
    return static_cast<std::uint16_t>(mask);
#endif
}

CORNERWISE_INLINE std::int32_t product(const std::int16_t* a, const std::int16_t* b) {
    std::int32_t sum = 0;
    for (int i = 0; i < channels; ++i) sum += a[i] * b[i];
    return sum;
}

template <int W>
struct Judge {
    using B = Bits<W>;
    using R = Rules<W>;

    // The board as the network sees it: `plane_count` bit strings of W words each.
    static void planes(const Tables& t, const State& s, int last, Word* out) {
        const B inside = B::load(t.inside);
        inside.store(out);
        B::load(filled(t, s, 0)).store(out + W);
        (last >= 0 ? B::load(t.attract + last * W) & inside : B::zero()).store(out + 2 * W);
        for (int i = 0; i < t.colors; ++i) {
            const int color = (s.color + i) % t.colors;
            const B free = s.out >> color & 1 ? B::zero() : R::free_cells(t, s, color);
            free.store(out + (3 + 2 * i) * W);
            (B::load(targets(t, s, color)) & free).store(out + (4 + 2 * i) * W);
        }
    }

    static B spread(const Tables& t, const B& bits) {
        Field<W>& field = scratch<W>().source;
        field.set(bits);
        const B row = bits | field.down(1) | field.up(1);
        field.set(row);
        return (row | field.down(t.stride) | field.up(t.stride)) & B::load(t.inside);
    }

    template <class Visit>
    CORNERWISE_INLINE static void each(const B& bits, Visit visit) {
        Word words[W];
        bits.store(words);
        for (int i = 0; i < W; ++i)
            for (Word rest = words[i]; rest; rest &= rest - 1) visit(64 * i + __builtin_ctzll(rest));
    }

    // Writes a layer at these cells, and which of its pairs are not zero, unless nothing reads it by pairs; `kept`,
    // where given, is added to what comes in.
    static void layer(const B& at, const std::int16_t* in, const std::uint16_t* in_pairs, const Inputs& inputs,
                      const std::int16_t* weights, const std::int32_t* bias, const std::int16_t* kept,
                      std::int16_t* out, std::uint16_t* out_pairs) {
        each(at, [&](int bit) {
            std::uint8_t found[Inputs::most + 8];
            const int n = inputs.list(in_pairs + bit, found);
            alignas(64) std::int32_t sums[channels];
            for (int o = 0; o < channels; ++o) sums[o] = bias[o] + (kept ? kept[bit * channels + o] << weight_bits : 0);
            accumulate(in + bit * 2 * inputs.per_tap, inputs, found, n, weights, sums);
            settle_sums(sums, out + bit * channels);
            if (out_pairs) out_pairs[bit] = pairs_of(out + bit * channels);
        });
    }

    // Writes the planes as activations of these cells. Eight planes at a time: what lies behind the last one is zero
    // and is written to the inputs of the next cell before its own are.
    static void see(const B& at, const Word* planes, int count, std::int16_t* seen, std::uint16_t* pairs) {
        const int inputs = 2 * ((count + 1) / 2);
        std::uint8_t of_cell[2][64 * W] = {};
        for (int i = 0; i < count; ++i)
            for (int byte = 0; byte < 8 * W; ++byte) {
                const Word here = by_bits.spread[planes[i * W + byte / 8] >> byte % 8 * 8 & 0xff] << i % 8;
                Word sum;
                __builtin_memcpy(&sum, of_cell[i / 8] + 8 * byte, 8);
                sum |= here;
                __builtin_memcpy(of_cell[i / 8] + 8 * byte, &sum, 8);
            }
        each(at, [&](int bit) {
            const int low = of_cell[0][bit], high = of_cell[1][bit];
            __builtin_memcpy(seen + bit * inputs, by_bits.seen[low], sizeof by_bits.seen[low]);
            if (inputs > 8) __builtin_memcpy(seen + bit * inputs + 8, by_bits.seen[high], sizeof by_bits.seen[high]);
            pairs[bit] = static_cast<std::uint16_t>(by_bits.pairs[low] | by_bits.pairs[high] << 4);
        });
    }

    // The cells in play: where a color may place, within two steps of a corner it builds from.
    static B in_play(const Tables& t, const Word* planes) {
        B found = B::zero();
        for (int i = 0; i < t.colors; ++i) {
            const B free = B::load(planes + (3 + 2 * i) * W), corners = B::load(planes + (4 + 2 * i) * W);
            if (corners.any()) found = found | (spread(t, spread(t, corners)) & free);
        }
        return found;
    }

    // Adds a row per piece still to be placed to these sums, the mover's pieces first.
    static void add_supply(const Tables& t, const State& s, const std::int32_t* rows, std::int32_t* sums) {
        for (int i = 0; i < t.colors; ++i)
            for (std::uint32_t rest = s.supply[(s.color + i) % t.colors]; rest; rest &= rest - 1) {
                const std::int32_t* row = rows + (i * t.shapes + __builtin_ctz(rest)) * channels;
                for (int o = 0; o < channels; ++o) sums[o] += row[o];
            }
    }

    // How well every color stands, the mover's first, as logarithms of its weight.
    static void value(const Tables& t, const State& s, const B& cells, const std::int16_t* third,
                      const Network& network, float* out) {
        std::int32_t pooled[channels] = {}, sums[channels];
        each(cells, [&](int bit) {
            for (int o = 0; o < channels; ++o) pooled[o] += third[bit * channels + o];
        });
        for (int o = 0; o < channels; ++o) pooled[o] >>= pooling_bits;
        for (int o = 0; o < channels; ++o) {
            sums[o] = network.value_bias[o];
            for (int i = 0; i < channels; ++i) sums[o] += pooled[i] * network.value_first[o * channels + i];
        }
        add_supply(t, s, network.value_supply, sums);
        std::int16_t hidden[channels];
        settle_sums(sums, hidden);
        for (int i = 0; i < t.colors; ++i)
            out[i] = static_cast<float>(product(hidden, network.value_last + i * channels)) /
                     (1 << (activation_bits + weight_bits));
    }

    static void rate(const Tables& t, const State& s, const MoveList& list, int last, const Network& network,
                     Rating* out, float* value_out) {
        Layers<W>& l = layers<W>();
        const int inputs = 2 * ((plane_count(t) + 1) / 2);
        l.set_board(t, inputs);
        const B free = R::free_cells(t, s, s.color);
        const B empty = minus(B::load(t.inside), B::load(filled(t, s, 0)));

        // The cells whose features a move sums up, and what these depend on.
        B needed = B::zero();
        for (std::uint32_t rest = list.shapes; rest; rest &= rest - 1) {
            const int shape = __builtin_ctz(rest);
            for (int o = t.shape_first[shape]; list.shape_total[shape] && o < t.shape_first[shape + 1]; ++o)
                each(B::load(list.anchors + o * W), [&](int anchor) {
                    needed = needed | R::stamped(t.cells_stamp, o, anchor) |
                             (R::stamped(t.attract_stamp, o, anchor) & free) |
                             (R::stamped(t.repel_stamp, o, anchor) & empty);
                });
        }
        Word bits[(3 + 2 * max_colors) * W];
        planes(t, s, last, bits);
        const B pooled = value_out ? in_play(t, bits) : B::zero(), at_third = needed | pooled;
        const B before = spread(t, at_third), at_first = spread(t, before), at_all = spread(t, at_first);
        std::int16_t* const seen = l.seen + Layers<W>::margin * inputs;
        std::uint16_t *const seen_pairs = l.seen_pairs + Layers<W>::margin,
                             *const first_pairs = l.first_pairs + Layers<W>::margin,
                             *const second_pairs = l.second_pairs + Layers<W>::margin;
        see(at_all, bits, plane_count(t), seen, seen_pairs);

        std::int32_t bias[channels];
        for (int o = 0; o < channels; ++o) bias[o] = network.first_bias[o];
        add_supply(t, s, network.supply, bias);

        int taps[9];
        for (int tap = 0; tap < 9; ++tap) taps[tap] = (tap / 3 - 1) * t.stride + tap % 3 - 1;
        std::int16_t* const first = l.first + Layers<W>::margin * channels;
        std::int16_t* const second = l.second + Layers<W>::margin * channels;
        std::int16_t* const third = l.third + Layers<W>::margin * channels;
        const Inputs of_first(taps, inputs / 2), of_others(taps, channels / 2);
        layer(at_first, seen, seen_pairs, of_first, network.first, bias, nullptr, first, first_pairs);
        layer(before, first, first_pairs, of_others, network.second, network.second_bias, nullptr, second,
              second_pairs);
        layer(at_third, second, second_pairs, of_others, network.third, network.third_bias, first, third, nullptr);
        if (value_out) value(t, s, pooled, third, network, value_out);

        // Outside the cells that count for a move the sums must find zeros.
        std::int32_t *const cover = l.cover + Layers<W>::margin, *const open = l.open + Layers<W>::margin,
                            *const beside = l.beside + Layers<W>::margin;
        for (int i = 0; i < Layers<W>::cells; ++i) l.open[i] = l.beside[i] = 0;
        each(needed, [&](int bit) { cover[bit] = product(third + bit * channels, network.heads); });
        each(needed & free, [&](int bit) { open[bit] = product(third + bit * channels, network.heads + channels); });
        each(needed & empty,
             [&](int bit) { beside[bit] = product(third + bit * channels, network.heads + 2 * channels); });

        const int phase = (t.shapes - popcount(s.supply[s.color])) * network_phases / (t.shapes + 1);
        for (std::uint32_t rest = list.shapes; rest; rest &= rest - 1) {
            const int shape = __builtin_ctz(rest);
            if (!list.shape_total[shape]) continue;
            for (int o = t.shape_first[shape]; o < t.shape_first[shape + 1]; ++o) {
                const std::uint16_t* begin = t.nearby_first[o];
                const int middle = t.nearby[begin[0] + t.shape_size[shape] / 2];
                each(B::load(list.anchors + o * W), [&](int anchor) {
                    std::int32_t sum = network.shapes[phase * t.shapes + shape];
                    for (int i = begin[0]; i < begin[1]; ++i) sum += cover[anchor + t.nearby[i]];
                    for (int i = begin[1]; i < begin[2]; ++i) sum += open[anchor + t.nearby[i]];
                    for (int i = begin[2]; i < begin[3]; ++i) sum += beside[anchor + t.nearby[i]];
                    sum += product(third + (anchor + middle) * channels, network.turned + o * channels);
                    *out++ = {t.first[o] + t.rank[o * max_bits + anchor],
                              static_cast<float>(sum) / (1 << (activation_bits + weight_bits))};
                });
            }
        }
    }
};

}  // namespace
}  // namespace cornerwise::CORNERWISE_ISA
