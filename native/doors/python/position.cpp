// Positions as Python sees them: asking, playing, rolling.
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "doors/python/bindings.h"
#include "kernel/position/greedy.h"
#include "kernel/position/laying.h"
#include "kernel/position/refusal.h"
#include "kernel/scoring.h"

namespace cornerwise {
namespace {

int color_index(const Atlas& atlas, nb::handle value) {
    const std::string name = text_of(value, "A color");
    const auto& colors = atlas.ruleset.colors;
    for (std::size_t i = 0; i < colors.size(); ++i)
        if (colors[i] == name) return static_cast<int>(i);
    std::string known;
    for (const auto& color : colors) known += (known.empty() ? "" : ", ") + color;
    raise("CornerwiseError", "There is no color \"" + name.substr(0, 30) + "\" in this game; there are " + known + ".");
}

int sheet_index(const Atlas& atlas, nb::handle value) {
    const int sheet = number_of(value, "A sheet");
    if (sheet < 0 || sheet >= atlas.ruleset.sheets())
        raise("CornerwiseError", "There is no sheet " + std::to_string(sheet) + " in this game.");
    return sheet;
}

int lane_index(const Position& p, nb::handle color, nb::handle sheet) {
    return sheet_index(p.atlas(), sheet) * p.tables().colors + color_index(p.atlas(), color);
}

nb::object reason_of(const Refusal& refusal) {
    return nb::module_::import_("cornerwise.reason")
        .attr("Reason")(refusal.kind, refusal.clause, printable(refusal.sentence), int_tuple(refusal.cells));
}

nb::object explain(const Position& p, std::int32_t id) {
    const std::optional<Refusal> refusal = refusal_of_move(p, id);
    return refusal ? reason_of(*refusal) : nb::none();
}

// What names no move is explained like any other: asking does not fail.
nb::object explain_any(const Position& p, nb::handle value) {
    try {
        if (!nb::isinstance<nb::str>(value)) return explain(p, move_of(p.atlas(), value));
        Misread wrong;
        const std::int32_t id = read_move(p.atlas(), text_of(value, "A move"), wrong);
        return id >= 0 ? explain(p, id) : reason_of(refusal_of_text(p.atlas(), wrong));
    } catch (nb::python_error& error) {
        const nb::module_ errors = nb::module_::import_("cornerwise.errors");
        if (!error.matches(errors.attr("CornerwiseError")) || error.matches(errors.attr("WrongType"))) throw;
        return reason_of({"notation", "", nb::str(error.value()).c_str(), {}});
    }
}

std::int32_t legal_move_of(const Position& p, nb::handle value) {
    const std::int32_t id = move_of(p.atlas(), value);
    if (!p.is_legal(id)) raise("IllegalMove", nb::str(explain(p, id)).c_str());
    return id;
}

Position after_roll(const Position& p, const std::vector<int>& dice) {
    std::uint8_t counts[max_faces + 1] = {};
    for (const int face : dice) ++counts[face];
    return p.roll(counts);
}

Position roll(const Position& p, nb::handle value) {
    const std::vector<int> dice = dice_of(value);
    if (const std::optional<std::string> refusal = refusal_of_roll(p, dice)) raise("IllegalRoll", *refusal);
    return after_roll(p, dice);
}

std::vector<Roll> rolls(const Position& p) {
    std::vector<Roll> found;
    if (p.state().actor != chance) return found;
    const int dice = p.dice_to_roll();
    std::vector<int> faces(dice, 1);
    while (true) {
        found.push_back(roll_of(faces));
        int i = dice - 1;
        while (i >= 0 && faces[i] == max_faces) --i;
        if (i < 0) break;
        const int next = faces[i] + 1;
        for (; i < dice; ++i) faces[i] = next;
    }
    return found;
}

int seat_index(const Position& p, nb::handle value) {
    const int seat = number_of(value, "A seat");
    if (seat < 0 || seat >= p.ruleset().seats)
        raise("CornerwiseError", "This game has seats from 0 to " + std::to_string(p.ruleset().seats - 1) + ".");
    return seat;
}

Position retire(const Position& p, nb::handle value) {
    const int seat = number_of(value, "A seat");
    if (const std::optional<std::string> refusal = refusal_to_retire(p, seat)) raise("CornerwiseError", *refusal);
    return p.retire(seat);
}

Turn turn_of(const Position& p) {
    const State& s = p.state();
    return {p.shared_atlas(), s.actor, s.color, p.ruleset().is_dice() && s.actor >= 0 ? s.actor : 0,
            p.playable_shapes()};
}

// The kernel does not look at Python's signals, so it gets small pieces of work: Ctrl-C stops a long count.
std::uint64_t count_leaves(const Position& p, int depth) {
    if (PyErr_CheckSignals()) throw nb::python_error();
    if (depth <= 3) {
        nb::gil_scoped_release release;
        return kernel().perft(p.tables(), p.state(), depth);
    }
    std::uint64_t leaves = 0;
    for (const std::int32_t id : p.legal_ids()) leaves += count_leaves(p.play(id), depth - 1);
    for (const Roll& roll : rolls(p)) leaves += count_leaves(after_roll(p, roll.dice), depth - 1);
    return leaves;
}

std::uint64_t perft(const Position& p, nb::handle value) {
    const int depth = number_of(value, "A depth");
    if (depth < 0) raise("CornerwiseError", "A depth is 0 or more, not " + std::to_string(depth) + ".");
    return count_leaves(p, depth);
}

std::string text_of(const Position& p) { return p.ruleset().key + "." + p.text(); }

nb::object piece_at(const Position& p, nb::handle where, nb::handle sheet_value) {
    const int sheet = sheet_index(p.atlas(), sheet_value);
    const int cell = cell_of(p.ruleset().board, where);
    for (const Piece& piece : p.pieces()) {
        const auto cells = p.atlas().cells(piece.placement);
        if (piece.sheet == sheet && std::find(cells.begin(), cells.end(), cell) != cells.end())
            return nb::cast(Placed{p.shared_atlas(), piece});
    }
    return nb::none();
}

// Every color's pieces as it would play them; the turn goes to the first color with the fewest, if nobody says.
Position set_up_of(nb::object rules, nb::handle pieces, nb::handle turn) {
    if (nb::isinstance<nb::str>(rules)) rules = nb::module_::import_("cornerwise.ruleset").attr("ruleset")(rules);
    if (!nb::isinstance<RulesetHandle>(rules)) raise("WrongType", "A position is set up under a Ruleset or its name.");
    const SharedAtlas& atlas = nb::cast<const RulesetHandle&>(rules).atlas;
    if (atlas->ruleset.is_dice())
        raise("CornerwiseError",
              "A game of dice cannot be set up from pieces alone: its round and its dice are history.");
    if (!PyDict_Check(pieces.ptr()))
        raise("WrongType", "The pieces to set up are a dictionary from colors to lists of moves.");
    std::vector<Laid> laid;
    std::vector<int> count(atlas->ruleset.colors.size());
    for (const auto& [name, own] : nb::cast<nb::dict>(pieces)) {
        const int color = color_index(*atlas, name);
        if (PyUnicode_Check(own.ptr()) || !(PySequence_Check(own.ptr()) || PyAnySet_Check(own.ptr())))
            raise("WrongType", "The pieces of a color are a list of moves.");
        for (const nb::handle move : nb::list(nb::borrow<nb::object>(own))) {
            laid.push_back({color, color, split_move(atlas->tables(), move_of(*atlas, move)).placement});
            ++count[color];
        }
    }
    const int next =
        turn.is_none() ? static_cast<int>(std::ranges::min_element(count) - count.begin()) : color_index(*atlas, turn);
    try {
        return set_up(atlas, laid, next);
    } catch (const std::invalid_argument& error) {
        raise("IllegalMove", error.what());
    }
}

nb::module_ render() { return nb::module_::import_("cornerwise.render"); }

}  // namespace

void bind_position(nb::module_& m) {
    nb::class_<Position> position(m, "Position", "The full state of a game: an immutable value.");
    copies_itself(position);
    position
        .def(
            "__init__",
            [](Position* self, nb::handle ruleset) {
                if (!nb::isinstance<RulesetHandle>(ruleset))
                    raise("WrongType", "A position starts from a Ruleset; cornerwise.start takes its name.");
                new (self) Position(nb::cast<const RulesetHandle&>(ruleset).atlas);
            },
            nb::arg("ruleset") = nb::none(), nb::sig("def __init__(self, ruleset: Ruleset) -> None"))
        .def_prop_ro(
            "ruleset", [](const Position& p) { return RulesetHandle{p.shared_atlas()}; },
            "The ruleset it is played under.")
        .def_prop_ro("turn", &turn_of, "Who acts, in which color, with which shapes.")
        .def_prop_ro(
            "legal_moves", [](const Position& p) { return LegalMoves{p.shared_atlas(), p.legal_ids()}; },
            "The legal moves, a sequence.")
        .def_prop_ro(
            "legal_ids", [](const Position& p) { return own_array(p.legal_ids()); }, nb::rv_policy::automatic,
            "The ids of the legal moves as an int32 array, ascending.")
        .def_prop_ro(
            "legal_mask",
            [](const Position& p) {
                std::vector<std::uint8_t> mask(p.atlas().move_count());
                for (const std::int32_t id : p.legal_ids()) mask[id] = 1;
                return own_array(std::move(mask));
            },
            nb::rv_policy::automatic, "A uint8 array with a 1 for every legal move id.")
        .def(
            "play", [](const Position& p, nb::handle move) { return p.play(legal_move_of(p, move)); },
            nb::arg("move").none(), "The position after a legal move (a Move, its text or its id); raises IllegalMove.",
            nb::sig("def play(self, move: Move | str | int) -> Position"))
        .def(
            "is_legal", [](const Position& p, nb::handle move) { return explain_any(p, move).is_none(); },
            nb::arg("move").none(), "Whether a move (a Move, its text or its id) may be played now.",
            nb::sig("def is_legal(self, move: Move | str | int) -> bool"))
        .def("explain", &explain_any, nb::arg("move").none(), "None if the move is legal, else the reason why not.",
             nb::sig("def explain(self, move: Move | str | int) -> cornerwise.reason.Reason | None"))
        .def_prop_ro(
            "rolls",
            [](const Position& p) {
                nb::list found;
                for (Roll& roll : rolls(p)) found.append(std::move(roll));
                return nb::tuple(found);
            },
            "What chance can do next, and how likely each roll is; empty when it is a seat's turn.",
            nb::sig("def rolls(self) -> tuple[Roll, ...]"))
        .def("roll", &roll, nb::arg("dice").none(),
             "The position after this roll (a Roll, its text or its faces in any order); raises IllegalRoll.",
             nb::sig("def roll(self, dice: Roll | str | collections.abc.Sequence[int]) -> Position"))
        .def("retire", &retire, nb::arg("seat").none(),
             "The position after a seat has retired: it places no more and ranks after all who stay (R1 to R5).",
             nb::sig("def retire(self, seat: int) -> Position"))
        .def_prop_ro(
            "retired", [](const Position& p) { return int_tuple(p.retired()); },
            "The seats that have retired, in the order in which they left.",
            nb::sig("def retired(self) -> tuple[int, ...]"))
        .def_prop_ro("is_over", &Position::is_over, "Whether nobody can move anymore.")
        .def_prop_ro(
            "scores", [](const Position& p) { return int_tuple(p.scores()); },
            "Score of every seat by the rulebook, as if the game ended now.",
            nb::sig("def scores(self) -> tuple[int, ...]"))
        .def_prop_ro(
            "ranks", [](const Position& p) { return int_tuple(p.ranks()); },
            "Rank of every seat; 1 is best, ties share a rank; seats that retired rank after all that stay.",
            nb::sig("def ranks(self) -> tuple[int, ...]"))
        .def_prop_ro(
            "winners",
            [](const Position& p) {
                std::vector<int> seats;
                const std::vector<int> ranks = p.ranks();
                for (int seat = 0; seat < static_cast<int>(ranks.size()); ++seat)
                    if (p.is_over() && ranks[seat] == 1) seats.push_back(seat);
                return int_tuple(seats);
            },
            "The seats that won; empty while the game goes on.", nb::sig("def winners(self) -> tuple[int, ...]"))
        .def_prop_ro(
            "win_shares",
            [](const Position& p) {
                std::vector<double> shares(p.ranks().size());
                if (p.is_over()) win_shares(p.tables(), p.ranks().data(), shares.data());
                return nb::tuple(nb::cast(shares));
            },
            "The share of the victory of every seat: winning teams split it. All 0 while the game goes on.",
            nb::sig("def win_shares(self) -> tuple[float, ...]"))
        .def_prop_ro(
            "color_scores",
            [](const Position& p) {
                nb::dict scores;
                const std::vector<int> values = p.color_scores();
                for (std::size_t i = 0; i < values.size(); ++i) scores[p.ruleset().colors[i].c_str()] = values[i];
                return scores;
            },
            "Score of every color by the rulebook; empty where colors are not scored.",
            nb::sig("def color_scores(self) -> dict[str, int]"))
        .def_prop_ro(
            "out",
            [](const Position& p) {
                nb::list out;
                const Ruleset& r = p.ruleset();
                for (int i = 0; i < 8; ++i)
                    if (p.state().out >> i & 1) {
                        if (r.is_dice()) out.append(i);
                        else out.append(r.colors[i]);
                    }
                return nb::tuple(out);
            },
            "Colors (in the Dice Game: seats) that cannot place any more.",
            nb::sig("def out(self) -> tuple[str | int, ...]"))
        .def(
            "supply",
            [](const Position& p, nb::handle owner) {
                const bool per_seat = p.ruleset().is_dice();
                if (per_seat && PyUnicode_Check(owner.ptr()))
                    raise("CornerwiseError", "In this game every seat has a supply, not every color.");
                const int supply = per_seat ? seat_index(p, owner) : color_index(p.atlas(), owner);
                return shape_names(p.atlas(), p.state().supply[supply]);
            },
            nb::arg("owner").none(), "Names of the unused shapes of a color (in the Dice Game: of a seat).",
            nb::sig("def supply(self, owner: str | int) -> tuple[str, ...]"))
        .def(
            "places_left",
            [](const Position& p, nb::handle color, nb::handle sheet) {
                const int lane = lane_index(p, color, sheet);
                nb::dict left;
                const std::vector<int> counts = p.places_left(lane);
                const std::uint32_t supply = p.state().supply[p.ruleset().is_dice() ? lane / p.tables().colors : lane];
                for (int shape = 0; shape < p.tables().shapes; ++shape)
                    if (supply >> shape & 1) left[p.ruleset().shapes[shape].name.c_str()] = counts[shape];
                return left;
            },
            nb::arg("color").none(), nb::arg("sheet").none() = 0,
            "Per unused shape, how many places it has left, whoever's turn it is.",
            nb::sig("def places_left(self, color: str, sheet: int = 0) -> dict[str, int]"))
        .def_prop_ro(
            "placed",
            [](const Position& p) {
                nb::list pieces;
                for (const Piece& piece : p.pieces()) pieces.append(Placed{p.shared_atlas(), piece});
                return nb::tuple(pieces);
            },
            "The pieces on the board.", nb::sig("def placed(self) -> tuple[Placed, ...]"))
        .def("piece_at", &piece_at, nb::arg("cell").none(), nb::arg("sheet").none() = 0,
             "The piece that covers a cell, given by its number or its name, or None.",
             nb::sig("def piece_at(self, cell: int | str, sheet: int = 0) -> Placed | None"))
        .def(
            "cell_colors",
            [](const Position& p, nb::handle sheet) { return own_array(p.cell_colors(sheet_index(p.atlas(), sheet))); },
            nb::arg("sheet").none() = 0, "Color index of every cell as an int8 array, −1 where empty.",
            nb::sig("def cell_colors(self, sheet: int = 0) -> numpy.typing.NDArray[numpy.int8]"))
        .def(
            "targets",
            [](const Position& p, nb::handle color, nb::handle sheet) {
                return own_array(p.target_cells(lane_index(p, color, sheet)));
            },
            nb::arg("color").none(), nb::arg("sheet").none() = 0, "Free cells that a color can build from.",
            nb::sig("def targets(self, color: str, sheet: int = 0) -> numpy.typing.NDArray[numpy.int32]"))
        .def(
            "reach",
            [](const Position& p, nb::handle color, nb::handle sheet) {
                return own_array(p.reach_cells(lane_index(p, color, sheet)));
            },
            nb::arg("color").none(), nb::arg("sheet").none() = 0,
            "Cells that a color's next piece can cover, whoever's turn it is.",
            nb::sig("def reach(self, color: str, sheet: int = 0) -> numpy.typing.NDArray[numpy.int32]"))
        .def_prop_ro(
            "ply", [](const Position& p) { return static_cast<int>(p.state().ply); }, "How many pieces are placed.")
        .def_prop_ro(
            "dice", [](const Position& p) { return int_tuple(p.dice()); }, "Dice still free to take.",
            nb::sig("def dice(self) -> tuple[int, ...]"))
        .def_prop_ro(
            "strikes",
            [](const Position& p) {
                std::vector<int> used(p.state().strikes, p.state().strikes + p.ruleset().seats);
                return int_tuple(p.ruleset().is_dice() ? used : std::vector<int>{});
            },
            "Strikes used by every seat.", nb::sig("def strikes(self) -> tuple[int, ...]"))
        .def_prop_ro(
            "round", [](const Position& p) { return static_cast<int>(p.state().round); }, "Dice: rounds completed.")
        .def_prop_ro(
            "starter", [](const Position& p) { return static_cast<int>(p.state().starter); },
            "Dice: the seat that starts this round.")
        .def_prop_ro(
            "markers",
            [](const Position& p) {
                nb::list markers;
                for (const int color : p.markers()) markers.append(p.ruleset().colors[color]);
                return nb::tuple(markers);
            },
            "Dice: the color of the marker every seat holds this round.",
            nb::sig("def markers(self) -> tuple[str, ...]"))
        .def("transform", &image_of, nb::arg("symmetry").none(),
             "The image under a symmetry of the ruleset that leaves the colors in place.",
             nb::sig("def transform(self, symmetry: Symmetry) -> Position"))
        .def("canonical", &canonical_of, "The image that stands for all, and the symmetry that leads there.",
             nb::sig("def canonical(self) -> tuple[Position, Symmetry]"))
        .def_prop_ro(
            "greedy_ids", [](const Position& p) { return own_array(greedy_moves(p.tables(), p.state())); },
            nb::rv_policy::automatic, "The ids of the moves that look best at once, as an int32 array, ascending.")
        .def("perft", &perft, nb::arg("depth").none(), "Leaf positions at exactly this depth; a roll counts as a ply.",
             nb::sig("def perft(self, depth: int) -> int"))
        .def_prop_ro(
            "text", [](const Position& p) { return text_of(p); },
            "One word that says everything, safe in an address; `parse` reads it.")
        .def(
            "__str__",
            [](const nb::object& self) { return render().attr("terminal")(self, nb::arg("depth") = "plain"); },
            nb::sig("def __str__(self) -> str"))
        .def("__repr__", [](const Position& p) { return "<Position " + text_of(p) + ">"; })
        .def_static(
            "setup", &set_up_of, nb::arg("ruleset").none(), nb::arg("pieces").none(),
            nb::arg("turn").none() = nb::none(),
            "The position with these pieces, moves by color, in any number the rules of contact allow; `turn` is the "
            "color to move, or the first of those with the fewest pieces; raises IllegalMove.",
            nb::sig("def setup(ruleset: Ruleset | str, pieces: dict[str, list[Move | str | int]], turn: str | None "
                    "= None) -> Position"))
        .def_static(
            "parse",
            [](nb::handle whole, nb::object ruleset) {
                const std::string text = text_of(whole, "A position");
                if (!ruleset.is_none() && !nb::isinstance<RulesetHandle>(ruleset))
                    raise("WrongType", "The ruleset of a position is a Ruleset.");
                const std::size_t dot = text.find('.');
                if (dot == std::string::npos)
                    raise("NotationError", "A position text starts with the ruleset's name and a dot.");
                if (ruleset.is_none())
                    ruleset = nb::module_::import_("cornerwise.ruleset").attr("ruleset_of_key")(text.substr(0, dot));
                const RulesetHandle& h = nb::cast<const RulesetHandle&>(ruleset);
                if (h.atlas->ruleset.key != text.substr(0, dot))
                    raise("NotationError", "The position text belongs to the ruleset \"" +
                                               text.substr(0, std::min<std::size_t>(dot, 60)) + "\", not \"" +
                                               h.atlas->ruleset.key + "\".");
                try {
                    return Position::parse(h.atlas, std::string_view(text).substr(dot + 1));
                } catch (const std::invalid_argument& error) {
                    raise("NotationError", error.what());
                }
            },
            nb::arg("text").none(), nb::arg("ruleset") = nb::none(),
            "The position this text describes; raises NotationError.",
            nb::sig("def parse(text: str, ruleset: Ruleset | None = None) -> Position"))
        .def(
            "__eq__", [](const Position& a, const Position& b) { return a == b; }, nb::is_operator(),
            nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__hash__", &Position::hash)
        .def("__reduce__",
             [](const Position& p) {
                 return nb::make_tuple(nb::module_::import_("cornerwise.ruleset").attr("position_of_spec"),
                                       nb::make_tuple(p.ruleset().spec, text_of(p)));
             })
        .def(
            "_repr_svg_", [](const nb::object& self) { return render().attr("svg")(self); },
            nb::sig("def _repr_svg_(self) -> str"));
}

}  // namespace cornerwise
