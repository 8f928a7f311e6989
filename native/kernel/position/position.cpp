// Asking a position and playing on it, through the kernel of this CPU.
#include "kernel/position/position.h"

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
    std::vector<std::int32_t> ids(list.moves);
    kernel().list_ids(t, state_, list, ids.data());
    return ids;
}

int Position::legal_count() const {
    MoveList list;
    kernel().generate(tables(), state_, list);
    return static_cast<int>(list.moves);
}

bool has_placement(const Tables& t, const MoveList& list, int placement) {
    const int o = t.orientation_of[placement], anchor = t.anchor_of[placement];
    return list.shapes >> t.orientation_shape[o] & 1 && list.anchors[o * t.words + anchor / 64] >> anchor % 64 & 1;
}

bool Position::is_legal(std::int32_t move) const {
    return move >= 0 && move < atlas_->move_count() && kernel().is_legal(tables(), state_, split_move(tables(), move));
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

std::uint32_t Position::playable_shapes() const {
    if (state_.actor < 0) return 0;
    MoveList list;
    kernel().generate(tables(), state_, list);
    std::uint32_t shapes = 0;
    for (std::uint32_t rest = list.shapes; rest; rest &= rest - 1)
        if (list.shape_total[std::countr_zero(rest)]) shapes |= rest & -rest;
    return shapes;
}

std::vector<int> Position::dice() const {
    std::vector<int> dice;
    for (int face = 1; face <= max_faces; ++face) dice.insert(dice.end(), state_.dice[face], face);
    return dice;
}

std::vector<int> Position::markers(int later) const {
    std::vector<int> markers;
    const int colors = tables().colors;
    for (int seat = 0; ruleset().is_dice() && seat < ruleset().seats; ++seat)
        markers.push_back(((seat - state_.round - later) % colors + colors) % colors);
    return markers;
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

std::vector<int> Position::reach_cells(int lane) const {
    const Tables& t = tables();
    MoveList list;
    kernel().generate_lane(t, state_, lane, state_.supply[ruleset().is_dice() ? lane / t.colors : lane], list);
    std::vector<bool> covered(t.cells);
    for (int placement = 0; placement < t.placements; ++placement)
        if (has_placement(t, list, placement))
            for (const int cell : atlas_->cells(placement)) covered[cell] = true;
    std::vector<int> cells;
    for (int cell = 0; cell < t.cells; ++cell)
        if (covered[cell]) cells.push_back(cell);
    return cells;
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
