// How greedy moves are found: every legal move is rated by masks alone.
#include "kernel/position/greedy.h"

#include <algorithm>
#include <bit>

#include "kernel/kernel.h"
#include "kernel/scoring.h"

namespace cornerwise {
namespace {

// Corners the move makes, and corners of rivals it covers.
class ByCorners {
public:
    ByCorners(const Tables& t, const State& s) : t_(t), s_(s) {
        const bool is_dice = t.turns == Turns::dice;
        sheet_ = is_dice ? s.actor : 0;
        lane_ = sheet_ * t.colors + s.color;
        // On a Dice sheet the other colors are the seat's own later chances, not rivals to block.
        for (int color = 0; color < t.colors && !is_dice; ++color)
            if (t.owners[color] != t.owners[s.color]) rivals_.push_back(color);
    }

    double operator()(int placement) const {
        const Word *cells = t_.cells_of + placement * t_.words, *attract = t_.attract + placement * t_.words;
        const Word* repel = t_.repel + placement * t_.words;
        const Word *full = filled(t_, s_, sheet_), *shut = blocked(t_, s_, lane_), *from = targets(t_, s_, lane_);
        const bool is_open = s_.opened >> lane_ & 1;
        int worth = 0;
        for (int i = 0; i < t_.words; ++i) {
            const Word corners = attract[i] | (is_open ? from[i] : 0);
            worth += std::popcount(corners & t_.inside[i] & ~(full[i] | cells[i] | shut[i] | repel[i]));
            for (const int rival : rivals_)
                worth += std::popcount(targets(t_, s_, rival)[i] & cells[i] & ~blocked(t_, s_, rival)[i]);
        }
        return worth;
    }

private:
    const Tables& t_;
    const State& s_;
    int sheet_, lane_;
    std::vector<int> rivals_;
};

// S6: the lead over the rivals' mean once the move is made, then its size.
double lead_after(const Tables& t, const State& s, int placement) {
    State next = s;
    kernel().lay(t, next, s.color, s.color, placement);
    int mine = 0, theirs = 0, rivals = 0;
    for (int color = 0; color < t.colors; ++color) {
        const int score = color_score(t, next, color);
        (t.owners[color] == s.actor ? mine : theirs) += score;
        rivals += t.owners[color] != s.actor;
    }
    return mine - static_cast<double>(theirs) / std::max(rivals, 1) + t.shape_size[t.shape_of[placement]] / 10.0;
}

}  // namespace

std::vector<std::int32_t> greedy_moves(const Tables& t, const State& s) {
    MoveList list;
    kernel().generate(t, s, list);
    std::vector<std::int32_t> ids(list.moves), best;
    kernel().list_ids(t, s, list, ids.data());
    if (ids.empty()) return best;
    const bool by_view = t.scoring == Scoring::visible;
    if (!by_view) {
        // A strike is worth more later, so it is taken only when nothing else is left; ids with one come last.
        const bool must_strike = split_move(t, ids[0]).strike;
        auto size = [&](std::int32_t id) { return t.shape_size[t.shape_of[split_move(t, id).placement]]; };
        if (!must_strike) std::erase_if(ids, [&](std::int32_t id) { return split_move(t, id).strike; });
        const auto largest = size(std::ranges::max(ids, {}, size));
        std::erase_if(ids, [&](std::int32_t id) { return size(id) < largest; });
    }
    const ByCorners corners(t, s);
    double most = 0;
    for (const std::int32_t id : ids) {
        const int placement = split_move(t, id).placement;
        const double worth = by_view ? lead_after(t, s, placement) : corners(placement);
        if (best.empty() || worth > most) {
            best.clear();
            most = worth;
        }
        if (worth == most) best.push_back(id);
    }
    return best;
}

}  // namespace cornerwise
