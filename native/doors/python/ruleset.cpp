// Rulesets as Python sees them, and made from its plain data.
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "doors/python/bindings.h"

namespace cornerwise {
namespace {

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
    return Ruleset{
        .name = word("name"),
        .key = word("key"),
        .spec = word("spec"),
        .board = Board(nb::cast<std::vector<std::vector<int>>>(field("heights"))),
        .shapes = std::move(shapes),
        .contact = contact_of(word("contact")),
        .colors = nb::cast<std::vector<std::string>>(field("colors")),
        .seats = nb::cast<int>(field("seats")),
        .owners = nb::cast<std::vector<int>>(field("owners")),
        .rota = nb::cast<std::vector<int>>(field("rota")),
        .teams = nb::cast<std::vector<int>>(field("teams")),
        .starts = {},
        .pairs = {},
        .opening_touches = nb::cast<bool>(field("opening_touches")),
        .turns = turns_of(word("turns")),
        .rows = nb::cast<std::vector<int>>(field("rows")),
        .strikes = nb::cast<int>(field("strikes")),
        .scoring = scoring_of(word("scoring")),
        .tally = tally_of(word("tally")),
        .all_placed_bonus = nb::cast<int>(field("all_placed_bonus")),
        .smallest_last_bonus = nb::cast<int>(field("smallest_last_bonus")),
    };
}

// `data` is the checked, flattened form that cornerwise.ruleset writes.
RulesetHandle make_ruleset(const nb::dict& data) {
    try {
        Ruleset ruleset = ruleset_from(data);
        const auto read_cells = [&](const char* name, std::vector<std::vector<int>>& rows) {
            for (nb::handle row : data[name]) {
                auto& cells = rows.emplace_back();
                for (const auto& [x, y, z] : nb::cast<std::vector<std::tuple<int, int, int>>>(row)) {
                    const int cell = ruleset.board.cell_at(Point{x, y, z});
                    if (cell < 0) raise("RulesetError", "A start cell lies outside the board.");
                    cells.push_back(cell);
                }
            }
        };
        read_cells("starts", ruleset.starts);
        read_cells("pairs", ruleset.pairs);
        return {std::make_shared<const Atlas>(std::move(ruleset))};
    } catch (const std::invalid_argument& error) {
        raise("RulesetError", error.what());
    }
}

}  // namespace

