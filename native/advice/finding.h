// Findings: the measured differences between a move and others that are worth telling.
#pragma once

#include <span>
#include <string_view>

#include "advice/measure.h"

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
    promising,
    points,
    sure_win,
    sure_loss,
    wins_by_less,
    loses_by_more,
    loses,
    level,
    proved_equal,
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

// The moves of one position, measured once and compared with each other.
class Comparison {
public:
    // `shown` are the moves told together; typical moves are drawn from `typical`, most likely first. `win` is the
    // chance of every seat, if it is known: rivals without a chance are not mentioned while another rival has one.
    Comparison(const Position& position, std::span<const std::int32_t> shown, std::span<const std::int32_t> typical,
               std::span<const float> win = {});
    // Why a move is good and then what is bad about it, compared with the moves told beside it or, if it holds of two
    // thirds of all legal moves, with most of them. A plus is left out that one of the `worse` moves has as well, or of
    // which a move told beside it has more. `expected` are the moves after it.
    std::vector<Finding> alone(std::int32_t move, std::span<const std::int32_t> worse = {},
                               std::span<const std::int32_t> expected = {}) const;
    // What a move lacks or has in comparison with another; begins with what speaks for it, or with what speaks against
    // it.
    std::vector<Finding> beside(std::int32_t move, std::int32_t other, Against against, bool is_praised) const;

    // Whether another move has at least as much of a move's plus.
    bool is_matched(const Finding& plus, std::int32_t move, std::int32_t other) const;

    const Scene& scene() const { return scene_; }
    // What typical moves are, here.
    std::vector<std::int32_t> typical() const;

private:
    Scene scene_;
    bool is_decided_ = false;  // whether the mover has next to no chance, or next to no doubt, as far as is known
    std::vector<Measure> shown_, typical_;
    mutable std::vector<Measure> legal_;  // all legal moves or, of very many, some evenly spread; measured when needed
    mutable std::vector<Aftermath> aftermaths_;  // of all legal moves; found when needed
    std::vector<int> contenders_;                // rivals that are spoken of, the leader first

    const Measure& measure_of(std::int32_t move) const;
    Measure measured(std::int32_t move) const;
    std::vector<Finding> located(std::vector<Finding> found) const;
    bool is_surpassed(const Finding& plus, const Measure& m, const Measure& other) const;
    std::vector<Finding> ahead(const Measure& m, double least) const;
    std::vector<Finding> rare(const Measure& m) const;
    std::vector<Finding> plan(const Measure& m, std::span<const std::int32_t> expected) const;
    const std::vector<Measure>& legal() const;
    const std::vector<Aftermath>& aftermaths() const;
    bool tells(const Finding& finding, const Measure& m) const;
    std::vector<Finding> broad(const Measure& m, Against against) const;
    std::vector<Finding> filled(const Measure& m) const;
    std::vector<Finding> opening(const Measure& m) const;
    std::vector<Finding> slightly(const Measure& m) const;
    std::vector<Finding> early(const Measure& m) const;
    void tell_answer(Finding& finding, const Answer& answer) const;
    bool holds(Finding& finding, const Measure& m, std::span<const Measure* const> others) const;
    std::vector<Finding> all(const Measure& m, std::span<const Measure* const> others) const;
};

}  // namespace cornerwise::advice
