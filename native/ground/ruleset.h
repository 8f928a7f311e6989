// A ruleset: a game as a row of independent axes. Values are data; nothing here names a game.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ground/board.h"
#include "ground/shape.h"

namespace cornerwise {

constexpr int max_colors = 4;
constexpr int max_seats = 4;
constexpr int max_shapes = 32;
constexpr int max_faces = 6;

enum class Contact { corner, face };              // how a piece must meet its own color (C3; S4)
enum class Turns { rotation, dice };              // colors in a fixed order (C1, S7); rounds of dice (I2)
enum class Scoring { leftover, visible, empty };  // C5; S6; I7
enum class Tally { sum, best };                   // a seat with several colors: their sum, or the better one (S7)

// By the words that data have for them.
inline Contact contact_of(std::string_view word) { return word == "face" ? Contact::face : Contact::corner; }
inline Turns turns_of(std::string_view word) { return word == "dice" ? Turns::dice : Turns::rotation; }
inline Scoring scoring_of(std::string_view word) {
    return word == "empty" ? Scoring::empty : word == "visible" ? Scoring::visible : Scoring::leftover;
}
inline Tally tally_of(std::string_view word) { return word == "best" ? Tally::best : Tally::sum; }

struct Ruleset {
    std::string name;  // the catalogue's name for it
    std::string key;   // name and options, as position text writes them: "classic-4~corners-free"
    std::string spec;  // the plain data it was made from, as JSON
    Board board;
    std::vector<Shape> shapes;
    Contact contact = Contact::corner;

    std::vector<std::string> colors;
    int seats = 1;
    std::vector<int> owners;  // color → seat; −1: played in turn by the seats of `rota` (C7)
    std::vector<int> rota;
    std::vector<int> teams;  // seat → team; a seat alone is its own team

    std::vector<std::vector<int>> starts;  // color → cells of which its first piece covers one (C2, D1, I4, S4)
    std::vector<std::vector<int>> pairs;   // of start cells: a team's colors start on one pair, others do not (C6)
    bool opening_touches = false;          // S4: a later color's first piece touches a piece already placed

    Turns turns = Turns::rotation;
    std::vector<int> rows;  // dice: shape → die face 1…6 (I1)
    int strikes = 0;        // dice: strikes of a seat (I3)

    Scoring scoring = Scoring::leftover;
    Tally tally = Tally::sum;
    int all_placed_bonus = 0;     // C5
    int smallest_last_bonus = 0;  // C5

    bool is_dice() const { return turns == Turns::dice; }
    int sheets() const { return is_dice() ? seats : 1; }
    // Whose supply a piece comes from: a color's, or in the dice game a sheet's (I4).
    int supplies() const { return is_dice() ? seats : static_cast<int>(colors.size()); }
    int lanes() const { return sheets() * static_cast<int>(colors.size()); }
};

}  // namespace cornerwise
