// What a position is worth by the rulebook: per color, per seat, and the ranking.
#include <algorithm>

#include "position.h"

namespace cornerwise {

// C5: a point lost per square left over, bonuses for placing everything.
static int leftover_score(const Position& p, int color) {
    const Tables& t = p.tables();
    const State& s = p.state();
    int score = 0;
    for (int shape = 0; shape < t.shapes; ++shape)
        if (s.supply[color] >> shape & 1) score -= t.shape_size[shape];
    if (!s.supply[color]) score += p.ruleset().all_placed_bonus;
    if (s.smallest_last >> color & 1) score += p.ruleset().smallest_last_bonus;
    return score;
}

// S6: a point per cube visible from above, one lost per piece left over.
static std::vector<int> visible_scores(const Position& p) {
    const Board& board = p.ruleset().board;
    const std::vector<std::int8_t> colors = p.cell_colors(0);
    std::vector<int> scores(p.tables().colors);
    for (int cell = 0; cell < board.cell_count(); ++cell) {
        if (colors[cell] < 0) continue;
        const int above = board.cell_at(board.point(cell) + Point{0, 0, 1});
        if (above < 0 || colors[above] < 0) ++scores[colors[cell]];
    }
    for (int color = 0; color < p.tables().colors; ++color) scores[color] -= std::popcount(p.state().supply[color]);
    return scores;
}

std::vector<int> Position::color_scores() const {
    std::vector<int> scores;
    switch (ruleset().scoring) {
        case Scoring::leftover:
            for (int color = 0; color < tables().colors; ++color) scores.push_back(leftover_score(*this, color));
            break;
        case Scoring::visible: scores = visible_scores(*this); break;
        case Scoring::empty: break;  // I7 counts squares of a sheet, whatever their color
    }
    return scores;
}

std::vector<int> Position::scores() const {
    const Ruleset& r = ruleset();
    std::vector<int> scores(r.seats);
    if (r.scoring == Scoring::empty) {
        for (int seat = 0; seat < r.seats; ++seat) {
            int full = 0;
            for (int i = 0; i < tables().words; ++i) full += std::popcount(filled(tables(), state_, seat)[i]);
            scores[seat] = tables().cells - full;
        }
        return scores;
    }
    const std::vector<int> colors = color_scores();
    // A team, or a seat with several colors, adds them up (C6), or counts the better one (S7).
    for (int seat = 0; seat < r.seats; ++seat) {
        bool any = false;
        for (std::size_t color = 0; color < colors.size(); ++color) {
            if (r.owners[color] < 0 || r.teams[r.owners[color]] != r.teams[seat]) continue;
            if (!any) scores[seat] = colors[color];
            else if (r.tally == Tally::sum) scores[seat] += colors[color];
            else scores[seat] = std::max(scores[seat], colors[color]);
            any = true;
        }
    }
    return scores;
}

// Ties share a rank; teams are ranked as one.
std::vector<int> Position::ranks() const {
    const Ruleset& r = ruleset();
    const std::vector<int> points = scores();
    // I7: fewest empty squares, then fewest strikes.
    auto worth = [&](int seat) {
        return r.scoring == Scoring::empty ? -(points[seat] * 64 + state_.strikes[seat]) : points[seat];
    };
    std::vector<int> ranks(r.seats, 1);
    for (int seat = 0; seat < r.seats; ++seat)
        for (int team = 0; team < r.seats; ++team) {
            const auto other = std::ranges::find(r.teams, team);
            if (other != r.teams.end() && worth(static_cast<int>(other - r.teams.begin())) > worth(seat)) ++ranks[seat];
        }
    return ranks;
}

}  // namespace cornerwise
