// Why a move is not legal: the first clause it breaks, with the cells concerned.
#include <algorithm>

#include "kernel/position/position.h"

namespace cornerwise {

// Of a piece that could lie there: why the die, or the strike, does not draw it, and what would.
std::optional<Reason> Position::explain_draw(const MoveCode& move) const {
    const Tables& t = tables();
    if (!ruleset().is_dice()) return std::nullopt;
    if (!state_.dice[move.die]) return Reason{Fault::no_die, {}};
    const int row = ruleset().rows[t.shape_of[move.placement]];
    const bool may_strike = state_.strikes[state_.actor] < t.strikes;
    if (move.strike ? may_strike : move.die == row) return std::nullopt;
    if (state_.dice[row]) return Reason{move.strike ? Fault::no_strike : Fault::other_die, {}};
    return Reason{may_strike ? Fault::needs_strike : Fault::no_draw, {}};
}

std::optional<Reason> Position::explain(const MoveCode& move) const {
    const Tables& t = tables();
    const Ruleset& r = ruleset();
    if (is_over()) return Reason{Fault::over, {}};
    if (state_.actor == chance) return Reason{Fault::chance, {}};

    const int shape = t.shape_of[move.placement];
    const int sheet = r.is_dice() ? state_.actor : 0;
    const int supply = r.is_dice() ? state_.actor : state_.color;
    const int lane = r.is_dice() ? state_.actor * t.colors + state_.color : state_.color;
    if (!(state_.supply[supply] >> shape & 1)) return Reason{Fault::used, {}};
    MoveList list;
    kernel().generate_lane(t, state_, lane, 1u << shape, list);
    if (has_placement(t, list, move.placement)) return explain_draw(move);

    const std::span<const std::int16_t> cells = atlas_->cells(move.placement);
    auto covered = [&](const Word* mask) {
        std::vector<int> found;
        for (const int cell : cells) {
            const int bit = r.board.bit(cell);
            if (mask[bit >> 6] >> (bit & 63) & 1) found.push_back(cell);
        }
        return found;
    };
    if (auto hit = covered(filled(t, state_, sheet)); !hit.empty()) return Reason{Fault::occupied, hit};
    if (auto hit = covered(blocked(t, state_, lane)); !hit.empty()) return Reason{Fault::edge, hit};
    std::vector<int> hanging;
    for (const int cell : cells) {
        const Point below = r.board.point(cell) + Point{0, 0, -1};
        if (below.z < 0) continue;
        const int under = r.board.cell_at(below), bit = r.board.bit(under);
        if (std::ranges::find(cells, under) == cells.end() && !(filled(t, state_, sheet)[bit >> 6] >> (bit & 63) & 1))
            hanging.push_back(cell);
    }
    if (!hanging.empty()) return Reason{Fault::hanging, hanging};
    if (covered(targets(t, state_, lane)).empty()) {
        if (state_.opened >> lane & 1) return Reason{Fault::apart, {}};
        if (t.is_solid) return Reason{Fault::ground, {}};
        return Reason{Fault::start, target_cells(lane)};
    }
    return Reason{Fault::loose, {}};
}

}  // namespace cornerwise
