// Python's view of puzzles: what lies, judged; solutions, hunted for; new puzzles, made.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "doors/python/bindings.h"
#include "puzzles/problem/hint.h"
#include "puzzles/problem/hunt.h"
#include "puzzles/problem/make.h"
#include "puzzles/problem/order.h"
#include "puzzles/problem/verify.h"

using namespace nb::literals;

namespace cornerwise::puzzles {
namespace {

using Pairs = std::vector<std::pair<int, int>>;  // (color, placement) of every piece

Pairs pairs_of(const std::vector<Laid>& laid) {
    Pairs pairs;
    for (const Laid& piece : laid) pairs.emplace_back(piece.color, piece.placement);
    return pairs;
}

std::vector<Laid> laid_from(const Problem& problem, const Pairs& pairs) {
    std::vector<Laid> laid;
    for (const auto& [color, placement] : pairs) {
        if (color < 0 || color >= problem.colors() || placement < 0 || placement >= problem.atlas->size())
            throw std::invalid_argument("There is no such piece in this puzzle.");
        laid.push_back({color, placement});
    }
    return laid;
}

nb::tuple told(const Difficulty& difficulty) {
    return nb::make_tuple(difficulty.rating, difficulty.level, difficulty.nodes);
}

// Row → its cells, ascending, padded with −1.
auto table_of(const Rows& rows) {
    const std::size_t width = static_cast<std::size_t>(rows.problem->atlas->row_width());
    auto* kept = new std::vector<std::int32_t>(rows.placements.size() * width, -1);
    for (std::size_t r = 0; r < rows.placements.size(); ++r)
        std::ranges::copy(rows.instance->rows[r].cells, kept->begin() + static_cast<std::ptrdiff_t>(r * width));
    nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<std::int32_t>*>(p); });
    return nb::ndarray<nb::numpy, std::int32_t, nb::ndim<2>>(kept->data(), {rows.placements.size(), width}, owner);
}

}  // namespace

