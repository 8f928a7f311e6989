// A position: the full state of a game as a value, with everything you may ask of it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernel/atlas/atlas.h"
#include "kernel/kernel.h"

namespace cornerwise {

struct Piece {
    int sheet, color, placement;
};

// Why a move is not legal.
enum class Fault {
    over,
    chance,
    used,
    no_die,
    other_die,
    needs_strike,
    no_strike,
    no_draw,
    occupied,
    edge,
    apart,
    start,
    ground,
    loose,
    hanging,
};

struct Reason {
    Fault fault;
    std::vector<int> cells;  // the cells that offend, or that would be right
};

// Whether a generated list has this placement.
bool has_placement(const Tables& t, const MoveList& list, int placement);

class Position {
public:
    explicit Position(std::shared_ptr<const Atlas> atlas);
    Position(std::shared_ptr<const Atlas> atlas, const State& state) : atlas_(std::move(atlas)), state_(state) {}

    const Atlas& atlas() const { return *atlas_; }
    const std::shared_ptr<const Atlas>& shared_atlas() const { return atlas_; }
    const Ruleset& ruleset() const { return atlas_->ruleset; }
    const State& state() const { return state_; }
    const Tables& tables() const { return atlas_->tables(); }

    bool is_over() const { return state_.actor == nobody; }
    // Ids of the legal moves in ascending order.
    std::vector<std::int32_t> legal_ids() const;
    int legal_count() const;
    bool is_legal(std::int32_t move) const;
    // The move must be legal, the dice possible.
    Position play(std::int32_t move) const;
    Position roll(const std::uint8_t* dice) const;
    // R1: the seat must be in the game and not have retired.
    Position retire(int seat) const;
    // In the order in which they retired.
    std::vector<int> retired() const;
    int dice_to_roll() const { return ruleset().seats - std::popcount(state_.out); }

    // A bit per shape that has a legal place now.
    std::uint32_t playable_shapes() const;
    // Dice: those still free to take, ascending, and the color of the marker every seat holds this round, or so many
    // rounds later (I5).
    std::vector<int> dice() const;
    std::vector<int> markers(int later = 0) const;

    std::optional<Reason> explain(const MoveCode& move) const;

    std::vector<Piece> pieces() const;
    // Per cell the color index, −1 where empty.
    std::vector<std::int8_t> cell_colors(int sheet) const;
    // Free cells a lane can build from.
    std::vector<int> target_cells(int lane) const;
    // Legal placements per shape for a lane, whoever's turn it is.
    std::vector<int> places_left(int lane) const;
    // Cells a lane's next piece can cover, whoever's turn it is, ascending.
    std::vector<int> reach_cells(int lane) const;

    std::vector<int> color_scores() const;
    std::vector<int> scores() const;
    std::vector<int> ranks() const;

    // The state as short URL-safe text without the ruleset's name, and back.
    // Parsing fails with a sentence.
    std::string text() const;
    static Position parse(std::shared_ptr<const Atlas> atlas, std::string_view text);

    std::size_t hash() const;
    bool operator==(const Position& other) const;

private:
    std::shared_ptr<const Atlas> atlas_;
    State state_;

    std::optional<Reason> explain_draw(const MoveCode& move) const;
};

}  // namespace cornerwise
