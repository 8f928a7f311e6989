// Python's view of the solvers.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "puzzles/beam.h"
#include "puzzles/cover.h"
#include "puzzles/frontier.h"
#include "puzzles/solver.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace cornerwise::puzzles {
namespace {

using Table = nb::ndarray<const std::int32_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using List = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Lists = std::vector<std::vector<int>>;
using Choices = std::vector<std::pair<int, int>>;

// Rows as Python holds them: cells padded with −1, and kinds.
std::vector<Row> rows_of(const Table& cells, const List& kinds) {
    if (cells.shape(0) != kinds.shape(0)) throw std::invalid_argument("Every row needs a kind.");
    std::vector<Row> rows(cells.shape(0));
    for (std::size_t r = 0; r < rows.size(); ++r) {
        rows[r].kind = kinds(r);
        for (std::size_t i = 0; i < cells.shape(1); ++i)
            if (cells(r, i) >= 0) rows[r].cells.push_back(cells(r, i));
    }
    return rows;
}

Choices pairs_of(const std::vector<Choice>& choices) {
    Choices result;
    for (const Choice& choice : choices) result.emplace_back(choice.row, choice.color);
    return result;
}

}  // namespace

void bind_solver(nb::module_& module) {
    nb::enum_<Progress>(module, "Progress", "Where a search stands after a slice of work.")
        .value("running", Progress::running)
        .value("found", Progress::found)
        .value("exhausted", Progress::exhausted);

    nb::class_<Instance>(module, "Instance", "A puzzle as the exact solvers see it.")
        .def(
            "__init__",
            [](Instance* self, int cell_count, const Table& cells, const List& kinds, Lists supply, int empties,
               bool use_all, int contact, Lists edges, Lists corners, std::vector<int> below, Lists images, int turns,
               const std::vector<std::pair<int, std::vector<int>>>& givens, std::vector<int> units,
               std::vector<int> weights) {
                Instance instance;
                instance.cell_count = cell_count;
                instance.rows = rows_of(cells, kinds);
                for (std::size_t r = 0; r < units.size() && r < instance.rows.size(); ++r)
                    instance.rows[r].units = units[r];
                for (std::size_t r = 0; r < weights.size() && r < instance.rows.size(); ++r)
                    instance.rows[r].weight = weights[r];
                instance.supply = std::move(supply);
                instance.empties = empties;
                instance.use_all = use_all;
                instance.contact = static_cast<Contact>(contact);
                instance.edges = std::move(edges);
                instance.corners = std::move(corners);
                instance.below = std::move(below);
                instance.images = std::move(images);
                instance.turns = turns;
                for (const auto& [color, own] : givens) instance.givens.push_back({color, own});
                instance.check();
                new (self) Instance(std::move(instance));
            },
            "cell_count"_a, "cells"_a, "kinds"_a, "supply"_a, "empties"_a = 0, "use_all"_a = false, "contact"_a = 0,
            "edges"_a = Lists{}, "corners"_a = Lists{}, "below"_a = std::vector<int>{}, "images"_a = Lists{},
            "turns"_a = 0, "givens"_a = std::vector<std::pair<int, std::vector<int>>>{}, "units"_a = std::vector<int>{},
            "weights"_a = std::vector<int>{})
        .def(
            "accepts",
            [](const Instance& self, const Choices& choices) {
                std::vector<Choice> plain;
                for (const auto& [row, color] : choices) plain.push_back({row, color});
                return self.accepts(plain);
            },
            "choices"_a, "Whether a full laying satisfies touching, connected and layable.");

    nb::class_<Solver>(module, "Solver", "A depth-first search that works in slices and can be taken up again.")
        .def("advance", &Solver::advance, "seconds"_a, "nodes"_a = UINT64_MAX, "stop_at_solution"_a = true,
             nb::call_guard<nb::gil_scoped_release>(), "Work for a while; say where the search stands.")
        .def_prop_ro("solution", [](const Solver& self) { return pairs_of(self.solution()); })
        .def_prop_ro("path", [](const Solver& self) { return pairs_of(self.path()); })
        .def_prop_ro("branches", &Solver::branches)
        .def_prop_ro("cursor", &Solver::cursor)
        .def_prop_ro("closed", &Solver::closed)
        .def_prop_ro("nodes", &Solver::nodes)
        .def_prop_ro("count", &Solver::count)
        .def_prop_ro("fixed", &Solver::fixed)
        .def_prop_ro("fixed_by_turns", &Solver::fixed_by_turns)
        .def_prop_ro("deepest", &Solver::deepest);

    module.def(
        "scan",
        [](std::shared_ptr<Instance> instance, std::uint64_t seed, std::uint64_t restart, Cursor prefix,
           Cursor cursor) {
            return make_scan(std::move(instance), {seed, restart, std::move(prefix), std::move(cursor)});
        },
        "instance"_a, "seed"_a = 0, "restart"_a = 0, "prefix"_a = Cursor{}, "cursor"_a = Cursor{},
        "Search cell by cell on bit masks; with `restart` nodes per run, at random.");
    module.def(
        "cover",
        [](std::shared_ptr<Instance> instance, std::uint64_t seed, Cursor prefix, Cursor cursor) {
            return make_cover(std::move(instance), {seed, std::move(prefix), std::move(cursor)});
        },
        "instance"_a, "seed"_a = 0, "prefix"_a = Cursor{}, "cursor"_a = Cursor{},
        "Search by exact cover, most constrained item first.");
    module.def(
        "paint",
        [](std::shared_ptr<Instance> instance, std::uint64_t seed) { return make_paint(std::move(instance), seed); },
        "instance"_a, "seed"_a = 0, "Tile first, then color the tiling; for colors that must stay apart.");

    nb::class_<Dance>(module, "Dance", "Exact cover with secondary items, item colors and multiplicities.")
        .def(nb::init<>())
        .def("add_item", &Dance::add_item, "need"_a = 1, "capacity"_a = 1)
        .def(
            "add_option",
            [](Dance& self, const Choices& entries) {
                std::vector<Dance::Entry> plain;
                for (const auto& [item, color] : entries) plain.push_back({item, color});
                return self.add_option(plain);
            },
            "entries"_a)
        .def(
            "solutions", [](const Dance& self, std::size_t limit) { return solutions(self, limit); }, "limit"_a,
            nb::call_guard<nb::gil_scoped_release>(), "Up to so many sets of options.");

    nb::class_<Frontier>(module, "Frontier", "Counts layings by merging those that look the same from here on.")
        .def(nb::init<std::shared_ptr<const Instance>, std::uint64_t>(), "instance"_a, "max_bytes"_a)
        .def("advance", &Frontier::advance, "seconds"_a, nb::call_guard<nb::gil_scoped_release>())
        .def_prop_ro("closed", &Frontier::closed)
        .def_prop_ro("states", &Frontier::states)
        .def_prop_ro("totals",
                     [](const Frontier& self) {
                         std::vector<std::pair<std::vector<int>, std::uint64_t>> result;
                         for (const Total& total : self.totals()) result.emplace_back(total.left, total.count);
                         return result;
                     })
        .def("save",
             [](const Frontier& self) {
                 const std::string saved = self.save();
                 return nb::bytes(saved.data(), saved.size());
             })
        .def(
            "load", [](Frontier& self, nb::bytes saved) { self.load(std::string(saved.c_str(), saved.size())); },
            "saved"_a);

    nb::class_<Beam>(module, "Beam", "Lays pieces under the rules of play, as many as it can.")
        .def("advance", &Beam::advance, "seconds"_a, nb::call_guard<nb::gil_scoped_release>())
        .def_prop_ro("best", [](const Beam& self) { return pairs_of(self.best()); })
        .def_prop_ro("squares", &Beam::squares)
        .def_prop_ro("nodes", &Beam::nodes)
        .def_prop_ro("tries", &Beam::tries);
    module.def(
        "beam",
        [](int cell_count, const Table& cells, const List& kinds, Lists supply, Lists attract, Lists repel,
           Lists starts, std::vector<int> below, bool shared_supply, bool opening_touches, const Choices& laid,
           std::vector<int> taken, const std::vector<std::pair<std::vector<int>, std::vector<int>>>& group,
           bool descending, bool partial, std::uint64_t seed, int width, double growth, bool repair) {
            auto task = std::make_shared<LayingTask>();
            task->cell_count = cell_count;
            task->rows = rows_of(cells, kinds);
            task->supply = std::move(supply);
            task->shared_supply = shared_supply;
            task->attract = std::move(attract);
            task->repel = std::move(repel);
            task->below = std::move(below);
            task->starts = std::move(starts);
            task->opening_touches = opening_touches;
            for (const auto& [row, color] : laid) task->laid.push_back({row, color});
            task->taken = std::move(taken);
            for (const auto& [places, colors] : group) task->group.push_back({places, colors});
            task->descending = descending;
            task->partial = partial;
            return make_beam(std::move(task), {seed, width, growth, repair});
        },
        "cell_count"_a, "cells"_a, "kinds"_a, "supply"_a, "attract"_a, "repel"_a, "starts"_a,
        "below"_a = std::vector<int>{}, "shared_supply"_a = false, "opening_touches"_a = false, "laid"_a = Choices{},
        "taken"_a = std::vector<int>{}, "group"_a = std::vector<std::pair<std::vector<int>, std::vector<int>>>{},
        "descending"_a = false, "partial"_a = false, "seed"_a = 0, "width"_a = 100, "growth"_a = 1.0, "repair"_a = true,
        "A beam search over legal moves.");
}

}  // namespace cornerwise::puzzles
