// What the binding files share.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>

#include "position.h"

namespace nb = nanobind;

namespace cornerwise {

// A move as Python holds it.
struct Move {
    std::shared_ptr<const Atlas> atlas;
    std::int32_t id;
    MoveCode code() const { return split_move(atlas->tables(), id); }
};

// Raises an exception of cornerwise.errors with one plain sentence.
[[noreturn]] void raise(const char* kind, const std::string& sentence);

std::string format_move(const Atlas& atlas, std::int32_t id);
// Raises NotationError, or IllegalMove for cells that form no piece.
std::int32_t parse_move(const Atlas& atlas, std::string_view text);

void bind_search(nb::module_& m);

}  // namespace cornerwise
