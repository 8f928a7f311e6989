// The kernel's face towards Python: the only file that knows both sides' types.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/operators.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings.h"

namespace cornerwise {

void raise(const char* kind, const std::string& sentence) {
    nb::object type = nb::module_::import_("cornerwise.errors").attr(kind);
    // Quoted input may hold anything: control characters, or a character cut in two.
    std::string clean = sentence;
    for (char& c : clean)
        if (static_cast<unsigned char>(c) < ' ') c = '?';
    nb::object message = nb::steal(PyUnicode_DecodeUTF8(clean.data(), static_cast<Py_ssize_t>(clean.size()), "replace"));
    PyErr_SetObject(type.ptr(), message.ptr());
    throw nb::python_error();
}

// The characters of a Python string; lone surrogates cannot be part of any notation.
std::string text_of(nb::handle text) {
    Py_ssize_t size = 0;
    const char* characters = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
    if (!characters) {
        PyErr_Clear();
        raise("NotationError", "The text is not valid Unicode.");
    }
    return {characters, static_cast<std::size_t>(size)};
}

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

namespace {

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

template <class T>
using View1 = nb::ndarray<nb::numpy, const T, nb::ndim<1>>;
template <class T>
using View2 = nb::ndarray<nb::numpy, const T, nb::ndim<2>>;

template <class T>
auto own_array(std::vector<T>&& values) {
    auto* kept = new std::vector<T>(std::move(values));
    nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return nb::ndarray<nb::numpy, T, nb::ndim<1>>(kept->data(), {kept->size()}, owner);
}

template <class T>
auto own_table(std::vector<T>&& values, std::size_t width) {
    auto* kept = new std::vector<T>(std::move(values));
    nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return nb::ndarray<nb::numpy, T, nb::ndim<2>>(kept->data(), {kept->size() / width, width}, owner);
}

nb::tuple int_tuple(const std::vector<int>& values) {
    nb::list list;
    for (const int value : values) list.append(value);
    return nb::tuple(list);
}

nb::tuple shape_names(const Atlas& atlas, std::uint32_t shapes) {
    nb::list names;
    for (; shapes; shapes &= shapes - 1) names.append(atlas.ruleset.shapes[std::countr_zero(shapes)].name);
    return nb::tuple(names);
}

nb::tuple point_rows(const std::vector<Point>& points) {
    nb::list rows;
    for (const Point& p : points) rows.append(nb::make_tuple(p.x, p.y, p.z));
    return nb::tuple(rows);
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

int color_index(const Atlas& atlas, std::string_view name) {
    const auto& colors = atlas.ruleset.colors;
    for (std::size_t i = 0; i < colors.size(); ++i)
        if (colors[i] == name) return static_cast<int>(i);
    std::string known;
    for (const auto& color : colors) known += (known.empty() ? "" : ", ") + color;
    raise("CornerwiseError", "There is no color \"" + std::string(name.substr(0, 30)) + "\" in this game; there are " + known + ".");
}

int sheet_index(const Atlas& atlas, int sheet) {
    if (sheet < 0 || sheet >= atlas.ruleset.sheets())
        raise("CornerwiseError", "There is no sheet " + std::to_string(sheet) + " in this game.");
    return sheet;
}

const char* fault_name(Fault fault) {
    static const char* const names[] = {"over", "chance", "no_such_shape", "used", "wrong_row", "no_strike", "no_die",
                                        "die_missing", "die_unwanted", "occupied", "edge", "apart", "start", "ground",
                                        "loose", "hanging"};
    return names[static_cast<int>(fault)];
}

nb::object explain(const Position& p, nb::handle move) {
    const MoveCode code = split_move(p.tables(), move_of(p.atlas(), move));
    const std::optional<Reason> reason = p.explain(code);
    if (!reason) return nb::none();
    return nb::module_::import_("cornerwise.reason")
        .attr("Reason")(fault_name(reason->fault), int_tuple(reason->cells), p,
                        Move{p.shared_atlas(), join_move(p.tables(), code)});
}

std::int32_t legal_move_of(const Position& p, nb::handle value) {
    const std::int32_t id = move_of(p.atlas(), value);
    if (!p.is_legal(id)) {
        const nb::object reason = explain(p, nb::cast(Move{p.shared_atlas(), id}));
        raise("IllegalMove", nb::str(reason).c_str());
    }
    return id;
}

std::vector<int> dice_of(nb::handle value) {
    if (nb::isinstance<Roll>(value)) return nb::cast<const Roll&>(value).dice;
    std::vector<int> dice;
    if (nb::isinstance<nb::str>(value)) {
        const std::string text = text_of(value);
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
    if (!nb::try_cast(value, dice)) throw nb::type_error("A roll is a Roll, its text or a sequence of dice.");
    return dice;
}

Position roll(const Position& p, nb::handle value) {
    const std::vector<int> dice = dice_of(value);
    if (p.state().actor != chance)
        raise("IllegalRoll", p.is_over() ? "The game is over; nobody rolls."
                                         : p.ruleset().is_dice() ? "The dice are already rolled; it is a player's turn."
                                                                 : "This game has no dice.");
    if (static_cast<int>(dice.size()) != p.dice_to_roll())
        raise("IllegalRoll", "This roll has " + std::to_string(p.dice_to_roll()) + " dice, not " +
                                 std::to_string(dice.size()) + ".");
    std::uint8_t counts[max_faces + 1] = {};
    for (const int face : dice) {
        if (face < 1 || face > max_faces) raise("IllegalRoll", "A die shows 1 to 6, not " + std::to_string(face) + ".");
        ++counts[face];
    }
    return p.roll(counts);
}

nb::tuple rolls(const Position& p) {
    nb::list found;
    if (p.state().actor != chance) return nb::tuple(found);
    const int dice = p.dice_to_roll();
    std::vector<int> faces(dice, 1);
    double total = 1;
    for (int i = 0; i < dice; ++i) total *= max_faces;
    while (true) {
        double ways = 1;
        for (int i = 0, run = 0; i < dice; ++i) {
            run = i && faces[i] == faces[i - 1] ? run + 1 : 1;
            ways = ways * (i + 1) / run;
        }
        found.append(Roll{faces, ways / total});
        int i = dice - 1;
        while (i >= 0 && faces[i] == max_faces) --i;
        if (i < 0) break;
        const int next = faces[i] + 1;
        for (; i < dice; ++i) faces[i] = next;
    }
    return nb::tuple(found);
}

Turn turn_of(const Position& p) {
    const State& s = p.state();
    const bool dice = p.ruleset().is_dice();
    Turn turn{p.shared_atlas(), s.actor, s.color, dice && s.actor >= 0 ? s.actor : 0, 0};
    if (s.actor < 0) return turn;
    MoveList list;
    kernel().generate(p.tables(), s, list);
    for (std::uint32_t rest = list.shapes; rest; rest &= rest - 1)
        if (list.shape_total[std::countr_zero(rest)]) turn.shapes |= rest & -rest;
    return turn;
}

Ruleset ruleset_from(const nb::dict& data) {
    auto field = [&](const char* name) { return data[name]; };
    std::vector<Shape> shapes;
    const bool solid = nb::cast<bool>(field("solid"));
    for (nb::handle row : field("shapes")) {
        auto [name, cells] = nb::cast<std::tuple<std::string, std::vector<std::tuple<int, int, int>>>>(row);
        std::vector<Point> points;
        for (const auto& [x, y, z] : cells) points.push_back({x, y, z});
        shapes.emplace_back(name, points, solid ? Freedom::solid : Freedom::flat);
    }
    const auto word = [&](const char* name) { return nb::cast<std::string>(field(name)); };
    const std::string scoring = word("scoring");
    return Ruleset{
        .name = word("name"),
        .key = word("key"),
        .spec = word("spec"),
        .board = Board(nb::cast<std::vector<std::vector<int>>>(field("heights"))),
        .shapes = std::move(shapes),
        .contact = word("contact") == "face" ? Contact::face : Contact::corner,
        .colors = nb::cast<std::vector<std::string>>(field("colors")),
        .seats = nb::cast<int>(field("seats")),
        .owners = nb::cast<std::vector<int>>(field("owners")),
        .rota = nb::cast<std::vector<int>>(field("rota")),
        .teams = nb::cast<std::vector<int>>(field("teams")),
        .starts = {},
        .opening_touches = nb::cast<bool>(field("opening_touches")),
        .turns = word("turns") == "dice" ? Turns::dice : Turns::rotation,
        .rows = nb::cast<std::vector<int>>(field("rows")),
        .strikes = nb::cast<int>(field("strikes")),
        .scoring = scoring == "empty" ? Scoring::empty : scoring == "visible" ? Scoring::visible : Scoring::leftover,
        .tally = word("tally") == "best" ? Tally::best : Tally::sum,
        .all_placed_bonus = nb::cast<int>(field("all_placed_bonus")),
        .smallest_last_bonus = nb::cast<int>(field("smallest_last_bonus")),
    };
}

// `data` is the checked, flattened form that cornerwise.ruleset writes.
RulesetHandle make_ruleset(const nb::dict& data) {
    try {
        Ruleset ruleset = ruleset_from(data);
        for (nb::handle row : data["starts"]) {
            auto& cells = ruleset.starts.emplace_back();
            for (const auto& [x, y, z] : nb::cast<std::vector<std::tuple<int, int, int>>>(row)) {
                const int cell = ruleset.board.cell_at(Point{x, y, z});
                if (cell < 0) raise("RulesetError", "A start cell lies outside the board.");
                cells.push_back(cell);
            }
        }
        return {std::make_shared<const Atlas>(std::move(ruleset))};
    } catch (const std::invalid_argument& error) {
        raise("RulesetError", error.what());
    }
}

std::uint64_t perft(const Position& p, int depth) {
    if (depth < 0) raise("CornerwiseError", "A depth is 0 or more, not " + std::to_string(depth) + ".");
    nb::gil_scoped_release release;
    return kernel().perft(p.tables(), p.state(), depth);
}

// Plays random games from a position; returns games, pieces placed and a checksum of the final states.
std::tuple<int, std::uint64_t, std::uint64_t> random_games(const Position& p, int games, std::uint64_t seed) {
    nb::gil_scoped_release release;
    Random random(seed);
    std::uint64_t pieces = 0, sum = 0;
    for (int i = 0; i < games; ++i) {
        State s = p.state();
        pieces += kernel().play_out(p.tables(), s, random);
        for (int k = 0; k < p.tables().supplies; ++k) sum = sum * 0x9e3779b97f4a7c15u + s.supply[k];
    }
    return {games, pieces, sum};
}

void copy_many(const Position& p, int times) {
    for (int i = 0; i < times; ++i) {
        Position copy = p;
        asm volatile("" : : "r"(&copy) : "memory");
    }
}

nb::object svg_of(const nb::object& self) { return nb::module_::import_("cornerwise.render").attr("svg")(self); }

void bind_geometry(nb::module_& m) {
    nb::class_<ShapeHandle>(m, "Shape", "A polyform up to symmetry, named.")
        .def_prop_ro("name", [](const ShapeHandle& h) { return h.shape().name; }, "Its short name, such as \"W\".")
        .def_prop_ro("size", [](const ShapeHandle& h) { return h.shape().size(); }, "How many cells it covers.")
        .def_prop_ro("cells", [](const ShapeHandle& h) { return point_rows(h.shape().cells); }, "One orientation as (x, y, z) rows.", nb::sig("def cells(self) -> tuple[tuple[int, int, int], ...]"))
        .def_prop_ro("orientations", [](const ShapeHandle& h) {
            nb::list rows;
            for (const Orientation& o : h.shape().orientations) rows.append(point_rows(o));
            return nb::tuple(rows);
        }, "Every way it can lie, each as (x, y, z) rows sorted by z, y, x.", nb::sig("def orientations(self) -> tuple[tuple[tuple[int, int, int], ...], ...]"))
        .def("__repr__", [](const ShapeHandle& h) { return "<Shape " + h.shape().name + ">"; });

    nb::class_<BoardHandle>(m, "Board", "An immutable lattice of cells.")
        .def_prop_ro("columns", [](const BoardHandle& h) { return h.board().columns(); }, "Width of the grid that cells are named on.")
        .def_prop_ro("rows", [](const BoardHandle& h) { return h.board().rows(); }, "Depth of the grid that cells are named on.")
        .def_prop_ro("levels", [](const BoardHandle& h) { return h.board().levels(); }, "Greatest height; 1 when flat.")
        .def_prop_ro("cell_count", [](const BoardHandle& h) { return h.board().cell_count(); }, "How many cells there are.")
        .def_prop_ro("heights", [](const BoardHandle& h) {
            nb::list rows;
            for (int y = 0; y < h.board().rows(); ++y) {
                nb::list row;
                for (int x = 0; x < h.board().columns(); ++x) row.append(h.board().height(x, y));
                rows.append(nb::tuple(row));
            }
            return nb::tuple(rows);
        }, "Height limit of every column, as rows from the bottom; 0 is outside.", nb::sig("def heights(self) -> tuple[tuple[int, ...], ...]"))
        .def_prop_ro("coordinates", [](const BoardHandle& h) {
            std::vector<std::int16_t> rows;
            for (int cell = 0; cell < h.board().cell_count(); ++cell) {
                const Point& p = h.board().point(cell);
                for (const int v : {p.x, p.y, p.z}) rows.push_back(static_cast<std::int16_t>(v));
            }
            return own_table(std::move(rows), 3);
        }, nb::rv_policy::automatic, "The (x, y, z) of every cell: x from the left, y from the bottom, z from the ground.")
        .def("cell", [](const BoardHandle& h, int x, int y, int z) -> std::optional<int> {
            const int cell = h.board().cell_at(Point{x, y, z});
            return cell < 0 ? std::nullopt : std::optional(cell);
        }, nb::arg("x"), nb::arg("y"), nb::arg("z") = 0, "The cell at a coordinate, or None.")
        .def("cell_name", [](const BoardHandle& h, int cell) {
            if (cell < 0 || cell >= h.board().cell_count()) raise("NotationError", "There is no cell " + std::to_string(cell) + ".");
            return h.board().cell_name(cell);
        }, nb::arg("cell"), "The name of a cell: \"e8\", in space \"d3.1\".")
        .def("parse_cell", [](const BoardHandle& h, const nb::str& name) {
            const std::string text = text_of(name);
            const int cell = h.board().parse_cell(text);
            if (cell < 0) raise("NotationError", "\"" + text.substr(0, 30) + "\" is no cell of this board.");
            return cell;
        }, nb::arg("text"), "The cell with this name.", nb::sig("def parse_cell(self, text: str) -> int"))
        .def("edge_neighbors", [](const BoardHandle& h, int cell) { return int_tuple(h.board().edge_neighbors(cell)); }, nb::arg("cell"), "Cells that share an edge (in space: a face).", nb::sig("def edge_neighbors(self, cell: int) -> tuple[int, ...]"))
        .def("corner_neighbors", [](const BoardHandle& h, int cell) { return int_tuple(h.board().corner_neighbors(cell)); }, nb::arg("cell"), "Cells that share only a corner, in the plane.", nb::sig("def corner_neighbors(self, cell: int) -> tuple[int, ...]"))
        .def_prop_ro("symmetries", [](const BoardHandle& h) {
            nb::list rows;
            for (const auto& image : h.board().symmetries()) rows.append(int_tuple(image));
            return nb::tuple(rows);
        }, "Permutations of the cells that map the board onto itself, identity first.", nb::sig("def symmetries(self) -> tuple[tuple[int, ...], ...]"))
        .def("__repr__", [](const BoardHandle& h) {
            const Board& b = h.board();
            return "<Board " + std::to_string(b.columns()) + "×" + std::to_string(b.rows()) +
                   (b.is_flat() ? "" : "×" + std::to_string(b.levels())) + ", " + std::to_string(b.cell_count()) + " cells>";
        });

    nb::class_<AtlasHandle>(m, "Atlas", "Every placement of a ruleset; ids are stable.")
        .def("__len__", [](const AtlasHandle& h) { return h.atlas->size(); })
        .def_prop_ro("shapes", [](nb::handle_t<AtlasHandle> self) {
            const auto& v = nb::cast<const AtlasHandle&>(self).atlas->shapes();
            return View1<std::uint8_t>(v.data(), {v.size()}, self);
        }, "Shape index of every placement.")
        .def_prop_ro("orientations", [](nb::handle_t<AtlasHandle> self) {
            const auto& v = nb::cast<const AtlasHandle&>(self).atlas->orientations();
            return View1<std::uint16_t>(v.data(), {v.size()}, self);
        }, "Orientation number of every placement, counted over all shapes.")
        .def_prop_ro("cells", [](nb::handle_t<AtlasHandle> self) {
            const Atlas& a = *nb::cast<const AtlasHandle&>(self).atlas;
            return View2<std::int16_t>(a.cell_rows().data(), {static_cast<std::size_t>(a.size()), static_cast<std::size_t>(a.row_width())}, self);
        }, "Cells of every placement in ascending order, padded with −1.")
        .def("find", [](const AtlasHandle& h, std::vector<int> cells) -> std::optional<int> {
            const int id = h.atlas->find(std::move(cells));
            return id < 0 ? std::nullopt : std::optional(id);
        }, nb::arg("cells"), "The placement that covers exactly these cells, or None.")
        .def_prop_ro("nbytes", [](const AtlasHandle& h) { return h.atlas->memory(); }, "Memory it takes.")
        .def("__repr__", [](const AtlasHandle& h) { return "<Atlas of " + h.atlas->ruleset.key + ", " + std::to_string(h.atlas->size()) + " placements>"; });
}

void bind_ruleset(nb::module_& m) {
    nb::class_<RulesetHandle>(m, "Ruleset", "A game as data: board, shapes, contact, opening, turns, scoring.")
        .def(nb::new_(&make_ruleset), nb::arg("data"))
        .def_prop_ro("name", [](const RulesetHandle& h) { return h.atlas->ruleset.name; }, "Its name in the catalogue.")
        .def_prop_ro("key", [](const RulesetHandle& h) { return h.atlas->ruleset.key; }, "Name and options as position text writes them.")
        .def_prop_ro("spec", [](const RulesetHandle& h) { return nb::module_::import_("json").attr("loads")(h.atlas->ruleset.spec); }, "The plain data it was made from.", nb::sig("def spec(self) -> dict[str, typing.Any]"))
        .def_prop_ro("options", [](const RulesetHandle& h) { return nb::object(nb::module_::import_("json").attr("loads")(h.atlas->ruleset.spec)["options"]); }, "The options chosen.", nb::sig("def options(self) -> dict[str, str]"))
        .def_prop_ro("title", [](const RulesetHandle& h) { return nb::cast<std::string>(nb::module_::import_("json").attr("loads")(h.atlas->ruleset.spec)["title"]); }, "Its name for people.")
        .def_prop_ro("notes", [](const RulesetHandle& h) { return nb::tuple(nb::module_::import_("json").attr("loads")(h.atlas->ruleset.spec)["notes"]); }, "Sentences about house values.", nb::sig("def notes(self) -> tuple[str, ...]"))
        .def_prop_ro("seats", [](const RulesetHandle& h) { return h.atlas->ruleset.seats; }, "Places at the table.")
        .def_prop_ro("sheets", [](const RulesetHandle& h) { return h.atlas->ruleset.sheets(); }, "Physical boards: one, or one per seat.")
        .def_prop_ro("colors", [](const RulesetHandle& h) {
            nb::list names;
            for (const auto& color : h.atlas->ruleset.colors) names.append(color);
            return nb::tuple(names);
        }, "Names of the colors in playing order.", nb::sig("def colors(self) -> tuple[str, ...]"))
        .def_prop_ro("shapes", [](const RulesetHandle& h) {
            nb::list shapes;
            for (int i = 0; i < static_cast<int>(h.atlas->ruleset.shapes.size()); ++i) shapes.append(ShapeHandle{h.atlas, i});
            return nb::tuple(shapes);
        }, "The shapes of a supply.", nb::sig("def shapes(self) -> tuple[Shape, ...]"))
        .def_prop_ro("board", [](const RulesetHandle& h) { return BoardHandle{h.atlas}; }, "The board.")
        .def_prop_ro("atlas", [](const RulesetHandle& h) { return AtlasHandle{h.atlas}; }, "Every placement.")
        .def_prop_ro("contact", [](const RulesetHandle& h) { return h.atlas->ruleset.contact == Contact::face ? "face" : "corner"; }, "\"corner\" or \"face\".", nb::sig("def contact(self) -> typing.Literal['corner', 'face']"))
        .def_prop_ro("owners", [](const RulesetHandle& h) {
            nb::list owners;
            for (const int seat : h.atlas->ruleset.owners) {
                if (seat < 0) owners.append(nb::none());
                else owners.append(seat);
            }
            return nb::tuple(owners);
        }, "The seat that owns each color; None where it is shared or wanders.", nb::sig("def owners(self) -> tuple[int | None, ...]"))
        .def_prop_ro("teams", [](const RulesetHandle& h) {
            nb::list teams;
            const auto& of = h.atlas->ruleset.teams;
            for (int team = 0; team < h.atlas->ruleset.seats; ++team) {
                nb::list seats;
                for (int seat = 0; seat < h.atlas->ruleset.seats; ++seat)
                    if (of[seat] == team) seats.append(seat);
                if (nb::len(seats)) teams.append(nb::tuple(seats));
            }
            return nb::tuple(teams);
        }, "Seats that win together.", nb::sig("def teams(self) -> tuple[tuple[int, ...], ...]"))
        .def_prop_ro("starts", [](const RulesetHandle& h) {
            nb::list rows;
            for (const auto& cells : h.atlas->ruleset.starts) rows.append(int_tuple(cells));
            return nb::tuple(rows);
        }, "Per color the cells of which its first piece covers one.", nb::sig("def starts(self) -> tuple[tuple[int, ...], ...]"))
        .def_prop_ro("rows", [](const RulesetHandle& h) {
            nb::dict rows;
            if (h.atlas->ruleset.is_dice())
                for (int face = 1; face <= max_faces; ++face) rows[nb::int_(face)] = shape_names(*h.atlas, h.atlas->tables().row_shapes[face]);
            return rows;
        }, "Dice: the shapes of each die face.", nb::sig("def rows(self) -> dict[int, tuple[str, ...]]"))
        .def_prop_ro("strikes", [](const RulesetHandle& h) { return h.atlas->ruleset.strikes; }, "Dice: strikes of a seat.")
        .def_prop_ro("move_count", [](const RulesetHandle& h) { return h.atlas->size() * (h.atlas->ruleset.is_dice() ? 12 : 1); }, "Move ids run from 0 to this, exclusive.")
        .def("move", [](const RulesetHandle& h, nb::handle id) { return Move{h.atlas, move_of(*h.atlas, id)}; }, nb::arg("id"), "The move with this number.", nb::sig("def move(self, id: int) -> Move"))
        .def("parse_move", [](const RulesetHandle& h, const nb::str& text) { return Move{h.atlas, parse_move(*h.atlas, text_of(text))}; }, nb::arg("text"), "The move this text names, legal or not.", nb::sig("def parse_move(self, text: str) -> Move"))
        .def("__eq__", [](const RulesetHandle& a, nb::handle b) {
            return nb::isinstance<RulesetHandle>(b) && nb::cast<const RulesetHandle&>(b).atlas->ruleset.spec == a.atlas->ruleset.spec;
        }, nb::sig("def __eq__(self, other: object) -> bool"))
        .def("__hash__", [](const RulesetHandle& h) { return std::hash<std::string>{}(h.atlas->ruleset.spec); })
        .def("__reduce__", [](const RulesetHandle& h) {
            return nb::make_tuple(nb::module_::import_("cornerwise.ruleset").attr("ruleset_of_spec"), nb::make_tuple(h.atlas->ruleset.spec));
        })
        .def("__repr__", [](const RulesetHandle& h) { return "<Ruleset " + h.atlas->ruleset.key + ">"; });
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

void bind_position(nb::module_& m) {
    nb::class_<Position>(m, "Position", "The full state of a game: an immutable value.")
        .def("__init__", [](Position* self, const RulesetHandle& h) { new (self) Position(h.atlas); }, nb::arg("ruleset"))
        .def_prop_ro("ruleset", [](const Position& p) { return RulesetHandle{p.shared_atlas()}; }, "The ruleset it is played under.")
        .def_prop_ro("turn", &turn_of, "Who acts, in which color, with which shapes.")
        .def_prop_ro("legal_moves", [](const Position& p) { return LegalMoves{p.shared_atlas(), p.legal_ids()}; }, "The legal moves, a sequence.")
        .def_prop_ro("legal_ids", [](const Position& p) { return own_array(p.legal_ids()); }, nb::rv_policy::automatic, "The ids of the legal moves as an int32 array, ascending.")
        .def_prop_ro("legal_mask", [](const Position& p) {
            std::vector<std::uint8_t> mask(p.tables().placements * (p.ruleset().is_dice() ? 12 : 1));
            for (const std::int32_t id : p.legal_ids()) mask[id] = 1;
            return own_array(std::move(mask));
        }, nb::rv_policy::automatic, "A uint8 array with a 1 for every legal move id.")
        .def("play", [](const Position& p, nb::handle move) { return p.play(legal_move_of(p, move)); }, nb::arg("move").none(), "The position after a legal move (a Move, its text or its id); raises IllegalMove.", nb::sig("def play(self, move: Move | str | int) -> Position"))
        .def("explain", &explain, nb::arg("move").none(), "None if the move is legal, else the reason why not.", nb::sig("def explain(self, move: Move | str | int) -> typing.Any"))
        .def_prop_ro("rolls", &rolls, "What chance can do next, and how likely each roll is; empty when it is a seat's turn.", nb::sig("def rolls(self) -> tuple[Roll, ...]"))
        .def("roll", &roll, nb::arg("dice").none(), "The position after this roll (a Roll, its text or its faces in any order); raises IllegalRoll.", nb::sig("def roll(self, dice: Roll | str | collections.abc.Sequence[int]) -> Position"))
        .def_prop_ro("is_over", &Position::is_over, "Whether nobody can move any more.")
        .def_prop_ro("scores", [](const Position& p) { return int_tuple(p.scores()); }, "Score of every seat by the rulebook, as if the game ended now.", nb::sig("def scores(self) -> tuple[int, ...]"))
        .def_prop_ro("ranks", [](const Position& p) { return int_tuple(p.ranks()); }, "Rank of every seat; 1 is best, ties share.", nb::sig("def ranks(self) -> tuple[int, ...]"))
        .def_prop_ro("winners", [](const Position& p) {
            std::vector<int> seats;
            const std::vector<int> ranks = p.ranks();
            for (int seat = 0; seat < static_cast<int>(ranks.size()); ++seat)
                if (p.is_over() && ranks[seat] == 1) seats.push_back(seat);
            return int_tuple(seats);
        }, "The seats that won; empty while the game goes on.", nb::sig("def winners(self) -> tuple[int, ...]"))
        .def_prop_ro("color_scores", [](const Position& p) {
            nb::dict scores;
            const std::vector<int> values = p.color_scores();
            for (std::size_t i = 0; i < values.size(); ++i) scores[p.ruleset().colors[i].c_str()] = values[i];
            return scores;
        }, "Score of every color by the rulebook; empty where colors are not scored.", nb::sig("def color_scores(self) -> dict[str, int]"))
        .def_prop_ro("out", [](const Position& p) {
            nb::list out;
            const Ruleset& r = p.ruleset();
            for (int i = 0; i < 8; ++i)
                if (p.state().out >> i & 1) {
                    if (r.is_dice()) out.append(i);
                    else out.append(r.colors[i]);
                }
            return nb::tuple(out);
        }, "Colors (in the Dice Game: seats) that cannot place any more.", nb::sig("def out(self) -> tuple[str | int, ...]"))
        .def("supply", [](const Position& p, nb::handle owner) {
            int supply;
            if (p.ruleset().is_dice()) {
                if (!nb::try_cast(owner, supply) || supply < 0 || supply >= p.ruleset().seats)
                    raise("CornerwiseError", "In this game every seat has a supply: name a seat from 0 to " + std::to_string(p.ruleset().seats - 1) + ".");
            } else {
                std::string name;
                if (!nb::try_cast(owner, name)) throw nb::type_error("A color is named by a string.");
                supply = color_index(p.atlas(), name);
            }
            return shape_names(p.atlas(), p.state().supply[supply]);
        }, nb::arg("owner").none(), "Names of the unused shapes of a color (in the Dice Game: of a seat).", nb::sig("def supply(self, owner: str | int) -> tuple[str, ...]"))
        .def("places_left", [](const Position& p, const std::string& color, int sheet) {
            const int lane = sheet_index(p.atlas(), sheet) * p.tables().colors + color_index(p.atlas(), color);
            nb::dict left;
            const std::vector<int> counts = p.places_left(lane);
            const std::uint32_t supply = p.state().supply[p.ruleset().is_dice() ? sheet : lane];
            for (int shape = 0; shape < p.tables().shapes; ++shape)
                if (supply >> shape & 1) left[p.ruleset().shapes[shape].name.c_str()] = counts[shape];
            return left;
        }, nb::arg("color"), nb::arg("sheet") = 0, "Per unused shape, how many places it has left, whoever's turn it is.", nb::sig("def places_left(self, color: str, sheet: int = 0) -> dict[str, int]"))
        .def_prop_ro("placed", [](const Position& p) {
            nb::list pieces;
            for (const Piece& piece : p.pieces()) pieces.append(Placed{p.shared_atlas(), piece});
            return nb::tuple(pieces);
        }, "The pieces on the board.", nb::sig("def placed(self) -> tuple[Placed, ...]"))
        .def("cell_colors", [](const Position& p, int sheet) { return own_array(p.cell_colors(sheet_index(p.atlas(), sheet))); }, nb::arg("sheet") = 0, "Color index of every cell as an int8 array, −1 where empty.")
        .def("targets", [](const Position& p, const std::string& color, int sheet) {
            return own_array(p.target_cells(sheet_index(p.atlas(), sheet) * p.tables().colors + color_index(p.atlas(), color)));
        }, nb::arg("color"), nb::arg("sheet") = 0, "Free cells that a color can build from.")
        .def_prop_ro("ply", [](const Position& p) { return static_cast<int>(p.state().ply); }, "How many pieces are placed.")
        .def_prop_ro("dice", [](const Position& p) {
            std::vector<int> dice;
            for (int face = 1; face <= max_faces; ++face) dice.insert(dice.end(), p.state().dice[face], face);
            return int_tuple(dice);
        }, "Dice still free to take.", nb::sig("def dice(self) -> tuple[int, ...]"))
        .def_prop_ro("strikes", [](const Position& p) {
            std::vector<int> used(p.state().strikes, p.state().strikes + p.ruleset().seats);
            return int_tuple(p.ruleset().is_dice() ? used : std::vector<int>{});
        }, "Strikes used by every seat.", nb::sig("def strikes(self) -> tuple[int, ...]"))
        .def_prop_ro("round", [](const Position& p) { return static_cast<int>(p.state().round); }, "Dice: rounds completed.")
        .def_prop_ro("starter", [](const Position& p) { return static_cast<int>(p.state().starter); }, "Dice: the seat that starts this round.")
        .def_prop_ro("markers", [](const Position& p) {
            nb::list markers;
            const int colors = p.tables().colors;
            if (p.ruleset().is_dice())
                for (int seat = 0; seat < p.ruleset().seats; ++seat)
                    markers.append(p.ruleset().colors[((seat - p.state().round) % colors + colors) % colors]);
            return nb::tuple(markers);
        }, "Dice: the color of the marker every seat holds this round.", nb::sig("def markers(self) -> tuple[str, ...]"))
        .def("perft", &perft, nb::arg("depth"), "Leaf positions at exactly this depth; a roll counts as a ply.")
        .def("__str__", [](const Position& p) { return p.ruleset().key + "." + p.text(); })
        .def("__repr__", [](const Position& p) { return "<Position " + p.ruleset().key + "." + p.text() + ">"; })
        .def_static("parse", [](const nb::str& whole, nb::object ruleset) {
            const std::string text = text_of(whole);
            if (!ruleset.is_none() && !nb::isinstance<RulesetHandle>(ruleset)) throw nb::type_error("The ruleset of a position is a Ruleset.");
            const std::size_t dot = text.find('.');
            if (dot == std::string::npos) raise("NotationError", "A position text starts with the ruleset's name and a dot.");
            if (ruleset.is_none()) ruleset = nb::module_::import_("cornerwise.ruleset").attr("ruleset_of_key")(text.substr(0, dot));
            const RulesetHandle& h = nb::cast<const RulesetHandle&>(ruleset);
            if (h.atlas->ruleset.key != text.substr(0, dot))
                raise("NotationError", "The position text belongs to the ruleset \"" + text.substr(0, std::min<std::size_t>(dot, 60)) + "\", not \"" + h.atlas->ruleset.key + "\".");
            try {
                return Position::parse(h.atlas, std::string_view(text).substr(dot + 1));
            } catch (const std::invalid_argument& error) {
                raise("NotationError", error.what());
            }
        }, nb::arg("text"), nb::arg("ruleset") = nb::none(), "The position this text describes; raises NotationError.", nb::sig("def parse(text: str, ruleset: Ruleset | None = None) -> Position"))
        .def("__eq__", [](const Position& a, nb::handle b) { return nb::isinstance<Position>(b) && nb::cast<const Position&>(b) == a; }, nb::sig("def __eq__(self, other: object) -> bool"))
        .def("__hash__", &Position::hash)
        .def("__copy__", [](nb::object self) { return self; })
        .def("__deepcopy__", [](nb::object self, nb::handle) { return self; }, nb::arg("memo"))
        .def("__reduce__", [](const Position& p) {
            return nb::make_tuple(nb::module_::import_("cornerwise.ruleset").attr("position_of_spec"), nb::make_tuple(p.ruleset().spec, p.ruleset().key + "." + p.text()));
        })
        .def("_repr_svg_", &svg_of, nb::sig("def _repr_svg_(self) -> str"));
}

}  // namespace
}  // namespace cornerwise

NB_MODULE(_core, m) {
    using namespace cornerwise;
    m.doc() = "The native kernel of Cornerwise; use it through the package `cornerwise`.";
    nb::set_leak_warnings(false);
    bind_geometry(m);
    bind_ruleset(m);
    bind_moves(m);
    bind_position(m);
    bind_search(m);
    m.def("random_games", &random_games, nb::arg("position"), nb::arg("games"), nb::arg("seed"), "Plays random games to the end; returns (games, pieces placed, checksum).");
    m.def("copy_many", &copy_many, nb::arg("position"), nb::arg("times"), "Copies a position many times, for the benchmark.");
    m.def("kernels", [] {
        std::vector<std::string> names;
        for (const Kernel* k : kernels()) names.emplace_back(k->name);
        return names;
    }, "Names of the instruction sets this CPU can run, fastest first.");
    m.def("kernel", [] { return std::string(kernel().name); }, "The instruction set in use.");
    m.def("use_kernel", [](const std::string& name) {
        if (!use_kernel(name)) raise("CornerwiseError", "This machine cannot run the instruction set \"" + name + "\".");
    }, nb::arg("name"), "Forces an instruction set; all give identical results.");
}
