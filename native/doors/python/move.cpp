// Moves, rolls, turns and placed pieces as Python sees them, and moves as text.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "doors/python/bindings.h"

namespace cornerwise {

[[noreturn]] void raise(const Misread& misread) {
    raise(misread.kind == Misread::Kind::no_piece ? "IllegalMove" : "NotationError", misread.sentence);
}

std::int32_t parse_move(const Atlas& atlas, std::string_view text) {
    Misread misread;
    const std::int32_t id = read_move(atlas, text, misread);
    if (id < 0) raise(misread);
    return id;
}

std::int32_t move_of(const Atlas& atlas, nb::handle value) {
    if (nb::isinstance<Move>(value)) {
        const Move& move = nb::cast<const Move&>(value);
        if (move.atlas.get() != &atlas && move.atlas->ruleset.spec != atlas.ruleset.spec)
            raise("IllegalMove", "The move belongs to another ruleset.");
        return move.id;
    }
    if (nb::isinstance<nb::str>(value)) return parse_move(atlas, text_of(value, "A move"));
    if (const std::optional<Py_ssize_t> id = whole_number(value)) {
        if (*id < 0 || *id >= atlas.move_count())
            raise("NotationError",
                  "The moves of this game have numbers from 0 to " + std::to_string(atlas.move_count() - 1) + ".");
        return static_cast<std::int32_t>(*id);
    }
    raise("WrongType", "A move is a Move, its text or its number.");
}

std::vector<int> dice_of(nb::handle value) {
    if (nb::isinstance<Roll>(value)) return nb::cast<const Roll&>(value).dice;
    std::vector<int> dice;
    if (nb::isinstance<nb::str>(value)) {
        const std::string text = text_of(value, "A roll");
        bool spaced = true;
        for (const char c : text) {
            if (c == ' ') {
                spaced = true;
                continue;
            }
            if (c < '1' || c > '6' || !spaced)
                raise("NotationError", "A roll is written as dice 1 to 6 with spaces between, such as \"3 3 6 1\".");
            dice.push_back(c - '0');
            spaced = false;
        }
        return dice;
    }
    if (!PySequence_Check(value.ptr()) || PyDict_Check(value.ptr()) || PyBytes_Check(value.ptr()))
        raise("WrongType", "A roll is a Roll, its text or a sequence of dice.");
    for (nb::handle face : value) {
        dice.push_back(number_of(face, "A die"));
        if (dice.back() < 1 || dice.back() > max_faces)
            raise("IllegalRoll", "A die shows 1 to 6, not " + std::to_string(dice.back()) + ".");
    }
    return dice;
}

Roll roll_of(std::vector<int> dice) {
    std::sort(dice.begin(), dice.end());
    double probability = 1;
    for (std::size_t i = 0, run = 0; i < dice.size(); ++i) {
        run = i && dice[i] == dice[i - 1] ? run + 1 : 1;
        probability = probability * static_cast<double>(i + 1) / static_cast<double>(run) / max_faces;
    }
    return {std::move(dice), probability};
}

namespace {

// Where a move stands in the list; −1 for what is not in it, or no move at all.
std::ptrdiff_t index_of(const LegalMoves& l, nb::handle value) {
    std::int32_t id;
    try {
        id = move_of(*l.atlas, value);
    } catch (nb::python_error& error) {
        if (error.matches(nb::module_::import_("cornerwise.errors").attr("CornerwiseError"))) return -1;
        throw;
    }
    const auto found = std::lower_bound(l.ids.begin(), l.ids.end(), id);
    return found == l.ids.end() || *found != id ? -1 : found - l.ids.begin();
}

}  // namespace

void bind_moves(nb::module_& m) {
    nb::class_<Move> move(m, "Move", "A placement; in the Dice Game with the die taken and whether a strike was used.");
    copies_itself(move);
    is_given(move, "A move is one of position.legal_moves, or comes from ruleset.parse_move or ruleset.move.");
    move.def_ro("id", &Move::id, "Its number among all moves of the ruleset.")
        .def_prop_ro(
            "placement", [](const Move& v) { return v.code().placement; }, "Its number in the atlas.")
        .def_prop_ro(
            "cells",
            [](const Move& v) {
                nb::list cells;
                for (const int cell : v.atlas->cells(v.code().placement)) cells.append(cell);
                return nb::tuple(cells);
            },
            "The cells it covers, ascending.", nb::sig("def cells(self) -> tuple[int, ...]"))
        .def_prop_ro(
            "shape",
            [](const Move& v) { return v.atlas->ruleset.shapes[v.atlas->tables().shape_of[v.code().placement]].name; },
            "The name of its shape.")
        .def_prop_ro(
            "die",
            [](const Move& v) -> std::optional<int> {
                return v.code().die ? std::optional<int>(v.code().die) : std::nullopt;
            },
            "Dice: the die taken.")
        .def_prop_ro(
            "strike", [](const Move& v) { return v.code().strike; }, "Dice: whether a strike is used.")
        .def_prop_ro(
            "label", [](const Move& v) { return label_move(*v.atlas, v.id); },
            "For people: its shape and the box it lies in, such as \"L5 at c4–d7\"; `str` gives the notation.")
        .def_prop_ro(
            "ruleset", [](const Move& v) { return RulesetHandle{v.atlas}; }, "The ruleset it belongs to.")
        .def(
            "_repr_svg_",
            [](const nb::object& self) { return nb::module_::import_("cornerwise.render").attr("portrait")(self); },
            nb::sig("def _repr_svg_(self) -> str"))
        .def("__str__", [](const Move& v) { return format_move(*v.atlas, v.id); })
        .def("__repr__", [](const Move& v) { return "<Move " + format_move(*v.atlas, v.id) + ">"; })
        .def(
            "__eq__", [](const Move& a, const Move& b) { return a.id == b.id && same_ruleset(a.atlas, b.atlas); },
            nb::is_operator(), nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__hash__", [](const Move& v) { return std::hash<int>{}(v.id); })
        .def("__reduce__", [](const Move& v) {
            return nb::make_tuple(nb::module_::import_("cornerwise.ruleset").attr("move_of_spec"),
                                  nb::make_tuple(v.atlas->ruleset.spec, v.id));
        });

    nb::class_<LegalMoves> legal_moves(m, "LegalMoves", nb::sig("class LegalMoves(collections.abc.Sequence[Move])"),
                                       "The legal moves of a position, a sequence in ascending order of ids.");
    is_given(legal_moves, "Legal moves are those of a position: position.legal_moves has them all.");
    legal_moves.def("__len__", [](const LegalMoves& l) { return l.ids.size(); })
        .def(
            "__getitem__",
            [](const LegalMoves& l, nb::handle value) {
                if (PySlice_Check(value.ptr())) throw nb::next_overload();
                const std::optional<Py_ssize_t> place = whole_number(value);
                if (!place) raise("WrongType", "The place of a legal move is a whole number or a slice.");
                const auto n = static_cast<Py_ssize_t>(l.ids.size());
                const Py_ssize_t i = *place < 0 ? *place + n : *place;
                if (i < 0 || i >= n) throw nb::index_error("There are not so many legal moves.");
                return Move{l.atlas, l.ids[i]};
            },
            nb::arg("index").none(), nb::sig("def __getitem__(self, index: int) -> Move"))
        .def(
            "__getitem__",
            [](const LegalMoves& l, const nb::slice& slice) {
                auto [start, stop, step, length] = slice.compute(l.ids.size());
                nb::list found;
                for (std::size_t i = 0; i < length; ++i, start += step) found.append(Move{l.atlas, l.ids[start]});
                return found;
            },
            nb::arg("index"), nb::sig("def __getitem__(self, index: slice) -> list[Move]"))
        .def(
            "__iter__",
            [](const LegalMoves& l) {
                nb::list found;
                for (const std::int32_t id : l.ids) found.append(Move{l.atlas, id});
                return nb::iter(found);
            },
            nb::sig("def __iter__(self) -> collections.abc.Iterator[Move]"))
        .def(
            "__contains__", [](const LegalMoves& l, nb::handle value) { return index_of(l, value) >= 0; },
            nb::arg("move").none(), nb::sig("def __contains__(self, move: object) -> bool"))
        .def(
            "index",
            [](const LegalMoves& l, nb::handle value, Py_ssize_t start, Py_ssize_t stop) {
                const auto size = static_cast<Py_ssize_t>(l.ids.size());
                const std::ptrdiff_t index = index_of(l, value);
                if (index < 0 || index < (start < 0 ? start + size : start) || index >= (stop < 0 ? stop + size : stop))
                    raise("IllegalMove", "That is not among these legal moves.");
                return index;
            },
            nb::arg("move").none(), nb::arg("start") = 0, nb::arg("stop") = PY_SSIZE_T_MAX,
            "Where a move stands among them; raises IllegalMove.",
            nb::sig("def index(self, move: object, start: int = 0, stop: int = ...) -> int"))
        .def(
            "count", [](const LegalMoves& l, nb::handle value) { return index_of(l, value) < 0 ? 0 : 1; },
            nb::arg("move").none(), "1 if a move is among them, else 0.",
            nb::sig("def count(self, move: object) -> int"))
        .def("__repr__", [](const LegalMoves& l) { return "<LegalMoves, " + std::to_string(l.ids.size()) + ">"; });
    copies_itself(legal_moves);
    compares_by<LegalMoves>(legal_moves, [](const LegalMoves& l) { return l.ids; });
    nb::module_::import_("collections.abc").attr("Sequence").attr("register")(legal_moves);

    nb::class_<Roll> roll(m, "Roll", "A roll of the dice: a multiset, with its probability.");
    copies_itself(roll);
    roll.def(
            "__init__", [](Roll* self, nb::handle dice) { new (self) Roll(roll_of(dice_of(dice))); },
            nb::arg("dice").none(), "The roll with these faces, given as text or numbers in any order.",
            nb::sig("def __init__(self, dice: Roll | str | collections.abc.Sequence[int]) -> None"))
        .def_prop_ro(
            "dice", [](const Roll& r) { return int_tuple(r.dice); }, "The faces, ascending.",
            nb::sig("def dice(self) -> tuple[int, ...]"))
        .def_ro("probability", &Roll::probability, "How likely fair dice are to show it.")
        .def("__str__",
             [](const Roll& r) {
                 std::string text;
                 for (const int face : r.dice) text += (text.empty() ? "" : " ") + std::to_string(face);
                 return text;
             })
        .def(
            "__eq__", [](const Roll& a, const Roll& b) { return a.dice == b.dice; }, nb::is_operator(),
            nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__hash__", [](const Roll& r) { return hash_of(r.dice); })
        .def("__reduce__",
             [](const Roll& r) { return nb::make_tuple(nb::type<Roll>(), nb::make_tuple(int_tuple(r.dice))); })
        .def("__repr__", [](const Roll& r) { return "<Roll " + std::string(nb::str(nb::cast(r)).c_str()) + ">"; });

    nb::class_<Turn> turn(m, "Turn", "Who acts, on which sheet, in which color, with which shapes.");
    copies_itself(turn);
    is_given(turn, "A turn belongs to a position: position.turn is the one.");
    compares_by<Turn>(
        turn, [](const Turn& t) { return std::vector<int>{t.actor, t.color, t.sheet, static_cast<int>(t.shapes)}; });
    turn.def_ro("actor", &Turn::actor, "A seat number, CHANCE or NOBODY.")
        .def_ro("sheet", &Turn::sheet, "The sheet that is played on.")
        .def_prop_ro(
            "color",
            [](const Turn& t) -> std::optional<std::string> {
                return t.color < 0 ? std::nullopt : std::optional(t.atlas->ruleset.colors[t.color]);
            },
            "The color that places, or None.")
        .def_prop_ro(
            "shapes", [](const Turn& t) { return shape_names(*t.atlas, t.shapes); },
            "The shapes that have a legal place now.", nb::sig("def shapes(self) -> tuple[str, ...]"))
        .def("__repr__", [](const Turn& t) {
            const std::string who = t.actor == chance   ? "CHANCE"
                                    : t.actor == nobody ? "NOBODY"
                                                        : "seat " + std::to_string(t.actor);
            return "<Turn " + who + (t.color < 0 ? "" : " " + t.atlas->ruleset.colors[t.color]) + ">";
        });

    nb::class_<Placed> placed(m, "Placed", "A piece on the board.");
    copies_itself(placed);
    is_given(placed, "Placed pieces belong to a position: position.placed has them all.");
    compares_by<Placed>(
        placed, [](const Placed& p) { return std::vector<int>{p.piece.sheet, p.piece.color, p.piece.placement}; });
    placed.def_prop_ro(
              "sheet", [](const Placed& p) { return p.piece.sheet; }, "The sheet it lies on.")
        .def_prop_ro(
            "color", [](const Placed& p) { return p.atlas->ruleset.colors[p.piece.color]; }, "Its color.")
        .def_prop_ro(
            "placement", [](const Placed& p) { return p.piece.placement; }, "Its number in the atlas.")
        .def_prop_ro(
            "shape",
            [](const Placed& p) { return p.atlas->ruleset.shapes[p.atlas->tables().shape_of[p.piece.placement]].name; },
            "The name of its shape.")
        .def_prop_ro(
            "cells",
            [](const Placed& p) {
                nb::list cells;
                for (const int cell : p.atlas->cells(p.piece.placement)) cells.append(cell);
                return nb::tuple(cells);
            },
            "The cells it covers.", nb::sig("def cells(self) -> tuple[int, ...]"))
        .def("__repr__", [](const Placed& p) {
            return "<Placed " + p.atlas->ruleset.colors[p.piece.color] + " " +
                   format_move(*p.atlas, p.piece.placement) + ">";
        });
}

}  // namespace cornerwise
