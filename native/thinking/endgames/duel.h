// Endgames of two sides as a game of its own, over the list of all placements that can still come up.
#pragma once

#include <array>
#include <functional>
#include <span>
#include <vector>

#include "kernel/playout/outlook.h"

namespace cornerwise {

// Alpha-beta over an Outlook: what a side can gain at most and what nobody can take from it bound the result, and a
// table keeps positions seen. See docs/decisions/the-end-is-a-list.md.
class Duel {
public:
    // What is known of the final margin, the points of the side to move over the other's; exact where the bounds meet.
    struct Bounds {
        int low, high;
        bool is_exact() const { return low >= high; }
        bool is_won() const { return low > 0; }
        bool is_lost() const { return high < 0; }
        bool is_decided() const { return is_won() || is_lost() || is_exact(); }
    };
    struct Judged : Bounds {
        std::int32_t move;
        bool has_scores;  // the final ones too, where the margin is exact
        std::array<int, max_seats> scores;
    };
    // Every legal move, and what is known of the best of them, which is the first where that is decided.
    struct Verdict {
        std::vector<Judged> moves;
        Bounds best{-1, 1};
    };

    // Whether games of these rules end as duels: two sides, a flat board, turns in rotation, points for what is placed.
    static bool fits(const Tables& t);

    static constexpr std::size_t bytes_per_position = 16;
    // Asked every few hundred positions whether to give up.
    using Bell = std::function<bool()>;

    // With more placements than this a duel is not worth a try.
    static constexpr int most_placements = 2048;

    // The list must last as long; the table has room for about so many positions.
    Duel(const Tables& t, const State& state, const Outlook& outlook, std::size_t positions);

    std::size_t memory() const { return table_.size() * sizeof(Entry); }
    // What is known after looking at so many positions to see who wins, and where that is decided at so many times as
    // many for the best score, and again for every move's. Where experience says that they are too few nothing is
    // tried.
    Verdict solve(std::uint64_t positions, const Bell& bell, std::uint64_t times);
    // Whether the position after these moves is won, from the view of its side to move.
    Bounds decide(std::span<const std::int32_t> moves, std::uint64_t positions, const Bell& bell);
    // Positions looked at so far.
    std::uint64_t visited() const { return visited_; }

private:
    struct Place : Prospect {
        std::uint32_t supply[max_colors];
        int gains[2];  // what each side can still gain at most
        int margin;    // the first side's points over the second's
        std::uint64_t key;
        std::int8_t color;  // to move; −1: over
    };
    struct Entry {
        std::uint64_t key = 0;
        std::int16_t low = 0, high = 0;
        std::uint16_t move = 0;
        std::uint16_t effort = 0;  // bits of the number of positions it took
    };
    static_assert(sizeof(Entry) == bytes_per_position);
    struct Option {
        std::uint16_t move;
        int promise;
    };

    const Tables& t_;
    const Bell* bell_ = nullptr;
    std::uint64_t budget_ = 0, visited_ = 0;
    bool gave_up_ = false;
    const Outlook& outlook_;
    int side_of_[max_colors] = {};
    std::vector<std::uint8_t> color_of_;
    std::vector<std::uint64_t> keys_;
    std::vector<Word> others_;              // per color the placements of all others
    std::array<int, max_colors> scores_{};  // where it starts
    Place start_{};
    std::vector<Entry> table_;
    std::vector<std::vector<Option>> options_;  // by depth

    void settle(Place& place, int color) const;
    void play(const Place& place, int move, Place& next) const;
    int points(const Place& next, int move) const;
    int most_gain(const Place& place, int color) const;
    int safe_gain(const Place& place, int color) const;
    bool is_hopeless(const Place& place, std::uint64_t positions) const;
    Bounds bounds(const Place& place) const;
    Bounds sharper_bounds(const Place& place, Bounds bounds) const;

    static std::uint64_t key_of(const Place& place);
    std::size_t slot(std::uint64_t key) const { return key & (table_.size() - 2); }
    const Entry* find(std::uint64_t key) const;
    void remember(std::uint64_t key, Bounds bounds, int move, std::uint64_t effort);
    int list_options(const Place& place, int first, int alpha, int beta, std::vector<Option>& options) const;
    int search(const Place& place, int alpha, int beta, std::size_t depth);
    int follow(const Place& place, int move, int alpha, int beta, std::size_t depth);
    void begin(std::uint64_t positions);
    void sharpen(std::span<Judged> moves, Bounds& best, bool only_sign);
    std::array<int, max_seats> final_scores(int move, int margin);
};

}  // namespace cornerwise
