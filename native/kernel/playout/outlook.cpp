// Listing what can still happen, and reading off the kernel's masks what rules out what and what opens what.
#include "kernel/playout/outlook.h"

#include <algorithm>
#include <bit>
#include <tuple>

#include "kernel/kernel.h"

namespace cornerwise {

template <class Visit>
static void each_bit(const Word* words, int count, Visit visit) {
    for (int i = 0; i < count; ++i)
        for (Word word = words[i]; word; word &= word - 1) visit(64 * i + std::countr_zero(word));
}

static Range range_of(std::size_t first, std::size_t last) {
    if (first == last) return {};
    Range r{static_cast<std::uint16_t>(first / 64), static_cast<std::uint16_t>((last - 1) / 64), ~Word{0} << first % 64,
            ~Word{0} >> (63 - (last - 1) % 64)};
    if (r.first_word == r.last_word) r.first_mask = r.last_mask = r.first_mask & r.last_mask;
    return r;
}

bool OutlookStore::look(const Tables& t, const State& state, int most, std::size_t bytes) {
    view_ = {};
    placements_.clear();
    const std::size_t numbers = static_cast<std::size_t>(t.colors) * t.placements * sizeof(std::uint16_t);
    if (!list(t, state, most) || row_words(t) * sizeof(Word) + numbers > bytes) {
        view_ = {};
        return false;
    }
    relate(t, state);
    return true;
}

void OutlookStore::clear() {
    view_ = {};
    placements_ = std::vector<std::int32_t>();  // “= {}” would keep the memory
    number_of_ = std::vector<std::uint16_t>();
    rows_ = std::vector<Word>();
}

// What each color can place if all others stand still: now, from what that opens, and so on.
bool OutlookStore::list(const Tables& t, const State& state, int most) {
    for (int color = 0; color < t.colors; ++color) {
        const std::size_t first = placements_.size();
        if (!(state.out >> color & 1)) {
            if (!(state.opened >> color & 1)) return false;  // first pieces follow other rules than corners
            State open = state;
            MoveList list;
            for (std::uint32_t before = 0;; before = list.total) {
                kernel().generate_lane(t, open, color, state.supply[color], list);
                if (list.total == before) break;
                if (first + list.total > static_cast<std::size_t>(most)) return false;
                placements_.resize(first);
                for (std::uint32_t rest = list.shapes; rest; rest &= rest - 1) {
                    const int shape = std::countr_zero(rest);
                    for (int o = t.shape_first[shape]; o < t.shape_first[shape + 1]; ++o)
                        each_bit(list.anchors + o * t.words, t.words, [&](int anchor) {
                            placements_.push_back(t.first[o] + t.rank[o * max_bits + anchor]);
                        });
                }
                for (std::size_t k = first; k < placements_.size(); ++k)
                    for (int i = 0; i < t.words; ++i)
                        targets(t, open, color)[i] |= t.attract[placements_[k] * t.words + i];
            }
        }
        const auto begin = placements_.begin() + static_cast<std::ptrdiff_t>(first);
        std::ranges::sort(begin, placements_.end(), {}, [&](int placement) {
            const int shape = t.shape_of[placement];
            return std::tuple(-t.shape_size[shape], shape, placement);
        });
        for (std::size_t k = first; k < placements_.size();) {
            const int shape = t.shape_of[placements_[k]];
            const std::size_t from = k;
            while (k < placements_.size() && t.shape_of[placements_[k]] == shape) ++k;
            view_.shapes[color][shape] = range_of(from, k);
        }
        view_.colors[color] = range_of(first, placements_.size());
    }
    view_.size = static_cast<int>(placements_.size());
    view_.words = (view_.size + 63) / 64;
    for (const Range& r : view_.colors)
        view_.most_own_words = std::max(view_.most_own_words, r.last_word - r.first_word + 1);
    return view_.size > 0;
}

std::size_t OutlookStore::row_words(const Tables& t) const {
    const auto size = static_cast<std::size_t>(view_.size), words = static_cast<std::size_t>(view_.words);
    return size * (static_cast<std::size_t>(t.words) + words + static_cast<std::size_t>(view_.most_own_words)) +
           64 * static_cast<std::size_t>(t.words) * words;
}

void OutlookStore::relate(const Tables& t, const State& state) {
    const auto size = static_cast<std::size_t>(view_.size), words = static_cast<std::size_t>(view_.words);
    const auto board = static_cast<std::size_t>(t.words), own_words = static_cast<std::size_t>(view_.most_own_words);
    number_of_.assign(static_cast<std::size_t>(t.colors) * t.placements, Outlook::none);
    rows_.assign(row_words(t), 0);
    Word *cells_of = rows_.data(), *rules_out = cells_of + size * board, *opens = rules_out + size * words;
    Word* covering = opens + size * own_words;
    const auto each_placement = [&](auto visit) {
        for (int color = 0; color < t.colors; ++color)
            for (int i = view_.colors[color].first_word; i <= view_.colors[color].last_word; ++i) {
                const Word own = view_.colors[color].mask(i);
                each_bit(&own, 1, [&](int bit) { visit(color, 64 * i + bit); });
            }
    };
    each_placement([&](int color, int k) {
        number_of_[static_cast<std::size_t>(color) * t.placements + placements_[k]] = static_cast<std::uint16_t>(k);
        const Word *cells = t.cells_of + placements_[k] * t.words, bit = Word{1} << k % 64;
        std::copy_n(cells, board, cells_of + k * board);
        each_bit(cells, t.words, [&](int cell) { covering[cell * words + k / 64] |= bit; });
        view_.start.possible[k / 64] |= bit;
    });
    // Adds the placements of a color that cover one of these cells, from its first word on.
    const auto add_covering = [&](const Word* cells, const Range& r, Word* to) {
        each_bit(cells, t.words, [&](int cell) {
            const Word* from = &covering[cell * words];
            for (int i = r.first_word; i <= r.last_word; ++i) to[i - r.first_word] |= from[i] & r.mask(i);
        });
    };
    each_placement([&](int color, int k) {
        const int placement = placements_[k];
        const Range &own = view_.colors[color], &same = view_.shapes[color][t.shape_of[placement]];
        Word* out = rules_out + k * words;
        each_bit(t.cells_of + placement * t.words, t.words, [&](int cell) {
            for (std::size_t i = 0; i < words; ++i) out[i] |= covering[cell * words + i];
        });
        add_covering(t.repel + placement * t.words, own, out + own.first_word);
        for (int i = same.first_word; i <= same.last_word; ++i) out[i] |= same.mask(i);
        add_covering(t.attract + placement * t.words, own, opens + k * own_words);
    });
    for (int color = 0; color < t.colors; ++color) {
        const Range& own = view_.colors[color];
        add_covering(targets(t, state, color), own, view_.start.open + own.first_word);
    }
    view_.placements = placements_.data();
    view_.number_of = number_of_.data();
    view_.cells = cells_of;
    view_.rules_out = rules_out;
    view_.opens = opens;
}

}  // namespace cornerwise
