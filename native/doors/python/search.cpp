// How Python sees the search.
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "doors/python/bindings.h"
#include "doors/python/search_result.h"
#include "thinking/levels/chooser.h"

namespace cornerwise {
namespace {

// Search plus a guard: one run at a time, checked rather than crashed on.
struct Thinker {
    std::unique_ptr<Search> search;
    std::unique_ptr<Chooser> chooser;  // while a level chooses in slices
    std::atomic<bool> busy{false};
    nb::object evaluator;  // the callable, if there is one
};

// An evaluator may know the engine that asks it, so Python must see that the search knows the evaluator.
int traverse(PyObject* self, visitproc visit, void* arg) {
    Py_VISIT(Py_TYPE(self));
    if (nb::inst_ready(self)) Py_VISIT(nb::inst_ptr<Thinker>(self)->evaluator.ptr());
    return 0;
}
int let_go(PyObject* self) {
    if (nb::inst_ready(self)) nb::inst_ptr<Thinker>(self)->evaluator.reset();
    return 0;
}
PyType_Slot thinker_slots[] = {
    {Py_tp_traverse, reinterpret_cast<void*>(traverse)}, {Py_tp_clear, reinterpret_cast<void*>(let_go)}, {0, nullptr}};

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

template <class T>
nb::tuple lines_of(const SearchResult& r, T part) {
    nb::list list;
    for (const Line& line : r.result.lines) list.append(part(line));
    return nb::tuple(list);
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
                 double cpu_seconds, int last, bool compares) {
    const Limit limit{simulations, seconds, cpu_seconds};
    check(thinker, position, limit, last);
    const Busy busy(thinker);
    thinker.chooser.reset();
    nb::gil_scoped_release release;
    return {thinker.search->run(position, limit, last < 0 ? -1 : last, compares), position.ruleset().seats};
}

// (move id, what was found about it or None where it was the first thought).
nb::tuple told(const Choice& choice, int seats) {
    if (!choice.result) return nb::make_tuple(choice.move, nb::none());
    return nb::make_tuple(choice.move, SearchResult{*choice.result, seats});
}

Level level_of(const Thinker& thinker, const Position& position, const Limit& limit, double care, double taste,
               double blindness, int memory_mb, int last) {
    check_memory(memory_mb);
    check(thinker, position, limit, last);
    for (const double part : {care, blindness})
        if (!(0 <= part && part <= 1)) raise("CornerwiseError", "The care and the blindness of a level are 0 to 1.");
    if (!(0 <= taste && taste <= 1000)) raise("CornerwiseError", "The taste of a level is 0 or more, and not endless.");
    return {limit, care, taste, blindness, std::size_t{1} * memory_mb << 20};
}

nb::tuple choose(Thinker& thinker, const Position& position, std::uint64_t simulations, double seconds,
                 double cpu_seconds, double care, double taste, double blindness, int memory_mb, std::uint64_t seed,
                 int last) {
    const Level level =
        level_of(thinker, position, {simulations, seconds, cpu_seconds}, care, taste, blindness, memory_mb, last);
    const Busy busy(thinker);
    thinker.chooser.reset();
    Choice choice;
    {
        nb::gil_scoped_release release;
        Chooser chooser(*thinker.search, position, last < 0 ? -1 : last, level, seed);
        while (chooser.advance(~std::uint64_t{0}));
        choice = chooser.choice();
    }
    return told(choice, position.ruleset().seats);
}

void begin(Thinker& thinker, const Position& position, std::uint64_t simulations, double seconds, double cpu_seconds,
           int last, bool compares) {
    const Limit limit{simulations, seconds, cpu_seconds};
    check(thinker, position, limit, last);
    const Busy busy(thinker);
    thinker.chooser.reset();
    nb::gil_scoped_release release;
    thinker.search->begin(position, limit, last < 0 ? -1 : last, compares);
}

void begin_choice(Thinker& thinker, const Position& position, std::uint64_t simulations, double care, double taste,
                  double blindness, int memory_mb, std::uint64_t seed, int last) {
    const Level level = level_of(thinker, position, {simulations, 0, 0}, care, taste, blindness, memory_mb, last);
    const Busy busy(thinker);
    thinker.chooser.reset();
    nb::gil_scoped_release release;
    thinker.chooser = std::make_unique<Chooser>(*thinker.search, position, last < 0 ? -1 : last, level, seed);
}

bool advance(Thinker& thinker, std::uint64_t simulations) {
    const Busy busy(thinker);
    if (!thinker.chooser && !thinker.search->has_begun()) raise("CornerwiseError", "This search has not begun.");
    nb::gil_scoped_release release;
    return thinker.chooser ? thinker.chooser->advance(simulations) : thinker.search->advance(simulations);
}

SearchResult result(Thinker& thinker) {
    const Busy busy(thinker);
    if (!thinker.search->has_begun()) raise("CornerwiseError", "This search has not begun.");
    return {thinker.search->result(), thinker.search->atlas().ruleset.seats};
}

nb::tuple choice(Thinker& thinker) {
    const Busy busy(thinker);
    if (!thinker.chooser) raise("CornerwiseError", "This search has not begun to choose.");
    return told(thinker.chooser->choice(), thinker.search->atlas().ruleset.seats);
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
        .def_prop_ro(
            "expected", [](const SearchResult& r) { return nb::tuple(nb::cast(r.result.expected)); },
            "Ids of the moves that it expects from here on, its best first, up to the next roll.",
            nb::sig("def expected(self) -> tuple[int, ...]"))
        .def_prop_ro("depth", [](const SearchResult& r) { return r.result.depth; }, "Length of the most visited line.");

    nb::class_<Thinker>(m, "Search", nb::type_slots(thinker_slots),
                        "Monte-Carlo tree search that keeps its tree between moves.")
        .def(
            "__init__",
            [](Thinker* self, nb::handle ruleset, const nb::dict& tuning, std::uint64_t seed, int threads,
               int memory_mb, nb::handle evaluator, int batch) {
                const Position position =
                    nb::cast<Position>(nb::module_::import_("cornerwise._core").attr("Position")(ruleset));
                if (threads < 1 || threads > 256) raise("CornerwiseError", "A search runs on 1 to 256 threads.");
                check_memory(memory_mb);
                if (!evaluator.is_none() && threads != 1)
                    raise("CornerwiseError",
                          "A search with an evaluator runs on one thread; the evaluator may use more.");
                if (batch < 1 || batch > 4096)
                    raise("CornerwiseError", "An evaluator gets 1 to 4096 positions at a time.");
                const Tuning numbers = tuning_from(tuning, position.tables());
                Thinker* thinker = new (self) Thinker;
                Evaluator asked;
                if (!evaluator.is_none()) {
                    thinker->evaluator = nb::borrow(evaluator);
                    asked = evaluator_of(evaluator, batch, position.shared_atlas());
                }
                thinker->search = std::make_unique<Search>(position.shared_atlas(), numbers, seed, threads,
                                                           static_cast<std::size_t>(memory_mb) << 20, std::move(asked));
            },
            nb::arg("ruleset"), nb::arg("tuning") = nb::dict(), nb::arg("seed") = 0, nb::arg("threads") = 1,
            nb::arg("memory_mb") = 256, nb::arg("evaluator") = nb::none(), nb::arg("batch") = 1,
            nb::sig(
                "def __init__(self, ruleset: Ruleset, tuning: dict[str, typing.Any] = {}, seed: int = 0, threads: "
                "int = 1, memory_mb: int = 256, evaluator: collections.abc.Callable[..., typing.Any] | None = None, "
                "batch: int = 1) -> None"))
        .def("run", &run, nb::arg("position"), nb::arg("simulations") = 0, nb::arg("seconds") = 0.0,
             nb::arg("cpu_seconds") = 0.0, nb::arg("last") = -1, nb::arg("compares") = false,
             "Thinks within a limit; `last` is the placement made before, if known. One that compares spends a part on "
             "the closest rivals of the best move.")
        .def("choose", &choose, nb::arg("position"), nb::kw_only(), nb::arg("simulations") = 0,
             nb::arg("seconds") = 0.0, nb::arg("cpu_seconds") = 0.0, nb::arg("care") = 1.0, nb::arg("taste") = 1.0,
             nb::arg("blindness") = 0.0, nb::arg("memory_mb") = 64, nb::arg("seed") = 0, nb::arg("last") = -1,
             "The move of a level, by these numbers and the seed alone: (id, what was found), where a first thought "
             "comes with None.",
             nb::sig("def choose(self, position: Position, *, simulations: int = 0, seconds: float = 0.0, cpu_seconds: "
                     "float = 0.0, care: float = 1.0, taste: float = 1.0, blindness: float = 0.0, memory_mb: int = 64, "
                     "seed: int = 0, last: int = -1) -> tuple[int, SearchResult | None]"))
        .def("begin", &begin, nb::arg("position"), nb::arg("simulations") = 0, nb::arg("seconds") = 0.0,
             nb::arg("cpu_seconds") = 0.0, nb::arg("last") = -1, nb::arg("compares") = false,
             "Begins what `run` does: `advance` goes on with it, `result` tells what is known.")
        .def("begin_choice", &begin_choice, nb::arg("position"), nb::kw_only(), nb::arg("simulations") = 0,
             nb::arg("care") = 1.0, nb::arg("taste") = 1.0, nb::arg("blindness") = 0.0, nb::arg("memory_mb") = 64,
             nb::arg("seed") = 0, nb::arg("last") = -1,
             "Begins what `choose` does: `advance` goes on with it, `choice` tells what would be played by now.")
        .def(
            "advance", &advance, nb::arg("simulations"),
            "Thinks on for so many simulations on every thread; False when nothing is left to do. On one thread slices "
            "find what one run finds.")
        .def("result", &result, "What is known by now.")
        .def("choice", &choice, "What the level would play by now: (id, what was found or None).",
             nb::sig("def choice(self) -> tuple[int, SearchResult | None]"))
        .def(
            "stop", [](Thinker& t) { t.search->stop(); }, "From another thread: makes run return at once.")
        .def(
            "clear",
            [](Thinker& t) {
                const Busy busy(t);
                t.chooser.reset();
                t.search->clear();
            },
            "Forgets everything.")
        .def("first_thoughts", &first_thoughts, nb::arg("position"), nb::arg("last") = -1,
             "How things look before any search: (ids, likelihoods, shares), the legal moves ascending by id, and "
             "every seat's "
             "share of the victory where the network's judgment counts.")
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
    nb::list parts;
    NetworkStore{}.visit_parts(Tables{}, [&](const char* name, auto&, std::size_t) { parts.append(name); });
    m.attr("NETWORK_PARTS") = nb::tuple(parts);
    m.attr("FEATURES") =
        nb::make_tuple("covers_rivals", "covers_next", "beside_rivals", "opens", "opens_wide", "opens_contested",
                       "spends", "answers", "answers_corners", "touches_rivals", "covers_partner", "central",
                       "tops_rivals", "tops_own", "height", "strikes_used");
    m.attr("FEATURE_LEVELS") = feature_levels;
    m.attr("PHASES") = phase_count;
}

}  // namespace cornerwise