void bind_problem(nb::module_& m) {
    nb::class_<Fault>(m, "Fault", "What breaks a puzzle's rules.")
        .def_ro("kind", &Fault::kind)
        .def_ro("sentence", &Fault::sentence)
        .def_ro("color", &Fault::color)
        .def_ro("shape", &Fault::shape);

    nb::class_<Hint>(m, "NextPiece", "Where to go on in a puzzle.")
        .def_prop_ro("piece", [](const Hint& self) { return std::pair(self.piece.color, self.piece.placement); })
        .def_ro("cell", &Hint::cell)
        .def_ro("options", &Hint::options)
        .def_ro("around", &Hint::around);

    nb::class_<Rows>(m, "RowList", "A puzzle's open cells and placements as the exact solvers number them.")
        .def_ro("cells", &Rows::cells)
        .def_ro("placements", &Rows::placements)
        .def_prop_ro("table", &table_of, nb::rv_policy::move)
        .def_prop_ro(
            "kinds",
            [](const Rows& self) {
                std::vector<std::int32_t> kinds;
                for (const Row& row : self.instance->rows) kinds.push_back(row.kind);
                return own_array(std::move(kinds));
            },
            nb::rv_policy::move)
        .def_prop_ro("edges", [](const Rows& self) { return self.instance->edges; })
        .def_prop_ro("corners", [](const Rows& self) { return self.instance->corners; })
        .def_prop_ro("below", [](const Rows& self) { return self.instance->below; })
        .def_prop_ro("givens",
                     [](const Rows& self) {
                         std::vector<std::pair<int, std::vector<int>>> givens;
                         for (const Given& given : self.instance->givens) givens.emplace_back(given.color, given.cells);
                         return givens;
                     })
        .def(
            "laid",
            [](const Rows& self, const Pairs& choices) {
                std::vector<Choice> plain;
                for (const auto& [row, color] : choices) plain.push_back({row, color});
                return pairs_of(self.laid(plain));
            },
            "choices"_a, "A solver's choices as pieces, colored.");

    nb::class_<Hunt>(m, "Hunt", "The hunt for a solution, in slices.")
        .def(
            "__init__",
            [](Hunt* self, std::shared_ptr<Problem> problem, std::uint64_t seed, int method) {
                new (self) Hunt(std::move(problem), seed, static_cast<Method>(method));
            },
            "problem"_a, "seed"_a = 0, "method"_a = 0)
        .def("advance", &Hunt::advance, "seconds"_a, nb::call_guard<nb::gil_scoped_release>())
        .def_prop_ro("solution", [](const Hunt& self) { return pairs_of(self.solution()); })
        .def_prop_ro("is_impossible", &Hunt::is_impossible)
        .def_prop_ro("nodes", &Hunt::nodes)
        .def_prop_ro("closed", &Hunt::closed)
        .def_prop_ro("best", &Hunt::best)
        .def_prop_ro("tries", &Hunt::tries)
        .def_prop_ro("winner", [](const Hunt& self) { return static_cast<int>(self.winner()); });

    nb::class_<Problem>(m, "Problem", "A puzzle as the kernel judges it; pieces are (color, placement).")
        .def(
            "__init__",
            [](Problem* self, const RulesetHandle& ruleset, std::vector<std::vector<int>> supply, int goal, int contact,
               bool descending, bool layable, bool rooted, const Pairs& givens) {
                Problem problem{
                    .atlas = ruleset.atlas,
                    .supply = std::move(supply),
                    .goal = static_cast<Goal>(goal),
                    .contact = static_cast<Contact>(contact),
                    .descending = descending,
                    .layable = layable,
                    .rooted = rooted,
                    .givens = {},
                };
                for (const auto& [color, placement] : givens) problem.givens.push_back({color, placement});
                problem.check();
                new (self) Problem(std::move(problem));
            },
            "ruleset"_a, "supply"_a, "goal"_a, "contact"_a, "descending"_a, "layable"_a, "rooted"_a, "givens"_a)
        .def("objection", &objection, "Why there is no solution, where a simple argument says so.")
        .def(
            "laying_order",
            [](const Problem& self, const Pairs& laid) { return pairs_of(laying_order(self, laid_from(self, laid))); },
            "laid"_a)
        .def(
            "from_above",
            [](const Problem& self, const Pairs& laid) -> std::optional<Pairs> {
                const auto order = from_above(self, laid_from(self, laid));
                return order ? std::optional(pairs_of(*order)) : std::nullopt;
            },
            "laid"_a)
        .def(
            "clash", [](const Problem& self, const Pairs& laid) { return clash(self, laid_from(self, laid)); },
            "laid"_a)
        .def(
            "verify", [](const Problem& self, const Pairs& laid) { return verify(self, laid_from(self, laid)); },
            "laid"_a)
        .def(
            "judge",
            [](const Problem& self, const Pairs& placed) {
                const Judgment judgment = judge(self, laid_from(self, placed));
                return nb::make_tuple(judgment.is_solved, judgment.fault, judgment.piece);
            },
            "placed"_a, nb::sig("def judge(self, placed: Sequence[tuple[int, int]]) -> tuple[bool, Fault | None, int]"))
        .def("rows", [](std::shared_ptr<Problem> self) { return Rows(std::move(self)); })
        .def(
            "hint",
            [](std::shared_ptr<Problem> self, const Pairs& solution) {
                const std::vector<Laid> laid = laid_from(*self, solution);
                return hint(std::move(self), laid);
            },
            "solution"_a)
        .def(
            "difficulty",
            [](std::shared_ptr<Problem> self, int tries, std::uint64_t seed) {
                Difficulty found{};
                {
                    nb::gil_scoped_release release;
                    found = difficulty(std::move(self), tries, seed);
                }
                return told(found);
            },
            "tries"_a, "seed"_a, nb::sig("def difficulty(self, tries: int, seed: int) -> tuple[float, int, float]"));

    m.def(
        "make_puzzle",
        [](const RulesetHandle& ruleset, int level, std::uint64_t seed) -> nb::object {
            std::optional<Made> made;
            {
                nb::gil_scoped_release release;
                made = make_puzzle(ruleset.atlas, level, seed);
            }
            if (!made) return nb::none();
            return nb::make_tuple(made->problem.supply, pairs_of(made->problem.givens), pairs_of(made->solution),
                                  told(made->difficulty));
        },
        "ruleset"_a, "level"_a, "seed"_a,
        nb::sig("def make_puzzle(ruleset: Ruleset, level: int, seed: int) -> tuple[list[list[int]], "
                "list[tuple[int, int]], list[tuple[int, int]], tuple[float, int, float]] | None"),
        "A new puzzle: its supply, its givens, its solution and how hard it is.");
    m.def(
        "day_of",
        [](std::int64_t number) {
            const Day day = day_of(number);
            return std::pair(day.level, day.is_solid);
        },
        "number"_a, "How hard the puzzle of a day is, and whether it is in space.");
}

}  // namespace cornerwise::puzzles
