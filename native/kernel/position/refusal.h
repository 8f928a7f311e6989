// Why a move, a roll or a retirement is refused, in one plain sentence.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernel/position/move_text.h"
#include "kernel/position/position.h"

namespace cornerwise {

// The first clause that a move breaks; empty where a text cannot be read, which breaks none.
struct Refusal {
    std::string kind, clause, sentence;
    std::vector<int> cells;  // that offend, or that would be right
};

// Nothing for a legal move.
std::optional<Refusal> refusal_of_move(const Position& position, std::int32_t move);
// Why a text names no move at all: it cannot be read, leaves the board, or its cells form no piece.
Refusal refusal_of_text(const Atlas& atlas, const Misread& misread);

// Nothing for what may be done now.
std::optional<std::string> refusal_of_roll(const Position& position, std::span<const int> dice);
std::optional<std::string> refusal_to_retire(const Position& position, int seat);

}  // namespace cornerwise
