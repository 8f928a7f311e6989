// Counting what everybody has placed against the order in which the turns came.
#include "kernel/position/past.h"

#include <algorithm>
#include <bit>

#include "kernel/scoring.h"

namespace cornerwise {
namespace {

int pieces(const Tables& t, const State& s, int supply) {
    return std::popcount(t.all_shapes) - std::popcount(s.supply[supply]);
}

bool has_retired(const Tables& t, const State& s, int color) {
    return t.owners[color] >= 0 && s.retired[t.owners[color]];
}

bool has_anybody_retired(const Tables& t, const State& s) {
    return std::any_of(s.retired, s.retired + t.seats, [](int order) { return order; });
}

// Whether it can be the turn of a color in a round, both counted from 0: who plays has placed once a round, who is out
// stopped at an earlier turn, who retired at any time.
bool is_turn(const Tables& t, const State& s, int turn, int round) {
    for (int color = 0; color < t.colors; ++color) {
        const int placed = pieces(t, s, color), due = round + (color < turn);
        const bool is_out = s.out >> color & 1;
        if (!is_out ? placed != due : placed > due - !has_retired(t, s, color)) return false;
    }
    return true;
}

const char* impossible_rotation(const Tables& t, const State& s) {
    static constexpr const char* wrong_turn = "The turn in the position text cannot have come after these pieces.";
    if (s.actor >= 0 && !is_turn(t, s, s.color, pieces(t, s, s.color))) return wrong_turn;
    if (s.actor == nobody && s.out != (1u << t.colors) - 1) {
        bool is_any = false;
        for (int turn = 0; turn < t.colors && !is_any; ++turn)
            for (int round = 0; round <= t.shapes && !is_any; ++round) is_any = is_turn(t, s, turn, round);
        if (!is_any) return wrong_turn;
    }
    int shared = 0;
    for (int color = 0; color < t.colors; ++color)
        if (t.owners[color] < 0) shared += pieces(t, s, color);
    // C7: the rota advances with every piece of a shared color; a seat that retired is passed over (R3).
    if (t.rota_size && !has_anybody_retired(t, s) && s.rota != shared % t.rota_size)
        return "The shared color in the position text is not its player's to play.";
    return nullptr;
}

// I2: the seat that starts a round, following the starters from the first one; −1 where there is none. A seat that is
// out went out in the round after its last piece.
int starter_of(const Tables& t, const State& s, int round) {
    int starter = 0;
    for (int before = 0; before < round; ++before) {
        int steps = 0;
        do starter = (starter + 1) % t.seats;
        while ((s.out >> starter & 1) && pieces(t, s, starter) <= before && ++steps < t.seats);
        if (steps == t.seats) return -1;
    }
    return starter;
}

// I5: the colors of a seat's pieces are those of the markers it held, one a round.
bool has_markers_right(const Tables& t, const State& s, int seat) {
    int left[max_colors] = {};
    for (int round = 0; round < pieces(t, s, seat); ++round) ++left[((seat - round) % t.colors + t.colors) % t.colors];
    for (int shape = 0; shape < t.shapes; ++shape)
        if (s.placed[seat * t.shapes + shape]) --left[s.inks[shape] >> (2 * seat) & 3];
    return std::all_of(left, left + t.colors, [](int count) { return count == 0; });
}

const char* impossible_dice(const Tables& t, const State& s) {
    int dice = 0, drawing = 0, most = 0;
    for (const int count : s.dice) dice += count;
    for (int seat = 0; seat < t.seats; ++seat) {
        const int placed = pieces(t, s, seat);
        const bool is_out = s.out >> seat & 1, has_left = s.retired[seat];
        const bool has_drawn = s.actor >= 0 && (seat - s.starter + t.seats) % t.seats < s.step;
        // At the end it is not known how far the round had come.
        const int high = s.round + (s.actor == nobody ? has_left || !is_out : has_drawn);
        const int low = is_out ? 0 : s.actor == nobody ? s.round : high;
        // Who is out was so when the turn came; before a roll, or its own turn, that was a round ago.
        const int stopped = is_out && !has_left && s.actor != nobody ? 1 : 0;
        if (placed < low || placed > high - stopped)
            return "The round in the position text cannot have come after these pieces.";
        if (s.strikes[seat] > placed) return "The position text has more strikes than pieces.";
        if (!has_markers_right(t, s, seat))
            return "The pieces in the position text have colors that cannot have come up.";
        drawing += s.actor >= 0 && !is_out && !has_drawn;
        most = std::max(most, placed);
    }
    if (most < s.round) return "The round in the position text cannot have come after these pieces.";
    if (dice != drawing) return "The dice in the position text do not fit the turn.";
    const bool is_known = !has_anybody_retired(t, s);
    if (is_known ? s.starter != starter_of(t, s, s.round) : s.actor == chance && (s.out >> s.starter & 1))
        return "The position text lets the wrong seat start the round.";
    return nullptr;
}

}  // namespace

const char* impossible_past(const Tables& t, const State& s) {
    return t.turns == Turns::dice ? impossible_dice(t, s) : impossible_rotation(t, s);
}

}  // namespace cornerwise
