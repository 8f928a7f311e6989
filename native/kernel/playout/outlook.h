// What can still happen: all placements that can come up from a position, and what each of them does to the others.
#pragma once

#include <cstdint>
#include <vector>

#include "kernel/atlas/tables.h"

namespace cornerwise {

// Consecutive placements of a list, as bits.
struct Range {
    std::uint16_t first_word = 0, last_word = 0;
    Word first_mask = 0, last_mask = 0;

    CORNERWISE_INLINE Word mask(int word) const {
        return (word == first_word ? first_mask : ~Word{0}) & (word == last_word ? last_mask : ~Word{0});
    }
};

// A position as two strings of bits over the list: which placements are still possible, and which are open to their
// color. Those that are both are legal.
struct Prospect {
    static constexpr int most_words = 64;
    Word possible[most_words], open[most_words];
};

// Plain pointers for the hot loops. Once few places are left, everything that can still happen is known beforehand:
// what each color can place, what that opens to it, and so on. A move is then an “and” and an “or” of strings of bits.
// See docs/decisions/the-end-is-a-list.md.
struct Outlook {
    static constexpr int most = 64 * Prospect::most_words;
    static constexpr std::uint16_t none = 0xffff;

    int size, words;
    const std::int32_t* placements;  // by color, then shape, the largest first
    const std::uint16_t* number_of;  // [color × all placements + placement] → where it stands in the list, or none
    const Word* cells;               // per placement those of the board
    const Word* rules_out;           // per placement a string of bits
    const Word* opens;               // the same, of the words of its color only
    int most_own_words;              // of a color
    Range colors[max_colors], shapes[max_colors][max_shapes];
    Prospect start;

    CORNERWISE_INLINE const Word* ruled_out_by(int number) const {
        return rules_out + static_cast<std::size_t>(number) * words;
    }
    CORNERWISE_INLINE const Word* opened_by(int number) const {
        return opens + static_cast<std::size_t>(number) * most_own_words;
    }
    CORNERWISE_INLINE static bool is_legal(const Prospect& p, int number) {
        return p.possible[number / 64] & p.open[number / 64] & Word{1} << number % 64;
    }
    // Whether a color can place anything.
    CORNERWISE_INLINE bool can_place(const Prospect& p, int color) const {
        const Range& r = colors[color];
        Word any = (p.possible[r.first_word] & p.open[r.first_word] & r.first_mask) |
                   (p.possible[r.last_word] & p.open[r.last_word] & r.last_mask);
        for (int i = r.first_word + 1; i < r.last_word; ++i) any |= p.possible[i] & p.open[i];
        return any;
    }
    // The position after a placement of this color; it may take the place of the one before.
    CORNERWISE_INLINE void play(const Prospect& from, int color, int number, Prospect& to) const {
        const Word *out = ruled_out_by(number), *more = opened_by(number);
        const int first = colors[color].first_word, own = colors[color].last_word - first + 1;
        for (int i = 0; i < words; ++i) to.possible[i] = from.possible[i] & ~out[i];
        if (&from != &to)
            for (int i = 0; i < words; ++i) to.open[i] = from.open[i];
        for (int i = 0; i < own; ++i) to.open[first + i] |= more[i];
    }
};

// Lists what can still happen and owns what an Outlook points to.
class OutlookStore {
public:
    // Whether games of these rules can be listed: pieces only take places from each other, by turns.
    static bool fits(const Tables& t) { return t.turns == Turns::rotation && !t.is_solid; }

    OutlookStore() = default;
    OutlookStore(const OutlookStore&) = delete;  // the view points into it

    // Lists what can happen from here. False, and no list, where a first piece is still to come, more than `most`
    // placements, or so many that they would take more than these bytes; memory is kept for the next list.
    bool look(const Tables& t, const State& state, int most = Outlook::most, std::size_t bytes = ~std::size_t{0});
    void clear();
    bool is_empty() const { return view_.size == 0; }
    const Outlook& view() const { return view_; }
    std::size_t memory() const {
        return rows_.capacity() * sizeof(Word) + number_of_.capacity() * sizeof(std::uint16_t);
    }

private:
    Outlook view_{};
    std::vector<std::int32_t> placements_;
    std::vector<std::uint16_t> number_of_;
    std::vector<Word>
        rows_;  // cells, rules_out and opens of the view, and per cell of the board the placements that cover it

    bool list(const Tables& t, const State& state, int most);
    std::size_t row_words(const Tables& t) const;
    void relate(const Tables& t, const State& state);
};

}  // namespace cornerwise
