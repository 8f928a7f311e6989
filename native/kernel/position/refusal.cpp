// What the kernel refuses, in the clauses and the words of the game.
#include "kernel/position/refusal.h"

#include <algorithm>

namespace cornerwise {
namespace {

std::string joined(const std::vector<std::string>& words, const char* between) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : between) + word;
    return text;
}

std::vector<std::string> names_of(const Ruleset& rules, std::uint32_t shapes) {
    std::vector<std::string> names;
    for (; shapes; shapes &= shapes - 1) names.push_back(rules.shapes[std::countr_zero(shapes)].name);
    return names;
}

std::string free_dice(const Position& position) {
    std::vector<std::string> faces;
    for (const int face : position.dice()) faces.push_back(std::to_string(face));
    if (faces.empty()) return "none is free";
    const std::string last = faces.back();
    faces.pop_back();
    return faces.empty() ? "the only free die is " + last : "free are " + joined(faces, ", ") + " and " + last;
}

}  // namespace

std::optional<Refusal> refusal_of_move(const Position& position, std::int32_t move) {
    const Ruleset& rules = position.ruleset();
    const Tables& t = position.tables();
    const State& state = position.state();
    const MoveCode code = split_move(t, move);
    const std::optional<Reason> reason = position.explain(code);
    if (!reason) return std::nullopt;

    const int shape_number = t.shape_of[code.placement];
    const std::string &shape = rules.shapes[shape_number].name,
                      color = state.color < 0 ? "" : rules.colors[state.color];
    const std::string row = rules.is_dice() ? std::to_string(rules.rows[shape_number]) : "";
    std::vector<std::string> cells;
    for (const int cell : reason->cells) cells.push_back(rules.board.cell_name(cell));
    // The games tell the same things in clauses of their own.
    const bool is_solid = rules.contact == Contact::face;
    const auto clause = [&](const char* flat, const char* solid, const char* dice) {
        return rules.is_dice() ? dice : is_solid ? solid : flat;
    };
    const auto refuse = [&](const char* kind, const char* clause, const std::string& sentence) {
        return Refusal{kind, clause, sentence, reason->cells};
    };
    switch (reason->fault) {
        case Fault::over:
            return refuse("over", clause("C4", "S5", "I7"), "The game is over; no more pieces can be placed.");
        case Fault::chance: return refuse("chance", "I2", "The dice must be rolled first.");
        case Fault::used: {
            const std::uint32_t left = state.supply[rules.is_dice() ? state.actor : state.color];
            return refuse(
                "used", clause("K2", "S1", "I4"),
                "The piece " + shape + " is already used; left: " + joined(names_of(rules, left), ", ") + ".");
        }
        case Fault::no_die:
            return refuse("no_die", "I2",
                          "There is no die " + std::to_string(code.die) + " to take; " + free_dice(position) + ".");
        case Fault::other_die:
            return refuse("other_die", "I2",
                          "The piece " + shape + " stands in row " + row + "; take die " + row + ".");
        case Fault::needs_strike:
            return refuse(
                "needs_strike", "I3",
                "The piece " + shape + " stands in row " + row + "; without a die " + row + " it takes a strike.");
        case Fault::no_strike:
            return refuse("no_strike", "I3", "All strikes are used; take die " + row + " without one.");
        case Fault::no_draw:
            return refuse("no_draw", "I3",
                          "The piece " + shape + " stands in row " + row + "; no die shows " + row +
                              ", and all strikes are used.");
        case Fault::occupied:
            return refuse("occupied", "K4", "There is already a piece on " + joined(cells, ", ") + ".");
        case Fault::edge:
            return refuse(
                "edge", "C3",
                "The piece touches another " + color + " piece along an edge at " + joined(cells, ", ") + ".");
        case Fault::apart:
            return is_solid ? refuse("apart", "S4", "The piece must touch a face of a " + color + " piece.")
                            : refuse("apart", "C3", "The piece must touch a " + color + " piece at a corner.");
        case Fault::start: {
            const bool has_other_cells = std::ranges::any_of(
                reason->cells, [&](int cell) { return rules.board.edge_neighbors(cell).size() > 2; });
            return refuse("start",
                          rules.is_dice()                ? "I4"
                          : has_other_cells && !is_solid ? "D1"
                                                         : "C2",
                          "The first " + color + " piece must cover " + joined(cells, " or ") + ".");
        }
        case Fault::ground: return refuse("ground", "S4", "The first " + color + " piece must stand on the ground.");
        case Fault::loose:
            return refuse("loose", "S4", "The first " + color + " piece must touch a face of a piece already placed.");
        case Fault::hanging:
            return refuse("hanging", "S3",
                          "Nothing may overhang: there is an empty cell under " + joined(cells, ", ") + ".");
    }
    return std::nullopt;
}

Refusal refusal_of_text(const Atlas& atlas, const Misread& misread) {
    const bool is_solid = atlas.ruleset.contact == Contact::face;
    switch (misread.kind) {
        case Misread::Kind::off: return {"off", is_solid ? "S5" : "K6", misread.sentence, {}};
        case Misread::Kind::high: return {"high", "S5", misread.sentence, {}};
        case Misread::Kind::no_piece: return {"no_piece", is_solid ? "S1" : "K2", misread.sentence, {}};
        default: return {"notation", "", misread.sentence, {}};
    }
}

std::optional<std::string> refusal_of_roll(const Position& position, std::span<const int> dice) {
    for (const int face : dice)
        if (face < 1 || face > max_faces) return "A die shows 1 to 6, not " + std::to_string(face) + ".";
    if (position.is_over()) return "The game is over; nobody rolls.";
    if (!position.ruleset().is_dice()) return "This game has no dice.";
    if (position.state().actor != chance) return "The dice are already rolled; it is a player's turn.";
    if (static_cast<int>(dice.size()) != position.dice_to_roll())
        return "This roll has " + std::to_string(position.dice_to_roll()) + " dice, not " +
               std::to_string(dice.size()) + ".";
    return std::nullopt;
}

std::optional<std::string> refusal_to_retire(const Position& position, int seat) {
    if (seat < 0 || seat >= position.ruleset().seats)
        return "This game has seats from 0 to " + std::to_string(position.ruleset().seats - 1) + ".";
    if (position.is_over()) return "The game is over; nobody retires.";
    if (position.state().retired[seat]) return "Seat " + std::to_string(seat) + " has already retired.";
    return std::nullopt;
}

}  // namespace cornerwise
