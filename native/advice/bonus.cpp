// What scores can be reached with the bonus for placing everything, and what without.
#include "advice/bonus.h"

#include <algorithm>
#include <bit>

#include "kernel/scoring.h"

namespace cornerwise::advice {
namespace {

class Side {
public:
    Side(const Position& position, int seat) : position_(position), t_(position.tables()), seat_(seat) {}

    bool has(int color) const { return t_.owners[color] >= 0 && t_.teams[t_.owners[color]] == seat_; }
    // Whether a color has pieces left and a place for one.
    bool may_place_all(int color) const {
        if (position_.state().out >> color & 1) return false;
        return std::ranges::any_of(position_.places_left(color), [](int places) { return places > 0; });
    }

    // Whether any color will place all that it still has; nothing where the score does not tell.
    std::optional<bool> places_all(const Line& line) const {
        if (!line.is_exact) return {};
        int standing = 0, most_without = 0, least_gain = t_.all_placed_bonus + t_.cells;
        for (int color = 0; color < t_.colors; ++color) {
            if (!has(color)) continue;
            const int now = color_score(t_, position_.state(), color);
            standing += now;
            if (!may_place_all(color)) {
                most_without += now;
                continue;
            }
            // Without the bonus at least the smallest piece is left; with it, the others may be left as they are.
            int smallest = t_.cells;
            for (std::uint32_t rest = position_.state().supply[color]; rest; rest &= rest - 1)
                smallest = std::min<int>(smallest, t_.shape_size[std::countr_zero(rest)]);
            most_without -= smallest;
            least_gain = std::min(least_gain, t_.all_placed_bonus - now);
        }
        const double score = line.mean.score[seat_];
        if (score > most_without) return true;
        if (score < standing + least_gain) return false;
        return {};
    }

private:
    const Position& position_;
    const Tables& t_;
    int seat_;
};

}  // namespace

std::optional<Finding> bonus(const Position& position, std::span<const Advised> moves) {
    const Tables& t = position.tables();
    if (!t.all_placed_bonus || t.tally != Tally::sum) return {};
    for (int seat = 0; seat < t.seats; ++seat) {
        if (t.teams[seat] != seat) continue;
        const Side side(position, seat);
        const bool is_own = t.teams[position.state().actor] == seat;
        const auto differs = [&](const Advised& each) { return side.places_all(each.line) == !is_own; };
        if (side.places_all(moves.front().line) != is_own || std::ranges::none_of(moves, differs)) continue;
        Finding finding;
        finding.kind = is_own ? Kind::bonus_won : Kind::bonus_denied;
        finding.against = Against::any;
        finding.value = finding.usual = t.all_placed_bonus;
        return finding;
    }
    return {};
}

}  // namespace cornerwise::advice
