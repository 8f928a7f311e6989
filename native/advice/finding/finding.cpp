// The names of kinds of findings.
#include "advice/finding/finding.h"

namespace cornerwise::advice {
namespace {

constexpr std::string_view names[] = {
    "corners_opened", "space",          "safe",          "awkward_piece",   "piece_dies",    "piece_saved",
    "pieces_kept",    "corners_closed", "space_taken",   "corners_starved", "shut_out",      "rival_piece_dies",
    "center",         "contested",      "answer",        "rivals_space",    "all_fit",       "piece_revived",
    "follow_up",      "new_reach",      "partner_space", "cubes_shown",     "cubes_covered", "lasting",
    "strike_spent",   "strike_saved",   "die",           "hard_piece",      "snug",          "wasted",
    "dice_open",      "strike_gain",    "fills",         "height",          "opening",       "opening_center",
    "points",         "sure_win",       "sure_loss",     "wins_by_less",    "loses_by_more", "loses",
    "level",          "proved_equal",   "bonus_won",     "bonus_denied",
};
constexpr std::string_view others_names[] = {"typical", "first",    "played",     "next",   "any",
                                             "listed",  "unlisted", "nearly_all", "largely"};

}  // namespace

std::span<const std::string_view> kind_names() { return names; }
std::span<const std::string_view> against_names() { return others_names; }

}  // namespace cornerwise::advice
