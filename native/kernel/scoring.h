// What a state is worth by the rulebook: per color, per seat, and the ranking.
#pragma once

#include "kernel/atlas/tables.h"

namespace cornerwise {

CORNERWISE_INLINE int popcount_of(const Word* words, int n) {
    int sum = 0;
    for (int i = 0; i < n; ++i) sum += __builtin_popcountll(words[i]);
    return sum;
}

// S6: the cubes of a lane that nothing stands on.
CORNERWISE_INLINE int visible_cubes(const Tables& t, const State& s, int lane) {
    const Word *own = blocked(t, s, lane), *full = filled(t, s, 0);
    const int words = t.layer / 64, bits = t.layer % 64;
    int sum = 0;
    for (int i = 0; i < t.words; ++i) {
        Word above = i + words < t.words ? full[i + words] >> bits : 0;
        if (bits && i + words + 1 < t.words) above |= full[i + words + 1] << (64 - bits);
        sum += __builtin_popcountll(own[i] & ~above);
    }
    return sum;
}

// C5: a point lost per square left over, bonuses for placing everything. S6: visible cubes, one lost per piece left.
CORNERWISE_INLINE int color_score(const Tables& t, const State& s, int color) {
    if (t.scoring == Scoring::visible) return visible_cubes(t, s, color) - __builtin_popcount(s.supply[color]);
    if (!s.supply[color]) return t.all_placed_bonus + (s.smallest_last >> color & 1 ? t.smallest_last_bonus : 0);
    int score = 0;
    for (std::uint32_t rest = s.supply[color]; rest; rest &= rest - 1) score -= t.shape_size[__builtin_ctz(rest)];
    return score;
}

// C6, S7: a seat with several colors adds them up or counts the best; a team adds up.
CORNERWISE_INLINE void add_colors(const Tables& t, const int* colors, int* scores) {
    int alone[max_seats] = {};
    bool has_color[max_seats] = {};
    for (int color = 0; color < t.colors; ++color) {
        const int seat = t.owners[color];
        if (seat < 0) continue;
        if (t.tally == Tally::sum) alone[seat] += colors[color];
        else if (!has_color[seat] || colors[color] > alone[seat]) alone[seat] = colors[color];
        has_color[seat] = true;
    }
    for (int seat = 0; seat < t.seats; ++seat) {
        scores[seat] = 0;
        for (int mate = 0; mate < t.seats; ++mate)
            if (t.teams[mate] == t.teams[seat]) scores[seat] += alone[mate];
    }
}

// I7: the squares a seat left empty; otherwise what its colors have.
CORNERWISE_INLINE void seat_scores(const Tables& t, const State& s, int* scores) {
    if (t.scoring == Scoring::empty) {
        for (int seat = 0; seat < t.seats; ++seat) scores[seat] = t.cells - popcount_of(filled(t, s, seat), t.words);
        return;
    }
    int colors[max_colors];
    for (int color = 0; color < t.colors; ++color) colors[color] = color_score(t, s, color);
    add_colors(t, colors, scores);
}

// Teams are one side each.
CORNERWISE_INLINE bool has_two_sides(const Tables& t) {
    int sides = 0;
    for (int seat = 0; seat < t.seats; ++seat) sides += t.teams[seat] == seat;
    return sides == 2;
}

// R5: 0 while somebody on the side of a seat stays, else the how-manieth its last seat was to retire.
CORNERWISE_INLINE int side_retired(const Tables& t, const State& s, int seat) {
    int last = 0;
    for (int mate = 0; mate < t.seats; ++mate) {
        if (t.teams[mate] != t.teams[seat]) continue;
        if (!s.retired[mate]) return 0;
        last = s.retired[mate] > last ? s.retired[mate] : last;
    }
    return last;
}

// R4: whether all who stay are on one side or, where there is only one, nobody stays.
CORNERWISE_INLINE bool is_deserted(const Tables& t, const State& s) {
    unsigned all = 0, staying = 0;
    for (int seat = 0; seat < t.seats; ++seat) {
        all |= 1u << t.teams[seat];
        if (!s.retired[seat]) staying |= 1u << t.teams[seat];
    }
    return __builtin_popcount(staying) <= (__builtin_popcount(all) > 1);
}

// What decides between seats, higher being better. I7: fewest empty squares, then fewest strikes. R5: first of all who
// stayed, then who stayed longer.
CORNERWISE_INLINE int worth(const Tables& t, const State& s, const int* scores, int seat) {
    static constexpr int more_than_any_score = 1 << 24;
    const int retired = side_retired(t, s, seat), left = retired ? max_seats + 1 - retired : 0;
    return (t.scoring == Scoring::empty ? -(scores[seat] * 64 + s.strikes[seat]) : scores[seat]) -
           left * more_than_any_score;
}

// Ties share a rank; teams are ranked as one.
CORNERWISE_INLINE void seat_ranks(const Tables& t, const State& s, const int* scores, int* ranks) {
    int worths[max_seats];
    for (int seat = 0; seat < t.seats; ++seat) worths[seat] = worth(t, s, scores, seat);
    for (int seat = 0; seat < t.seats; ++seat) {
        ranks[seat] = 1;
        for (int other = 0; other < t.seats; ++other)
            // A team is counted once, by its first seat.
            if (t.teams[other] == other && worths[other] > worths[seat]) ++ranks[seat];
    }
}

// The shares of one victory that the seats of a finished game have: winning sides split it, and a team wins as one.
template <class Number>
CORNERWISE_INLINE void win_shares(const Tables& t, const int* ranks, Number* shares) {
    int winners = 0;
    for (int seat = 0; seat < t.seats; ++seat) winners += ranks[seat] == 1 && t.teams[seat] == seat;
    for (int seat = 0; seat < t.seats; ++seat) shares[seat] = ranks[seat] == 1 ? Number(1) / Number(winners) : 0;
}

}  // namespace cornerwise
