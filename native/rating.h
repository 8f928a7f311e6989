// The network's look at a position: three layers over the cells that matter, then a sum per legal move.
// Included only by isa.cpp, once per instruction set, inside its namespace; W is the words of a board.
#pragma once

constexpr int channels = network_channels;
constexpr int plane_pairs = (3 + 2 * max_colors + 1) / 2;

// Activations by bit of the board. What lies between rows and around the board is never written and stays zero, so another
// board begins with a clean sheet.
template <int W>
struct Layers {
    static constexpr int margin = 48;
    static_assert(margin > (network_columns + 1 + 7) / 8 * 8);
    static constexpr int cells = 64 * W + 2 * margin;
    alignas(64) std::int16_t seen[cells * 2 * plane_pairs] = {};
    alignas(64) std::int16_t first[cells * channels] = {};
    alignas(64) std::int16_t second[cells * channels] = {};
    alignas(64) std::int16_t third[cells * channels] = {};
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

// A layer's sums for two cells: the products with their nine neighborhoods, two inputs at a time.
CORNERWISE_INLINE void accumulate(const std::int16_t* const* in, int inputs, const int* taps, const std::int16_t* weights,
                                  std::int32_t (*sums)[channels]) {
#if defined(__AVX2__)
    constexpr int parts = channels / 8;
    __m256i sum[2][parts];
    for (int cell = 0; cell < 2; ++cell)
        for (int p = 0; p < parts; ++p) sum[cell][p] = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(sums[cell] + 8 * p));
    for (int tap = 0; tap < 9; ++tap) {
        const std::int16_t* const from[2] = {in[0] + taps[tap] * inputs, in[1] + taps[tap] * inputs};
        for (int i = 0; i < inputs; i += 2, weights += 2 * channels) {
            __m256i both[2];
            for (int cell = 0; cell < 2; ++cell) {
                std::int32_t pair;
                __builtin_memcpy(&pair, from[cell] + i, 4);
                both[cell] = _mm256_set1_epi32(pair);
            }
            for (int p = 0; p < parts; ++p) {
                const __m256i weight = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(weights + 16 * p));
                sum[0][p] = _mm256_add_epi32(sum[0][p], _mm256_madd_epi16(both[0], weight));
                sum[1][p] = _mm256_add_epi32(sum[1][p], _mm256_madd_epi16(both[1], weight));
            }
        }
    }
    for (int cell = 0; cell < 2; ++cell)
        for (int p = 0; p < parts; ++p) _mm256_storeu_si256(reinterpret_cast<__m256i*>(sums[cell] + 8 * p), sum[cell][p]);
#else
    for (int cell = 0; cell < 2; ++cell) {
        const std::int16_t* weight = weights;
        for (int tap = 0; tap < 9; ++tap) {
            const std::int16_t* from = in[cell] + taps[tap] * inputs;
            for (int i = 0; i < inputs; i += 2, weight += 2 * channels)
                for (int o = 0; o < channels; ++o)
                    sums[cell][o] += from[i] * weight[2 * o] + from[i + 1] * weight[2 * o + 1];
        }
    }
#endif
}

CORNERWISE_INLINE void settle_sums(const std::int32_t* sums, std::int16_t* out) {
    for (int o = 0; o < channels; ++o) {
        const std::int32_t value = sums[o] >> weight_bits;
        out[o] = static_cast<std::int16_t>(value < 0 ? 0 : value > activation_limit ? activation_limit : value);
    }
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

    // Writes a layer at these cells; `kept`, where given, is added to what comes in.
    static void layer(const B& at, const std::int16_t* in, int inputs, const int* taps, const std::int16_t* weights,
                      const std::int32_t* bias, const std::int16_t* kept, std::int16_t* out) {
        int bits[64 * W + 1], n = 0;
        each(at, [&](int bit) { bits[n++] = bit; });
        bits[n] = n ? bits[n - 1] : 0;  // an odd one goes twice
        for (int i = 0; i < n; i += 2) {
            std::int32_t sums[2][channels];
            const std::int16_t* from[2];
            for (int cell = 0; cell < 2; ++cell) {
                const int bit = bits[i + cell];
                from[cell] = in + bit * inputs;
                for (int o = 0; o < channels; ++o)
                    sums[cell][o] = bias[o] + (kept ? kept[bit * channels + o] << weight_bits : 0);
            }
            accumulate(from, inputs, taps, weights, sums);
            for (int cell = 0; cell < 2; ++cell) settle_sums(sums[cell], out + bits[i + cell] * channels);
        }
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
    static void value(const Tables& t, const State& s, const B& cells, const std::int16_t* third, const Network& network,
                      float* out) {
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
            out[i] = static_cast<float>(product(hidden, network.value_last + i * channels)) / (1 << (activation_bits + weight_bits));
    }

    static void rate(const Tables& t, const State& s, const MoveList& list, int last, const Network& network, Rating* out,
                     float* value_out) {
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
                    needed = needed | R::stamped(t.cells_stamp, o, anchor) | (R::stamped(t.attract_stamp, o, anchor) & free) |
                             (R::stamped(t.repel_stamp, o, anchor) & empty);
                });
        }
        Word bits[(3 + 2 * max_colors) * W];
        planes(t, s, last, bits);
        const B pooled = value_out ? in_play(t, bits) : B::zero(), at_third = needed | pooled;
        const B before = spread(t, at_third), at_first = spread(t, before), at_all = spread(t, at_first);
        std::int16_t* const seen = l.seen + Layers<W>::margin * inputs;
        each(at_all, [&](int bit) {
            for (int i = 0; i < plane_count(t); ++i)
                seen[bit * inputs + i] = static_cast<std::int16_t>((bits[i * W + bit / 64] >> bit % 64 & 1) << activation_bits);
        });

        std::int32_t bias[channels];
        for (int o = 0; o < channels; ++o) bias[o] = network.first_bias[o];
        add_supply(t, s, network.supply, bias);

        int taps[9];
        for (int tap = 0; tap < 9; ++tap) taps[tap] = (tap / 3 - 1) * t.stride + tap % 3 - 1;
        std::int16_t* const first = l.first + Layers<W>::margin * channels;
        std::int16_t* const second = l.second + Layers<W>::margin * channels;
        std::int16_t* const third = l.third + Layers<W>::margin * channels;
        layer(at_first, seen, inputs, taps, network.first, bias, nullptr, first);
        layer(before, first, channels, taps, network.second, network.second_bias, nullptr, second);
        layer(at_third, second, channels, taps, network.third, network.third_bias, first, third);
        if (value_out) value(t, s, pooled, third, network, value_out);

        // Outside the cells that count for a move the sums must find zeros.
        std::int32_t *const cover = l.cover + Layers<W>::margin, *const open = l.open + Layers<W>::margin,
                     *const beside = l.beside + Layers<W>::margin;
        for (int i = 0; i < Layers<W>::cells; ++i) l.open[i] = l.beside[i] = 0;
        each(needed, [&](int bit) { cover[bit] = product(third + bit * channels, network.heads); });
        each(needed & free, [&](int bit) { open[bit] = product(third + bit * channels, network.heads + channels); });
        each(needed & empty, [&](int bit) { beside[bit] = product(third + bit * channels, network.heads + 2 * channels); });

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
