// Moves as text: the cells they cover, in the dice game after the die that is taken.
#pragma once

#include <string>
#include <string_view>

#include "kernel/atlas/atlas.h"

namespace cornerwise {

// Why a text names no move.
struct Misread {
    enum class Kind { notation, off, high, no_piece };
    Kind kind = Kind::notation;
    std::string sentence;
};

std::string format_move(const Atlas& atlas, std::int32_t id);
// A move for people: its shape and the box it lies in, such as "L5 at c4–d7".
std::string label_move(const Atlas& atlas, std::int32_t id);
// The number of the move a text names, legal or not; capitals and spaces are allowed. −1 for a text that names none.
std::int32_t read_move(const Atlas& atlas, std::string_view text, Misread& misread);
// Why a name is not that of a cell of this board.
Misread misread_cell(const Board& board, std::string_view name);

}  // namespace cornerwise
