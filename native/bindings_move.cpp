// Moves, rolls, turns and placed pieces as Python sees them, and moves as text.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include "bindings.h"

namespace cornerwise {

std::string format_move(const Atlas& atlas, std::int32_t id) {
    const MoveCode move = split_move(atlas.tables(), id);
    std::string text;
    if (move.die) text = std::to_string(move.die) + (move.strike ? "*:" : ":");
    bool first = true;
    for (const int cell : atlas.cells(move.placement)) {
        if (!first) text += ",";
        first = false;
        text += atlas.ruleset.board.cell_name(cell);
    }
    return text;
}

std::int32_t parse_move(const Atlas& atlas, std::string_view text) {
    const Ruleset& r = atlas.ruleset;
    MoveCode move{0, 0, false};
    const std::string quoted = "\"" + std::string(text.substr(0, 60)) + "\"";
    std::string_view rest = text;
    if (const std::size_t colon = rest.find(':'); colon != std::string_view::npos) {
        const std::string_view die = rest.substr(0, colon);
        if (!r.is_dice()) raise("NotationError", "The move " + quoted + " names a die, but this game has no dice.");
        if (die.size() < 1 || die.size() > 2 || die[0] < '1' || die[0] > '6' || (die.size() == 2 && die[1] != '*'))
            raise("NotationError", "The move " + quoted + " should start with a die 1 to 6 and a colon, with a strike \"4*:\".");
        move.die = static_cast<std::int8_t>(die[0] - '0');
        move.strike = die.size() == 2;
        rest = rest.substr(colon + 1);
    } else if (r.is_dice()) {
        raise("NotationError", "The move " + quoted + " should start with the die that is taken, such as \"4:\".");
    }
    std::vector<int> cells;
    while (true) {
        const std::size_t comma = rest.find(',');
        const std::string_view name = rest.substr(0, comma);
        const int cell = r.board.parse_cell(name);
        if (cell < 0)
            raise("NotationError", "The move " + quoted + " names \"" + std::string(name.substr(0, 20)) +
                                       "\", which is no cell of this board.");
        if (std::find(cells.begin(), cells.end(), cell) != cells.end())
            raise("NotationError", "The move " + quoted + " names a cell twice.");
        cells.push_back(cell);
        if (comma == std::string_view::npos) break;
        rest = rest.substr(comma + 1);
    }
    move.placement = atlas.find(cells);
    if (move.placement < 0)
        raise("IllegalMove", "The cells of " + quoted + " do not form one of the pieces of this game.");
    return join_move(atlas.tables(), move);
}

std::int32_t move_of(const Atlas& atlas, nb::handle value) {
    if (nb::isinstance<Move>(value)) {
        const Move& move = nb::cast<const Move&>(value);
        if (move.atlas.get() != &atlas && move.atlas->ruleset.spec != atlas.ruleset.spec)
            raise("IllegalMove", "The move belongs to another ruleset.");
        return move.id;
    }
    if (nb::isinstance<nb::str>(value)) return parse_move(atlas, text_of(value));
    if (PyIndex_Check(value.ptr())) {
        const Py_ssize_t id = PyNumber_AsSsize_t(value.ptr(), nullptr);
        const int kinds = atlas.ruleset.is_dice() ? 12 : 1;
        if (id < 0 || id >= static_cast<Py_ssize_t>(atlas.size()) * kinds)
            raise("NotationError", "There is no move number " + std::to_string(id) + ".");
        return static_cast<std::int32_t>(id);
    }
    throw nb::type_error("A move is a Move, its text or its number.");
}

void bind_moves(nb::module_& m) {
    nb::class_<Move>(m, "Move", "A placement; in the Dice Game with the die taken and whether a strike was used.")
        .def_ro("id", &Move::id, "Its number among all moves of the ruleset.")
        .def_prop_ro("placement", [](const Move& v) { return v.code().placement; }, "Its number in the atlas.")
        .def_prop_ro("cells", [](const Move& v) {
            nb::list cells;
            for (const int cell : v.atlas->cells(v.code().placement)) cells.append(cell);
            return nb::tuple(cells);
        }, "The cells it covers, ascending.", nb::sig("def cells(self) -> tuple[int, ...]"))
        .def_prop_ro("shape", [](const Move& v) { return v.atlas->ruleset.shapes[v.atlas->tables().shape_of[v.code().placement]].name; }, "The name of its shape.")
        .def_prop_ro("die", [](const Move& v) -> std::optional<int> { return v.code().die ? std::optional<int>(v.code().die) : std::nullopt; }, "Dice: the die taken.")
        .def_prop_ro("strike", [](const Move& v) { return v.code().strike; }, "Dice: whether a strike is used.")
        .def("__str__", [](const Move& v) { return format_move(*v.atlas, v.id); })
        .def("__repr__", [](const Move& v) { return "<Move " + format_move(*v.atlas, v.id) + ">"; })
        .def("__eq__", [](const Move& a, nb::handle b) {
            if (!nb::isinstance<Move>(b)) return false;
            const Move& other = nb::cast<const Move&>(b);
            return a.id == other.id && (a.atlas == other.atlas || a.atlas->ruleset.spec == other.atlas->ruleset.spec);
        }, nb::sig("def __eq__(self, other: object) -> bool"))
        .def("__hash__", [](const Move& v) { return std::hash<int>{}(v.id); })
        .def("__reduce__", [](const Move& v) {
            return nb::make_tuple(nb::module_::import_("cornerwise.ruleset").attr("move_of_spec"), nb::make_tuple(v.atlas->ruleset.spec, v.id));
        });

    nb::class_<LegalMoves>(m, "LegalMoves", "The legal moves of a position, a sequence in ascending order of ids.")
        .def("__len__", [](const LegalMoves& l) { return l.ids.size(); })
        .def("__getitem__", [](const LegalMoves& l, Py_ssize_t i) {
            const auto n = static_cast<Py_ssize_t>(l.ids.size());
            if (i < 0) i += n;
            if (i < 0 || i >= n) throw nb::index_error("There are not so many legal moves.");
            return Move{l.atlas, l.ids[i]};
        }, nb::arg("index"))
        .def("__getitem__", [](const LegalMoves& l, const nb::slice& slice) {
            auto [start, stop, step, length] = slice.compute(l.ids.size());
            nb::list found;
            for (std::size_t i = 0; i < length; ++i, start += step) found.append(Move{l.atlas, l.ids[start]});
            return found;
        }, nb::arg("index"), nb::sig("def __getitem__(self, index: slice) -> list[Move]"))
        .def("__iter__", [](const LegalMoves& l) {
            nb::list found;
            for (const std::int32_t id : l.ids) found.append(Move{l.atlas, id});
            return nb::iter(found);
        }, nb::sig("def __iter__(self) -> collections.abc.Iterator[Move]"))
        .def("__contains__", [](const LegalMoves& l, nb::handle value) {
            std::int32_t id;
            try {
                id = move_of(*l.atlas, value);
            } catch (nb::python_error& error) {
                if (error.matches(nb::module_::import_("cornerwise.errors").attr("CornerwiseError"))) return false;
                throw;
            } catch (const nb::builtin_exception&) {
                return false;  // what is no move at all is not among them
            }
            return std::binary_search(l.ids.begin(), l.ids.end(), id);
        }, nb::arg("move").none(), nb::sig("def __contains__(self, move: object) -> bool"))
        .def("__repr__", [](const LegalMoves& l) { return "<LegalMoves, " + std::to_string(l.ids.size()) + ">"; });

    nb::class_<Roll>(m, "Roll", "A roll of the dice: a multiset, with its probability.")
        .def_prop_ro("dice", [](const Roll& r) { return int_tuple(r.dice); }, "The faces, ascending.", nb::sig("def dice(self) -> tuple[int, ...]"))
        .def_ro("probability", &Roll::probability, "How likely fair dice show it.")
        .def("__str__", [](const Roll& r) {
            std::string text;
            for (const int face : r.dice) text += (text.empty() ? "" : " ") + std::to_string(face);
            return text;
        })
        .def("__eq__", [](const Roll& a, nb::handle b) { return nb::isinstance<Roll>(b) && nb::cast<const Roll&>(b).dice == a.dice; }, nb::sig("def __eq__(self, other: object) -> bool"))
        .def("__hash__", [](const Roll& r) { return nb::hash(int_tuple(r.dice)); })
        .def("__repr__", [](const Roll& r) { return "<Roll " + std::string(nb::str(nb::cast(r)).c_str()) + ">"; });

    nb::class_<Turn>(m, "Turn", "Who acts, on which sheet, in which color, with which shapes.")
        .def_ro("actor", &Turn::actor, "A seat number, CHANCE or NOBODY.")
        .def_ro("sheet", &Turn::sheet, "The sheet that is played on.")
        .def_prop_ro("color", [](const Turn& t) -> std::optional<std::string> { return t.color < 0 ? std::nullopt : std::optional(t.atlas->ruleset.colors[t.color]); }, "The color that places, or None.")
        .def_prop_ro("shapes", [](const Turn& t) { return shape_names(*t.atlas, t.shapes); }, "The shapes that have a legal place now.", nb::sig("def shapes(self) -> tuple[str, ...]"))
        .def("__eq__", [](const Turn& a, nb::handle b) {
            if (!nb::isinstance<Turn>(b)) return false;
            const Turn& o = nb::cast<const Turn&>(b);
            return a.actor == o.actor && a.color == o.color && a.sheet == o.sheet && a.shapes == o.shapes;
        }, nb::sig("def __eq__(self, other: object) -> bool"))
        .def("__repr__", [](const Turn& t) {
            const std::string who = t.actor == chance ? "CHANCE" : t.actor == nobody ? "NOBODY" : "seat " + std::to_string(t.actor);
            return "<Turn " + who + (t.color < 0 ? "" : " " + t.atlas->ruleset.colors[t.color]) + ">";
        });

    nb::class_<Placed>(m, "Placed", "A piece on the board.")
        .def_prop_ro("sheet", [](const Placed& p) { return p.piece.sheet; }, "The sheet it lies on.")
        .def_prop_ro("color", [](const Placed& p) { return p.atlas->ruleset.colors[p.piece.color]; }, "Its color.")
        .def_prop_ro("placement", [](const Placed& p) { return p.piece.placement; }, "Its number in the atlas.")
        .def_prop_ro("shape", [](const Placed& p) { return p.atlas->ruleset.shapes[p.atlas->tables().shape_of[p.piece.placement]].name; }, "The name of its shape.")
        .def_prop_ro("cells", [](const Placed& p) {
            nb::list cells;
            for (const int cell : p.atlas->cells(p.piece.placement)) cells.append(cell);
            return nb::tuple(cells);
        }, "The cells it covers.", nb::sig("def cells(self) -> tuple[int, ...]"))
        .def("__repr__", [](const Placed& p) { return "<Placed " + p.atlas->ruleset.colors[p.piece.color] + " " + format_move(*p.atlas, p.piece.placement) + ">"; });
}

}  // namespace cornerwise
