// Advice's face towards Python: numbers and kinds, to which Python finds the words.
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "advice/advice.h"
#include "advice/review.h"
#include "doors/python/bindings.h"
#include "doors/python/search_result.h"

namespace cornerwise {
namespace {

using advice::Comparison;
using advice::Finding;
using advice::Judged;
using advice::Review;
using advice::Scene;

struct MeasureHandle {
    Position position;
    advice::Measure measure;

    nb::tuple cells(const advice::Cells& cells) const {
        nb::list list;
        const Board& board = position.ruleset().board;
        for (int cell = 0; cell < board.cell_count(); ++cell)
            if (cells.has(board.bit(cell))) list.append(cell);
        return nb::tuple(list);
    }
    // By the color that something is done to.
    template <class Part>
    nb::dict by_color(Part part) const {
        nb::dict found;
        const Scene scene(position);
        for (const std::vector<int>* colors : {&scene.rivals(), &scene.partners()})
            for (const int color : *colors) {
                const std::string& name = position.ruleset().colors[static_cast<std::size_t>(color)];
                found[nb::str(name.c_str())] = part(measure.toward[static_cast<std::size_t>(color)]);
            }
        return found;
    }
};

void check_turn(const Position& position) {
    if (position.state().actor < 0) raise("CornerwiseError", "Nobody is to move, so there is nothing to advise.");
}

std::int32_t legal_move(const Position& position, nb::handle value) {
    const std::int32_t move = move_of(position.atlas(), value);
    if (!position.is_legal(move)) raise("IllegalMove", "Advice is about legal moves only.");
    return move;
}

int lane_of(const Position& position, const std::string& color, int sheet) {
    const std::vector<std::string>& colors = position.ruleset().colors;
    const auto found = std::find(colors.begin(), colors.end(), color);
    if (found == colors.end() || sheet < 0 || sheet >= position.ruleset().sheets())
        raise("CornerwiseError", "There is no such color on such a sheet.");
    return sheet * static_cast<int>(colors.size()) + static_cast<int>(found - colors.begin());
}

nb::tuple placements(const Position& position, const std::string& color, int sheet) {
    const Tables& t = position.tables();
    const int lane = lane_of(position, color, sheet);
    MoveList list;
    kernel().generate_lane(t, position.state(), lane,
                           position.state().supply[position.ruleset().is_dice() ? sheet : lane], list);
    nb::list found;
    for (int id = 0; id < t.placements; ++id)
        if (has_placement(t, list, id)) found.append(id);
    return nb::tuple(found);
}

MeasureHandle measure(const Position& position, nb::handle move) {
    check_turn(position);
    return {position, Scene(position).measure(legal_move(position, move))};
}

nb::object name_or_none(int index, const std::vector<std::string>& names) {
    if (index < 0) return nb::none();
    return nb::str(names[static_cast<std::size_t>(index)].c_str());
}

nb::dict told(const Ruleset& rules, const Finding& finding) {
    nb::dict data;
    data["kind"] = std::string(advice::kind_names()[static_cast<std::size_t>(finding.kind)]);
    data["against"] = std::string(advice::against_names()[static_cast<std::size_t>(finding.against)]);
    data["is_good"] = finding.is_good;
    data["cells"] = int_tuple(finding.cells);
    data["value"] = finding.value;
    data["usual"] = finding.usual;
    data["weight"] = finding.weight;
    data["color"] = name_or_none(finding.color, rules.colors);
    nb::object shape = nb::none();
    if (finding.shape >= 0) shape = nb::cast(rules.shapes[static_cast<std::size_t>(finding.shape)].name);
    data["shape"] = shape;
    nb::object die = nb::none(), among = nb::none(), near = nb::none();
    if (finding.near >= 0) near = nb::int_(finding.near);
    if (finding.die) die = nb::int_(finding.die);
    if (finding.of) among = nb::make_tuple(finding.some, finding.of);
    data["die"] = die;
    data["among"] = among;
    data["near"] = near;
    return data;
}

nb::list told(const Ruleset& rules, const std::vector<Finding>& findings) {
    nb::list list;
    for (const Finding& finding : findings) list.append(told(rules, finding));
    return list;
}

nb::dict advise(const Position& position, const SearchResult& found, int count) {
    check_turn(position);
    if (found.result.lines.empty()) raise("CornerwiseError", "The search has found nothing to advise.");
    advice::Advice advice;
    {
        nb::gil_scoped_release release;
        advice = advice::advise(position, found.result, count);
    }
    nb::list moves;
    for (const advice::Advised& each : advice.moves) {
        nb::dict data;
        const auto seats = [&](const Values& values) {
            nb::list list;
            for (int seat = 0; seat < found.seats; ++seat) list.append(values[static_cast<std::size_t>(seat)]);
            return nb::tuple(list);
        };
        data["move"] = each.line.move;
        data["win"] = seats(each.line.mean.win);
        data["score"] = seats(each.line.mean.score);
        data["visits"] = each.line.visits;
        data["error"] = each.error;
        data["is_decided"] = each.line.is_decided;
        data["is_exact"] = each.line.is_exact;
        data["expected"] = nb::tuple(nb::cast(each.expected));
        data["findings"] = told(position.ruleset(), each.findings);
        moves.append(data);
    }
    nb::dict data;
    data["moves"] = moves;
    data["confidence"] = advice.confidence;
    data["verdict"] = std::string(advice::verdict_names()[static_cast<std::size_t>(advice.verdict)]);
    data["is_hopeless"] = advice.is_hopeless;
    return data;
}

// A comparison that knows which moves it was made of.
struct ComparisonHandle {
    Comparison comparison;
    std::vector<std::int32_t> shown;

