// Finding an order in which pieces can have been laid, and setting a position up from them.
#include "kernel/position/laying.h"

#include <algorithm>
#include <string>

#include "ground/fail.h"
#include "kernel/position/move_text.h"
#include "kernel/position/refusal.h"

namespace cornerwise {
namespace {

// No real game comes near; a hostile text is refused after a fraction of a second.
constexpr int most_attempts = 500'000;

bool fits(const Tables& t, const State& s, const Laid& piece, int& attempts) {
    if (++attempts > most_attempts) return false;
    MoveList list;
    kernel().generate_lane(t, s, piece.lane, 1u << t.shape_of[piece.placement], list);
    return list.total && has_placement(t, list, piece.placement);
}

// Lays the pieces in some order that keeps every contact rule. More pieces never take a contact or a support away,
// so only the choice of each color's first piece can matter: where a first piece must touch another, and in space,
// where a piece that joins two others may stand on one of them.
// Returns those that find no place.
std::vector<Laid> lay_all(const Tables& t, State& s, std::vector<Laid> rest, int& attempts) {
    for (bool progress = true; progress;) {
        progress = false;
        for (std::size_t i = 0; i < rest.size();) {
            if (!fits(t, s, rest[i], attempts)) {
                ++i;
                continue;
            }
            kernel().lay(t, s, rest[i].lane, rest[i].supply, rest[i].placement);
            rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
            progress = true;
        }
    }
    return rest;
}

// Lays the first pieces of the lanes in the order in which they open, as it goes round: colors, or (I5) markers.
std::vector<Laid> lay_openings(const Tables& t, State& s, int turn, std::vector<Laid> rest, int& attempts) {
    int lane = 0;
    for (; turn < t.lanes; ++turn) {
        const int sheet = turn / t.colors, round = turn % t.colors;
        lane = t.turns == Turns::dice ? sheet * t.colors + (sheet - round + t.colors) % t.colors : turn;
        if (std::ranges::any_of(rest, [&](const Laid& p) { return p.lane == lane; })) break;
    }
    if (turn == t.lanes) return lay_all(t, s, rest, attempts);
    const State before = s;
    std::vector<Laid> least = rest;
    for (std::size_t i = 0; i < rest.size(); ++i) {
        if (rest[i].lane != lane || !fits(t, before, rest[i], attempts)) continue;
        s = before;
        kernel().lay(t, s, lane, rest[i].supply, rest[i].placement);
        std::vector<Laid> others = rest;
        others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
        std::vector<Laid> left = lay_openings(t, s, turn + 1, std::move(others), attempts);
        if (left.empty()) return left;
        if (left.size() < least.size()) least = std::move(left);
    }
    return least;
}

}  // namespace

std::vector<Laid> lay_pieces(const Tables& t, State& s, const std::vector<Laid>& pieces) {
    int attempts = 0;
    const bool opening_matters = t.opening_touches || t.is_solid;
    return opening_matters ? lay_openings(t, s, 0, pieces, attempts) : lay_all(t, s, pieces, attempts);
}

Position set_up(std::shared_ptr<const Atlas> atlas, const std::vector<Laid>& pieces, int turn) {
    const Tables& t = atlas->tables();
    State s = Position(atlas).state();
    std::vector<std::uint32_t> seen(t.supplies);
    for (const Laid& piece : pieces) {
        const int shape = t.shape_of[piece.placement];
        if (seen[piece.supply] >> shape & 1)
            fail("The piece " + atlas->ruleset.shapes[shape].name + " of " + atlas->ruleset.colors[piece.lane] +
                 " lies there twice.");
        seen[piece.supply] |= 1u << shape;
    }
    if (const std::vector<Laid> left = lay_pieces(t, s, pieces); !left.empty()) {
        s.color = static_cast<std::int8_t>(left[0].lane);
        s.actor = static_cast<std::int8_t>(std::max<int>(t.owners[s.color], 0));
        const auto refusal = refusal_of_move(Position(atlas, s), left[0].placement);
        fail("The piece of " + atlas->ruleset.colors[s.color] + " on " + format_move(*atlas, left[0].placement) +
             " cannot lie there. " + (refusal ? refusal->sentence : ""));
    }
    // What was placed last is not known, so nobody earns the points for it.
    s.smallest_last = 0;
    int shared = 0;
    for (const Laid& piece : pieces) shared += t.owners[piece.lane] < 0;
    if (t.rota_size) s.rota = static_cast<std::uint8_t>(shared % t.rota_size);
    s.out = 0;
    kernel().settle(t, s, turn);
    return Position(std::move(atlas), s);
}

}  // namespace cornerwise
