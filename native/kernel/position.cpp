// Asking a position and playing on it, through the kernel of this CPU.
#include "kernel/position.h"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "kernel/scoring.h"

namespace cornerwise {

Position::Position(std::shared_ptr<const Atlas> atlas) : atlas_(std::move(atlas)) { kernel().start(tables(), state_); }

std::vector<std::int32_t> Position::legal_ids() const {
    const Tables& t = tables();
    MoveList list;
    kernel().generate(t, state_, list);
    std::vector<std::int32_t> ids;
    ids.reserve(list.moves);
    auto append = [&](std::uint32_t shapes, std::int32_t base) {
        for (std::uint32_t rest = shapes & list.shapes; rest; rest &= rest - 1) {
            const int shape = std::countr_zero(rest);
            for (int o = t.shape_first[shape]; o < t.shape_first[shape + 1]; ++o) {
                const std::uint16_t* rank = t.rank + o * max_bits;
                for (int i = 0; i < t.words; ++i)
                    for (Word word = list.anchors[o * t.words + i]; word; word &= word - 1)
                        ids.push_back(base + t.first[o] + rank[64 * i + std::countr_zero(word)]);
            }
        }
    };
    if (!ruleset().is_dice()) {
        append(list.shapes, 0);
        return ids;
    }
    if (state_.actor < 0) return ids;
    const bool may_strike = state_.strikes[state_.actor] < t.strikes;
    for (int strike = 0; strike <= static_cast<int>(may_strike); ++strike)
        for (int face = 1; face <= max_faces; ++face)
            if (state_.dice[face]) append(strike ? t.all_shapes : t.row_shapes[face], first_move(t, face, strike));
    return ids;
}

int Position::legal_count() const {
    MoveList list;
    kernel().generate(tables(), state_, list);
    return static_cast<int>(list.moves);
}

bool has_placement(const Tables& t, const MoveList& list, int placement) {
    const int o = t.orientation_of[placement];
    if (!(list.shapes >> t.orientation_shape[o] & 1)) return false;
    const std::uint16_t* rank = t.rank + o * max_bits;
    for (int i = 0; i < t.words; ++i)
        for (Word word = list.anchors[o * t.words + i]; word; word &= word - 1)
            if (t.first[o] + rank[64 * i + std::countr_zero(word)] == placement) return true;
    return false;
}

bool Position::is_legal(std::int32_t move) const {
    const Tables& t = tables();
    if (move < 0 || move >= atlas_->move_count() || state_.actor < 0) return false;
    const MoveCode code = split_move(t, move);
    if (code.die) {
        if (!state_.dice[code.die]) return false;
        if (code.strike ? state_.strikes[state_.actor] >= t.strikes
                        : !(t.row_shapes[code.die] >> t.shape_of[code.placement] & 1))
            return false;
    }
    MoveList list;
    kernel().generate(t, state_, list);
    return has_placement(t, list, code.placement);
}

Position Position::play(std::int32_t move) const {
    Position next = *this;
    kernel().place(tables(), next.state_, split_move(tables(), move));
    return next;
}

Position Position::roll(const std::uint8_t* dice) const {
    Position next = *this;
    kernel().roll(tables(), next.state_, dice);
    return next;
}

Position Position::retire(int seat) const {
    Position next = *this;
    kernel().retire(tables(), next.state_, seat);
    return next;
}

std::vector<int> Position::retired() const {
    std::vector<int> seats;
    for (int seat = 0; seat < tables().seats; ++seat)
        if (state_.retired[seat]) seats.push_back(seat);
    std::ranges::sort(seats, {}, [&](int seat) { return state_.retired[seat]; });
    return seats;
}

std::vector<Piece> Position::pieces() const {
    const Tables& t = tables();
    std::vector<Piece> found;
    for (int supply = 0; supply < t.supplies; ++supply)
        for (int shape = 0; shape < t.shapes; ++shape)
            if (const int placement = state_.placed[supply * t.shapes + shape] - 1; placement >= 0) {
                if (ruleset().is_dice()) found.push_back({supply, state_.inks[shape] >> (2 * supply) & 3, placement});
                else found.push_back({0, supply, placement});
            }
    std::ranges::stable_sort(found, {}, [](const Piece& p) { return p.sheet * max_colors + p.color; });
    return found;
}

std::vector<std::int8_t> Position::cell_colors(int sheet) const {
    std::vector<std::int8_t> colors(tables().cells, -1);
    for (const Piece& piece : pieces())
        if (piece.sheet == sheet)
            for (const int cell : atlas_->cells(piece.placement)) colors[cell] = static_cast<std::int8_t>(piece.color);
    return colors;
}

std::vector<int> Position::target_cells(int lane) const {
    const Tables& t = tables();
    const int sheet = lane / t.colors;
    std::vector<int> cells;
    for (int i = 0; i < t.words; ++i)
        for (Word word = targets(t, state_, lane)[i] & t.inside[i] & ~filled(t, state_, sheet)[i] &
                         ~blocked(t, state_, lane)[i];
             word; word &= word - 1)
            cells.push_back(ruleset().board.cell_at(64 * i + std::countr_zero(word)));
    return cells;
}

std::vector<int> Position::places_left(int lane) const {
    const Tables& t = tables();
    const int supply = ruleset().is_dice() ? lane / t.colors : lane;
    MoveList list;
    kernel().generate_lane(t, state_, lane, state_.supply[supply], list);
    std::vector<int> left(t.shapes, 0);
    for (std::uint32_t rest = list.shapes; rest; rest &= rest - 1) {
        const int shape = std::countr_zero(rest);
        left[shape] = static_cast<int>(list.shape_total[shape]);
    }
    return left;
}

std::vector<int> Position::color_scores() const {
    std::vector<int> scores;
    if (tables().scoring != Scoring::empty)
        for (int color = 0; color < tables().colors; ++color) scores.push_back(color_score(tables(), state_, color));
    return scores;
}

std::vector<int> Position::scores() const {
    std::vector<int> scores(max_seats);
    seat_scores(tables(), state_, scores.data());
    scores.resize(ruleset().seats);
    return scores;
}

std::vector<int> Position::ranks() const {
    std::vector<int> points = scores(), ranks(max_seats);
    seat_ranks(tables(), state_, points.data(), ranks.data());
    ranks.resize(ruleset().seats);
    return ranks;
}

std::size_t Position::hash() const {
    const std::string_view bytes(reinterpret_cast<const char*>(&state_), sizeof state_);
    return std::hash<std::string_view>{}(bytes) ^ std::hash<std::string>{}(ruleset().spec);
}

bool Position::operator==(const Position& other) const {
    return (atlas_ == other.atlas_ || ruleset().spec == other.ruleset().spec) &&
           std::memcmp(&state_, &other.state_, sizeof state_) == 0;
}

}  // namespace cornerwise