    std::int32_t known(nb::handle value) const {
        const std::int32_t move = move_of(comparison.scene().position().atlas(), value);
        if (std::find(shown.begin(), shown.end(), move) == shown.end())
            raise("CornerwiseError", "Only moves that a comparison was made of can be compared.");
        return move;
    }
};

std::vector<std::int32_t> legal_moves(const Position& position, const nb::iterable& values) {
    std::vector<std::int32_t> moves;
    for (nb::handle value : values) moves.push_back(legal_move(position, value));
    return moves;
}

void make_comparison(ComparisonHandle* self, const Position& position, const nb::iterable& shown,
                     const nb::iterable& typical, const nb::iterable& win) {
    check_turn(position);
    std::vector<std::int32_t> moves = legal_moves(position, shown);
    std::vector<float> chances;
    for (nb::handle chance : win) chances.push_back(nb::cast<float>(chance));
    if (!chances.empty() && static_cast<int>(chances.size()) != position.tables().seats)
        raise("CornerwiseError", "A comparison takes the win chance of every seat, or none.");
    new (self) ComparisonHandle{Comparison(position, moves, legal_moves(position, typical), chances), moves};
}

nb::list judged(const Review& review, int seats) {
    nb::list list;
    for (const Judged& each : review.judged()) {
        nb::dict data;
        const auto told_values = [&](const Values& values) {
            nb::list found;
            for (int seat = 0; seat < seats; ++seat) found.append(values[static_cast<std::size_t>(seat)]);
            return nb::tuple(found);
        };
        data["win_before"] = told_values(each.win_before);
        data["win_after"] = told_values(each.win_after);
        data["score_before"] = told_values(each.score_before);
        data["score_after"] = told_values(each.score_after);
        data["best"] = each.best;
        data["cost"] = each.cost;
        data["points"] = each.points;
        list.append(data);
    }
    return list;
}

// What a search might have found, for those who do not search.
SearchResult made_result(const Position& position, const nb::iterable& lines, std::uint64_t simulations) {
    SearchResult made{{}, position.ruleset().seats};
    const auto values = [&](nb::handle from) {
        Values found{};
        int seat = 0;
        for (nb::handle value : nb::cast<nb::iterable>(from))
            if (seat < made.seats) found[static_cast<std::size_t>(seat++)] = nb::cast<float>(value);
        return found;
    };
    for (nb::handle each : lines) {
        const auto data = nb::cast<nb::dict>(each);
        Line line{};
        line.move = legal_move(position, data["move"]);
        line.visits = nb::cast<std::uint32_t>(data["visits"]);
        line.mean.win = values(data["win"]);
        line.mean.score = values(data["score"]);
        line.is_decided = data.contains("is_decided") && nb::cast<bool>(data["is_decided"]);
        line.is_exact = data.contains("is_exact") && nb::cast<bool>(data["is_exact"]);
        if (data.contains("expected"))
            for (nb::handle move : nb::cast<nb::iterable>(data["expected"]))
                line.expected.push_back(nb::cast<std::int32_t>(move));
        line.prior = data.contains("prior") ? nb::cast<float>(data["prior"]) : 0;
        line.drift = data.contains("drift") ? nb::cast<float>(data["drift"]) : 0;
        made.result.lines.push_back(line);
    }
    made.result.simulations = simulations;
    if (!made.result.lines.empty()) made.result.value = made.result.lines.front().mean;
    return made;
}

}  // namespace

void bind_advice(nb::module_& m) {
    using Toward = advice::Measure::Toward;
    nb::class_<MeasureHandle> measure_class(m, "Measure", "What a move does to the position, counted.");
    const auto add_cells = [&](const char* name, advice::Cells advice::Measure::* part, const char* doc) {
        measure_class.def_prop_ro(
            name, [part](const MeasureHandle& h) { return h.cells(h.measure.*part); }, doc,
            nb::sig((std::string("def ") + name + "(self) -> tuple[int, ...]").c_str()));
    };
    add_cells("opened", &advice::Measure::opened, "Cells the color can build from now, and could not before.");
    add_cells("reach", &advice::Measure::reach, "Cells that its next piece will be able to cover.");
    add_cells("space", &advice::Measure::space, "The same of a chain of two pieces; on a sheet, of one.");
    add_cells("safe", &advice::Measure::safe, "Cells its next piece can cover and no rival ever can.");
    const auto add_toward = [&](const char* name, advice::Cells Toward::* part, const char* doc) {
        measure_class.def_prop_ro(
            name,
            [part](const MeasureHandle& h) {
                return h.by_color([&](const Toward& toward) { return h.cells(toward.*part); });
            },
            doc, nb::sig((std::string("def ") + name + "(self) -> dict[str, tuple[int, ...]]").c_str()));
    };
    add_toward("closed", &Toward::closed, "By color, cells it could really build from before and cannot now.");
    add_toward("taken", &Toward::taken, "By color, cells its next piece could cover before and cannot now.");
    add_toward("starved", &Toward::starved, "By color, corners where a piece fitted before and none does now.");
    add_toward("shut_out", &Toward::shut_out, "By color, cells it could have covered next and never will.");
    measure_class
        .def_prop_ro(
            "died", [](const MeasureHandle& h) { return shape_names(h.position.atlas(), h.measure.died); },
            "Own pieces that had a place before and have none now.", nb::sig("def died(self) -> tuple[str, ...]"))
        .def_prop_ro(
            "killed",
            [](const MeasureHandle& h) {
                return h.by_color([&](const Toward& toward) { return shape_names(h.position.atlas(), toward.killed); });
            },
            "By color, its pieces that had a place before and have none now.",
            nb::sig("def killed(self) -> dict[str, tuple[str, ...]]"))
        .def_prop_ro(
            "gained", [](const MeasureHandle& h) { return h.measure.gained; },
            "The change of the own color's score as it stands on the board.")
        .def_prop_ro(
            "cost",
            [](const MeasureHandle& h) {
                return h.by_color([](const Toward& toward) { return nb::int_(toward.cost); });
            },
            "By color, by how much its score on the board falls.", nb::sig("def cost(self) -> dict[str, int]"));
    m.def("measure", &measure, nb::arg("position"), nb::arg("move"), "What a legal move does.",
          nb::sig("def measure(position: Position, move: Move | str | int) -> Measure"));
    m.def("placements", &placements, nb::arg("position"), nb::arg("color"), nb::arg("sheet") = 0,
          "Placements the rules allow a color now, as if it were its turn, ascending.",
          nb::sig("def placements(position: Position, color: str, sheet: int = 0) -> tuple[int, ...]"));
    m.def(
        "ever_cells",
        [](const Position& position, const std::string& color) {
            return MeasureHandle{position, {}}.cells(
                advice::ever_cells(position.tables(), position.state(), lane_of(position, color, 0)));
        },
        nb::arg("position"), nb::arg("color"), "Cells outside of which a color can never place anything.",
        nb::sig("def ever_cells(position: Position, color: str) -> tuple[int, ...]"));

    nb::class_<ComparisonHandle>(m, "Comparison", "Moves of one position, measured once and compared.")
        .def("__init__", &make_comparison, nb::arg("position"), nb::arg("shown"), nb::arg("typical"),
             nb::arg("win") = nb::tuple(),
             nb::sig(
                 "def __init__(self, position: Position, shown: collections.abc.Iterable[Move | str | int], typical: "
                 "collections.abc.Iterable[Move | str | int], win: collections.abc.Iterable[float] = ()) -> None"))
        .def(
            "alone",
            [](const ComparisonHandle& c, nb::handle move) {
                return told(c.comparison.scene().position().ruleset(), c.comparison.alone(c.known(move)));
            },
            nb::arg("move"), "Why a move is good, then what is bad about it, beside typical moves.",
            nb::sig("def alone(self, move: Move | str | int) -> list[dict[str, typing.Any]]"))
        .def(
            "beside",
            [](const ComparisonHandle& c, nb::handle move, nb::handle other, bool is_praised) {
                const advice::Against against = is_praised ? advice::Against::played : advice::Against::first;
                return told(c.comparison.scene().position().ruleset(),
                            c.comparison.beside(c.known(move), c.known(other), against, is_praised));
            },
            nb::arg("move"), nb::arg("other"), nb::arg("is_praised"), "What a move has and lacks beside another.",
            nb::sig("def beside(self, move: Move | str | int, other: Move | str | int, is_praised: bool) -> "
                    "list[dict[str, typing.Any]]"))
        .def_prop_ro(
            "typical", [](const ComparisonHandle& c) { return c.comparison.typical(); }, "Ids of typical moves here.");

    m.def("advise", &advise, nb::arg("position"), nb::arg("result"), nb::arg("count"),
          "The best moves that a search of the position found, with what sets them apart.",
          nb::sig("def advise(position: Position, result: SearchResult, count: int) -> dict[str, typing.Any]"));
    m.def("search_result", &made_result, nb::arg("position"), nb::arg("lines"), nb::arg("simulations"),
          "What a search might have found.",
          nb::sig("def search_result(position: Position, lines: collections.abc.Iterable[dict[str, typing.Any]], "
                  "simulations: int) -> SearchResult"));

    nb::class_<Review>(m, "Reviewing", "A review that asks for one search after the other.")
        .def(nb::init<>())
        .def(
            "add",
            [](Review& review, const Position& before, nb::handle move) {
                check_turn(before);
                review.add(before, legal_move(before, move));
            },
            nb::arg("before"), nb::arg("move"), "The next move of the game, and the position it was made in.",
            nb::sig("def add(self, before: Position, move: Move | str | int) -> None"))
        .def(
            "next",
            [](Review& review) -> nb::object {
                const Position* position = review.next();
                if (!position) return nb::none();
                return nb::cast(*position);
            },
            "The position to be searched next; None when every move is judged.",
            nb::sig("def next(self) -> Position | None"))
        .def(
            "hear",
            [](Review& review, const SearchResult& found) {
                if (found.result.lines.empty()) raise("CornerwiseError", "The search has found nothing to judge by.");
                review.hear(found.result);
            },
            nb::arg("result"), "What a search of that position found.")
        .def_prop_ro("progress", &Review::progress, "How far it has come, 0 to 1.")
        .def("judged", &judged, nb::arg("seats"), "The moves that are judged by now, in order.",
             nb::sig("def judged(self, seats: int) -> list[dict[str, typing.Any]]"));

    nb::list kinds;
    for (const std::string_view name : advice::kind_names()) kinds.append(std::string(name));
    m.attr("FINDING_KINDS") = nb::tuple(kinds);
    nb::list others;
    for (const std::string_view name : advice::against_names()) others.append(std::string(name));
    m.attr("FINDING_AGAINST") = nb::tuple(others);
}

}  // namespace cornerwise
