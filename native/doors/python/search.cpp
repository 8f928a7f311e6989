// The search's face towards Python.
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cmath>

#include "doors/python/bindings.h"
#include "thinking/search.h"

namespace cornerwise {
namespace {

// Search plus a guard: one run at a time, checked rather than crashed on.
struct Thinker {
    std::unique_ptr<Search> search;
    std::atomic<bool> busy{false};
};

// Has a thinker to itself while it lives.
class Busy {
public:
    explicit Busy(Thinker& thinker) : thinker_(thinker) {
        if (thinker_.busy.exchange(true)) raise("CornerwiseError", "This search is already thinking.");
    }
    ~Busy() { thinker_.busy = false; }
    Busy(const Busy&) = delete;

private:
    Thinker& thinker_;
};

nb::tuple seat_values(const Values& values, int seats) {
    nb::list list;
    for (int i = 0; i < seats; ++i) list.append(values[i]);
    return nb::tuple(list);
}

struct SearchResult {
    Result result;
    int seats;
};

template <class T>
nb::tuple lines_of(const SearchResult& r, T part) {
    nb::list list;
    for (const Line& line : r.result.lines) list.append(part(line));
    return nb::tuple(list);
}

template <class T>
std::vector<T> numbers(const nb::dict& data, const char* name, std::size_t size) {
    if (!data.contains(name)) raise("CornerwiseError", "The network misses its " + std::string(name) + ".");
    const auto array = nb::cast<nb::ndarray<const T, nb::c_contig, nb::device::cpu>>(data[name]);
    if (array.size() != size)
        raise("CornerwiseError", "The network's " + std::string(name) + " has " + std::to_string(array.size()) +
                                     " numbers, not " + std::to_string(size) + ".");
    return {array.data(), array.data() + array.size()};
}

std::shared_ptr<const NetworkStore> network_from(const nb::dict& data, const Tables& t) {
    if (t.turns != Turns::rotation || t.is_solid)
        raise("CornerwiseError", "A network rates moves on flat boards without dice only.");
    if (t.stride > (network_columns + 1 + 7) / 8 * 8)
        raise("CornerwiseError",
              "A network rates moves on boards of up to " + std::to_string(network_columns) + " columns.");
    auto network = std::make_shared<NetworkStore>();
    const std::size_t c = network_channels, inputs = 2 * ((plane_count(t) + 1) / 2);
    network->first = numbers<std::int16_t>(data, "first", 9 * inputs * c);
    network->second = numbers<std::int16_t>(data, "second", 9 * c * c);
    network->third = numbers<std::int16_t>(data, "third", 9 * c * c);
    network->first_bias = numbers<std::int32_t>(data, "first_bias", c);
    network->second_bias = numbers<std::int32_t>(data, "second_bias", c);
    network->third_bias = numbers<std::int32_t>(data, "third_bias", c);
    network->supply = numbers<std::int32_t>(data, "supply", c * t.colors * t.shapes);
    network->heads = numbers<std::int16_t>(data, "heads", 3 * c);
    network->turned = numbers<std::int16_t>(data, "turned", c * t.orientations);
    network->shapes = numbers<std::int32_t>(data, "shapes", network_phases * t.shapes);
    network->value_first = numbers<std::int16_t>(data, "value_first", c * c);
    network->value_bias = numbers<std::int32_t>(data, "value_bias", c);
    network->value_supply = numbers<std::int32_t>(data, "value_supply", c * t.colors * t.shapes);
    network->value_last = numbers<std::int16_t>(data, "value_last", c * t.colors);
    return network;
}

// Larger ones would make ratings that cannot be compared.
float finite(float number, const std::string& what) {
    if (!(std::abs(number) <= 1e6f)) raise("CornerwiseError", what + " is a finite number, of a million at most.");
    return number;
}

Tuning tuning_from(const nb::dict& data, const Tables& t) {
    const int shapes = t.shapes;
    Tuning tuning;
    auto number = [&](const char* name, float fallback) {
        return data.contains(name)
                   ? finite(nb::cast<float>(data[name]), "What a search has for its " + std::string(name))
                   : fallback;
    };
    tuning.exploration = number("exploration", tuning.exploration);
    tuning.first_play = number("first_play", tuning.first_play);
    tuning.expand_visits = static_cast<int>(number("expand_visits", 3));
    tuning.network_sharpness = number("network_sharpness", tuning.network_sharpness);
    tuning.value_share = number("value_share", tuning.value_share);
    if (data.contains("network")) tuning.network = network_from(nb::cast<nb::dict>(data["network"]), t);
    if (data.contains("first_piece")) {
        const auto weights = nb::cast<std::vector<float>>(data["first_piece"]);
        for (std::size_t i = 0; i < weights.size() && i < max_shapes; ++i)
            tuning.first_piece[i] = finite(weights[i], "The weight of a first piece");
    }
    tuning.place_share = number("place_share", tuning.place_share);
    tuning.score_share = number("score_share", tuning.score_share);
    tuning.score_scale = number("score_scale", tuning.score_scale);
    Policy& policy = tuning.policy;
    policy.tree_sharpness = number("tree_sharpness", 1.0f);
    policy.playout_sharpness = number("playout_sharpness", 1.0f);
    policy.playout_tries = static_cast<int>(number("playout_tries", 2));
    if (data.contains("shape")) {
        const auto rows = nb::cast<std::vector<std::vector<float>>>(data["shape"]);
        for (std::size_t p = 0; p < rows.size() && p < phase_count; ++p)
            for (std::size_t i = 0; i < rows[p].size() && i < max_shapes; ++i)
                policy.shape[p][i] = finite(rows[p][i], "The weight of a shape");
    }
    if (data.contains("level")) {
        const auto rows = nb::cast<std::vector<std::vector<std::vector<float>>>>(data["level"]);
        for (std::size_t p = 0; p < rows.size() && p < phase_count; ++p)
            for (std::size_t f = 0; f < rows[p].size() && f < feature_count; ++f)
                for (std::size_t i = 0; i < rows[p][f].size() && i < feature_levels; ++i)
                    policy.level[p][f][i] = finite(rows[p][f][i], "The weight of a feature");
    }
    // Playouts do not count a shape's places but take the ways to cover a given corner with it for their number. In
    // whole numbers, of which 32 bits hold the sum.
    for (int p = 0; p < phase_count; ++p) {
        float weights[max_shapes], most = -1e9f;
        for (int i = 0; i < shapes; ++i) {
            weights[i] = policy.shape[p][i] * policy.playout_sharpness +
                         std::log(static_cast<float>(t.shape_orientations[i] * t.shape_size[i]));
            most = std::max(most, weights[i]);
        }
        for (int i = 0; i < shapes; ++i)
            policy.playout_shape[p][i] = 1 + static_cast<std::uint32_t>(std::exp(weights[i] - most) * (1 << 24));
    }
    return tuning;
}

void check_memory(int memory_mb) {
    if (memory_mb < 1 || memory_mb > 1000000)
        raise("CornerwiseError", "A search takes 1 to 1000000 megabytes of memory.");
}

// Refuses what a search cannot think about.
void check(const Thinker& thinker, const Position& position, const Limit& limit, int last) {
    if (position.state().actor < 0)
        raise("CornerwiseError", position.is_over() ? "The game is over; there is nothing to think about."
                                                    : "The dice must be rolled before a seat can think.");
    if (&position.atlas() != &thinker.search->atlas() &&
        position.ruleset().spec != thinker.search->atlas().ruleset.spec)
        raise("CornerwiseError", "This search thinks about another ruleset.");
    if (!limit.simulations && !(limit.seconds > 0) && !(limit.cpu_seconds > 0))
        raise("CornerwiseError", "A search needs a limit: simulations, seconds or cpu_seconds above zero.");
    if (last >= position.tables().placements) raise("CornerwiseError", "The last placement does not exist.");
}

SearchResult run(Thinker& thinker, const Position& position, std::uint64_t simulations, double seconds,
                 double cpu_seconds, int last) {
    const Limit limit{simulations, seconds, cpu_seconds};
    check(thinker, position, limit, last);
    const Busy busy(thinker);
    nb::gil_scoped_release release;
    return {thinker.search->run(position, limit, last < 0 ? -1 : last), position.ruleset().seats};
}

// (move id, what was found about it or None where it was the first thought).
nb::tuple choose(Thinker& thinker, const Position& position, std::uint64_t simulations, double seconds,
                 double cpu_seconds, double care, double taste, double blindness, int memory_mb, std::uint64_t seed,
                 int last) {
    check_memory(memory_mb);
    const Level level{{simulations, seconds, cpu_seconds}, care, taste, blindness, std::size_t{1} * memory_mb << 20};
    check(thinker, position, level.limit, last);
    for (const double part : {care, blindness})
        if (!(0 <= part && part <= 1)) raise("CornerwiseError", "The care and the blindness of a level are 0 to 1.");
    if (!(0 <= taste && taste <= 1000)) raise("CornerwiseError", "The taste of a level is 0 or more, and not endless.");
    const Busy busy(thinker);
    Choice choice;
    {
        nb::gil_scoped_release release;
        choice = thinker.search->choose(position, last < 0 ? -1 : last, level, seed);
    }
    if (!choice.result) return nb::make_tuple(choice.move, nb::none());
    return nb::make_tuple(choice.move, SearchResult{*choice.result, position.ruleset().seats});
}

// What the search thinks before it looks further: (ids, likelihoods, shares of the victory by seat).
nb::tuple first_thoughts(const Thinker& thinker, const Position& position, int last) {
    const Tables& t = position.tables();
    if (position.state().actor < 0) raise("CornerwiseError", "Nobody is to move, so there is nothing to think about.");
    if (position.ruleset().spec != thinker.search->atlas().ruleset.spec)
        raise("CornerwiseError", "This search thinks about another ruleset.");
    if (last >= t.placements) raise("CornerwiseError", "The last placement does not exist.");
    MoveList list;
    kernel().generate(t, position.state(), list);
    const auto [thoughts, value] = thinker.search->first_thoughts(position.state(), list, last < 0 ? -1 : last);
    auto* ids = new std::int32_t[thoughts.size()];
    auto* likely = new float[thoughts.size()];
    for (std::size_t i = 0; i < thoughts.size(); ++i) {
        ids[i] = thoughts[i].move;
        likely[i] = thoughts[i].prior;
    }
    nb::capsule own_ids(ids, [](void* p) noexcept { delete[] static_cast<std::int32_t*>(p); });
    nb::capsule own_likely(likely, [](void* p) noexcept { delete[] static_cast<float*>(p); });
    return nb::make_tuple(
        nb::ndarray<nb::numpy, std::int32_t, nb::ndim<1>>(ids, {thoughts.size()}, own_ids),
        nb::ndarray<nb::numpy, float, nb::ndim<1>>(likely, {thoughts.size()}, own_likely),
        nb::tuple(nb::cast(std::vector<float>(value.begin(), value.begin() + position.ruleset().seats))));
}

// The moves of one playout, to see what simulations are made of.
nb::tuple play_out(Thinker& thinker, const Position& position, int last, std::uint64_t seed, bool listed) {
    const Tables& t = position.tables();
    if (position.ruleset().spec != thinker.search->atlas().ruleset.spec)
        raise("CornerwiseError", "This search thinks about another ruleset.");
    if (last >= t.placements) raise("CornerwiseError", "The last placement does not exist.");
    OutlookStore outlook;
    if (listed && !(OutlookStore::fits(t) && outlook.look(t, position.state())))
        raise("CornerwiseError", "What can still come up here cannot be listed.");
    const Busy busy(thinker);
    const Trace trace =
        thinker.search->play_out(position.state(), last < 0 ? -1 : last, seed, listed ? &outlook.view() : nullptr);
    nb::list moves;
    for (int i = 0; i < trace.length; ++i) moves.append(trace.move[i]);
    return nb::tuple(moves);
}

// Features of every legal move: (ids, shapes, levels, phase); what learning reads.
nb::tuple sketches(const Position& position, int last) {
    const Tables& t = position.tables();
    MoveList list;
    kernel().generate(t, position.state(), list);
    std::vector<Sketch> rows(list.moves);
    const int phase = position.state().actor >= 0 ? kernel().sketch(t, position.state(), list, last, rows.data()) : 0;
    auto* ids = new std::int32_t[rows.size() + 1];
    auto* levels = new std::uint8_t[rows.size() * (feature_count + 1) + 1];
    for (std::size_t i = 0; i < rows.size(); ++i) {
        ids[i] = rows[i].move;
        levels[i * (feature_count + 1)] = rows[i].shape;
        std::copy(rows[i].level, rows[i].level + feature_count, levels + i * (feature_count + 1) + 1);
    }
    nb::capsule own_ids(ids, [](void* p) noexcept { delete[] static_cast<std::int32_t*>(p); });
    nb::capsule own_levels(levels, [](void* p) noexcept { delete[] static_cast<std::uint8_t*>(p); });
    return nb::make_tuple(
        nb::ndarray<nb::numpy, std::int32_t, nb::ndim<1>>(ids, {rows.size()}, own_ids),
        nb::ndarray<nb::numpy, std::uint8_t, nb::ndim<2>>(levels, {rows.size(), feature_count + 1}, own_levels), phase);
}

// What the network sees, a byte per cell: (planes, cells).
nb::ndarray<nb::numpy, std::uint8_t, nb::ndim<2>> planes(const Position& position, int last) {
    const Tables& t = position.tables();
    const Board& board = position.ruleset().board;
    if (t.turns != Turns::rotation || t.is_solid || position.state().actor < 0)
        raise("CornerwiseError", "Only a turn on a flat board can be seen as planes.");
    const int n = plane_count(t), cells = board.cell_count();
    std::vector<Word> bits(static_cast<std::size_t>(n) * t.words);
    kernel().planes(t, position.state(), last, bits.data());
    auto* out = new std::uint8_t[static_cast<std::size_t>(n) * cells];
    for (int i = 0; i < n; ++i)
        for (int cell = 0; cell < cells; ++cell) {
            const int bit = board.bit(cell);
            out[i * cells + cell] = bits[i * t.words + bit / 64] >> bit % 64 & 1;
        }
    nb::capsule own(out, [](void* p) noexcept { delete[] static_cast<std::uint8_t*>(p); });
    return {out, {static_cast<std::size_t>(n), static_cast<std::size_t>(cells)}, own};
}

}  // namespace

void bind_search(nb::module_& m) {
    nb::class_<SearchResult>(m, "SearchResult", "What a search found: its lines best first, values per seat.")
        .def_prop_ro(
            "moves", [](const SearchResult& r) { return lines_of(r, [](const Line& l) { return l.move; }); },
            "Move ids, best first.", nb::sig("def moves(self) -> tuple[int, ...]"))
        .def_prop_ro(
            "visits", [](const SearchResult& r) { return lines_of(r, [](const Line& l) { return l.visits; }); },
            "Simulations through each move.", nb::sig("def visits(self) -> tuple[int, ...]"))
        .def_prop_ro(
            "priors", [](const SearchResult& r) { return lines_of(r, [](const Line& l) { return l.prior; }); },
            "What the policy thought of each move beforehand.", nb::sig("def priors(self) -> tuple[float, ...]"))
        .def_prop_ro(
            "win",
            [](const SearchResult& r) {
                return lines_of(r, [&](const Line& l) { return seat_values(l.mean.win, r.seats); });
            },
            "Per move, the share of the victory of every seat.",
            nb::sig("def win(self) -> tuple[tuple[float, ...], ...]"))
        .def_prop_ro(
            "score",
            [](const SearchResult& r) {
                return lines_of(r, [&](const Line& l) { return seat_values(l.mean.score, r.seats); });
            },
            "Per move, the expected score of every seat.", nb::sig("def score(self) -> tuple[tuple[float, ...], ...]"))
        .def_prop_ro(
            "utility",
            [](const SearchResult& r) {
                return lines_of(r, [&](const Line& l) { return seat_values(l.mean.utility, r.seats); });
            },
            "Per move, what the search maximizes, per seat.",
            nb::sig("def utility(self) -> tuple[tuple[float, ...], ...]"))
        .def_prop_ro(
            "exact", [](const SearchResult& r) { return lines_of(r, [](const Line& l) { return l.is_exact; }); },
            "Per move, whether it is certain who wins and by how much.", nb::sig("def exact(self) -> tuple[bool, ...]"))
        .def_prop_ro(
            "decided", [](const SearchResult& r) { return lines_of(r, [](const Line& l) { return l.is_decided; }); },
            "Per move, whether it is certain who wins, though perhaps not by how much.",
            nb::sig("def decided(self) -> tuple[bool, ...]"))
        .def_prop_ro(
            "is_exact", [](const SearchResult& r) { return r.result.is_exact; },
            "Whether every line is exact: solved from here.")
        .def_prop_ro(
            "is_cut", [](const SearchResult& r) { return r.result.is_cut; },
            "Whether time ran out before the simulations did.")
        .def_prop_ro(
            "best", [](const SearchResult& r) { return r.result.lines.empty() ? -1 : r.result.lines[0].move; },
            "The id of the best move.")
        .def_prop_ro(
            "value_win", [](const SearchResult& r) { return seat_values(r.result.value.win, r.seats); },
            "Share of the victory of every seat.", nb::sig("def value_win(self) -> tuple[float, ...]"))
        .def_prop_ro(
            "value_score", [](const SearchResult& r) { return seat_values(r.result.value.score, r.seats); },
            "Expected score of every seat.", nb::sig("def value_score(self) -> tuple[float, ...]"))
        .def_prop_ro(
            "simulations", [](const SearchResult& r) { return r.result.simulations; }, "Simulations of this run.")
        .def_prop_ro(
            "seconds", [](const SearchResult& r) { return r.result.seconds; }, "Wall time of this run.")
        .def_prop_ro(
            "cpu_seconds", [](const SearchResult& r) { return r.result.cpu_seconds; },
            "CPU time of this run, all threads.")
        .def_prop_ro(
            "nodes", [](const SearchResult& r) { return r.result.nodes; }, "Positions in the tree.")
        .def_prop_ro("depth", [](const SearchResult& r) { return r.result.depth; }, "Length of the most visited line.");

    nb::class_<Thinker>(m, "Search", "Monte-Carlo tree search that keeps its tree between moves.")
        .def(
            "__init__",
            [](Thinker* self, nb::handle ruleset, const nb::dict& tuning, std::uint64_t seed, int threads,
               int memory_mb) {
                const Position position =
                    nb::cast<Position>(nb::module_::import_("cornerwise._core").attr("Position")(ruleset));
                if (threads < 1 || threads > 256) raise("CornerwiseError", "A search runs on 1 to 256 threads.");
                check_memory(memory_mb);
                Thinker* thinker = new (self) Thinker;
                thinker->search =
                    std::make_unique<Search>(position.shared_atlas(), tuning_from(tuning, position.tables()), seed,
                                             threads, static_cast<std::size_t>(memory_mb) << 20);
            },
            nb::arg("ruleset"), nb::arg("tuning") = nb::dict(), nb::arg("seed") = 0, nb::arg("threads") = 1,
            nb::arg("memory_mb") = 256,
            nb::sig("def __init__(self, ruleset: Ruleset, tuning: dict[str, typing.Any] = {}, seed: int = 0, threads: "
                    "int = 1, memory_mb: int = 256) -> None"))
        .def("run", &run, nb::arg("position"), nb::arg("simulations") = 0, nb::arg("seconds") = 0.0,
             nb::arg("cpu_seconds") = 0.0, nb::arg("last") = -1,
             "Thinks within a limit; `last` is the placement made before, if known.")
        .def("choose", &choose, nb::arg("position"), nb::kw_only(), nb::arg("simulations") = 0,
             nb::arg("seconds") = 0.0, nb::arg("cpu_seconds") = 0.0, nb::arg("care") = 1.0, nb::arg("taste") = 1.0,
             nb::arg("blindness") = 0.0, nb::arg("memory_mb") = 64, nb::arg("seed") = 0, nb::arg("last") = -1,
             "The move of a level, by these numbers and the seed alone: (id, what was found), where a first thought "
             "comes with None.",
             nb::sig("def choose(self, position: Position, *, simulations: int = 0, seconds: float = 0.0, cpu_seconds: "
                     "float = 0.0, care: float = 1.0, taste: float = 1.0, blindness: float = 0.0, memory_mb: int = 64, "
                     "seed: int = 0, last: int = -1) -> tuple[int, SearchResult | None]"))
        .def(
            "stop", [](Thinker& t) { t.search->stop(); }, "From another thread: makes run return at once.")
        .def(
            "clear",
            [](Thinker& t) {
                const Busy busy(t);
                t.search->clear();
            },
            "Forgets everything.")
        .def("first_thoughts", &first_thoughts, nb::arg("position"), nb::arg("last") = -1,
             "How things look before any search: (ids, likelihoods, shares), the legal moves ascending by id, and "
             "every seat's "
             "share of the victory where the network's judgement counts.")
        .def("play_out", &play_out, nb::arg("position"), nb::arg("last") = -1, nb::arg("seed") = 0,
             nb::arg("listed") = false,
             "The move ids of one guided playout to the end of the game; rolls, which it throws itself, are not told. "
             "Over a list of all that can still come up, as late in flat games, it is the same playout.",
             nb::sig("def play_out(self, position: Position, last: int = -1, seed: int = 0, listed: bool = False) -> "
                     "tuple[int, ...]"))
        .def_prop_ro(
            "simulations", [](const Thinker& t) { return t.search->simulations(); },
            "Simulations of the run under way, or of the last one.");

    m.def("sketches", &sketches, nb::arg("position"), nb::arg("last") = -1,
          "Features of every legal move: (ids, rows of shape and levels, phase).");
    m.def("planes", &planes, nb::arg("position"), nb::arg("last") = -1,
          "What the network sees of a turn on a flat board: (planes, cells).");
    m.attr("NETWORK_CHANNELS") = network_channels;
    m.attr("NETWORK_PHASES") = network_phases;
    m.attr("NETWORK_COLUMNS") = network_columns;
    m.attr("FEATURES") =
        nb::make_tuple("covers_rivals", "covers_next", "beside_rivals", "opens", "opens_wide", "opens_contested",
                       "spends", "answers", "answers_corners", "touches_rivals", "covers_partner", "central",
                       "tops_rivals", "tops_own", "height", "strikes_used");
    m.attr("FEATURE_LEVELS") = feature_levels;
    m.attr("PHASES") = phase_count;
}

}  // namespace cornerwise
