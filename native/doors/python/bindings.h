// What the binding files share: the values Python holds, arrays, errors and names.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "kernel/position/move_text.h"
#include "kernel/position/position.h"
#include "thinking/evaluator.h"
#include "thinking/tuning.h"

namespace nb = nanobind;

namespace cornerwise {

using SharedAtlas = std::shared_ptr<const Atlas>;

struct RulesetHandle {
    SharedAtlas atlas;
};
struct AtlasHandle {
    SharedAtlas atlas;
};
struct BoardHandle {
    SharedAtlas atlas;
    const Board& board() const { return atlas->ruleset.board; }
};
struct ShapeHandle {
    SharedAtlas atlas;
    int index;
    const Shape& shape() const { return atlas->ruleset.shapes[index]; }
};
struct Turn {
    SharedAtlas atlas;
    int actor, color, sheet;
    std::uint32_t shapes;
};
struct Roll {
    std::vector<int> dice;
    double probability;
};
struct LegalMoves {
    SharedAtlas atlas;
    std::vector<std::int32_t> ids;
};
struct Placed {
    SharedAtlas atlas;
    Piece piece;
};

struct SymmetryHandle {
    SharedAtlas atlas;
    int index;
    const Symmetry& symmetry() const { return atlas->symmetries()[index]; }
};

// A move as Python holds it.
struct Move {
    SharedAtlas atlas;
    std::int32_t id;
    MoveCode code() const { return split_move(atlas->tables(), id); }
};

template <class T>
using View1 = nb::ndarray<nb::numpy, const T, nb::ndim<1>>;
template <class T>
using View2 = nb::ndarray<nb::numpy, const T, nb::ndim<2>>;
template <class T>
using View3 = nb::ndarray<nb::numpy, const T, nb::ndim<3>>;

template <class T>
auto own_array(std::vector<T>&& values) {
    auto* kept = new std::vector<T>(std::move(values));
    nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return nb::ndarray<nb::numpy, T, nb::ndim<1>>(kept->data(), {kept->size()}, owner);
}

nb::tuple int_tuple(const std::vector<int>& values);
inline Py_hash_t hash_of(const std::vector<int>& values) { return nb::hash(int_tuple(values)); }
inline bool same_ruleset(const SharedAtlas& a, const SharedAtlas& b) {
    return a == b || a->ruleset.spec == b->ruleset.spec;
}
nb::tuple shape_names(const Atlas& atlas, std::uint32_t shapes);

// A sentence for people; what it quotes may hold anything: control characters, or a character cut in two.
nb::object printable(const std::string& sentence);
// Raises an exception of cornerwise.errors with one plain sentence.
[[noreturn]] void raise(const char* kind, const std::string& sentence);
// The same for a text that names no move or cell.
[[noreturn]] void raise(const Misread& misread);
// The characters of a Python string that sentences call `noun`; lone surrogates cannot be part of any notation.
std::string text_of(nb::handle text, const char* noun);
// A whole number, the nearest one there can be if it is too large; nothing if it is none, as True and False are.
std::optional<Py_ssize_t> whole_number(nb::handle value);
// A whole number that sentences call `noun`.
int number_of(nb::handle value, const char* noun);

// The cell of a number or a name; raises NotationError.
int cell_of(const Board& board, nb::handle value);
// Raises NotationError, or IllegalMove for cells that form no piece.
std::int32_t parse_move(const Atlas& atlas, std::string_view text);
// The id of a Move, its text or its number.
std::int32_t move_of(const Atlas& atlas, nb::handle value);
// The faces of a Roll, its text or a sequence of numbers; raises NotationError or IllegalRoll.
std::vector<int> dice_of(nb::handle value);
// The roll with these faces, and how likely fair dice show it.
Roll roll_of(std::vector<int> dice);

// What never changes is its own copy.
template <class Class>
void copies_itself(Class& type) {
    type.def(
            "__copy__", [](nb::object self) { return self; }, nb::sig("def __copy__(self) -> typing.Self"))
        .def(
            "__deepcopy__", [](nb::object self, nb::handle) { return self; }, nb::arg("memo").none(),
            nb::sig("def __deepcopy__(self, memo: object) -> typing.Self"));
}

// What nobody makes: a call of the class says where it comes from.
template <class T>
void is_given(nb::class_<T>& type, const char* sentence) {
    type.def(
        "__init__", [sentence](T*, const nb::args&, const nb::kwargs&) { raise("WrongType", sentence); },
        nb::sig("def __init__(self) -> None"));
}

// Parts of equal rulesets are equal; `numbers` tells which part.
template <class T, class Class, class Numbers>
void compares_by(Class& type, Numbers numbers) {
    type.def(
            "__eq__",
            [numbers](const T& a, const T& b) { return numbers(a) == numbers(b) && same_ruleset(a.atlas, b.atlas); },
            nb::is_operator(), nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__hash__", [numbers](const T& value) { return hash_of(numbers(value)); });
}

// How a search balances; raises CornerwiseError for numbers that make no sense.
Tuning tuning_from(const nb::dict& data, const Tables& t);

// What a callable makes of leaves, so many at a time, as the search asks for it: it is called with the arrays that
// cornerwise.engine.evaluator tells of, and gives two of them back.
Evaluator evaluator_of(nb::handle callable, int batch, SharedAtlas atlas);

nb::tuple symmetries_of(const SharedAtlas& atlas);
Position image_of(const Position& position, nb::handle symmetry);
// (the image that stands for all, the symmetry that leads there).
nb::tuple canonical_of(const Position& position);

void bind_geometry(nb::module_& m);
void bind_symmetry(nb::module_& m);
void bind_ruleset(nb::module_& m);
void bind_moves(nb::module_& m);
void bind_position(nb::module_& m);
void bind_search(nb::module_& m);
void bind_batch(nb::module_& m);

}  // namespace cornerwise
