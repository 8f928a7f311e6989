// Findings: the measured differences between a move and others that are worth telling, kind by kind.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace cornerwise::advice {

enum class Kind : std::uint8_t {
    corners_opened,
    space,
    safe,
    awkward_piece,
    piece_dies,
    piece_saved,
    pieces_kept,
    corners_closed,
    space_taken,
    corners_starved,
    shut_out,
    rival_piece_dies,
    center,
    contested,
    answer,
    rivals_space,
    all_fit,
    piece_revived,
    follow_up,
    new_reach,
    partner_space,
    cubes_shown,
    cubes_covered,
    lasting,
    strike_spent,
    strike_saved,
    die,
    hard_piece,
    snug,
    wasted,
    dice_open,
    strike_gain,
    fills,
    height,
    opening,
    opening_center,
    points,
    sure_win,
    sure_loss,
    wins_by_less,
    loses_by_more,
    loses,
    level,
    proved_equal,
    bonus_won,
    bonus_denied,
};
// As the catalogues of words call them, in this order.
std::span<const std::string_view> kind_names();

// What a move is compared with.
enum class Against : std::uint8_t { typical, first, played, next, any, listed, unlisted, nearly_all, largely };
std::span<const std::string_view> against_names();

struct Finding {
    Kind kind{};
    Against against = Against::typical;
    bool is_good = true;
    std::vector<int> cells{};  // where it can be seen
    int near = -1;             // the one amid them, where they are many and lie together
    double value = 0;          // what was counted for this move
    double usual = 0;   // the same for what it is compared with; of typical moves, or of all listed, what most do not
                        // exceed, or reach; of any move what none exceeds
    double weight = 0;  // how much it stands out, 0 to 1 and a little more for what decides games
    int color = -1, shape = -1, die = 0;
    int some = 0, of = 0;  // so many of so many: other moves, or strikes; 0 where nothing is counted so
};

}  // namespace cornerwise::advice