void bind_ruleset(nb::module_& m) {
    nb::class_<RulesetHandle> ruleset(m, "Ruleset", "A game as data: board, shapes, contact, opening, turns, scoring.");
    copies_itself(ruleset);
    is_given(ruleset, "A ruleset comes from cornerwise.ruleset by its name, or from cornerwise.read_ruleset.");
    ruleset
        .def_prop_ro(
            "name", [](const RulesetHandle& h) { return h.atlas->ruleset.name; }, "Its name in the catalogue.")
        .def_prop_ro(
            "key", [](const RulesetHandle& h) { return h.atlas->ruleset.key; },
            "Name and options as position text writes them.")
        .def_prop_ro(
            "spec",
            [](const RulesetHandle& h) { return nb::module_::import_("json").attr("loads")(h.atlas->ruleset.spec); },
            "The plain data it was made from.", nb::sig("def spec(self) -> dict[str, typing.Any]"))
        .def_prop_ro(
            "options",
            [](const RulesetHandle& h) {
                return nb::object(nb::module_::import_("json").attr("loads")(h.atlas->ruleset.spec)["options"]);
            },
            "The options chosen.", nb::sig("def options(self) -> dict[str, str]"))
        .def_prop_ro(
            "title",
            [](const RulesetHandle& h) {
                return nb::cast<std::string>(
                    nb::module_::import_("json").attr("loads")(h.atlas->ruleset.spec)["title"]);
            },
            "Its name for people.")
        .def_prop_ro(
            "notes",
            [](const RulesetHandle& h) {
                return nb::tuple(
                    nb::object(nb::module_::import_("json").attr("loads")(h.atlas->ruleset.spec)["notes"]));
            },
            "Sentences about house values.", nb::sig("def notes(self) -> tuple[str, ...]"))
        .def_prop_ro(
            "seats", [](const RulesetHandle& h) { return h.atlas->ruleset.seats; }, "Places at the table.")
        .def_prop_ro(
            "sheets", [](const RulesetHandle& h) { return h.atlas->ruleset.sheets(); },
            "Physical boards: one, or one per seat.")
        .def_prop_ro(
            "colors",
            [](const RulesetHandle& h) {
                nb::list names;
                for (const auto& color : h.atlas->ruleset.colors) names.append(color);
                return nb::tuple(names);
            },
            "Names of the colors in playing order.", nb::sig("def colors(self) -> tuple[str, ...]"))
        .def_prop_ro(
            "shapes",
            [](const RulesetHandle& h) {
                nb::list shapes;
                for (int i = 0; i < static_cast<int>(h.atlas->ruleset.shapes.size()); ++i)
                    shapes.append(ShapeHandle{h.atlas, i});
                return nb::tuple(shapes);
            },
            "The shapes of a supply.", nb::sig("def shapes(self) -> tuple[Shape, ...]"))
        .def_prop_ro(
            "board", [](const RulesetHandle& h) { return BoardHandle{h.atlas}; }, "The board.")
        .def_prop_ro(
            "atlas", [](const RulesetHandle& h) { return AtlasHandle{h.atlas}; }, "Every placement.")
        .def_prop_ro(
            "symmetries", [](const RulesetHandle& h) { return symmetries_of(h.atlas); },
            "Its symmetries: first those that keep the colors, identity first, then those that move the colors on.",
            nb::sig("def symmetries(self) -> tuple[Symmetry, ...]"))
        .def_prop_ro(
            "contact",
            [](const RulesetHandle& h) { return h.atlas->ruleset.contact == Contact::face ? "face" : "corner"; },
            "\"corner\" or \"face\".", nb::sig("def contact(self) -> typing.Literal['corner', 'face']"))
        .def_prop_ro(
            "owners",
            [](const RulesetHandle& h) {
                nb::list owners;
                for (const int seat : h.atlas->ruleset.owners) {
                    if (seat < 0) owners.append(nb::none());
                    else owners.append(seat);
                }
                return nb::tuple(owners);
            },
            "The seat that owns each color; None where it is shared or wanders.",
            nb::sig("def owners(self) -> tuple[int | None, ...]"))
        .def_prop_ro(
            "teams",
            [](const RulesetHandle& h) {
                nb::list teams;
                const auto& of = h.atlas->ruleset.teams;
                for (int team = 0; team < h.atlas->ruleset.seats; ++team) {
                    nb::list seats;
                    for (int seat = 0; seat < h.atlas->ruleset.seats; ++seat)
                        if (of[seat] == team) seats.append(seat);
                    if (nb::len(seats)) teams.append(nb::tuple(seats));
                }
                return nb::tuple(teams);
            },
            "Seats that win together.", nb::sig("def teams(self) -> tuple[tuple[int, ...], ...]"))
        .def_prop_ro(
            "starts",
            [](const RulesetHandle& h) {
                nb::list rows;
                for (const auto& cells : h.atlas->ruleset.starts) rows.append(int_tuple(cells));
                return nb::tuple(rows);
            },
            "Per color the cells of which its first piece covers one.",
            nb::sig("def starts(self) -> tuple[tuple[int, ...], ...]"))
        .def_prop_ro(
            "rows",
            [](const RulesetHandle& h) {
                nb::dict rows;
                if (h.atlas->ruleset.is_dice())
                    for (int face = 1; face <= max_faces; ++face)
                        rows[nb::int_(face)] = shape_names(*h.atlas, h.atlas->tables().row_shapes[face]);
                return rows;
            },
            "Dice: the shapes of each die face.", nb::sig("def rows(self) -> dict[int, tuple[str, ...]]"))
        .def_prop_ro(
            "strikes", [](const RulesetHandle& h) { return h.atlas->ruleset.strikes; }, "Dice: strikes of a seat.")
        .def_prop_ro(
            "fewest_wins", [](const RulesetHandle& h) { return h.atlas->ruleset.scoring == Scoring::empty; },
            "Whether scores count what is missing, so that the lowest wins (I7).")
        .def_prop_ro(
            "move_count", [](const RulesetHandle& h) { return h.atlas->move_count(); },
            "Move ids run from 0 to this, exclusive.")
        .def_prop_ro(
            "ways",
            [](const RulesetHandle& h) {
                const Tables& t = h.atlas->tables();
                nb::list ways;
                if (!h.atlas->ruleset.is_dice())
                    ways.append(nb::make_tuple(nb::none(), false, first_move(t, 0, false)));
                else
                    for (const bool strike : {false, true})
                        for (int face = 1; face <= max_faces; ++face)
                            ways.append(nb::make_tuple(face, strike, first_move(t, face, strike)));
                return nb::tuple(ways);
            },
            "The ways to make a placement: the die taken (None without dice), whether with a strike, and the id of "
            "the first move of that way; the placement's number is counted on from there.",
            nb::sig("def ways(self) -> tuple[tuple[int | None, bool, int], ...]"))
        .def(
            "move", [](const RulesetHandle& h, nb::handle id) { return Move{h.atlas, move_of(*h.atlas, id)}; },
            nb::arg("id").none(), "The move with this number.", nb::sig("def move(self, id: int) -> Move"))
        .def(
            "parse_move",
            [](const RulesetHandle& h, nb::handle text) {
                return Move{h.atlas, parse_move(*h.atlas, text_of(text, "A move"))};
            },
            nb::arg("text").none(), "The move this text names, legal or not.",
            nb::sig("def parse_move(self, text: str) -> Move"))
        .def(
            "__eq__", [](const RulesetHandle& a, const RulesetHandle& b) { return same_ruleset(a.atlas, b.atlas); },
            nb::is_operator(), nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__hash__", [](const RulesetHandle& h) { return std::hash<std::string>{}(h.atlas->ruleset.spec); })
        .def("__reduce__",
             [](const RulesetHandle& h) {
                 return nb::make_tuple(nb::module_::import_("cornerwise.ruleset").attr("ruleset_of_spec"),
                                       nb::make_tuple(h.atlas->ruleset.spec));
             })
        .def("__repr__", [](const RulesetHandle& h) { return "<Ruleset " + h.atlas->ruleset.key + ">"; });
    m.def("make_ruleset", &make_ruleset, nb::arg("data"), "The ruleset of data that `cornerwise.ruleset` has checked.");
}

}  // namespace cornerwise
